// Section constants. Torsion (Timoshenko & Goodier, Theory of Elasticity, ch. 10):
//   rectangle a ≥ b   J = a b³/3 [1 - 192/π⁵ (b/a) Σ_{n odd} tanh(nπa/2b)/n⁵]
//   closed thin wall  J = 4 A_m² / ∮ ds/t           (Bredt, A_m inside the wall's mid-line)
//   open thin wall    J = Σ b t³/3                   (no fillets, no end corrections)
#include "bodies/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/errors.hpp"

namespace ritz {
namespace {

void require_less(double value, double limit, const char* what) {
    if (!(value < limit))
        throw InputError(fmt::format("the {} of a section must be less than {} m, not {} m", what, limit, value));
}

double rectangle_torsion(double width, double height) {
    const double a = std::max(width, height), b = std::min(width, height);
    // tanh x = 1 - 2/(e^{2x} + 1): the slow part of the series is (31/32) ζ(5), the rest is gone after a dozen terms.
    constexpr double zeta_5 = 1.0369277551433699263;
    double sum = 31.0 / 32.0 * zeta_5;
    for (int n = 1; n < 26; n += 2) sum -= 2 / (std::exp(n * std::numbers::pi * a / b) + 1) / std::pow(n, 5);
    return a * b * b * b / 3 * (1 - 192 / std::pow(std::numbers::pi, 5) * (b / a) * sum);
}

double cube(double x) { return x * x * x; }

SectionProperties compute(const RectangleSection& s) {
    require_positive(s.width, "width of a section", "m");
    require_positive(s.height, "height of a section", "m");
    return {s.width * s.height, s.width * cube(s.height) / 12, s.height * cube(s.width) / 12,
            rectangle_torsion(s.width, s.height)};
}

SectionProperties compute_ring(double outer, double inner) {
    // Factored, so that thin walls do not cancel.
    const double difference = (outer - inner) * (outer + inner);
    const double I = std::numbers::pi / 64 * difference * (outer * outer + inner * inner);
    return {std::numbers::pi / 4 * difference, I, I, 2 * I};
}

SectionProperties compute(const CircleSection& s) {
    require_positive(s.diameter, "diameter of a section", "m");
    return compute_ring(s.diameter, 0);
}

SectionProperties compute(const TubeSection& s) {
    require_positive(s.outer_diameter, "outer diameter of a section", "m");
    require_positive(s.inner_diameter, "inner diameter of a section", "m");
    require_less(s.inner_diameter, s.outer_diameter, "inner diameter");
    return compute_ring(s.outer_diameter, s.inner_diameter);
}

SectionProperties compute(const BoxSection& s) {
    require_positive(s.width, "width of a section", "m");
    require_positive(s.height, "height of a section", "m");
    require_positive(s.thickness, "wall thickness of a section", "m");
    require_less(s.thickness, 0.5 * std::min(s.width, s.height), "wall thickness");
    const double t = s.thickness, w = s.width - 2 * t, h = s.height - 2 * t;
    const double a = s.width - t, b = s.height - t;  // mid-line
    return {2 * t * (a + b), (s.width * cube(s.height) - w * cube(h)) / 12,
            (s.height * cube(s.width) - h * cube(w)) / 12, 2 * t * a * a * b * b / (a + b)};
}

SectionProperties compute(const ISection& s) {
    require_positive(s.width, "width of a section", "m");
    require_positive(s.height, "height of a section", "m");
    require_positive(s.flange_thickness, "flange thickness of a section", "m");
    require_positive(s.web_thickness, "web thickness of a section", "m");
    require_less(s.flange_thickness, 0.5 * s.height, "flange thickness");
    if (s.web_thickness > s.width)
        throw InputError(fmt::format("the web thickness of a section, {} m, must not exceed its width, {} m",
                                     s.web_thickness, s.width));
    const double web = s.height - 2 * s.flange_thickness;
    return {2 * s.width * s.flange_thickness + web * s.web_thickness,
            (s.width * cube(s.height) - (s.width - s.web_thickness) * cube(web)) / 12,
            (2 * s.flange_thickness * cube(s.width) + web * cube(s.web_thickness)) / 12,
            (2 * s.width * cube(s.flange_thickness) + web * cube(s.web_thickness)) / 3};
}

}  // namespace

SectionProperties compute_section(const SectionShape& shape) {
    return std::visit([](const auto& s) { return compute(s); }, shape);
}

}  // namespace ritz
