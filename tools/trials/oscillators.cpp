#include "tools/trials/oscillators.hpp"

#include <cmath>

namespace ritz {
namespace {

using Eigen::Index;

/// By the Taylor series of the last and the recurrence downwards: stable where w is small.
void fill_downwards(Complex w, VecXc& phi) {
    const Index count = phi.size() - 1;
    double factorial = 1;
    for (Index k = 2; k <= count; ++k) factorial *= static_cast<double>(k);
    Complex term = 1 / factorial, sum = term;
    for (int j = 1; j < 200 && std::abs(term) > 1e-18 * std::abs(sum); ++j) {
        term *= w / static_cast<double>(count + j);
        sum += term;
    }
    phi[count] = sum;
    for (Index k = count; k > 0; --k) {
        factorial /= static_cast<double>(k);
        phi[k - 1] = w * phi[k] + 1 / factorial;
    }
}

}  // namespace

VecXc compute_phi_functions(Complex w, int count) {
    VecXc phi(count + 1);
    if (std::abs(w) < 6) {
        fill_downwards(w, phi);
        return phi;
    }
    phi[0] = std::exp(w);
    double factorial = 1;
    for (int k = 0; k < count; ++k) {
        if (k > 1) factorial *= k;
        phi[k + 1] = (phi[k] - 1 / factorial) / w;
    }
    return phi;
}

OscillatorResponse compute_response(double omega, double damping, double h, const VecX& places, int powers) {
    const Complex root = std::sqrt(Complex(0.25 * damping * damping - omega * omega, 0));
    // At critical damping the two roots meet: a distance that costs half the digits there, and nothing elsewhere.
    const Complex half = std::abs(root) > 1e-8 * omega ? root : Complex(1e-8 * omega, 0);
    const Complex mu[2] = {-0.5 * damping + half, -0.5 * damping - half};
    OscillatorResponse response{MatX(places.size(), powers), MatX(places.size(), powers), MatX(places.size(), 2),
                                MatX(places.size(), 2)};
    for (Index j = 0; j < places.size(); ++j) {
        const double t = places[j] * h;
        const VecXc phi[2] = {compute_phi_functions(mu[0] * t, powers), compute_phi_functions(mu[1] * t, powers)};
        const auto combine = [&](Complex first, Complex second) { return ((first - second) / (2.0 * half)).real(); };
        double weight = t;  // h x^{k+1} k!
        for (int k = 0; k < powers; ++k) {
            if (k > 0) weight *= k * places[j];
            response.position(j, k) = weight * combine(phi[0][k + 1], phi[1][k + 1]);
            response.rate(j, k) = weight * combine(mu[0] * phi[0][k + 1], mu[1] * phi[1][k + 1]);
        }
        const Complex e[2] = {phi[0][0], phi[1][0]};
        const double g = combine(e[0], e[1]), g_dot = combine(mu[0] * e[0], mu[1] * e[1]);
        response.free_position(j, 0) = g_dot + damping * g;
        response.free_position(j, 1) = g;
        response.free_rate(j, 0) = -omega * omega * g;
        response.free_rate(j, 1) = g_dot;
    }
    return response;
}

}  // namespace ritz
