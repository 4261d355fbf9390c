#pragma once
// Damping of an elastic body, by a ratio for every mode or by Rayleigh's two numbers.
#include <string>
#include <variant>

#include "core/types.hpp"

namespace ritz {

struct ModalDamping {
    double ratio = 0;  // D: De = 2 D ω for every mode

    bool operator==(const ModalDamping&) const = default;
};
struct RayleighDamping {
    double alpha = 0, beta = 0;  // De = α Me + β Ke; [1/s], [s]

    bool operator==(const RayleighDamping&) const = default;
};
using Damping = std::variant<ModalDamping, RayleighDamping>;

/// De for the given mass and stiffness, both symmetric, Me positive definite.
MatX compute_damping(const Damping& damping, const MatX& Me, const MatX& Ke);

/// Empty if usable; otherwise what is wrong with it.
std::string why_not_a_damping(const Damping& damping);

}  // namespace ritz
