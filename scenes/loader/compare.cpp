#include "scenes/loader/compare.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <numbers>

#include "bodies/exchange/files.hpp"
#include "bodies/exchange/load_body.hpp"
#include "core/dense_solvers.hpp"
#include "core/errors.hpp"
#include "reduction/reduced_body.hpp"
#include "scenes/loader/check_frame.hpp"
#include "scenes/loader/scene_context.hpp"

namespace ritz {
namespace {

using Eigen::Index;
namespace fs = std::filesystem;

Candidate make_candidate(const std::string& name, BodyFile file) {
    Candidate candidate;
    candidate.name = name;
    candidate.method = file.provenance.method;
    candidate.body = {make_numeric_body(file.body), std::move(file.body.tracks)};
    candidate.surface = std::move(file.surface);
    return candidate;
}

Candidate reduce_now(const ReductionJob& job, const ModelReduction& reduction, const std::string& name,
                     const ReductionProgress& progress) {
    ReducedModel reduced = reduce_model(job, reduction, progress);
    Candidate candidate = make_candidate(name, std::move(reduced.file));
    candidate.seconds = 0;
    for (const StageTime& time : reduced.times) *candidate.seconds += time.seconds;
    return candidate;
}

/// Reduced modes seen somewhere, ascending by frequency.
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

/// (aᵀb)²/(aᵀa bᵀb)
MatX compute_mac(const MatX& full, const MatX& reduced) {
    MatX mac = (full.transpose() * reduced).cwiseAbs2();
    const VecX a = full.colwise().squaredNorm(), b = reduced.colwise().squaredNorm();
    for (Index i = 0; i < mac.rows(); ++i)
        for (Index j = 0; j < mac.cols(); ++j) mac(i, j) /= std::max(a[i] * b[j], 1e-300);
    return mac;
}

/// Full modes that the reduced body has: the part of the mode in its best match and all reduced modes of the same
/// frequency (within 0.1 %), because modes of a repeated frequency may be turned among each other.
int count_matches(const MatX& full, const SeenModes& reduced, const MatX& mac) {
    int matched = 0;
    for (Index i = 0; i < mac.rows() && mac.cols() > 0; ++i) {
        Index best = 0;
        mac.row(i).maxCoeff(&best);
        std::vector<Index> equal;
        for (Index j = 0; j < mac.cols(); ++j)
            if (std::abs(reduced.omega[j] - reduced.omega[best]) <= 1e-3 * reduced.omega[best]) equal.push_back(j);
        const MatX space = reduced.shapes(Eigen::all, equal);
        const VecX mode = full.col(i);
        const VecX projected = space * solve_least_squares(space, mode, 1e-12);
        if (projected.squaredNorm() > 0.9 * mode.squaredNorm()) ++matched;
    }
    return matched;
}

/// The full model's modes in the band, as if they were a reduced body: so they are seen as the others are.
Candidate make_full_modes(const ReductionJob& job, const HeldSystem& system, const Band& band,
                          const ReductionProgress& progress, VecX& omega) {
    LanczosOptions options;
    if (progress) options.progress = [&](int found) { progress(fmt::format("full modes: {} found", found), 0); };
    Eigenmodes modes = system.compute_modes_below(2 * std::numbers::pi * band.high, options);
    if (modes.omega.size() == 0) modes = system.compute_modes(10, options);
    omega = modes.omega;
    Basis basis;
    basis.V = std::move(modes.modes);
    basis.omega = modes.omega;
    return make_candidate(job.name, make_reduced_body(job.structure, basis, {job.name, true}));
}

void compare_modes(const ReductionJob& job, const Candidate& full, const Candidate& candidate, ComparedBody& result) {
    const bool on_surface = full.surface && candidate.surface;
    if (on_surface && full.surface->points.cols() != candidate.surface->points.cols())
        throw InputError(fmt::format("{}: its surface has {} points, that of the model {}; it is another mesh",
                                     candidate.name, candidate.surface->points.cols(), full.surface->points.cols()));
    const SeenModes own = see_modes(full, job.outputs, on_surface, full.body.body.modes());
    const SeenModes reduced = see_modes(candidate, job.outputs, on_surface, 2 * full.body.body.modes());
    result.omega = reduced.omega;
    result.mac = compute_mac(own.shapes, reduced.shapes);
    result.matched = count_matches(own.shapes, reduced, result.mac);
}

}  // namespace

double ComparedBody::median_error() const {
    VecX sorted = errors;
    std::sort(sorted.begin(), sorted.end());
    const Index n = sorted.size();
    return n == 0 ? 0 : 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]);
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

