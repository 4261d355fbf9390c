#pragma once
// Oscillators z'' + d z' + ω² z = F(t) under polynomials F on one interval of length h, exactly. With μ_1, μ_2 the
// roots of μ² + d μ + ω² and x = t/h,
//   z(x) = [I(μ_1) - I(μ_2)]/(μ_1 - μ_2),   z'(x) = [μ_1 I(μ_1) - μ_2 I(μ_2)]/(μ_1 - μ_2)
//   I(μ) = e^{μ x h} y_0 + ∫_0^{xh} e^{μ(xh-τ)} F(τ) dτ,   and for F = (τ/h)^k the integral is h x^{k+1} k!
//   φ_{k+1}(μxh)
// with φ_0 = e^w, φ_{k+1} = (φ_k - 1/k!)/w.
#include "core/linear_algebra/sparse.hpp"

namespace ritz {

/// φ_0(w) ... φ_count(w), for Re w ≤ 0.
VecXc compute_phi_functions(Complex w, int count);

/// What start and forcing make of one oscillator at given places x.
struct OscillatorResponse {
    MatX position, rate;            // places x powers of F
    MatX free_position, free_rate;  // places x (z_0, z_0')
};
OscillatorResponse compute_response(double omega, double damping, double h, const VecX& places, int powers);

}  // namespace ritz
