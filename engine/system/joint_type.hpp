#pragma once
// The joints a user can ask for, their names and their coordinates.
#include <string>
#include <utility>
#include <vector>

namespace ritz {

enum class JointType { fixed, revolute, prismatic, universal, cylindrical, planar, spherical, free, slide };

/// Each with its name, in the order in which they are listed to people.
const std::vector<std::pair<std::string, JointType>>& joint_types();
std::string type_name(JointType type);

/// "angle"; "x", "y", "angle"; ... one for each coordinate of the joint.
std::vector<std::string> coordinate_names(JointType type);
/// Whether a coordinate is an angle, in rad.
bool is_angular(JointType type, int coordinate);
/// Whether its coordinates are numbers that something can push: not those of spherical and free joints.
bool has_scalar_coordinates(JointType type);
/// Whether it moves about or along an axis.
bool has_axis(JointType type);

}  // namespace ritz
