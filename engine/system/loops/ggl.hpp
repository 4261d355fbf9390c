#pragma once
// The equations of motion as an index-2 DAE, stabilised after Gear, Gupta and Leimkuhler [Gear1985] (theory §2):
//   q' = N(q) (u + Gᵀ μ),   M u' + h = f + Gᵀ λ,   g(q) = 0,   G u = 0
// Redundant constraints are taken out by combining the rows: U_rᵀ g with the r independent left directions U_r of G at
// the start, so that λ and μ have r components and the Newton matrix is regular.
#include "engine/system/system.hpp"

namespace ritz {

/// G, the Jacobian of the loops' rates by u: rows x nu.
MatX compute_loop_jacobian(const Model& model, const State& state);

class GglSystem {
  public:
    GglSystem(const Model& model, const State& start);

    /// Takes the row combinations of another state; only for a restart, and only if the rank stays.
    void choose_rows(const State& state);

    Eigen::Index size() const { return model_.states() + 2 * rank_; }
    VecX differential() const;
    Workspace& workspace() { return ws_; }
    const Workspace& workspace() const { return ws_; }
    const MatX& basis() const { return basis_; }
    void eval_residual(double t, const double* y, const double* yp, double* residual);
    /// y and y' from a state that fulfils the constraints.
    void make_consistent(const State& state, VecX& y, VecX& yp) const;

  private:
    const Model& model_;
    Workspace ws_;
    Eigen::Index rank_ = 0;
    MatX basis_;  // U_r, rows x r
    VecX u_residual_, position_rates_, lambda_, pushed_, u_corrected_;
};

}  // namespace ritz
