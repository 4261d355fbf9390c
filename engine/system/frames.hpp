#pragma once
// Frames that ride on elastic bodies (theory §1 interfaces, §3 tracks).
#include "engine/system/workspace.hpp"

namespace ritz {

/// Marker frame times offset, from the body's elastic coordinates and rates.
void eval_marker_frame(const Marker& marker, const Pose& offset, ConstVecMap q, ConstVecMap q_dot, FlexFrame& out);

/// Track frame at s with rate s_dot, times X_TM. Outside [0, L] the curve goes on straight, with the shapes of its end:
/// root finding ends the run before such a state is accepted.
void eval_track_frame(const Track& track, const Pose& X_TM, double s, double s_dot, ConstVecMap q, ConstVecMap q_dot,
                      FlexFrame& out);

void size_flex_frame(Eigen::Index modes, FlexFrame& frame);

/// Needs eval_kinematics with world poses.
FrameMotion eval_frame_motion(const Model& model, const double* q, const double* u, const Frame& frame, Workspace& ws);
/// Pose and motion of a point of a track at s (relative rate s_dot).
FrameMotion eval_track_motion(const Model& model, const double* q, const double* u, std::optional<NodeId> node,
                              TrackId track, const Pose& X_TM, double s, double s_dot, Workspace& ws);

/// A force and moment in world axes, at the origin of the frame last evaluated.
void apply_wrench(const Model& model, std::optional<NodeId> node, const FrameMotion& at, const Vec3& force,
                  const Vec3& moment, Workspace& ws);

/// (angular, linear) acceleration of the frame in world axes, from the nodes' accelerations in ws and the elastic
/// accelerations u_dot. with_bias: also all velocity terms. Gravity is contained as in the recursion (a - g).
Vec6 compute_frame_acceleration(const Model& model, std::optional<NodeId> node, const FrameMotion& at,
                                const VecX& u_dot, bool with_bias, const Workspace& ws);

}  // namespace ritz
