#pragma once
// The Newton matrix of the GGL form (engine/system/loops/ggl.hpp), ∂F/∂y + c ∂F/∂y', by the recursion. With γ = 1/c and
// the right-hand sides ρ of the rows of positions, of motion, of rates and of gaps,
//
//   δq - γ N (δu + Gᵀ δμ) = γ ρ_q           (M + γ D) δu + γ K δq - γ Gᵀ δλ = γ ρ_u
//   U_rᵀ G δu = ρ_v                          U_rᵀ G N⁺ δq = ρ_g
//
// μ comes apart from the rest: with the tangent t = N⁺ γ ρ_q of the known part of δq,
//
//   G Gᵀ δμ = (U_r ρ_g - G t) / γ - U_r ρ_v,
//   M̂ δu = γ ρ_u - γ K (t + γ Gᵀ δμ) + Gᵀ (γ δλ),   G δu = U_r ρ_v,   M̂ = M + γ D + γ² K
//
// and the second line is the step of NewtonMatrix with rates on the rows of its border. G Gᵀ is kept within the same
// envelope as W. Left out, as there, is how M, N and G change with q.
#include "engine/system/implicit/newton_matrix.hpp"
#include "engine/system/loops/ggl.hpp"

namespace ritz {

class GglNewton {
  public:
    /// Model and system must outlive it.
    GglNewton(const Model& model, const GglSystem& system);

    void setup(double t, const double* y, double c);
    /// x = (ρ_q, ρ_u, ρ_z, ρ_work, ρ_v, ρ_g) on entry, (δq, δu, δz, δwork, δλ, δμ) on return. Allocates nothing.
    void solve(double* x);

  private:
    void eval_metric();
    void eval_row_rates(const VecX& motion, VecX& out);
    void apply_rows(const VecX& lambda, VecX& out);
    void settle_tracks(const VecX& motion, double* d_q);

    const Model& model_;
    const GglSystem& system_;
    NewtonMatrix newton_;
    LoopSystem metric_;  // G Gᵀ
    double gamma_ = 0;
    VecX force_, tangent_, pushed_, d_u_;  // nu
    VecX rates_, mu_, reaction_;           // rows
    VecX q_rate_;                          // nq
};

}  // namespace ritz
