#include "engine/system/spec/coordinate_count.hpp"

namespace ritz {

CoordinateCount count_coordinates(const Model& model) {
    CoordinateCount count;
    for (const Node& node : model.nodes) {
        count.rigid += node.nu;
        count.elastic += node.n;
    }
    count.control = model.nz;
    return count;
}

}  // namespace ritz
