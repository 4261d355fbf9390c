#include "bodies/import/inp_deck.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"

namespace ritz {
namespace {

/// "*ELEMENT, TYPE=C3D8, ELSET=all": the name and the parameters in capitals, values as written.
struct Keyword {
    std::string name;
    std::map<std::string, std::string> parameters;

    bool has(const std::string& key) const { return parameters.count(key) != 0; }
    std::string value(const std::string& key) const {
        const auto found = parameters.find(key);
        return found == parameters.end() ? std::string() : found->second;
    }
};

std::string with_single_blanks(std::string_view text) {
    std::string result;
    for (std::string_view rest = text; !(rest = trim(rest)).empty();) {
        const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
        if (!result.empty()) result += ' ';
        result += rest.substr(0, end);
        rest.remove_prefix(end);
    }
    return result;
}

Keyword parse_keyword(std::string_view line) {
    Keyword keyword;
    line.remove_prefix(1);  // the star
    keyword.name = to_upper(with_single_blanks(take_comma_field(line)));
    while (!line.empty()) {
        const std::string_view field = take_comma_field(line);
        const std::size_t equals = field.find('=');
        std::string_view value = equals == std::string_view::npos ? std::string_view{} : trim(field.substr(equals + 1));
        if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
        keyword.parameters[to_upper(trim(field.substr(0, equals)))] = std::string(value);
    }
    return keyword;
}

class DeckParser {
  public:
    explicit DeckParser(const Text& text) : lines_(text) {}

    InpDeck parse() {
        while (lines_.next()) {
            const std::string_view line = trim(lines_.line());
            if (line.empty() || line.starts_with("**")) continue;
            if (line.front() == '*')
                start(parse_keyword(joined(line)));
            else
                read_data(line);
        }
        if (open_element_) fail("the deck ends within an element");
        return std::move(deck_);
    }

  private:
    enum class Section : std::uint8_t { other, nodes, elements, node_set, element_set, instance };

    [[noreturn]] void fail(const std::string& what) const { lines_.fail(what); }

    /// A keyword line goes on where it ends with a comma.
    std::string joined(std::string_view line) {
        std::string whole(line);
        while (whole.ends_with(',') && lines_.next()) whole += trim(lines_.line());
        return whole;
    }

    void start(const Keyword& keyword) {
        if (open_element_) fail(fmt::format("*{} begins within an element", keyword.name));
        section_ = Section::other;
        refuse(keyword);
        if (keyword.name == "NODE") start_nodes(keyword);
        if (keyword.name == "ELEMENT") start_elements(keyword);
        if (keyword.name == "NSET") start_set(keyword, deck_.node_sets, Section::node_set);
        if (keyword.name == "ELSET") start_set(keyword, deck_.element_sets, Section::element_set);
        if (keyword.name == "PART") start_part();
        if (keyword.name == "INSTANCE") start_instance(keyword);
        if (keyword.name == "END PART" || keyword.name == "END INSTANCE") scope_ = InpScope::assembly;
    }

    /// What would make nodes or elements that we then missed.
    void refuse(const Keyword& keyword) const {
        for (const char* name : {"NGEN", "NFILL", "NCOPY", "NMAP", "ELGEN", "ELCOPY", "SYSTEM"})
            if (keyword.name == name)
                fail(fmt::format("*{} is not understood; expected a deck with all nodes and elements written out",
                                 name));
        if (keyword.name == "INCLUDE")
            fail(
                fmt::format("*INCLUDE of {} is not followed; put the text of that file here, or read that file if it "
                            "holds the mesh",
                            quote(keyword.value("INPUT"))));
    }

    void start_part() {
        if (++parts_ > 1) fail("a second *PART; expected a flat deck, or one part with one instance");
        scope_ = InpScope::part;
    }

    void start_instance(const Keyword& keyword) {
        if (++instances_ > 1) fail("a second *INSTANCE; expected a flat deck, or one part with one instance");
        deck_.instance = keyword.value("NAME");
        section_ = Section::instance;
        scope_ = InpScope::part;
    }

    void require_own_data(const Keyword& keyword) const {
        if (keyword.has("INPUT"))
            fail(fmt::format("*{} reads another file, {}; expected the lines themselves", keyword.name,
                             quote(keyword.value("INPUT"))));
        if (parts_ + instances_ > 0 && scope_ == InpScope::assembly)
            fail(fmt::format("*{} outside of the part; expected a flat deck, or all of it in one part", keyword.name));
    }

    void start_nodes(const Keyword& keyword) {
        require_own_data(keyword);
        const std::string system = to_upper(keyword.value("SYSTEM"));
        if (!system.empty() && system != "R")
            fail(fmt::format("nodes in system {}; expected rectangular coordinates", quote(system)));
        section_ = Section::nodes;
        set_ = keyword.has("NSET") ? deck_.node_sets.find_or_add(keyword.value("NSET"), scope_) : -1;
    }

