#include "bodies/import/abaqus_dofs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "bodies/import/id_index.hpp"
#include "bodies/import/inp_deck.hpp"
#include "bodies/import/node_files.hpp"

namespace ritz {
namespace {

using Components = unsigned;  // one bit for each component of Dof

constexpr Components translations = 0b000'111, all = 0b111'111, plane = 0b000'011, plane_beam = 0b100'011;

/// The directions that an element type has at its nodes, or none if we do not know it.
Components components_of(const std::string& type) {
    struct ElementFamily {
        const char* prefix;
        Components components;
    };
    constexpr ElementFamily families[] = {{"C3D", translations}, {"T3D", translations}, {"M3D", translations},
                                          {"B2", plane_beam},    {"B3", all},           {"CPS", plane},
                                          {"CPE", plane},        {"T2D", plane},        {"S3", all},
                                          {"S4", all},           {"MASS", translations}};
    // Warping, temperature, electric potential and pore pressure are directions beyond 6.
    if (type.find("OS") != std::string::npos || type.find_last_of("TEP") + 1 == type.size()) return 0;
    for (const ElementFamily& family : families)
        if (type.starts_with(family.prefix)) return family.components;
    return 0;
}

std::vector<Components> components_by_elements(const AbaqusTexts& texts, const InpDeck& deck) {
    const IdIndex index(deck.node_ids);
    std::vector<Components> components(deck.node_ids.size(), 0);
    for (const InpElement& element : deck.elements) {
        const std::string& type = deck.element_types[static_cast<std::size_t>(element.type)];
        const Components of_type = components_of(type);
        if (!of_type)
            fail_at(texts.nodes, element.line,
                    fmt::format("the directions of element type {} are not known here; give a mapping", quote(type)));
        for (const std::int64_t id : element.nodes)
            if (const auto node = index.find(id)) components[static_cast<std::size_t>(*node)] |= of_type;
    }
    return components;
}

std::vector<Components> components_by_count(const AbaqusTexts& texts, std::int64_t largest, const Nodes& nodes) {
    const auto count = static_cast<std::int64_t>(nodes.size());
    if (largest != 3 * count && largest != 6 * count)
        fail_at(texts.stiffness, 0,
                fmt::format("{} equations for {} nodes, expected 3 or 6 for each; give a mapping, or the deck as nodes",
                            largest, count));
    return std::vector<Components>(nodes.ids.size(), largest == 3 * count ? translations : all);
}

}  // namespace

std::vector<Dof> number_dofs(const AbaqusTexts& texts, std::int64_t largest, Nodes& nodes) {
    const bool has_deck = extension_of(texts.nodes.name) == ".inp";
    const InpDeck deck = has_deck ? parse_inp_deck(texts.nodes) : InpDeck{};
    nodes = has_deck ? make_nodes(texts.nodes, deck) : parse_nodes(texts.nodes);
    if (texts.mapping) return place_dofs(*texts.mapping, parse_dof_mapping(*texts.mapping), nodes, texts.nodes.name);
    const std::vector<Components> components = has_deck && !deck.elements.empty()
                                                   ? components_by_elements(texts, deck)
                                                   : components_by_count(texts, largest, nodes);
    std::vector<int> order(nodes.ids.size());
    std::iota(order.begin(), order.end(), 0);
    const auto id = [&](int node) { return nodes.ids[static_cast<std::size_t>(node)]; };
    std::sort(order.begin(), order.end(), [&](int a, int b) { return id(a) < id(b); });
    std::vector<Dof> dofs;
    for (const int node : order)
        for (int k = 0; k < 6; ++k)
            if (components[static_cast<std::size_t>(node)] >> k & 1) dofs.push_back({node, k});
    if (static_cast<std::int64_t>(dofs.size()) != largest)
        fail_at(texts.stiffness, 0,
                fmt::format("{} equations, but the elements of {} have {} directions at their nodes; give a mapping",
                            largest, texts.nodes.name, dofs.size()));
    return dofs;
}

}  // namespace ritz
