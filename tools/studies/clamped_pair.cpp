#include "tools/studies/clamped_pair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numbers>

#include "bodies/exchange/files.hpp"
#include "core/dense_solvers.hpp"
#include "reduction/coupling.hpp"
#include "reduction/frequency_response.hpp"
#include "reduction/reduced_body.hpp"
#include "scenes/loader/compare_picture.hpp"
#include "scenes/loader/model.hpp"
#include "tools/studies/rest_system.hpp"

namespace ritz {
namespace {

using Eigen::Index;

constexpr int points = 201;       // of the band
constexpr double highest = 1000;  // [Hz]
constexpr std::size_t upper_body = 0, lower_body = 1;
const std::vector<Clamp> clamps{{upper_body, lower_body, "clamp_left", "clamp_left"},
                                {upper_body, lower_body, "clamp_right", "clamp_right"}};

/// What is compared: the response over the band, and modes as fields on all unknowns of the assembly.
struct Coupled {
    std::string basis;
    int size = 0;  // columns of each body's basis
    VecXc response;
    VecX frequencies;  // [Hz]
    MatX modes;        // M-orthonormal
    VecX errors;       // against the full response
    MatX mac;          // full modes x reduced modes
};

/// The row that reads one displacement of a marker: z, along which the force acts and the motion is measured.
SparseMat row_of(const Structure& structure, const std::string& name) {
    for (const FeInterface& marker : structure.markers)
        if (marker.spec.name == name) return SparseMat(marker.motion.middleRows(2, 1));
    return SparseMat(1, structure.size());
}

Coupled solve_full(const CoupledStructure& whole, const Structure& lower, const VecX& omega, int modes) {
    const Structure& structure = whole.structure;
    const HeldSystem system(structure, ReferenceFrame{structure.rigid_modes, MatX(0, structure.size())});
    const SparseMat& map = whole.map[lower_body];
    const SparseMat input = SparseMat(row_of(lower, "force") * map).transpose();
    const SparseMat output = row_of(lower, "measurement") * map;
    Coupled full;
    full.basis = "full";
    full.size = static_cast<int>(structure.size());
    full.response.resize(omega.size());
    const auto H = compute_response(system, input, output, omega);
    for (Index k = 0; k < omega.size(); ++k) full.response[k] = H[static_cast<std::size_t>(k)](0, 0);
    const Eigenmodes exact = system.compute_modes(modes);
    full.frequencies = exact.omega / (2 * std::numbers::pi);
    full.modes = exact.modes;
    return full;
}

/// A body with the basis that gives it its coordinates.
struct PairBody {
    const ReductionJob& job;
    Basis basis;
    std::shared_ptr<const ElasticBody> elastic;
    int columns = 0;

    PairBody(const ReductionJob& source, const std::string& reduction) : job(source) {
        const ModelReduction& choice = find_reduction(job, reduction);
        ReductionProblem problem = make_problem(job, choice.inputs);
        basis = compute_basis(problem, choice.method, choice.size);
        const std::string name = job.name;
        elastic = std::make_shared<const ElasticBody>(
            make_numeric_body(make_reduced_body(job.structure, basis, {name, false}).body));
        columns = static_cast<int>(basis.V.cols() + job.structure.rigid_modes.cols());
    }
};

/// The engine's system: the upper body stands on the world, the lower hangs on one clamp, the other closes a loop.
struct PairSystem {
    std::unique_ptr<RestSystem> rest;
    Frame lower_frame, force, measurement;
    int upper_node = -1, lower_node = -1;