Candidate load_candidate(const ReductionJob& job, const std::string& what, const ReductionProgress& progress) {
    for (const ModelReduction& reduction : job.reductions)
        if (reduction.name == what) return reduce_now(job, reduction, what, progress);
    if (!fs::exists(what))
        throw InputError(fmt::format("{}: is neither a file nor a reduction of {}{}", what, job.file,
                                     suggest(what, names_of(job.reductions))));
    const std::string name = fs::path(what).stem().string();
    if (fs::path(what).extension() == ".json") {
        const ReductionJob other = load_model(what, {}, progress);
        return reduce_now(other, find_reduction(other, ""), name, progress);
    }
    if (looks_like_body_file(read_whole_file(what))) return make_candidate(name, read_body_file(what));
    Candidate candidate;
    candidate.name = name;
    candidate.body.body = load_body(what, name).body;
    return candidate;
}

Comparison compare_bodies(const ReductionJob& job, const Band& band, int points,
                          const std::vector<Candidate>& candidates, const ReductionProgress& progress) {
    if (job.inputs.empty() || job.outputs.empty())
        throw InputError(fmt::format("{}: a comparison needs inputs and outputs, or markers", job.file));
    require_nodes(job);
    // What does not fit is found before the long work.
    std::vector<ReducedSystem> systems;
    for (const Candidate& candidate : candidates) try {
            check_frame(job, candidate.body);
            systems.push_back(make_channel_system(candidate.body, job.inputs, job.outputs));
        } catch (const InputError& error) {
            throw InputError(fmt::format("{}: {}", candidate.name, error.what()));
        }
    ReductionProblem problem = make_problem(job, job.inputs);
    Comparison comparison;
    comparison.name = job.name;
    comparison.unknowns = job.structure.size();
    comparison.omega = spread_over(band, points);
    const auto start = std::chrono::steady_clock::now();
    const std::vector<MatXc> H =
        compute_response(problem.system(), problem.inputs(), problem.outputs(), comparison.omega, progress);
    comparison.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const MatX H_static = problem.outputs() * problem.system().solve_static(MatX(problem.inputs()));
    comparison.magnitude.resize(points);
    for (int k = 0; k < points; ++k) comparison.magnitude[k] = H[static_cast<std::size_t>(k)].norm();
    const Candidate full = make_full_modes(job, problem.system(), band, progress, comparison.full_omega);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Candidate& candidate = candidates[i];
        ComparedBody result;
        result.name = candidate.name;
        result.method = candidate.method;
        result.size = candidate.body.body.modes();
        result.seconds = candidate.seconds;
        const std::vector<MatXc> reduced = compute_response(systems[i], comparison.omega);
        result.errors = compute_relative_errors(H, reduced);
        result.magnitude.resize(points);
        for (int k = 0; k < points; ++k) result.magnitude[k] = reduced[static_cast<std::size_t>(k)].norm();
        const MatX reduced_static = compute_response(systems[i], VecX::Zero(1))[0].real();
        result.static_error = (H_static - reduced_static).norm() / H_static.norm();
        compare_modes(job, full, candidate, result);
        comparison.bodies.push_back(std::move(result));
    }
    return comparison;
}

}  // namespace ritz
