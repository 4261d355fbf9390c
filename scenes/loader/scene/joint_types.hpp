#pragma once
#include <string>
#include <utility>
#include <vector>

#include "engine/system/model.hpp"

namespace ritz {

/// The names of the joints in a scene.
inline const std::vector<std::pair<std::string, JointType>>& joint_types() {
    static const std::vector<std::pair<std::string, JointType>> types = {
        {"revolute", JointType::revolute},   {"prismatic", JointType::prismatic},
        {"universal", JointType::universal}, {"cylindrical", JointType::cylindrical},
        {"planar", JointType::planar},       {"spherical", JointType::spherical},
        {"free", JointType::free},           {"fixed", JointType::fixed},
        {"slide", JointType::slide}};
    return types;
}

}  // namespace ritz
