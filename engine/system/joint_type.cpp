#include "engine/system/joint_type.hpp"

namespace ritz {

const std::vector<std::pair<std::string, JointType>>& joint_types() {
    static const std::vector<std::pair<std::string, JointType>> types = {{"revolute", JointType::revolute},
                                                                         {"prismatic", JointType::prismatic},
                                                                         {"universal", JointType::universal},
                                                                         {"cylindrical", JointType::cylindrical},
                                                                         {"planar", JointType::planar},
                                                                         {"spherical", JointType::spherical},
                                                                         {"free", JointType::free},
                                                                         {"fixed", JointType::fixed},
                                                                         {"slide", JointType::slide},
                                                                         {"point_on_line", JointType::point_on_line},
                                                                         {"point_on_plane", JointType::point_on_plane}};
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
        case JointType::point_on_line:
            return {"displacement", "rotation_x", "rotation_y", "rotation_z"};
        case JointType::point_on_plane:
            return {"x", "y", "rotation_x", "rotation_y", "rotation_z"};
    }
    return {};
}

bool is_angular(JointType type, int coordinate) {
    const std::string name = coordinate_names(type)[static_cast<std::size_t>(coordinate)];
    return name.starts_with("angle") || name.starts_with("rotation");
}

bool is_scalar(JointType type, int coordinate) {
    return type != JointType::free &&
           !coordinate_names(type)[static_cast<std::size_t>(coordinate)].starts_with("rotation");
}

CoordinatePlace place_coordinate(JointType type, int coordinate) {
    // Each scalar coordinate is a primitive of its own; the rest belong to one ball or free joint behind them.
    int scalars = 0;
    while (scalars < coordinate && is_scalar(type, scalars)) ++scalars;
    return {static_cast<std::size_t>(scalars), coordinate - scalars};
}

int count_freedoms(JointType type) { return static_cast<int>(coordinate_names(type).size()); }

bool has_axis(JointType type) {
    return type == JointType::revolute || type == JointType::prismatic || type == JointType::cylindrical ||
           type == JointType::planar || type == JointType::universal || type == JointType::point_on_line ||
           type == JointType::point_on_plane;
}

}  // namespace ritz
