#pragma once
// The mesh part of an Abaqus or CalculiX input deck, before element types are interpreted. Flat decks, and decks of one
// part with one instance that is not moved. Materials, sections and steps are passed over.
#include <array>

#include "bodies/fe/mesh.hpp"
#include "bodies/import/inp_sets.hpp"

namespace ritz {

struct InpElement {
    std::int64_t id = 0;
    int type = 0;  // index into InpDeck::element_types
    std::vector<std::int64_t> nodes = {};
    int line = 0;
};

struct InpDeck {
    std::vector<std::int64_t> node_ids;
    std::vector<std::array<double, 3>> positions;
    std::vector<std::string> element_types;  // in capitals
    std::vector<InpElement> elements;
    InpSets node_sets, element_sets;
    std::string instance;  // the name of the one instance, or empty
};

/// The element type that a deck's name stands for, such as C3D8I, or nothing if it is not among ours.
std::optional<ElementType> find_element_type(const std::string& name);
std::vector<std::string> known_element_types();

InpDeck parse_inp_deck(const Text& text);

/// Nodes and their sets; element types may be any.
Nodes make_nodes(const Text& text, const InpDeck& deck);
/// Refuses element types that are not ours.
Mesh make_mesh(const Text& text, const InpDeck& deck);

}  // namespace ritz