    void start_elements(const Keyword& keyword) {
        require_own_data(keyword);
        const std::string type = to_upper(keyword.value("TYPE"));
        if (type.empty()) fail("*ELEMENT without TYPE; expected for instance *ELEMENT, TYPE=C3D20R");
        section_ = Section::elements;
        deck_.element_types.push_back(type);
        const std::optional<ElementType> known = find_element_type(type);
        nodes_per_element_ = known ? static_cast<std::size_t>(nodes_of(*known)) : 0;
        set_ = keyword.has("ELSET") ? deck_.element_sets.find_or_add(keyword.value("ELSET"), scope_) : -1;
    }

    void start_set(const Keyword& keyword, InpSets& sets, Section section) {
        const char* key = section == Section::node_set ? "NSET" : "ELSET";
        const std::string name = keyword.value(key);
        if (name.empty()) fail(fmt::format("*{} without a name; expected *{}, {}=name", key, key, key));
        const std::string instance = keyword.value("INSTANCE");
        if (!instance.empty() && !equals_ignoring_case(instance, deck_.instance))
            fail(fmt::format("there is no instance {}", quote(instance)));
        section_ = section;
        set_ = sets.find_or_add(name, scope_);
        generate_ = keyword.has("GENERATE");
        if (section == Section::node_set && keyword.has("ELSET"))
            sets.items.push_back({.set = set_,
                                  .kind = InpSetItem::Kind::nodes_of_elements,
                                  .name = keyword.value("ELSET"),
                                  .line = lines_.number()});
    }

    void read_data(std::string_view line) {
        switch (section_) {
            case Section::nodes:
                return read_node(line);
            case Section::elements:
                return read_element(line);
            case Section::node_set:
                return read_set(line, deck_.node_sets);
            case Section::element_set:
                return read_set(line, deck_.element_sets);
            case Section::instance:
                fail("the instance is moved; expected a deck whose instance stands where its part was drawn");
            case Section::other:
                return;
        }
    }

    std::int64_t integer(std::string_view field, const char* what) const {
        const std::optional<std::int64_t> value = parse_integer(field);
        if (!value || *value < 1)
            fail(fmt::format("found {}, expected {}", field.empty() ? "nothing" : quote(field), what));
        return *value;
    }

    void read_node(std::string_view line) {
        const std::int64_t id = integer(take_comma_field(line), "the number of a node");
        std::array<double, 3> position{};
        for (double& x : position) {
            const std::string_view field = take_comma_field(line);
            const std::optional<double> value = field.empty() ? 0.0 : parse_number(field);
            if (!value) fail(fmt::format("found {}, expected a coordinate of node {}", quote(field), id));
            x = *value;
        }
        deck_.node_ids.push_back(id);
        deck_.positions.push_back(position);
        if (set_ >= 0) deck_.node_sets.items.push_back({.set = set_, .first = id, .line = lines_.number()});
    }

    /// Elements of known types end when they have their nodes, others where a line does not end with a comma.
    void read_element(std::string_view line) {
        const bool continues = line.ends_with(',');
        if (!open_element_) {
            const std::int64_t id = integer(take_comma_field(line), "the number of an element");
            deck_.elements.push_back({id, static_cast<int>(deck_.element_types.size()) - 1, {}, lines_.number()});
            if (set_ >= 0) deck_.element_sets.items.push_back({.set = set_, .first = id, .line = lines_.number()});
        }
        std::vector<std::int64_t>& nodes = deck_.elements.back().nodes;
        while (!line.empty()) {
            const std::string_view field = take_comma_field(line);
            if (field.empty() && line.empty()) break;
            nodes.push_back(integer(field, "the number of a node"));
        }
        const std::size_t expected = nodes_per_element_;
        if (expected && nodes.size() > expected)
            fail(fmt::format("element {} of type {} has more than {} nodes", deck_.elements.back().id,
                             deck_.element_types.back(), expected));
        open_element_ = expected ? nodes.size() < expected : continues;
    }

    void read_set(std::string_view line, InpSets& sets) {
        if (generate_) return read_range(line, sets);
        while (!line.empty()) {
            const std::string_view field = take_comma_field(line);
            if (field.empty()) continue;
            InpSetItem item{.set = set_, .line = lines_.number()};
            if (const std::optional<std::int64_t> id = parse_integer(field)) {
                item.first = *id;
            } else {
                item.kind = InpSetItem::Kind::set;
                item.name = field;
            }
            sets.items.push_back(item);
        }
    }

    void read_range(std::string_view line, InpSets& sets) {
        InpSetItem item{.set = set_, .kind = InpSetItem::Kind::range, .line = lines_.number()};
        item.first = integer(take_comma_field(line), "the first number of the set");
        item.last = integer(take_comma_field(line), "the last number of the set");
        if (const std::string_view step = take_comma_field(line); !step.empty())
            item.step = integer(step, "the increment of the numbers");
        if (item.last < item.first)
            fail(fmt::format("the set goes from {} to {}, expected it to ascend", item.first, item.last));
        sets.items.push_back(item);
    }

    LineReader lines_;
    InpDeck deck_;
    Section section_ = Section::other;
    InpScope scope_ = InpScope::assembly;
    int set_ = -1;
    bool generate_ = false, open_element_ = false;
    std::size_t nodes_per_element_ = 0;
    int parts_ = 0, instances_ = 0;
};

}  // namespace

InpDeck parse_inp_deck(const Text& text) { return DeckParser(text).parse(); }

}  // namespace ritz
