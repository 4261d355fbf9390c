// The conditions of the reference frames (theory §1): G u = 0 with G the motion of a marker (tangent), five motions of
// two markers and a turn (chord), or the momentum RᵀM (Buckens); C = (G R)⁻¹ G.
#include "reduction/reference_frame.hpp"

#include <fmt/format.h>

#include "bodies/fe/fe_faults.hpp"
#include "core/linear_algebra/dense_solvers.hpp"

namespace ritz {
namespace {

const FeInterface& find_marker(const Structure& structure, const std::string& name) {
    std::vector<std::string> known;
    for (const FeInterface& marker : structure.markers) {
        if (marker.spec.name == name) return marker;
        known.push_back(marker.spec.name);
    }
    throw FeError({FePart::frame}, fmt::format("no marker \"{}\"{}", name, suggest(name, known)));
}

MatX chord_motions(const Structure& structure, const ReferenceFrameSpec& frame) {
    const FeInterface &first = find_marker(structure, frame.first), &second = find_marker(structure, frame.second);
    const Vec3 line = second.origin - first.origin;
    if (line.norm() < 1e-12) throw FeError({FePart::frame}, "the two markers of a chord are at one place");
    const Vec3 x = line.normalized(), y = x.unitOrthogonal(), z = x.cross(y);
    const MatX A = first.motion, B = second.motion;
    MatX G(6, structure.size());
    G << A.topRows(3), y.transpose() * B.topRows(3), z.transpose() * B.topRows(3), x.transpose() * A.bottomRows(3);
    return G;
}

}  // namespace

ReferenceFrame make_reference_frame(const Structure& structure, const ReferenceFrameSpec& spec) {
    ReferenceFrame frame{structure.rigid_modes, MatX(0, structure.size()), spec.kind};
    const MatX& R = frame.R;
    if (R.cols() == 0) return frame;
    MatX G;
    switch (spec.kind) {
        case ReferenceFrameKind::tangent:
            G = find_marker(structure, spec.first).motion;
            break;
        case ReferenceFrameKind::chord:
            G = chord_motions(structure, spec);
            break;
        case ReferenceFrameKind::buckens:
            G = (structure.M * R).transpose();
            break;
    }
    const MatX GR = G * R;
    // Scaled by rows and columns before asking for the rank: metres and radians must not be compared.
    const VecX rows = GR.rowwise().norm().cwiseMax(1e-300).cwiseInverse();
    const VecX columns = GR.colwise().norm().cwiseMax(1e-300).cwiseInverse();
    const MatX scaled = rows.asDiagonal() * GR * columns.asDiagonal();
    if (compute_null_space(scaled, 1e-9).cols() > 0)
        throw FeError({FePart::frame},
                      "it does not hold all rigid motions of the body; choose another marker or \"buckens\"");
    frame.C = columns.asDiagonal() * solve_least_squares(scaled, rows.asDiagonal() * G, 1e-12);
    return frame;
}

}  // namespace ritz
