#include "bodies/fe/material.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ritz {

LameConstants compute_lame(const Material& m) {
    const double nu = m.poissons_ratio;
    return {m.youngs_modulus * nu / ((1 + nu) * (1 - 2 * nu)), 0.5 * m.youngs_modulus / (1 + nu)};
}

LameConstants compute_plane_stress_lame(const Material& m) {
    const double nu = m.poissons_ratio;
    return {m.youngs_modulus * nu / (1 - nu * nu), 0.5 * m.youngs_modulus / (1 + nu)};
}

std::vector<std::string> find_faults(const Material& m) {
    std::vector<std::string> faults;
    if (!(m.youngs_modulus > 0) || !std::isfinite(m.youngs_modulus))
        faults.push_back(fmt::format("Young's modulus must be positive, not {} Pa", m.youngs_modulus));
    if (!(m.poissons_ratio > -1 && m.poissons_ratio < 0.5))
        faults.push_back(fmt::format("Poisson's ratio must lie between -1 and 0.5, not at {}", m.poissons_ratio));
    if (!(m.density > 0) || !std::isfinite(m.density))
        faults.push_back(fmt::format("the density must be positive, not {} kg/m³", m.density));
    return faults;
}

}  // namespace ritz
