#pragma once
// Named sets of nodes or elements in an .inp deck: listed, generated, or made of other sets.
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bodies/import/id_index.hpp"
#include "bodies/import/text.hpp"

namespace ritz {

/// One thing that a deck puts into a set.
struct InpSetItem {
    enum class Kind : std::uint8_t { number, range, set, nodes_of_elements };
    int set = 0;  // index into InpSets::names
    Kind kind = Kind::number;
    std::int64_t first = 0, last = 0, step = 1;  // number: first
    std::string name = {};                       // set, nodes_of_elements
    int line = 0;
};

/// Sets of a part are apart from those of the assembly; Abaqus calls them instance.name there.
enum class InpScope : std::uint8_t { assembly, part };

struct InpSets {
    std::vector<std::string> names;         // as first written
    std::vector<InpScope> scopes;           // of each
    std::map<std::string, int> by_name[2];  // for each scope, in capitals: decks do not care
    std::vector<InpSetItem> items;          // in the order of the deck

    std::optional<int> find(const std::string& name, InpScope scope) const;
    int find_or_add(const std::string& name, InpScope scope);
};

using NamedSets = std::map<std::string, std::vector<int>>;

/// Places in the list behind `index`, ascending and unique. `what` is "node" or "element", for messages. Numbers that
/// are generated but do not exist are left out, as CalculiX does. `instance` is that of the part, or empty.
NamedSets resolve_sets(const Text& text, const InpSets& sets, const IdIndex& index, const char* what,
                       const std::string& instance,
                       const std::function<std::vector<int>(const InpSetItem&)>& nodes_of_elements);

}  // namespace ritz
