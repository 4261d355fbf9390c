#pragma once
// The joints a user can ask for, their names and their coordinates.
#include <string>
#include <utility>
#include <vector>

namespace ritz {

enum class JointType {
    fixed,
    revolute,
    prismatic,
    universal,
    cylindrical,
    planar,
    spherical,
    free,
    slide,
    point_on_line,
    point_on_plane
};

/// Each with its name, in the order in which they are listed to people.
const std::vector<std::pair<std::string, JointType>>& joint_types();
std::string type_name(JointType type);

/// "angle"; "x", "y", "angle"; ... one for each coordinate of the joint.
std::vector<std::string> coordinate_names(JointType type);
/// Whether a coordinate is an angle, in rad.
bool is_angular(JointType type, int coordinate);
/// Whether a coordinate is a number that something can push: not a part of a rotation, nor of a free joint.
bool is_scalar(JointType type, int coordinate);
/// Where a coordinate lives: in which of the joint's primitives (Joint::nodes), and where among its coordinates.
struct CoordinatePlace {
    std::size_t primitive = 0;
    int number = 0;
};
CoordinatePlace place_coordinate(JointType type, int coordinate);
/// How many directions of relative motion it leaves free.
int count_freedoms(JointType type);
/// Whether it moves about or along an axis.
bool has_axis(JointType type);

}  // namespace ritz
