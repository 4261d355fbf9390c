// Single bodies beside their finite element model, with modes seen on the surface or at the outputs.
#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "reduction/check_frame.hpp"
#include "reduction/judging.hpp"
#include "reduction/reduced_body.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// Modes seen somewhere, ascending by frequency.
struct SeenModes {
    VecX omega;
    MatX shapes;
};

/// On the surface if there is one, otherwise at the outputs that are displacements.
MatX see_shapes(const Candidate& candidate, const std::vector<Channel>& outputs, bool on_surface) {
    if (on_surface) return candidate.surface->shapes.cast<double>();
    std::vector<Channel> displacements;
    for (const Channel& channel : outputs)
        if (channel.direction.tail<3>().isZero()) displacements.push_back(channel);
    return make_channel_matrix(candidate.body, displacements).transpose();
}

SeenModes see_modes(const Candidate& candidate, const std::vector<Channel>& outputs, bool on_surface, Index most) {
    const ElasticBody& body = candidate.body.body;
    const SymmetricEigen modes = solve_symmetric_eigen(body.Ke, body.inertia.Me);
    const Index n = std::min(most, body.modes());
    return {modes.values.head(n).cwiseMax(0.0).cwiseSqrt(),
            see_shapes(candidate, outputs, on_surface) * modes.vectors.leftCols(n)};
}

/// The full model's modes as if they were a reduced body: so they are seen as the others are.
Candidate make_modal_body(const FullBody& full, Eigenmodes modes) {
    Basis basis;
    basis.V = std::move(modes.modes);
    basis.omega = std::move(modes.omega);
    return make_candidate(full.name, make_reduced_body(full.structure, basis, {full.name, true}));
}

ModeOverlap compare_modes(const FullBody& full, const Candidate& modes, const Candidate& candidate) {
    const bool on_surface = modes.surface && candidate.surface;
    if (on_surface && modes.surface->points.cols() != candidate.surface->points.cols())
        throw InputError(fmt::format("its surface has {} points, that of the model {}; it is another mesh",
                                     candidate.surface->points.cols(), modes.surface->points.cols()));
    const Index count = modes.body.body.modes();
    const SeenModes own = see_modes(modes, full.outputs, on_surface, count);
    const SeenModes reduced = see_modes(candidate, full.outputs, on_surface, 2 * count);
    return {reduced.omega, own.shapes.colwise().squaredNorm(), own.shapes.transpose() * reduced.shapes,
            reduced.shapes.transpose() * reduced.shapes};
}

/// A candidate that has what the model has, and its response.
struct FittingBody {
    const Candidate& candidate;
    ReducedSystem system;
};

}  // namespace

Candidate make_candidate(const std::string& name, BodyFile file) {
    Candidate candidate;
    candidate.name = name;
    candidate.method = file.provenance.method;
    candidate.body = {make_numeric_body(file.body), std::move(file.body.tracks)};
    candidate.surface = std::move(file.surface);
    return candidate;
}

void make_names_distinct(std::vector<Candidate>& candidates) {
    std::vector<std::string> taken;
    for (Candidate& candidate : candidates) {
        for (char& c : candidate.name)
            if (c == '/' || c == ',' || c == '"' || c == '\n') c = '_';
        const std::string name = candidate.name;
        for (int k = 2; std::find(taken.begin(), taken.end(), candidate.name) != taken.end(); ++k)
            candidate.name = fmt::format("{}_{}", name, k);
        taken.push_back(candidate.name);
    }
}

Comparison compare_bodies(const FullBody& full, const Band& band, int points, const std::vector<Candidate>& candidates,
                          const ReductionProgress& progress) {
    Comparison comparison;
    comparison.name = full.name;
    comparison.unknowns = full.structure.size();
    comparison.frequencies = VecX::LinSpaced(points, band.low, band.high);
    // What does not fit is found before the long work.
    std::vector<FittingBody> bodies;
    for (const Candidate& candidate : candidates)
        try_body(candidate.label, comparison.failed, [&] {
            check_frame(full.structure, full.frame, candidate.body);
            bodies.push_back({candidate, make_channel_system(candidate.body, full.inputs, full.outputs)});
        });
    if (bodies.empty()) return comparison;
    const HeldSystem system(full.structure, make_reference_frame(full.structure, full.frame));
    const FullResponse response = compute_full_response(system, make_channel_matrix(full.structure, full.inputs),
                                                        make_channel_matrix(full.structure, full.outputs).transpose(),
                                                        band, points, tell_of("full model", progress));
    comparison.seconds = response.seconds;
    comparison.magnitude = compute_magnitudes(response.H);
    Eigenmodes modes = compute_full_modes(system, band, progress);
    comparison.full_omega = modes.omega;
    const Candidate modal = make_modal_body(full, std::move(modes));
    for (const auto& [candidate, reduced] : bodies)
        try_body(candidate.label, comparison.failed, [&, &candidate = candidate, &reduced = reduced] {
            ComparedBody result = judge(response, reduced, compare_modes(full, modal, candidate));
            result.name = candidate.name;
            result.method = candidate.method;
            result.size = candidate.body.body.modes();
            result.seconds = candidate.seconds;
            comparison.bodies.push_back(std::move(result));
        });
    return comparison;
}

}  // namespace ritz