    PairSystem(const PairBody& upper, const PairBody& lower) {
        const std::string above = upper.elastic->name, below = lower.elastic->name;
        ModelBuilder builder(Vec3::Zero());
        builder.add_elastic_body(upper.elastic);
        builder.add_elastic_body(lower.elastic);
        const auto on = [](const std::string& body, const std::string& marker) {
            FrameSpec spec;
            spec.body = body;
            spec.marker = marker;
            return spec;
        };
        const auto fix = [&](const std::string& name, const FrameSpec& parent, const FrameSpec& child,
                             bool closes_loop) {
            JointSpec joint;
            joint.name = name;
            joint.parent = parent;
            joint.child = child;
            joint.closes_loop = closes_loop;
            builder.add_joint(joint);
        };
        fix("ground", FrameSpec{}, on(above, ""), false);
        fix("left", on(above, "clamp_left"), on(below, "clamp_left"), false);
        fix("right", on(above, "clamp_right"), on(below, "clamp_right"), true);
        builder.connect();
        lower_frame = builder.make_frame(on(below, ""));
        force = builder.make_frame(on(below, "force"));
        measurement = builder.make_frame(on(below, "measurement"));
        upper_node = builder.body_node(above);
        lower_node = builder.body_node(below);
        ModelBuilder::Result result = builder.finish();
        rest = std::make_unique<RestSystem>(std::move(result.model), std::move(result.state));
    }
};

/// Displacements of all unknowns of the assembly by the free coordinates of the engine's system.
MatX field_of(const PairSystem& pair, const PairBody& upper, const PairBody& lower, const CoupledStructure& whole) {
    const RestSystem& rest = *pair.rest;
    const MatX u_upper = upper.basis.V * rest.elastic_of_node(pair.upper_node);
    const MatX u_lower = lower.basis.V * rest.elastic_of_node(pair.lower_node) +
                         lower.job.structure.rigid_modes * rest.motion_of(pair.lower_frame);
    // Clamped unknowns belong to both bodies, which agree there by the constraints: their mean is either.
    const SparseMat &A = whole.map[upper_body], &B = whole.map[lower_body];
    const VecX shares = A.transpose() * VecX::Ones(A.rows()) + B.transpose() * VecX::Ones(B.rows());
    return shares.cwiseInverse().asDiagonal() * MatX(A.transpose() * u_upper + B.transpose() * u_lower);
}

/// Modal assurance of M-orthonormal modes.
MatX compute_mac(const SparseMat& M, const MatX& full, const MatX& reduced) {
    return (full.transpose() * (M * reduced)).cwiseAbs2();
}

Coupled solve_reduced(const std::string& basis, const ReductionJob& upper_job, const ReductionJob& lower_job,
                      const CoupledStructure& whole, const Coupled& full, const VecX& omega) {
    const PairBody upper(upper_job, basis), lower(lower_job, basis);
    const PairSystem pair(upper, lower);
    const RestSystem& rest = *pair.rest;
    const ReducedSystem system{rest.M(), rest.D(), rest.K(), rest.motion_of(pair.force).row(2).transpose(),
                               rest.motion_of(pair.measurement).row(2)};
    Coupled result;
    result.basis = basis;
    result.size = std::max(upper.columns, lower.columns);
    result.response.resize(omega.size());
    const auto H = compute_response(system, omega);
    for (Index k = 0; k < omega.size(); ++k) result.response[k] = H[static_cast<std::size_t>(k)](0, 0);
    result.errors = (result.response - full.response).cwiseAbs().cwiseQuotient(full.response.cwiseAbs());
    const SymmetricEigen modes = solve_symmetric_eigen(rest.K(), rest.M());
    const Index count = std::min<Index>(full.modes.cols() + 5, modes.values.size());
    result.frequencies = modes.values.head(count).cwiseMax(0.0).cwiseSqrt() / (2 * std::numbers::pi);
    result.modes = field_of(pair, upper, lower, whole) * modes.vectors.leftCols(count);
    result.mac = compute_mac(whole.structure.M, full.modes, result.modes);
    return result;
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

/// The median error at the frequencies between two limits.
double median_error(const Coupled& result, const VecX& omega, double low, double high) {
    std::vector<double> inside;
    for (Index k = 0; k < omega.size(); ++k) {
        const double f = omega[k] / (2 * std::numbers::pi);
        if (f > low && f <= high) inside.push_back(result.errors[k]);
    }
    return median(inside);
}

int count_matched(const Coupled& result) {
    int count = 0;
    for (Index i = 0; i < result.mac.rows(); ++i) count += result.mac.row(i).maxCoeff() > 0.9;
    return count;
}

std::string make_table(const std::vector<Coupled>& results, const VecX& omega) {
    std::string csv =
        "basis,n,frf_error_static,frf_error_median_0_200,frf_error_median_200_1000,modes_with_mac_above_0.9\n";
    for (const Coupled& result : results)
        csv += fmt::format("{},{},{:.6e},{:.6e},{:.6e},{}\n", result.basis, result.size, result.errors[0],
                           median_error(result, omega, 0, 200), median_error(result, omega, 200, highest),
                           count_matched(result));
    return csv;
}

void write_results(const std::string& folder, const std::string& csv, const Coupled& full,
                   const std::vector<Coupled>& results, const VecX& omega) {
    std::filesystem::create_directories(folder);
    write_whole_file(folder + "/clamped_pair.csv", csv);
    const auto list = [](const VecX& values) { return std::vector<double>(values.begin(), values.end()); };
    LogPanel response{"|H| [m/N]", {{"full", list(full.response.cwiseAbs())}}}, error{"relative error", {}};
    for (const Coupled& result : results) {
        response.curves.push_back({result.basis, list(result.response.cwiseAbs())});
        error.curves.push_back({result.basis, list(result.errors)});
        write_whole_file(folder + "/clamped_pair_mac_" + result.basis + ".svg",
                         draw_chessboard("MAC, " + result.basis, "mode of the full model",
                                         "mode of the coupled reduced bodies", result.mac));
    }
    write_whole_file(folder + "/clamped_pair_response.svg",
                     draw_log_panels("Two clamped bodies: force at the left, motion at the right", "frequency [Hz]",
                                     list(omega / (2 * std::numbers::pi)), {response, error}));
}

}  // namespace

void run_clamped_pair(const std::string& scenes, const std::string& folder) {
    const ReductionJob upper = load_model(scenes + "/clamped_pair/upper.json"),
                       lower = load_model(scenes + "/clamped_pair/lower.json");
    const CoupledStructure whole = couple({&upper.structure, &lower.structure}, clamps);
    const VecX omega = spread_over({0, highest}, points);
    Coupled full = solve_full(whole, lower.structure, omega, 20);
    const Index below = (full.frequencies.array() < highest).count();
    full.frequencies.conservativeResize(below);
    full.modes.conservativeResize(Eigen::NoChange, below);
    std::vector<Coupled> results;
    for (const char* basis : {"craig_bampton", "cms_gram"})
        results.push_back(solve_reduced(basis, upper, lower, whole, full, omega));
    const std::string csv = make_table(results, omega);
    fmt::print("full model: {} unknowns, {} modes below {} Hz: {:.1f}\n", full.size, below, highest,
               fmt::join(full.frequencies, " "));
    for (const Coupled& result : results)
        fmt::print("{:14s} modes [Hz] {:.1f}\n{:14s} best MAC   {:.2f}\n", result.basis,
                   fmt::join(result.frequencies, " "), "", fmt::join(result.mac.rowwise().maxCoeff(), " "));
    fmt::print("{}", csv);
    write_results(folder, csv, full, results, omega);
}

}  // namespace ritz
