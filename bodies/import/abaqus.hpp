#pragma once
// Abaqus: *MATRIX GENERATE, STIFFNESS, MASS with *MATRIX OUTPUT, in one of its forms
//   MATRIX INPUT (the default) or LABELS: node, direction, node, direction, value
//   COORDINATE: row, column, value
// One triangle or both. Directions that Abaqus holds by 1e36 on the diagonal are left out; nodes below 1 are internal.
#include "bodies/fe/fe_model.hpp"
#include "bodies/import/text.hpp"

namespace ritz {

struct AbaqusFiles {
    std::string stiffness, mass;
    std::string nodes;  // the deck .inp, or whatever else read_nodes takes
    std::string damping = {};
    /// For the form COORDINATE: equation, node, direction. Without, equations run through the nodes by ascending
    /// number, and at each through the directions its elements in the deck have (without a deck: 3 or 6 for every
    /// node).
    std::string mapping = {};
};

FeModel read_abaqus(const AbaqusFiles& files);

struct AbaqusTexts {
    Text stiffness, mass, nodes;
    std::optional<Text> damping, mapping;
};

FeModel parse_abaqus(const AbaqusTexts& texts);

}  // namespace ritz
