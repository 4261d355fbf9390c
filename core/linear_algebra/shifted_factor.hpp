#pragma once
// Factors of complex symmetric matrices A = L Lᵀ (no conjugation), as K + sD + s²M is for complex s: half the work and
// memory of an LU. The elimination is planned once for a pattern and used for every shift, from any number of threads.
// Pivots are not permuted: with damping, or away from resonances, the growth is small; solve() repairs what is lost by
// iterative refinement and says when it cannot.
#include <memory>
#include <vector>

#include "core/linear_algebra/cholesky.hpp"
#include "core/linear_algebra/sparse.hpp"

namespace ritz {

/// The order of elimination and the shape of the factor for all matrices with one pattern (supernodes, found by
/// CHOLMOD).
class EliminationPlan {
  public:
    /// For matrices with the pattern of the one that was factorised.
    explicit EliminationPlan(const Cholesky& factor);

    struct Data;
    const Data& data() const { return *data_; }

  private:
    std::shared_ptr<const Data> data_;
};

using SparseMatC = Eigen::SparseMatrix<Complex>;

class ShiftedFactor {
  public:
    /// A: symmetric, both triangles stored, its pattern within the plan's. Throws NumericalError on a zero pivot.
    ShiftedFactor(const EliminationPlan& plan, const SparseMatC& A);

    /// A⁻¹ F. Throws NumericalError if the residual cannot be brought to 1e-8 of F, or to rounding where the forces
    /// that cancel are large.
    MatXc solve(const Eigen::Ref<const MatXc>& F) const;

    /// Negative pivots, which for a real A counts its negative eigenvalues (Sylvester's law of inertia).
    Eigen::Index negative_pivots() const;

  private:
    MatXc solve_once(const Eigen::Ref<const MatXc>& F) const;
    void assemble_supernode(std::size_t s, std::vector<int>& place);
    void update_by(std::size_t d, std::size_t first_row, std::size_t s, std::vector<int>& place,
                   std::vector<Complex>& scratch);

    EliminationPlan plan_;
    SparseMatC A_;
    std::vector<Complex> L_;
};

}  // namespace ritz
