// C² cubic spline with h_i = s_{i+1} - s_i and second derivatives M_i ([deBoor1978], chapter IV):
//   h_{i-1} M_{i-1} + 2 (h_{i-1} + h_i) M_i + h_i M_{i+1} = 6 ([y_i, y_{i+1}] - [y_{i-1}, y_i])
// Open curves end by not-a-knot (the first two and the last two pieces are each one cubic): it keeps the fourth order
// up to the ends and reproduces cubics, where the natural spline would put a false zero curvature at the ends.
// Ends at rest, y' = 0, give 2 h_0 M_0 + h_0 M_1 = 6 [y_0, y_1] and its mirror image.
// On a span with B = (s - s_0)/h, A = 1 - B:
//   y = A y_0 + B y_1 + ((A³ - A) M_0 + (B³ - B) M_1) h²/6
#include "core/cubic_spline.hpp"

#include <algorithm>

namespace ritz {
namespace {

using Eigen::Index;

/// Diagonally dominant tridiagonal systems, all right-hand sides (rows of rhs) at once; rhs becomes the solution.
void solve_tridiagonal(const VecX& lower, VecX diagonal, const VecX& upper, MatX& rhs) {
    const Index n = diagonal.size();
    for (Index i = 1; i < n; ++i) {
        const double factor = lower[i] / diagonal[i - 1];
        diagonal[i] -= factor * upper[i - 1];
        rhs.col(i) -= factor * rhs.col(i - 1);
    }
    rhs.col(n - 1) /= diagonal[n - 1];
    for (Index i = n - 2; i >= 0; --i) rhs.col(i) = (rhs.col(i) - upper[i] * rhs.col(i + 1)) / diagonal[i];
}

MatX solve_not_a_knot(const VecX& h, const MatX& slopes) {
    const Index spans = h.size(), knots = spans + 1;
    MatX M = MatX::Zero(slopes.rows(), knots);
    if (knots == 2) return M;  // a straight line
    if (knots == 3) {          // one parabola
        M.colwise() = VecX(2 * (slopes.col(1) - slopes.col(0)) / (h[0] + h[1]));
        return M;
    }
    const Index n = knots - 2;
    VecX lower(n), diagonal(n), upper(n);
    MatX rhs(slopes.rows(), n);
    for (Index i = 0; i < n; ++i) {
        lower[i] = h[i];
        diagonal[i] = 2 * (h[i] + h[i + 1]);
        upper[i] = h[i + 1];
        rhs.col(i) = 6 * (slopes.col(i + 1) - slopes.col(i));
    }
    // M_0 = ((h_0 + h_1) M_1 - h_0 M_2)/h_1 eliminated, and likewise at the far end.
    const double a = h[0], b = h[1], y = h[spans - 2], z = h[spans - 1];
    diagonal[0] += a * (a + b) / b;
    upper[0] -= a * a / b;
    diagonal[n - 1] += z * (z + y) / y;
    lower[n - 1] -= z * z / y;
    solve_tridiagonal(lower, diagonal, upper, rhs);
    M.middleCols(1, n) = rhs;
    M.col(0) = ((a + b) * M.col(1) - a * M.col(2)) / b;
    M.col(knots - 1) = ((y + z) * M.col(knots - 2) - z * M.col(knots - 3)) / y;
    return M;
}

MatX solve_at_rest(const VecX& h, const MatX& slopes) {
    const Index spans = h.size(), knots = spans + 1;
    VecX lower = VecX::Zero(knots), diagonal = VecX::Zero(knots), upper = VecX::Zero(knots);
    MatX rhs = MatX::Zero(slopes.rows(), knots);
    for (Index i = 0; i < spans; ++i) {  // each span adds to the equations of its two knots
        diagonal[i] += 2 * h[i];
        diagonal[i + 1] += 2 * h[i];
        upper[i] = lower[i + 1] = h[i];
        rhs.col(i) += 6 * slopes.col(i);
        rhs.col(i + 1) -= 6 * slopes.col(i);
    }
    solve_tridiagonal(lower, diagonal, upper, rhs);
    return rhs;
}

MatX solve_periodic(const VecX& h, const MatX& slopes) {
    const Index n = h.size();  // unknowns M_0 .. M_{n-1}; M_n = M_0
    VecX lower(n), diagonal(n), upper(n);
    // The last row carries the Sherman-Morrison vector for the two corner entries.
    MatX rhs = MatX::Zero(slopes.rows() + 1, n);
    for (Index i = 0; i < n; ++i) {
        const Index before = (i + n - 1) % n;
        lower[i] = h[before];
        diagonal[i] = 2 * (h[before] + h[i]);
        upper[i] = h[i];
        rhs.col(i).head(slopes.rows()) = 6 * (slopes.col(i) - slopes.col(before));
    }
    // The cyclic matrix is T + u vᵀ with u = (g, 0, .., corner), v = (1, 0, .., corner/g).
    const double corner = h[n - 1], g = -diagonal[0];
    diagonal[0] -= g;
    diagonal[n - 1] -= corner * corner / g;
    rhs(slopes.rows(), 0) = g;
    rhs(slopes.rows(), n - 1) = corner;
    solve_tridiagonal(lower, diagonal, upper, rhs);
    const Eigen::RowVectorXd z = rhs.row(slopes.rows());
    const double below = 1 + z[0] + corner / g * z[n - 1];
    MatX M(slopes.rows(), n + 1);
    for (Index q = 0; q < slopes.rows(); ++q) {
        const double factor = (rhs(q, 0) + corner / g * rhs(q, n - 1)) / below;
        M.row(q).head(n) = rhs.row(q) - factor * z;
    }
    M.col(n) = M.col(0);
    return M;
}

}  // namespace

MatX compute_spline_curvatures(const VecX& knots, const MatX& values, SplineEnds ends) {
    const Index spans = knots.size() - 1;
    const VecX h = knots.tail(spans) - knots.head(spans);
    const MatX slopes = (values.rightCols(spans) - values.leftCols(spans)) * h.cwiseInverse().asDiagonal();
    if (ends == SplineEnds::periodic) return solve_periodic(h, slopes);
    return ends == SplineEnds::rest ? solve_at_rest(h, slopes) : solve_not_a_knot(h, slopes);
}

SplineWeights compute_spline_weights(const Eigen::Ref<const VecX>& knots, double s) {
    const double* inner_begin = knots.data() + 1;
    const double* inner_end = knots.data() + knots.size() - 1;
    SplineWeights w{};
    w.span = std::upper_bound(inner_begin, inner_end, s) - inner_begin;
    const double h = knots[w.span + 1] - knots[w.span];
    const double B = (s - knots[w.span]) / h, A = 1 - B;  // their sum is one: equal values stay equal between the knots
    w.order[0] = {A, B, (A * A * A - A) * h * h / 6, (B * B * B - B) * h * h / 6};
    w.order[1] = {-1 / h, 1 / h, -(3 * A * A - 1) * h / 6, (3 * B * B - 1) * h / 6};
    w.order[2] = {0, 0, A, B};
    w.order[3] = {0, 0, -1 / h, 1 / h};
    return w;
}

}  // namespace ritz
