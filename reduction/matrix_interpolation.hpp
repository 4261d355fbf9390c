#pragma once
// Small matrices of a body that depend on a place, interpolated between supports (theory §5.1). Every matrix says how
// it changes with the coordinates q = T q*, so that new ones (markers, invariants) need no new code.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.hpp"

namespace ritz {

enum class Rule : std::uint8_t {
    both_sides,  // Tᵀ X T: mass, stiffness, Q
    left,        // Tᵀ X: inputs
    right        // X T: outputs, markers, S, P
};

struct NamedMatrix {
    std::string name;
    Rule rule;
    MatX value;
    bool definite = false;  // must stay symmetric and positive definite
};
using MatrixSet = std::vector<NamedMatrix>;

MatrixSet transform(MatrixSet set, const MatX& T);
/// Throws InputError naming those there are.
const MatX& find_matrix(const MatrixSet& set, std::string_view name);

enum class PathWeights : std::uint8_t {
    linear,
    cubic  // C² spline; periodic on closed paths
};

struct MatrixInterpolationSpec {
    VecX places;        // of the supports, ascending
    double period = 0;  // length of a closed path; 0: open
    PathWeights weights = PathWeights::cubic;
    std::vector<MatrixSet> sets;  // one for each place: same names, same sizes
    /// Definite matrices are interpolated in the tangent space at this support (Log, Exp): they stay definite.
    std::optional<Eigen::Index> tangent_at = {};
};

/// The cost of a look does not depend on the number of supports.
class MatrixInterpolation {
  public:
    explicit MatrixInterpolation(MatrixInterpolationSpec spec);

    /// Throws InputError outside an open path.
    MatrixSet eval(double p) const;
    const VecX& places() const { return places_; }
    double period() const { return period_; }

  private:
    VecX places_, knots_;
    double period_;
    MatrixSet shape_;  // names, rules and sizes; with a tangent space also its point
    bool in_tangent_space_;
    MatX values_, curvatures_;  // all entries of a set in a column; one for each knot
};

}  // namespace ritz
