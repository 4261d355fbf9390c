#include "engine/system/joint_type.hpp"

namespace ritz {

const std::vector<std::pair<std::string, JointType>>& joint_types() {
    static const std::vector<std::pair<std::string, JointType>> types = {
        {"revolute", JointType::revolute},   {"prismatic", JointType::prismatic},
        {"universal", JointType::universal}, {"cylindrical", JointType::cylindrical},
        {"planar", JointType::planar},       {"spherical", JointType::spherical},
        {"free", JointType::free},           {"fixed", JointType::fixed},
        {"slide", JointType::slide}};
    return types;
}

std::string type_name(JointType type) {
    for (const auto& [name, value] : joint_types())
        if (value == type) return name;
    return "fixed";
}

std::vector<std::string> coordinate_names(JointType type) {
    switch (type) {
        case JointType::fixed:
            return {};
        case JointType::revolute:
            return {"angle"};
        case JointType::prismatic:
            return {"displacement"};
        case JointType::universal:
            return {"angle_x", "angle_y"};
        case JointType::cylindrical:
            return {"displacement", "angle"};
        case JointType::planar:
            return {"x", "y", "angle"};
        case JointType::spherical:
            return {"rotation_x", "rotation_y", "rotation_z"};
        case JointType::free:
            return {"x", "y", "z", "rotation_x", "rotation_y", "rotation_z"};
        case JointType::slide:
            return {"s"};
    }
    return {};
}

bool is_angular(JointType type, int coordinate) {
    const std::string name = coordinate_names(type)[static_cast<std::size_t>(coordinate)];
    return name.starts_with("angle") || name.starts_with("rotation");
}

bool has_scalar_coordinates(JointType type) {
    return type != JointType::spherical && type != JointType::free && type != JointType::fixed;
}

bool has_axis(JointType type) {
    return type == JointType::revolute || type == JointType::prismatic || type == JointType::cylindrical ||
           type == JointType::planar || type == JointType::universal;
}

}  // namespace ritz
