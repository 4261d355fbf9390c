#pragma once
// The stiff part of the forces at one state: their derivatives by the positions and rates on which they depend,
//   on one joint coordinate     δf = -k δq - d δu                                  springs, stops, friction, feedback
//   between two frames          δλ = -k (row · δx) - d (row · δv)                  springs and bushings, row by row
// Left out is what does not grow with a stiffness: how directions turn, and feedback from one coordinate to another. A
// negative slope (friction that falls with the rate) counts as none, so that a matrix with these terms stays definite.
#include <array>
#include <vector>

#include "engine/system/kinematics.hpp"

namespace ritz {

/// A spring or bushing between two frames: up to six directions.
struct FramePair {
    ForceId force;
    Frame a, b;
    int count = 0;  // rows
    FrameMotion motion_a{}, motion_b{};
    std::array<ConstraintRow, 6> rows{};
    std::array<double, 6> stiffness{}, damping{};
};

/// A controller that measures the coordinate which it drives, or whose output is the reference of one that does. With
/// e = reference - measured and its control states z eliminated from an implicit step of length γ:
///   δe = δreference - (measures_position δq + measures_rate δu)
///   δoutput = by_position δq + by_rate δu + offset(z) = lag (gain δe - rate_gain δu + what z adds),   δf = share
///   δoutput
struct JointFeedback {
    ControllerId controller;
    NodeId node;
    double share = 0;  // of the output on this coordinate; 0: it only gives the reference of another
    double measures_position = 0, measures_rate = 0;
    std::optional<std::size_t> reference{};  // among the feedbacks, before this one
    double gain = 0, rate_gain = 0;
    double filter_share = 0;  // kd / Tf / (1 + γ / Tf): of the filter's state in the output
    double lag = 1;           // γ/T / (1 + γ/T): of the command in the output
    bool is_limited = false;  // at its limits the command does not change
    double by_position = 0, by_rate = 0;
};

class StiffForces {
  public:
    explicit StiffForces(const Model& model);

    /// After eval_kinematics with world poses, for an implicit step of length γ. Contacts are those of ws.holds.
    void eval(const StateView& state, double gamma, Workspace& ws);

    VecX stiffness, damping;  // nu: of the joint coordinates
    std::vector<FramePair> pairs;
    std::vector<JointFeedback> feedbacks;

  private:
    void eval_joint(const StateView& state, ForceId force, Workspace& ws);
    void eval_feedback(const StateView& state, double gamma, JointFeedback& feedback, Workspace& ws);
    void add(NodeId node, double stiffness, double damping);

    const Model& model_;
};

}  // namespace ritz
