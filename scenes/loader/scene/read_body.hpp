#pragma once
// Bodies of a scene, into the builder and the list of known names.
#include "bodies/damping.hpp"
#include "scenes/loader/scene/scene_context.hpp"

namespace ritz {

/// The members "world" and "bodies" of a scene.
void read_bodies(Reader& root, SceneContext& scene);

/// One body each; the reader stands at the body's object, whose "type" is read already.
void read_rigid_body(Reader& object, KnownBody& body, SceneContext& scene);
void read_beam(Reader& object, KnownBody& body, SceneContext& scene);
void read_numeric_body(Reader& object, KnownBody& body, SceneContext& scene);
void read_file_body(Reader& object, KnownBody& body, SceneContext& scene);

/// The optional members "markers" and "tracks" of something rigid.
std::vector<std::pair<std::string, Pose>> read_rigid_markers(Reader& object, KnownBody& body);
std::vector<std::pair<std::string, Track>> read_rigid_tracks(Reader& object, KnownBody& body);

/// "inertia" as a matrix or as its diagonal.
Mat3 read_inertia(Reader& object);
/// {"modal": 0.02} or {"alpha": a, "beta": b}; none if absent.
Damping read_damping(Reader& object);
/// The optional member "initial": {"q": [..], "q_dot": [..]}, each of n numbers; zero if absent.
struct ElasticStart {
    VecX q, q_dot;
};
ElasticStart read_elastic_start(Reader& object, Eigen::Index n);

}  // namespace ritz
