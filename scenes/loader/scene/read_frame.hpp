#pragma once
// Places on bodies. A frame is "body", "body.marker", "world", or
//   {"body": name, "marker": name | "x": place along a beam, "position": [..], "rotation": rotation vector [rad]}
#include "scenes/loader/scene/scene_context.hpp"

namespace ritz {

/// The optional members "position" and "rotation" (or "rotation_deg") of an object.
Pose read_pose(Reader& object);

/// The frame at a key which must be there. After a complaint about its body: a frame of no body ("").
FrameSpec read_frame(Reader& parent, const std::string& key, const SceneContext& scene);
FrameSpec read_frame(Reader& parent, const std::string& key, const SceneContext& scene, const FrameSpec& otherwise);

/// The body of a name, or null after a complaint at the place: no body "crnak"; known: ...
const KnownBody* find_body(const std::string& name, const Reader& place, const SceneContext& scene);
/// The same for the name at a key which must be there.
const KnownBody* read_body_name(Reader& parent, const std::string& key, const SceneContext& scene);

/// The frame in the model; a frame of the world if the tree does not stand or the frame has no body.
Frame make_frame(const FrameSpec& spec, SceneContext& scene);

/// The name of the track at an optional key, on the given body; its only track if the key is absent.
/// Null after a complaint.
const KnownTrack* read_track_name(Reader& object, const std::string& key, const KnownBody& body);

}  // namespace ritz
