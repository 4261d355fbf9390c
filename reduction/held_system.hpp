#pragma once
// The elastic part of a body held in its reference frame (theory §1, §4):
//   M u'' + D u' + K u = F   with   C u = 0,   C R = I
// for the rigid motions R of a free body and the six conditions C that define its frame. Whatever the frame, one
// Cholesky factor of K with as many unknowns held as there are rigid motions gives all static solutions:
//   K_held⁻¹ = P K_iso⁻¹ Pᵀ,   P = I - R C
// because a force Pᵀ F is in balance, and two supports of a balanced body differ by a rigid motion. Supported bodies
// have no R, and P = I.
#include <functional>
#include <optional>

#include "bodies/fe/structure.hpp"
#include "core/linear_algebra/cholesky.hpp"
#include "core/linear_algebra/lanczos.hpp"
#include "core/linear_algebra/shifted_factor.hpp"
#include "reduction/reference_frame.hpp"

namespace ritz {

class HeldSystem {
  public:
    /// The structure must outlive this.
    HeldSystem(const Structure& structure, ReferenceFrame frame);

    const Structure& structure() const { return structure_; }
    const SparseMat& M() const { return structure_.M; }
    const SparseMat& D() const { return structure_.D; }
    const SparseMat& K() const { return structure_.K; }
    Eigen::Index size() const { return structure_.size(); }

    const ReferenceFrame& frame() const { return frame_; }

    /// K_held⁻¹ F.
    MatX solve_static(const MatX& F) const;
    /// (K + sD + s²M)_held⁻¹, to be applied to several F. Several threads may make and use their own, except for s = 0,
    /// which is the static solution.
    std::function<MatXc(const MatXc& F)> shift(Complex s) const;
    /// The solutions for all shifts, two at a time; consume(i, X) is called in any order, never twice at once.
    void solve_all_shifted(const VecXc& shifts, const MatXc& F,
                           const std::function<void(Eigen::Index i, const MatXc& X)>& consume) const;
    /// The same with a load of its own for each shift.
    void solve_all_shifted(const VecXc& shifts, const std::function<MatXc(Eigen::Index i)>& load,
                           const std::function<void(Eigen::Index i, const MatXc& X)>& consume) const;

    /// Undamped modes of the held body.
    Eigenmodes compute_modes(int count, const LanczosOptions& options = {}) const;
    Eigenmodes compute_modes_below(double omega, const LanczosOptions& options = {}) const;

  private:
    const Structure& structure_;
    ReferenceFrame frame_;
    std::vector<int> held_dofs_;  // isostatic
    std::optional<Cholesky> factor_;
    std::optional<EliminationPlan> plan_;
};

}  // namespace ritz
