#include "engine/system/statics/rest_system.hpp"

#include "engine/system/frames.hpp"
#include "engine/system/statics/linearization.hpp"

namespace ritz {
using Eigen::Index;

RestSystem::RestSystem(Model model, State state)
    : model_(std::move(model)), state_(std::move(state)), Z_(compute_tangent_basis(model_, state_)) {
    MatX K = MatX::Zero(model_.nu, model_.nu), D = K;
    for (const Node& node : model_.nodes) {
        if (node.n == 0) continue;
        K.block(node.eu, node.eu, node.n, node.n) = model_.elastic_bodies[*node.elastic]->Ke;
        D.block(node.eu, node.eu, node.n, node.n) = model_.elastic_bodies[*node.elastic]->De;
    }
    M_ = Z_.transpose() * compute_mass_matrix(model_, state_) * Z_;
    K_ = Z_.transpose() * K * Z_;
    D_ = Z_.transpose() * D * Z_;
}

MatX RestSystem::motion_of(const Frame& frame) const {
    Workspace ws(model_);
    MatX J(6, Z_.cols());
    // Velocities are linear in the rates: one unit rate at a time gives the columns exactly.
    for (Index k = 0; k < Z_.cols(); ++k) {
        State moving = state_;
        moving.u = Z_.col(k);
        eval_kinematics(model_, view(moving), ws);
        const FrameMotion motion = eval_frame_motion(model_, moving.q.data(), moving.u.data(), frame, ws);
        J.col(k) << motion.v, motion.w;
    }
    return J;
}

MatX RestSystem::elastic_of_node(NodeId node) const {
    const Node& body = model_.nodes[node];
    return Z_.middleRows(body.eu, body.n);
}

}  // namespace ritz
