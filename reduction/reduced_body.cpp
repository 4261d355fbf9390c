#include "reduction/reduced_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bodies/fe/fe_integrals.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "core/linear_algebra/sparse_products.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// The surface's nodes, numbered as they appear, with the shapes there.
SurfaceShapes make_surface_shapes(const FeModel& model, const MatX& V_full) {
    std::vector<int> number(static_cast<std::size_t>(model.nodes.size()), -1), nodes;
    SurfaceShapes surface;
    for (const Face& face : model.surface) {
        std::vector<int> corners;
        for (int node : face.nodes) {
            int& own = number[static_cast<std::size_t>(node)];
            if (own < 0) {
                own = static_cast<int>(nodes.size());
                nodes.push_back(node);
            }
            corners.push_back(own);
        }
        surface.faces.push_back(std::move(corners));
    }
    surface.points = model.nodes.positions(Eigen::all, nodes);
    std::vector<std::pair<Index, Index>> rows;  // of the shapes, of V
    for (std::size_t i = 0; i < model.dofs.size(); ++i) {
        const Dof& dof = model.dofs[i];
        if (!dof.node || dof.component > 2) continue;
        const int own = number[static_cast<std::size_t>(*dof.node)];
        if (own >= 0) rows.emplace_back(3 * own + dof.component, static_cast<Index>(i));
    }
    surface.shapes.setZero(3 * static_cast<Index>(nodes.size()), V_full.cols());
    constexpr Index width = 32;  // columns read side by side: their cache lines serve eight rows each
    for (Index first = 0; first < V_full.cols(); first += width) {
        const Index count = std::min(width, V_full.cols() - first);
        for (const auto& [to, from] : rows)
            surface.shapes.row(to).segment(first, count) = V_full.row(from).segment(first, count).cast<float>();
    }
    return surface;
}

/// [m, m c~ᵀ; m c~, J] about a point.
Mat6 make_rigid_mass(const MassIntegrals& m, const Vec3& about) {
    const Vec3 first = m.first_moment - m.mass * about;
    // Σ m (c - p)~ᵀ (c - p)~ with c~ᵀ c~ = J0
    const Mat3 p = skew(about), cross = skew(m.first_moment);
    Mat6 M;
    M << m.mass * Mat3::Identity(), -skew(first), skew(first), m.J0 + p * cross + cross * p - m.mass * p * p;
    return M;
}

bool is_plane_model(const FeModel& model) {
    return std::none_of(model.dofs.begin(), model.dofs.end(),
                        [](const Dof& dof) { return dof.component >= 2 && dof.component <= 4; });
}

/// A plane model does not know where forces out of its plane go: where those in the plane go, if they stay together.
void extend_out_of_plane(const std::string& name, Mat6& share) {
    const double all = share(0, 0);
    if (std::abs(all) > 1e-9 && std::abs(all - 1) > 1e-9)
        throw InputError(
            fmt::format("cut \"{}\": the frame of this plane body is tied to it on both sides of the cut, and "
                        "what a load on the frame passes through it is not known; choose a frame of type "
                        "tangent or buckens",
                        name));
    share = std::round(all) * Mat6::Identity();
}

}  // namespace

void add_interfaces(const Structure& structure, const MotionOfMarker& motion_of_marker,
                    const MotionOfTrack& motion_of_track, NumericBodySpec& body) {
    for (const FeInterface& marker : structure.markers) {
        const MatX motion = motion_of_marker(marker);
        body.markers.push_back(
            {marker.spec.name, Pose{marker.spec.R_RM, marker.origin}, motion.topRows(3), motion.bottomRows(3), {}});
    }
    for (const FeTrack& track : structure.tracks) {
        const MatX motion = motion_of_track(track);
        NumericTrackSpec spec;
        spec.name = track.spec.name;
        spec.closed = track.spec.closed;
        spec.up = track.spec.up;
        spec.points = structure.model.nodes.positions(Eigen::all, track.spec.nodes);
        for (Index k = 0; k < spec.points.cols(); ++k) {
            spec.phi.emplace_back(motion.middleRows(6 * k, 3));
            spec.psi.emplace_back(motion.middleRows(6 * k + 3, 3));
        }
        body.tracks.push_back(std::move(spec));
    }
}

BodyFile make_reduced_body(const Structure& structure, const Basis& basis, const ReducedBodyOptions& options) {
    BodyFile file;
    NumericBodySpec& body = file.body;
    const MatX V_full = structure.T * basis.V;
    body.name = options.name;
    body.integrals = compute_mass_integrals(structure.model, V_full);
    body.Ke = basis.omega.cwiseAbs2().asDiagonal();
    if (const auto& rayleigh = structure.rayleigh)  // V is orthonormal in M and diagonal in K
        body.De = (rayleigh->alpha + rayleigh->beta * basis.omega.array().square()).matrix().asDiagonal();
    else
        body.De = multiply_to_symmetric(basis.V, multiply_symmetric(structure.D, basis.V));
    body.full_dofs = structure.size();
    for (Index i = 0; i < basis.omega.size(); ++i)
        body.mode_names.push_back(fmt::format("mode {} ({:.6g} Hz)", i + 1, basis.omega[i] / (2 * std::numbers::pi)));
    add_interfaces(
        structure, [&](const FeInterface& marker) { return MatX(marker.motion * basis.V); },
        [&](const FeTrack& track) { return MatX(track.motion * basis.V); }, body);
    file.frequencies = basis.full_omega;
    if (options.surface && !structure.model.surface.empty())
        file.surface = make_surface_shapes(structure.model, V_full);
    return file;
}

void add_cuts(const ReductionProblem& problem, const Basis& basis, const std::optional<MeshedModel>& meshed,
              NumericBodySpec& body) {
    const Structure& structure = problem.structure();
    const ReferenceFrame& frame = problem.frame();
    const MatX V_full = structure.T * basis.V;
    for (const FeCut& cut : structure.cuts) {
        const FeInterface& marker = structure.markers[static_cast<std::size_t>(cut.spec.marker)];
        NumericCutSpec spec{cut.spec.name, marker.spec.name, cut.beyond, Mat6::Zero(),
                            compute_mass_integrals(make_part(structure, cut, meshed), V_full)};
        // Mean axes are tied to the mass: C = (RᵀMR)⁻¹ RᵀM, of which the part has its own share.
        const bool is_plane = is_plane_model(structure.model);
        if (frame.R.cols() == (is_plane ? 3 : 6) && frame.kind == ReferenceFrameKind::buckens) {
            const Mat6 part = make_rigid_mass(spec.part, Vec3::Zero()),
                       whole = make_rigid_mass(body.integrals, marker.origin);
            spec.frame_share = solve_least_squares(whole, part, 1e-12).transpose();  // both are symmetric
        } else {
            spec.frame_share = compute_frame_share(structure, cut, frame.R, frame.C);
            if (is_plane) extend_out_of_plane(cut.spec.name, spec.frame_share);
        }
        body.cuts.push_back(std::move(spec));
    }
}

}  // namespace ritz
