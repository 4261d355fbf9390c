#pragma once
// The motion of a scene for a viewer, motion.json (docs/motion.md): what is drawn stands there once, with the shape
// functions by which it deforms; each frame has the poses of the bodies and their elastic coordinates.
#include <iosfwd>

#include "scenes/loader/scene/body_surfaces.hpp"

namespace ritz {

constexpr int motion_version = 2;  // 1 had bare poses, and no "version"

/// At most so many frames, evenly chosen. Bodies of finite elements are drawn by their surfaces where these are known.
void write_motion(std::ostream& stream, const Scene& scene, const std::vector<State>& states,
                  const BodySurfaces* surfaces = nullptr, std::size_t most_frames = 1000);

}  // namespace ritz
