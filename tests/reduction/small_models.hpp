#pragma once
// Bodies small enough for dense references, and those references.
#include <cmath>
#include <numbers>

#include "bodies/fe/assembly.hpp"
#include "bodies/fe/generators.hpp"
#include "bodies/import/matrix_market.hpp"
#include "reduction/frequency_response.hpp"
#include "tests/support/shared_data.hpp"

namespace ritz::testing {

inline constexpr double pi = std::numbers::pi;

FeProperties make_steel_properties();

/// A slender box along x, 243 degrees of freedom.
FeModel make_box_model();

/// A bent frame of Timoshenko beams: no symmetry that could hide an error.
FeModel make_frame_model();

FeMarkerSpec make_marker(const std::string& name, MarkerKind kind, std::vector<int> nodes);

/// The box with a marker at each end.
Structure make_free_box(MarkerKind kind, double alpha = 0, double beta = 0);

/// The box clamped at its left end, a marker at the right.
Structure make_clamped_box(MarkerKind kind, double alpha = 0, double beta = 0);

/// Matrices without a mesh.
Structure make_bare_structure(const SparseMat& M, const SparseMat& D, const SparseMat& K);

/// A model of the shared collection with its input and output, nothing where it is not there.
struct SharedModel {
    Structure structure;
    SparseMat B, C;
    explicit operator bool() const { return structure.K.rows() > 0; }
};
SharedModel read_lf10();
/// Its output is a velocity: C here is that of Cv, and H of the collection is iω C L⁻¹ B. It is stored with M = I and
/// matrices that are not symmetric; multiplied by (X Xᵀ)⁻¹, X the modes, they are.
SharedModel read_building();

/// The unsupported frame of a supported body.
ReferenceFrame make_no_frame(const Structure& structure);

MatX make_random_matrix(Eigen::Index rows, Eigen::Index columns, unsigned seed);

/// The largest entry by size, 0 if there is none.
template <class Expression>
double largest(const Eigen::EigenBase<Expression>& A) {
    // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): an expression is no matrix yet
    const Eigen::Matrix<typename Expression::Scalar, Eigen::Dynamic, Eigen::Dynamic> dense = A.derived();
    return dense.size() ? dense.cwiseAbs().maxCoeff() : 0.0;
}

/// Eigenvalues of K x = λ M x on the space C x = 0, by a dense null space.
VecX compute_held_spectrum(const MatX& K, const MatX& M, const MatX& C);

/// [L, Cᵀ; C, 0] solved densely: the held solution of a shifted system, by Lagrange multipliers.
MatXc solve_held_dense(const Structure& structure, const ReferenceFrame& frame, Complex s, const MatXc& F);

/// A first-order form x' = A x + B u, y = C x of a second-order system in the coordinates (Lᵀq, Gᵀq'), K = L Lᵀ,
/// M = G Gᵀ, in which A is skew but for the damping and its eigenvectors are well conditioned. q = places · x.
struct FirstOrder {
    MatX A, B, C, places;
};
FirstOrder make_first_order(const ReducedSystem& system, bool of_velocities = false);
/// A P + P Aᵀ + B Bᵀ = 0 by the eigenvectors of A: P = X Y Xᴴ with Y_ij = -(X⁻¹B Bᵀ X⁻ᴴ)_ij/(λ_i + λ̄_j).
MatX solve_lyapunov(const MatX& A, const MatX& B);
/// ||H||_H2 with the measure dω/2π.
double compute_h2_norm(const FirstOrder& system);
double compute_h2_error(const ReducedSystem& full, const ReducedSystem& reduced, bool of_velocities = false);

ReducedSystem make_dense(const Structure& structure, const SparseMat& B, const SparseMat& C);

}  // namespace ritz::testing
