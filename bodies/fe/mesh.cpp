#include "bodies/fe/mesh.hpp"

#include <algorithm>

namespace ritz {

int nodes_of(ElementType type) {
    switch (type) {
        case ElementType::hex8:
            return 8;
        case ElementType::hex20:
            return 20;
        case ElementType::tet10:
            return 10;
        case ElementType::beam2:
            return 2;
        case ElementType::quad4:
            return 4;
    }
    return 0;
}

const char* name_of(ElementType type) {
    switch (type) {
        case ElementType::hex8:
            return "hex8";
        case ElementType::hex20:
            return "hex20";
        case ElementType::tet10:
            return "tet10";
        case ElementType::beam2:
            return "beam2";
        case ElementType::quad4:
            return "quad4";
    }
    return "";
}

int find_node(const Nodes& nodes, std::int64_t id) {
    const auto found = std::find(nodes.ids.begin(), nodes.ids.end(), id);
    return found == nodes.ids.end() ? -1 : static_cast<int>(found - nodes.ids.begin());
}

}  // namespace ritz
