// Gauss points are the roots of the Legendre polynomial P_n, by Newton from x_i ≈ cos(π (i - 1/4)/(n + 1/2)):
//   (k+1) P_{k+1} = (2k+1) x P_k - k P_{k-1},   P_n' = n (x P_n - P_{n-1})/(x² - 1),   w_i = 2/((1 - x²) P_n'²)
#include "bodies/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ritz {

QuadratureRule make_gauss_rule(int n) {
    QuadratureRule rule{VecX(n), VecX(n)};
    for (int i = 0; i < n; ++i) {
        double x = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5));
        double slope = 1;
        for (int iteration = 0; iteration < 20; ++iteration) {
            double previous = 1, p = x;
            for (int k = 1; k < n; ++k) {
                const double next = ((2 * k + 1) * x * p - k * previous) / (k + 1);
                previous = p;
                p = next;
            }
            slope = n * (x * p - previous) / (x * x - 1);
            const double step = p / slope;
            x -= step;
            if (std::abs(step) < 1e-15) break;
        }
        rule.points[n - 1 - i] = x;
        rule.weights[n - 1 - i] = 2 / ((1 - x * x) * slope * slope);
    }
    return rule;
}

QuadratureRule make_wave_rule(double kappa) {
    // 16 points leave (κh)³² (16!)⁴/(32!)³ of a wave e^{iκx} on a panel h: 1e-27 for one whole wave a panel.
    constexpr int order = 16;
    const QuadratureRule gauss = make_gauss_rule(order);
    const int panels = std::max(1, static_cast<int>(std::ceil(kappa / (2 * std::numbers::pi))));
    const double h = 1.0 / panels;
    QuadratureRule rule{VecX(order * panels), VecX(order * panels)};
    for (int p = 0; p < panels; ++p) {
        rule.points.segment(order * p, order) = (h * p + 0.5 * h) + 0.5 * h * gauss.points.array();
        rule.weights.segment(order * p, order) = 0.5 * h * gauss.weights;
    }
    return rule;
}

}  // namespace ritz
