#pragma once
// Linear isotropic elasticity.
//   σ = λ tr(ε) I + 2 μ ε,   μ = E/(2(1+ν)),   λ = Eν/((1+ν)(1-2ν));   plane stress: λ = Eν/(1-ν²)
#include <string>
#include <vector>

namespace ritz {

struct Material {
    double youngs_modulus = 0;    // E [Pa]
    double poissons_ratio = 0.3;  // ν
    double density = 0;           // ρ [kg/m³]
};

struct LameConstants {
    double lambda, mu;  // [Pa]
};
LameConstants compute_lame(const Material& material);
LameConstants compute_plane_stress_lame(const Material& material);

/// What no elastic material can have (E ≤ 0, ν outside (-1, 1/2), ρ ≤ 0); empty if sound.
std::vector<std::string> find_faults(const Material& material);

}  // namespace ritz
