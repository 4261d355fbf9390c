// The static fields ψ that turn a held end by one, or move it along or about the axis (ξ = x/L, no deflection of ends):
//   clamped-clamped  turn of the start  L (ξ - 2ξ² + ξ³)         turn of the end  L (ξ³ - ξ²)
//   clamped-pinned   turn of the start  L (ξ - 3/2 ξ² + ½ ξ³)    (no moment at the pin)
//   rods fixed-fixed  ξ
// For the true deflection w, which vanishes where the beam is held, and ψ'''' = 0, ψ'' = 0 at pins, parts give
//   ∫ EI w''ψ'' dx = EI [w'ψ'' - w ψ'''] = 0
// so the virtual work of ψ is that of inertia, loads and the reaction alone.
#include "bodies/beam_hold.hpp"

namespace ritz {
namespace {

struct Field {
    BeamMotion motion;
    Polynomial p;
    HeldMotion held;
};

void add_bending(const BeamSpec& spec, std::vector<Field>& fields) {
    if (spec.ends != BeamEnds::clamped_clamped && spec.ends != BeamEnds::clamped_pinned) return;
    const double L = spec.length;
    const bool clamped = spec.ends == BeamEnds::clamped_clamped;
    // θ_z = v', θ_y = -w': the field of a unit turn about y slopes downwards.
    for (const auto& [motion, sign, moment] :
         {std::tuple{BeamMotion::bending_y, 1.0, 5}, std::tuple{BeamMotion::bending_z, -1.0, 4}}) {
        const double s = sign * L;
        fields.push_back(
            {motion, {0, s, clamped ? -2 * s : -1.5 * s, clamped ? s : 0.5 * s, 0, 0}, {BeamEnd::start, moment}});
        if (clamped) fields.push_back({motion, {0, 0, -s, s, 0, 0}, {BeamEnd::end, moment}});
    }
}

std::vector<Field> make_fields(const BeamSpec& spec) {
    std::vector<Field> fields;
    add_bending(spec, fields);
    const Polynomial linear{0, 1, 0, 0, 0, 0};
    if (spec.axial_ends == RodEnds::fixed_fixed) fields.push_back({BeamMotion::axial, linear, {BeamEnd::end, 0}});
    if (spec.torsion_ends == RodEnds::fixed_fixed) fields.push_back({BeamMotion::torsion, linear, {BeamEnd::end, 3}});
    return fields;
}

}  // namespace

bool holds_end(BeamEnds ends) {
    return ends == BeamEnds::pinned_pinned || ends == BeamEnds::clamped_clamped || ends == BeamEnds::clamped_pinned;
}

BeamHold make_beam_hold(const BeamSpec& spec, const ElasticBody& body) {
    BeamHold hold;
    hold.ends = spec.ends;
    hold.rho_Iy = spec.law.rho_Iy;
    hold.rho_Iz = spec.law.rho_Iz;
    hold.rotary_inertia = spec.rotary_inertia;
    BeamShapes shapes = *body.beam;
    for (const Field& field : make_fields(spec)) {
        shapes.modes.push_back({field.motion, make_polynomial_shape(field.p), 1});
        hold.motions.push_back(field.held);
    }
    if (hold.motions.empty()) return hold;
    if (const Eigen::Index old = shapes.mix.cols(); old > 0) {
        shapes.mix.conservativeResizeLike(MatX::Identity(shapes.size(), shapes.size()));
    }
    ElasticBody held;
    held.name = body.name;
    if (shapes.stiffening) enable_stiffening(shapes, spec.axial_ends);
    add_beam_inertia(spec, shapes, held);
    held.Ke = held.De = MatX::Zero(shapes.size(), shapes.size());
    held.beam = std::move(shapes);
    hold.fields = std::make_shared<const ElasticBody>(std::move(held));
    return hold;
}

}  // namespace ritz
