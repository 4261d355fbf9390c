#pragma once
// A finite element mesh: nodes, elements and named sets. What readers and generators make, and assembly takes.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/types.hpp"

namespace ritz {

/// Node order is that of Abaqus and CalculiX: C3D8, C3D20, C3D10, B31, CPS4.
enum class ElementType : std::uint8_t { hex8, hex20, tet10, beam2, quad4 };

int nodes_of(ElementType type);
const char* name_of(ElementType type);

struct Element {
    ElementType type;
    std::int64_t id;         // as in the file; generators count from 1
    std::vector<int> nodes;  // indices into Mesh::positions
};

/// Nodes with their number in the file and their place.
struct Nodes {
    std::vector<std::int64_t> ids;                 // unique
    Mat3X positions;                               // [m], R before any frame is chosen
    std::map<std::string, std::vector<int>> sets;  // indices, ascending, unique; names as in the file

    Eigen::Index size() const { return positions.cols(); }
};

struct Mesh {
    Nodes nodes;
    std::vector<Element> elements;
    std::map<std::string, std::vector<int>> element_sets;  // indices into elements
};

/// Index of the node with this number, or -1.
int find_node(const Nodes& nodes, std::int64_t id);

}  // namespace ritz
