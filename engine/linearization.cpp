#include "engine/linearization.hpp"

#include "core/dense_solvers.hpp"
#include "engine/ggl.hpp"

namespace ritz {

MatX compute_mass_matrix(const Model& model, const State& state) {
    Workspace ws(model);
    VecX y, y_dot(model.states());
    pack(state, y);
    eval_rates(model, state.t, y.data(), y_dot.data(), ws);
    MatX inverse(model.nu, model.nu);
    for (int k = 0; k < model.nu; ++k) {
        clear_forces(ws);
        ws.generalized_force[k] = 1;
        solve_accelerations(model, ws, inverse.col(k));
    }
    return solve_definite(inverse, MatX::Identity(model.nu, model.nu));
}

MatX compute_tangent_basis(const Model& model, const State& state) {
    if (model.rows == 0) return MatX::Identity(model.nu, model.nu);
    return compute_null_space(compute_loop_jacobian(model, state), 1e-7);
}

}  // namespace ritz
