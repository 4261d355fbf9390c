#pragma once
// What is drawn of a scene, as motion.json has it: bodies, tracks, joints.
#include "engine/system/frame.hpp"
#include "scenes/loader/json/json_document.hpp"
#include "scenes/loader/scene/body_surfaces.hpp"

namespace ritz {

/// The frame in which a body is drawn: the user's own of a rigid body, the floating frame of an elastic one.
Frame drawn_frame(const Model& model, const BodyEntry& body);

/// "gravity", "bodies", "tracks" and "joints".
Json describe_shapes(const Scene& scene, const BodySurfaces* surfaces);

}  // namespace ritz
