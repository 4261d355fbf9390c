// A gear or coupler: Σ f_i q_i = c over coordinates q_i of joints, one row beside those of the loops,
//   g = Σ f_i q_i - c      g' = Σ f_i u_i      γ = Σ f_i q_i'' over the prescribed coordinates
// Its reaction λ pushes coordinate i with λ f_i, so that it does no work on motions that keep it.
#include <cmath>
#include <limits>

#include "engine/system/loops/constraints.hpp"

namespace ritz {

void eval_coupling(const Model& model, const JointCoupling& coupling, const StateView& state, Workspace& ws) {
    double error = -coupling.constant, rate = 0, gamma = 0;
    for (const JointCoupling::Term& term : coupling.terms) {
        const Node& node = model.nodes[term.node];
        error += term.factor * joint_position(node, state, ws);
        rate += term.factor * joint_rate(node, state, ws);
        if (node.motion) gamma += term.factor * ws.motion_acceleration[*node.motion];
    }
    // After many turns the coordinates are large: what their rounding leaves is no gap that could be closed.
    const double rounding =
        4 * std::numeric_limits<double>::epsilon() * compute_coupling_size(model, coupling, state, ws);
    ws.loop_error[coupling.row] = std::abs(error) <= rounding ? 0 : error;
    ws.loop_rate[coupling.row] = rate;
    ws.loop_gamma[coupling.row] = gamma;
}

double compute_coupling_size(const Model& model, const JointCoupling& coupling, const StateView& state,
                             const Workspace& ws) {
    double size = std::abs(coupling.constant);
    for (const JointCoupling::Term& term : coupling.terms)
        size += std::abs(term.factor * joint_position(model.nodes[term.node], state, ws));
    return size;
}

const JointCoupling* find_coupling(const Model& model, RowGroupId group) {
    const std::size_t loops = model.loops.size();
    return group.value() < loops ? nullptr : &model.couplings[CouplingId(group.value() - loops)];
}

void apply_coupling(const Model& model, const JointCoupling& coupling, double lambda, Workspace& ws) {
    for (const JointCoupling::Term& term : coupling.terms) {
        const Node& node = model.nodes[term.node];
        (node.motion ? ws.motion_force[*node.motion] : ws.generalized_force[node.u]) += lambda * term.factor;
    }
}

double compute_coupling_rate(const Model& model, const JointCoupling& coupling, const double* x) {
    double sum = 0;
    for (const JointCoupling::Term& term : coupling.terms)
        if (const Node& node = model.nodes[term.node]; node.nu > 0) sum += term.factor * x[node.u];
    return sum;
}

}  // namespace ritz
