#include "bodies/fe/continuum_element.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/linear_algebra/dense_solvers.hpp"

namespace ritz {

using Eigen::Index;

template <int Dim>
double ContinuumElement<Dim>::compute_smallest_jacobian() const {
    double smallest = std::numeric_limits<double>::infinity();
    const auto look = [&](const NodeColumns<Dim>& gradients) {
        smallest = std::min(smallest, compute_jacobian(gradients).determinant());
    };
    if (reference_.bubbles > 0) look(reference_.centre_gradients);
    for (const auto* points : {&reference_.stiffness_points, &reference_.mass_points})
        for (const auto& p : *points) look(p.gradients);
    return smallest;
}

template <int Dim>
void ContinuumElement<Dim>::compute_stiffness(const LameConstants& law, double thickness, MatX& out) const {
    const Index compatible = Dim * reference_.nodes, internal = Dim * reference_.bubbles;
    out = compute_enhanced_stiffness(law, thickness);
    if (internal == 0) return;
    const MatX Kau = out.bottomLeftCorner(internal, compatible);
    const MatX X = solve_definite(out.bottomRightCorner(internal, internal), Kau);
    out = (out.topLeftCorner(compatible, compatible) - Kau.transpose() * X).eval();
}

template <int Dim>
void ContinuumElement<Dim>::compute_mass(double density, MatX& out) const {
    const Index n = reference_.nodes;
    out.setZero(n, n);
    for (const auto& p : reference_.mass_points) {
        const double dm = density * p.weight * compute_jacobian(p.gradients).determinant();
        for (Index b = 0; b < n; ++b)
            for (Index a = 0; a < n; ++a) out(a, b) += dm * p.values[a] * p.values[b];
    }
}

template <int Dim>
void ContinuumElement<Dim>::compute_stress_stiffness(const LameConstants& law, double thickness,
                                                     const NodeColumns<Dim>& u, MatX& out) const {
    NodeColumns<Dim> all(Dim, columns());
    all.leftCols(reference_.nodes) = u;
    if (reference_.bubbles > 0) all.rightCols(reference_.bubbles) = recover_bubbles(law, thickness, u);
    const Index n = reference_.nodes;
    out.setZero(n, n);
    for (const auto& point : reference_.stiffness_points) {
        const Gradients g = compute_gradients(point);
        Square H = Square::Zero();  // displacement gradient ∂u/∂x
        for (Index a = 0; a < columns(); ++a) H += all.col(a) * g.values.col(a).transpose();
        const Square stress = law.lambda * H.trace() * Square::Identity() + law.mu * (H + H.transpose());
        for (Index b = 0; b < n; ++b) {
            const Eigen::Matrix<double, Dim, 1> traction = thickness * g.volume * (stress * g.values.col(b));
            for (Index a = 0; a < n; ++a) out(a, b) += g.values.col(a).dot(traction);
        }
    }
}

/// J_ik = ∂x_k/∂ξ_i
template <int Dim>
auto ContinuumElement<Dim>::compute_jacobian(const NodeColumns<Dim>& natural_gradients) const -> Square {
    Square J = Square::Zero();
    for (Index a = 0; a < reference_.nodes; ++a) J += natural_gradients.col(a) * places_.col(a).transpose();
    return J;
}

template <int Dim>
auto ContinuumElement<Dim>::compute_gradients(const ReferencePoint<Dim>& point) const -> Gradients {
    const Square J = compute_jacobian(point.gradients), inverse = J.inverse();
    const double det = J.determinant();
    Gradients g{NodeColumns<Dim>(Dim, columns()), point.weight * det};
    for (Index a = 0; a < reference_.nodes; ++a) g.values.col(a) = inverse * point.gradients.col(a);
    if (reference_.bubbles > 0) {
        const Square J0 = compute_jacobian(reference_.centre_gradients), inverse0 = J0.inverse();
        for (int i = 0; i < Dim; ++i)
            g.values.col(reference_.nodes + i) = -2 * J0.determinant() / det * point.place[i] * inverse0.col(i);
    }
    return g;
}

template <int Dim>
MatX ContinuumElement<Dim>::compute_enhanced_stiffness(const LameConstants& law, double thickness) const {
    const Index size = Dim * columns();
    MatX A(size, static_cast<Index>(reference_.stiffness_points.size()));
    for (Index p = 0; p < A.cols(); ++p) {
        const Gradients g = compute_gradients(reference_.stiffness_points[static_cast<std::size_t>(p)]);
        A.col(p) = std::sqrt(thickness * g.volume) * Eigen::Map<const VecX>(g.values.data(), size);
    }
    MatX H(size, size), K(size, size);
    H.noalias() = A * A.transpose();
    for (Index b = 0; b < size; b += Dim)
        for (Index a = 0; a < size; a += Dim) {
            double trace = 0;
            for (int i = 0; i < Dim; ++i) trace += H(a + i, b + i);
            for (int j = 0; j < Dim; ++j)
                for (int i = 0; i < Dim; ++i)
                    K(a + i, b + j) =
                        law.lambda * H(a + i, b + j) + law.mu * (H(a + j, b + i) + (i == j ? trace : 0.0));
        }
    return K;
}

template <int Dim>
NodeColumns<Dim> ContinuumElement<Dim>::recover_bubbles(const LameConstants& law, double thickness,
                                                        const NodeColumns<Dim>& u) const {
    const Index compatible = Dim * reference_.nodes, internal = Dim * reference_.bubbles;
    const MatX K = compute_enhanced_stiffness(law, thickness);
    const VecX load = -(K.bottomLeftCorner(internal, compatible) * Eigen::Map<const VecX>(u.data(), compatible));
    const MatX alpha = solve_definite(K.bottomRightCorner(internal, internal), load);
    return Eigen::Map<const MatX>(alpha.data(), Dim, reference_.bubbles);
}

template class ContinuumElement<2>;
template class ContinuumElement<3>;

}  // namespace ritz
