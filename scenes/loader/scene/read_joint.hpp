#pragma once
// Joints of a scene, and references to their coordinates.
#include "scenes/loader/scene/scene_context.hpp"

namespace ritz {

/// The member "joints" of a scene, into the builder and the list of known names.
void read_joints(Reader& root, SceneContext& scene);

/// Orders the tree, with a complaint at the joint or body that does not fit into it.
void connect_tree(Reader& root, SceneContext& scene);
/// A complaint of the builder at the joint or body it names.
void complain_about_structure(const Reader& root, const std::string& message, const SceneContext& scene);

/// One coordinate of a joint.
struct CoordinateReference {
    int joint = -1;  // in SceneContext::joints; negative after a complaint
    int coordinate = 0;
    bool is_valid() const { return joint >= 0; }
};
/// "joint" and "coordinate" (a name or a number from 0; may be left out if the joint has only one).
CoordinateReference read_coordinate(Reader& object, const SceneContext& scene);
/// The joint alone: its place in SceneContext::joints, or negative after a complaint. Joints that close loops have no
/// coordinates, so they are refused.
int read_tree_joint(Reader& object, const SceneContext& scene);
/// A coordinate that something can push: its node in the model (0 if the tree does not stand, or after a complaint).
int read_driven_node(Reader& object, SceneContext& scene);

/// Whether a coordinate is an angle, in rad.
bool is_angular(JointType type, int coordinate);
std::string type_name(JointType type);
bool has_scalar_coordinates(JointType type);

}  // namespace ritz
