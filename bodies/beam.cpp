// A beam by its exact modes. Frequencies of the uniform beam of length L ([Blevins1979], tables 8-1 and 8-16):
//   bending   ω = β² sqrt(EI/(μ L⁴))      torsion   ω = β sqrt(GJ/(ρI_p L²))      axial   ω = β sqrt(EA/(μ L²))
// Shapes are normalised to ∫ μ f² dx = 1 (torsion: ∫ ρI_p f² dx = 1), so Ke = diag ω² and, without rotary inertia,
// Me = I. Static end shapes (bodies/end_shapes.cpp) are orthonormal too; only their stiffnesses couple.
#include "bodies/beam.hpp"

#include <fmt/format.h>

#include <cmath>

#include "bodies/beam_hold.hpp"
#include "bodies/beam_integrals.hpp"
#include "bodies/end_shapes.hpp"
#include "bodies/quadrature.hpp"
#include "core/errors.hpp"

namespace ritz {
namespace {

struct Family {
    BeamMotion motion;
    const char* name;
    int count;
    double stiffness;  // [N m²] or [N]
    const char* stiffness_name;
    double inertia;  // [kg/m] or [kg m]
};

std::vector<Family> make_families(const BeamSpec& spec) {
    const BeamLaw& law = spec.law;
    return {{BeamMotion::bending_y, "bending y", spec.bending_y, law.EIz, "EIz", law.mass},
            {BeamMotion::bending_z, "bending z", spec.bending_z, law.EIy, "EIy", law.mass},
            {BeamMotion::torsion, "torsion", spec.torsion, law.GJ, "GJ", law.rho_Iy + law.rho_Iz},
            {BeamMotion::axial, "axial", spec.axial, law.EA, "EA", law.mass}};
}

/// What 20 modes leave of a static shape is 1e-6 of it; foreshortening squares that and keeps four digits.
constexpr int most_modes_with_end_shapes = 20;

void check_families(const BeamSpec& spec, std::vector<std::string>& errors) {
    for (const Family& family : make_families(spec)) {
        if (family.count < 0)
            errors.push_back(fmt::format("beam \"{}\": the number of {} modes must not be negative, but is {}",
                                         spec.name, family.name, family.count));
        if (spec.end_shapes && family.count > most_modes_with_end_shapes)
            errors.push_back(
                fmt::format("beam \"{}\": end shapes beside {} {} modes are lost in rounding; take at most {}",
                            spec.name, family.count, family.name, most_modes_with_end_shapes));
        if (family.count <= 0) continue;
        if (!(family.stiffness > 0) || !std::isfinite(family.stiffness))
            errors.push_back(fmt::format("beam \"{}\": {} modes need a positive stiffness {}, but it is {}", spec.name,
                                         family.name, family.stiffness_name, family.stiffness));
        if (family.motion == BeamMotion::torsion && !(family.inertia > 0))
            errors.push_back(
                fmt::format("beam \"{}\": torsion modes need sections with inertia, but rho_Iy + rho_Iz is {} kg m",
                            spec.name, family.inertia));
    }
}

void check(const BeamSpec& spec) {
    std::vector<std::string> errors;
    if (!(spec.length > 0) || !std::isfinite(spec.length))
        errors.push_back(fmt::format("beam \"{}\": the length must be positive, but is {} m", spec.name, spec.length));
    if (!(spec.law.mass > 0) || !std::isfinite(spec.law.mass))
        errors.push_back(
            fmt::format("beam \"{}\": the mass per length must be positive, but is {} kg/m", spec.name, spec.law.mass));
    for (const double inertia : {spec.law.rho_Iy, spec.law.rho_Iz})
        if (!(inertia >= 0) || !std::isfinite(inertia))
            errors.push_back(fmt::format(
                "beam \"{}\": the mass moment of a section must not be negative, but is {} kg m", spec.name, inertia));
    check_families(spec, errors);
    for (const auto& [name, x] : spec.markers) {
        if (name == "start" || name == "end")
            errors.push_back(fmt::format("beam \"{}\": the marker \"{}\" is always there and cannot be given a place",
                                         spec.name, name));
        else if (!(x >= 0 && x <= spec.length))
            errors.push_back(fmt::format("beam \"{}\": the marker \"{}\" at x = {} m lies outside the beam, 0 to {} m",
                                         spec.name, name, x, spec.length));
    }
    if (const std::string why = why_not_a_damping(spec.damping); !why.empty())
        errors.push_back(fmt::format("beam \"{}\": {}", spec.name, why));
    if (!errors.empty()) throw InputError(errors);
}

/// ∫₀¹ f² dξ
double compute_norm(const ShapeFunction& shape) {
    const QuadratureRule rule = make_wave_rule(2 * shape.beta);
    double sum = 0;
    for (Eigen::Index i = 0; i < rule.points.size(); ++i) {
        const double f = shape.derivative(rule.points[i], 0);
        sum += rule.weights[i] * f * f;
    }
    return sum;
}

}  // namespace

BeamLaw make_beam_law(const SectionProperties& section, double youngs_modulus, double poissons_ratio, double density) {
    if (!(youngs_modulus > 0) || !std::isfinite(youngs_modulus))
        throw InputError(fmt::format("Young's modulus must be positive, but is {} Pa", youngs_modulus));
    if (!(poissons_ratio > -1 && poissons_ratio <= 0.5))
        throw InputError(fmt::format("Poisson's ratio must lie between -1 and 0.5, but is {}", poissons_ratio));
    if (!(density > 0) || !std::isfinite(density))
        throw InputError(fmt::format("the density must be positive, but is {} kg/m³", density));
    const double shear_modulus = youngs_modulus / (2 * (1 + poissons_ratio));
    return {.EA = youngs_modulus * section.area,
            .EIy = youngs_modulus * section.Iy,
            .EIz = youngs_modulus * section.Iz,
            .GJ = shear_modulus * section.torsion_constant,
            .mass = density * section.area,
            .rho_Iy = density * section.Iy,
            .rho_Iz = density * section.Iz};
}

// The frame of a beam on pins is the chord; its far end may still draw near and twist, so only the near end is held.
RodEnds default_axial_ends(BeamEnds ends) {
    switch (ends) {
        case BeamEnds::clamped_clamped:
            return RodEnds::fixed_fixed;
        case BeamEnds::free_free:
            return RodEnds::free_free;
        default:
            return RodEnds::fixed_free;
    }
}

RodEnds default_torsion_ends(BeamEnds ends) { return default_axial_ends(ends); }

namespace {

int highest_mode(const BeamShapes& shapes) {
    double beta = 0;
    for (const BeamMode& mode : shapes.modes)
        if (is_bending(mode.motion)) beta = std::max(beta, mode.shape.beta);
    // Two end shapes in a plane resemble the next two modes, four the next four.
    return static_cast<int>(std::ceil(beta / 3.14)) + (shapes.mix.size() > 0 ? 4 : 0);
}

/// Gauss points with their share of the mass. The products of foreshortenings hold waves of up to four slopes.
std::vector<MassPoint> make_axis_points(const BeamShapes& shapes, double mass_per_length) {
    // Smooth integrands, small in themselves: this many points leave errors far below the terms dropped by FFRF.
    const QuadratureRule rule = make_gauss_rule(static_cast<int>(8 + 2 * highest_mode(shapes)));
    std::vector<MassPoint> points;
    Mat3X phi(3, shapes.size()), psi(3, shapes.size());
    for (Eigen::Index i = 0; i < rule.points.size(); ++i) {
        MassPoint point;
        point.place.x() = 0.5 * shapes.length * (1 + rule.points[i]);
        point.mass = 0.5 * shapes.length * mass_per_length * rule.weights[i];
        shapes.eval(point.place.x(), 0, phi, psi);
        point.phi = phi;
        shapes.eval_gamma(point.place.x(), 0, point.gamma[0]);
        points.push_back(std::move(point));
    }
    return points;
}

std::vector<ShapeFunction> end_polynomials(const BeamSpec& spec, const Family& family) {
    if (!spec.end_shapes || family.count <= 0) return {};
    if (is_bending(family.motion)) return make_end_polynomials(spec.ends);
    return make_end_polynomials(family.motion == BeamMotion::torsion ? spec.torsion_ends : spec.axial_ends);
}

/// The modes of one family and what its end shapes add: shapes, names, and their block of Ke.
void add_family(const BeamSpec& spec, const Family& family, BeamShapes& shapes, ElasticBody& body) {
    const double L = spec.length;
    const bool bending = is_bending(family.motion);
    const RodEnds rod_ends = family.motion == BeamMotion::torsion ? spec.torsion_ends : spec.axial_ends;
    const Eigen::Index first = shapes.size();
    VecX squares(family.count);  // ω²
    for (int i = 1; i <= family.count; ++i) {
        const ShapeFunction shape = bending ? make_bending_shape(spec.ends, i) : make_rod_shape(rod_ends, i);
        shapes.modes.push_back({family.motion, shape, 1 / std::sqrt(family.inertia * L * compute_norm(shape))});
        const double wave_number = shape.beta / L;
        const double power = bending ? std::pow(wave_number, 4) : wave_number * wave_number;
        squares[i - 1] = power * family.stiffness / family.inertia;
        body.mode_names.push_back(fmt::format("{} {}", family.name, i));
    }
    const std::vector<ShapeFunction> polynomials = end_polynomials(spec, family);
    for (std::size_t i = 0; i < polynomials.size(); ++i) {
        shapes.modes.push_back({family.motion, polynomials[i], 1});
        body.mode_names.push_back(fmt::format("{} end {}", family.name, i + 1));
    }
    const Eigen::Index count = shapes.size() - first, ends = count - family.count;
    if (count == 0) return;
    body.Ke.conservativeResizeLike(MatX::Zero(shapes.size(), shapes.size()));
    body.Ke.diagonal().segment(first, family.count) = squares;
    if (ends == 0) return;
    orthonormalise_end_shapes(first, family.count, family.inertia, shapes);
    body.Ke.bottomRightCorner(ends, ends) =
        family.stiffness * compute_end_stiffness(shapes.size() - ends, bending ? 2 : 1, shapes);
}

}  // namespace

int count_shapes(const BeamSpec& spec) {
    int count = 0;
    for (const Family& family : make_families(spec))
        count += family.count + static_cast<int>(end_polynomials(spec, family).size());
    return count;
}

void add_beam_inertia(const BeamSpec& spec, const BeamShapes& shapes, ElasticBody& body) {
    MassIntegrals integrals = compute_beam_integrals(shapes, spec.law, spec.rotary_inertia);
    if (shapes.has_gamma()) {  // not as polynomials, but by points
        integrals.gamma[0].resize(0, 0);
        integrals.gamma_moment[0][0].resize(0, 0);
        body.mass_points = make_axis_points(shapes, spec.law.mass);
    }
    body.inertia = make_invariants(integrals);
}

ElasticBody make_beam(const BeamSpec& spec) {
    check(spec);
    ElasticBody body;
    body.name = spec.name;

    BeamShapes shapes;
    shapes.length = spec.length;
    for (const Family& family : make_families(spec)) add_family(spec, family, shapes, body);
    if (shapes.mix.size() > 0) shapes.mix.conservativeResizeLike(MatX::Identity(shapes.size(), shapes.size()));
    if (spec.stiffening) enable_stiffening(shapes, spec.axial_ends);

    const Eigen::Index n = shapes.size();
    add_beam_inertia(spec, shapes, body);
    if (!spec.rotary_inertia) body.inertia.Me = MatX::Identity(n, n);  // the modes are orthonormal; no rounding here
    body.De = compute_damping(spec.damping, body.inertia.Me, body.Ke);

    body.markers.push_back(make_beam_marker(shapes, "start", 0));
    body.markers.push_back(make_beam_marker(shapes, "end", spec.length));
    for (const auto& [name, x] : spec.markers) body.markers.push_back(make_beam_marker(shapes, name, x));
    body.tracks.emplace_back("axis", BeamTrack{shapes});
    body.beam = std::move(shapes);
    body.hold = make_beam_hold(spec, body);
    body.beam_spec = std::make_shared<const BeamSpec>(spec);
    return body;
}

}  // namespace ritz
