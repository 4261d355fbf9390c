#include "scenes/loader/model/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <numbers>

#include "bodies/exchange/load_body.hpp"
#include "core/dense_solvers.hpp"
#include "core/errors.hpp"
#include "core/files.hpp"
#include "reduction/reduced_body.hpp"
#include "scenes/loader/json/foreign_file.hpp"
#include "scenes/loader/model/check_frame.hpp"
#include "scenes/loader/scene/scene_context.hpp"

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
        throw InputError(fmt::format("its surface has {} points, that of the model {}; it is another mesh",
                                     candidate.surface->points.cols(), full.surface->points.cols()));
    const SeenModes own = see_modes(full, job.outputs, on_surface, full.body.body.modes());
    const SeenModes reduced = see_modes(candidate, job.outputs, on_surface, 2 * full.body.body.modes());
    result.omega = reduced.omega;
    result.mac = compute_mac(own.shapes, reduced.shapes);
    result.matched = count_matches(own.shapes, reduced, result.mac);
}

/// A candidate that has what the model has, and its response.
struct FittingBody {
    const Candidate& candidate;
    ReducedSystem system;
};

/// What the full model does.
struct FullModel {
    std::vector<MatXc> H;
    MatX H_static;
    Candidate modes;
};

ComparedBody judge_body(const ReductionJob& job, const FittingBody& body, const FullModel& full, const VecX& omega) {
    ComparedBody result;
    result.name = body.candidate.name;
    result.method = body.candidate.method;
    result.size = body.candidate.body.body.modes();
    result.seconds = body.candidate.seconds;
    const std::vector<MatXc> H = compute_response(body.system, omega);
    result.errors = compute_relative_errors(full.H, H);
    result.magnitude = compute_magnitudes(H);
    const MatX H_static = compute_response(body.system, VecX::Zero(1))[0].real();
    result.static_error = (full.H_static - H_static).norm() / full.H_static.norm();
    compare_modes(job, full.modes, body.candidate, result);
    return result;
}

bool is_reduction_of(const ReductionJob& job, const std::string& name) {
    return std::any_of(job.reductions.begin(), job.reductions.end(),
                       [&](const ModelReduction& reduction) { return reduction.name == name; });
}

void require_known(const ReductionJob& job, const std::string& what) {
    if (!is_reduction_of(job, what) && !fs::exists(what))
        throw InputError(fmt::format("{}: is neither a file nor a reduction of {}{}", what, job.file,
                                     suggest(what, names_of(job.reductions))));
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

VecX compute_magnitudes(const std::vector<MatXc>& H) {
    VecX sizes(static_cast<Index>(H.size()));
    for (std::size_t k = 0; k < H.size(); ++k) sizes[static_cast<Index>(k)] = H[k].norm();
    return sizes;
}

bool try_body(const std::string& label, std::vector<FailedBody>& failed, const std::function<void()>& work) {
    const auto name_the_body = [&](const std::string& message) {
        return message.starts_with(label) ? message : fmt::format("{}: {}", label, message);
    };
    FailedBody failure;
    try {
        work();
        return true;
    } catch (const InputError& error) {
        for (const std::string& message : error.messages()) failure.messages.push_back(name_the_body(message));
    } catch (const NumericalError& error) {
        failure = {{name_the_body(error.what())}, true};
    }
    failed.push_back(std::move(failure));
    return false;
}

ReductionProgress tell_of(const std::string& body, const ReductionProgress& progress) {
    if (!progress) return {};
    return [body, progress](const std::string& stage, double part) { progress(body + ", " + stage, part); };
}

Candidate load_candidate(const ReductionJob& job, const std::string& what, const ReductionProgress& progress) {
    if (is_reduction_of(job, what)) return reduce_now(job, find_reduction(job, what), what, progress);
    require_known(job, what);
    const std::string name = fs::path(what).stem().string();
    if (fs::path(what).extension() == ".json") {
        const ReductionJob other = load_model(what, {}, progress);
        return reduce_now(other, find_reduction(other, ""), name, progress);
    }
    refuse_foreign_body(what);
    if (looks_like_body_file(read_whole_file(what))) return make_candidate(name, read_body_file(what));
    Candidate candidate;
    candidate.name = name;
    candidate.body.body = load_body(what, name).body;
    return candidate;
}

std::vector<Candidate> load_candidates(const ReductionJob& job, const std::vector<std::string>& list,
                                       std::vector<FailedBody>& failed, const ReductionProgress& progress) {
    const std::vector<std::string> wanted = list.empty() ? names_of(job.reductions) : list;
    for (const std::string& what : wanted) require_known(job, what);
    std::vector<Candidate> candidates;
    for (const std::string& what : wanted) {
        const std::string label =
            is_reduction_of(job, what) ? fmt::format("{}: reduction \"{}\"", job.file, what) : what;
        try_body(label, failed, [&] {
            candidates.push_back(load_candidate(job, what, tell_of(what, progress)));
            candidates.back().label = label;
        });
    }
    make_names_distinct(candidates);
    return candidates;
}

Comparison compare_bodies(const ReductionJob& job, const Band& band, int points,
                          const std::vector<Candidate>& candidates, const ReductionProgress& progress) {
    if (job.inputs.empty() || job.outputs.empty())
        throw InputError(fmt::format("{}: a comparison needs inputs and outputs, or markers", job.file));
    require_nodes(job);
    Comparison comparison;
    comparison.name = job.name;
    comparison.unknowns = job.structure.size();
    comparison.frequencies = VecX::LinSpaced(points, band.low, band.high);
    // What does not fit is found before the long work.
    std::vector<FittingBody> bodies;
    for (const Candidate& candidate : candidates)
        try_body(candidate.label, comparison.failed, [&] {
            check_frame(job, candidate.body);
            bodies.push_back({candidate, make_channel_system(candidate.body, job.inputs, job.outputs)});
        });
    if (bodies.empty()) return comparison;
    ReductionProblem problem = make_problem(job, job.inputs);
    const auto start = std::chrono::steady_clock::now();
    const VecX omega = spread_over(band, points);
    FullModel full;
    full.H =
        compute_response(problem.system(), problem.inputs(), problem.outputs(), omega, tell_of("full model", progress));
    comparison.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    full.H_static = problem.outputs() * problem.system().solve_static(MatX(problem.inputs()));
    comparison.magnitude = compute_magnitudes(full.H);
    full.modes = make_full_modes(job, problem.system(), band, progress, comparison.full_omega);
    for (const FittingBody& body : bodies)
        try_body(body.candidate.label, comparison.failed,
                 [&] { comparison.bodies.push_back(judge_body(job, body, full, omega)); });
    return comparison;
}

}  // namespace ritz
