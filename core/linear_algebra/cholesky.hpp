#pragma once
// The factorisation that the offline work shares: a supernodal Cholesky factor of a sparse symmetric positive definite
// matrix, by CHOLMOD.
#include <memory>

#include "core/linear_algebra/sparse.hpp"

namespace ritz {

/// Immutable after it is made; copies share the factor. Threads that solve with it wait for each other.
class Cholesky {
  public:
    /// Reads one triangle of A. Throws NumericalError if A is not positive definite.
    explicit Cholesky(const SparseMat& A);

    Eigen::Index size() const;
    /// Nonzeros of the factor.
    double factor_nonzeros() const;
    /// A⁻¹ F, all columns at once.
    MatX solve(const Eigen::Ref<const MatX>& F) const;

  private:
    friend class EliminationPlan;  // reads the shape of the factor
    struct Factor;
    std::shared_ptr<Factor> factor_;
};

}  // namespace ritz
