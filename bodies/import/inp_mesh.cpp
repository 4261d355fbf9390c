// From the numbers of a deck to a mesh of indices.
#include <fmt/format.h>

#include "bodies/import/inp_deck.hpp"
#include "core/errors.hpp"

namespace ritz {
namespace {

struct KnownType {
    const char* name;
    ElementType type;
};

constexpr KnownType known_types[] = {
    {"C3D8", ElementType::hex8},   {"C3D8I", ElementType::hex8},   {"C3D8R", ElementType::hex8},
    {"C3D20", ElementType::hex20}, {"C3D20R", ElementType::hex20}, {"C3D10", ElementType::tet10},
    {"B31", ElementType::beam2},   {"B33", ElementType::beam2},    {"CPS4", ElementType::quad4},
    {"CPS4I", ElementType::quad4},
};

std::vector<std::int64_t> ids_of(const std::vector<InpElement>& elements) {
    std::vector<std::int64_t> ids;
    ids.reserve(elements.size());
    for (const InpElement& element : elements) ids.push_back(element.id);
    return ids;
}

std::vector<int> find_nodes(const Text& text, const InpElement& element, const IdIndex& nodes) {
    std::vector<int> places;
    places.reserve(element.nodes.size());
    for (const std::int64_t id : element.nodes) {
        const std::optional<int> place = nodes.find(id);
        if (!place)
            fail_at(text, element.line, fmt::format("element {} has node {}, which is not there", element.id, id));
        places.push_back(*place);
    }
    return places;
}

void require_unique(const Text& text, const IdIndex& index, const char* what) {
    if (const auto id = index.find_duplicate()) fail_at(text, 0, fmt::format("{} {} is defined twice", what, *id));
}

NamedSets resolve_element_sets(const Text& text, const InpDeck& deck, const IdIndex& elements) {
    return resolve_sets(text, deck.element_sets, elements, "element", deck.instance, [](const InpSetItem&) {
        return std::vector<int>{};  // a set of elements is never made of nodes
    });
}

}  // namespace

std::optional<ElementType> find_element_type(const std::string& name) {
    for (const KnownType& known : known_types)
        if (name == known.name) return known.type;
    return {};
}

std::vector<std::string> known_element_types() {
    std::vector<std::string> names;
    for (const KnownType& known : known_types) names.emplace_back(known.name);
    return names;
}

Nodes make_nodes(const Text& text, const InpDeck& deck) {
    if (deck.node_ids.empty()) fail_at(text, 0, "there are no nodes; expected *NODE with lines id, x, y, z");
    Nodes nodes;
    nodes.ids = deck.node_ids;
    nodes.positions.resize(3, static_cast<Eigen::Index>(deck.positions.size()));
    for (std::size_t i = 0; i < deck.positions.size(); ++i)
        nodes.positions.col(static_cast<Eigen::Index>(i)) = Vec3(deck.positions[i].data());
    const IdIndex index(nodes.ids);
    require_unique(text, index, "node");
    const IdIndex elements(ids_of(deck.elements));
    std::optional<NamedSets> element_sets;  // needed by few decks
    nodes.sets = resolve_sets(text, deck.node_sets, index, "node", deck.instance, [&](const InpSetItem& item) {
        if (!element_sets) element_sets = resolve_element_sets(text, deck, elements);
        const auto found = std::find_if(element_sets->begin(), element_sets->end(), [&](const auto& set) {
            return equals_ignoring_case(set.first, item.name) ||
                   equals_ignoring_case(set.first, deck.instance + "." + item.name);
        });
        if (found == element_sets->end())
            fail_at(text, item.line, fmt::format("there is no element set {}", quote(item.name)));
        std::vector<int> places;
        for (const int element : found->second)
            for (const int node : find_nodes(text, deck.elements[static_cast<std::size_t>(element)], index))
                places.push_back(node);
        return places;
    });
    return nodes;
}

Mesh make_mesh(const Text& text, const InpDeck& deck) {
    Mesh mesh;
    mesh.nodes = make_nodes(text, deck);
    if (deck.elements.empty()) fail_at(text, 0, "there are no elements; expected *ELEMENT, TYPE=...");
    const IdIndex nodes(mesh.nodes.ids);
    mesh.elements.reserve(deck.elements.size());
    for (const InpElement& element : deck.elements) {
        const std::string& name = deck.element_types[static_cast<std::size_t>(element.type)];
        const std::optional<ElementType> type = find_element_type(name);
        if (!type)
            fail_at(text, element.line,
                    fmt::format("element type {}{}", quote(name), suggest(name.substr(0, 80), known_element_types())));
        mesh.elements.push_back({*type, element.id, find_nodes(text, element, nodes)});
    }
    const IdIndex index(ids_of(deck.elements));
    require_unique(text, index, "element");
    mesh.element_sets = resolve_element_sets(text, deck, index);
    return mesh;
}

}  // namespace ritz
