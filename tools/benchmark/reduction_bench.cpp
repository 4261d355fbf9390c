// The speed of reductions on the thin-walled cylinder of [Baumann2017], [Fischer2014] (43983 unknowns), beside the
// libraries' own kernels in the same run; and a box of a million unknowns on demand.
#include <fmt/format.h>
#include <sys/resource.h>

#include <filesystem>
#include <numbers>

#include "bodies/fe/assembly.hpp"
#include "bodies/fe/generators.hpp"
#include "reduction/frequency_response.hpp"
#include "reduction/reduced_body.hpp"
#include "tools/benchmark/benchmarks.hpp"
#include "tools/benchmark/library_kernels.hpp"

namespace ritz::bench {
namespace {

using Eigen::Index;

double peak_memory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / (1024 * 1024);  // GiB
}

constexpr int around = 180, along = 40;

/// The cylinder in its chuck, with the ring of the tip as a track.
Structure make_cylinder() {
    FeProperties steel;
    steel.material = {2.1e11, 0.3, 7850};
    FeModel model = assemble(make_hollow_cylinder_mesh({0.085, 0.0025, 0.18, around, 1, along}), steel);
    std::vector<int> jaws;
    for (int k = 0; k < 3; ++k)
        for (int centre : {0, 60, 120})
            for (int i = -5; i <= 5; ++i) jaws.push_back((centre + i + around) % around + around * (1 + 2 * k));
    StructureSpec spec;
    spec.fixed_dofs = find_dofs(model, jaws, {0, 1, 2});
    spec.rayleigh = {40, 3e-6};
    FeTrackSpec ring;
    ring.name = "ring";
    ring.closed = true;
    for (int i = 0; i < around; ++i) ring.nodes.push_back(around * 2 * along + i);
    spec.tracks.push_back(ring);
    return make_structure(std::move(model), spec);
}

/// Unit loads on the nodes of the ring: radial inward (one for each node), or all three directions.
SparseMat make_ring_loads(const Structure& structure, bool all_directions) {
    const SparseMat motion = structure.tracks.front().motion.transpose();
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < around; ++i) {
        const double angle = 2 * std::numbers::pi * i / around;
        const double inward[2] = {-std::cos(angle), -std::sin(angle)};
        for (int a = 0; a < 3; ++a)
            for (SparseMat::InnerIterator entry(motion, 6 * i + a); entry; ++entry) {
                if (all_directions)
                    entries.emplace_back(static_cast<int>(entry.row()), 3 * i + a, entry.value());
                else if (a < 2)
                    entries.emplace_back(static_cast<int>(entry.row()), i, inward[a] * entry.value());
            }
    }
    SparseMat B(structure.size(), all_directions ? 3 * around : around);
    B.setFromTriplets(entries.begin(), entries.end());
    return B;
}

struct ReductionTime {
    Spent assembly, basis, body, file;
    Spent sum() const { return assembly + basis + body + file; }
};

/// Assembly to file, as `ritz reduce` does it.
ReductionTime time_reduction(const ReductionMethod& method, int count,
                             const std::function<SparseMat(const Structure&)>& inputs) {
    ReductionTime time;
    Stopwatch watch;
    const Structure structure = make_cylinder();
    const SparseMat B = inputs(structure);
    time.assembly = watch.lap();
    ReductionProblem problem(structure, make_reference_frame(structure, {}), B, B.transpose());
    const Basis basis = compute_basis(problem, method, ByCount{count});
    time.basis = watch.lap();
    const auto body = make_reduced_body(structure, basis, {"cylinder", true});
    time.body = watch.lap();
    const std::string path = (std::filesystem::temp_directory_path() / "ritz_bench.h5").string();
    write_body_file(path, body);
    std::filesystem::remove(path);
    time.file = watch.lap();
    return time;
}

}  // namespace

void bench_cms_kernels(const Surroundings&, Table& table) {
    const Structure structure = make_cylinder();
    const auto kernels = time_kernels(structure.K, structure.M, 20, make_ring_loads(structure, false));
    if (kernels)
        table.remark(
            fmt::format("{} unknowns, first frequency {:.2f} Hz; libraries: factor {:.2f} s, 20 modes {:.2f} s, "
                        "180 solves {:.2f} s by the wall clock",
                        structure.size(), kernels->frequencies.minCoeff(), kernels->factor.wall, kernels->modes.wall,
                        kernels->solves.wall));
    else
        table.remark("ARPACK is not installed: nothing to compare with");
    const Spent least = kernels ? kernels->sum() : Spent{};
    const auto add = [&](const std::string& name, const ReductionTime& time, const std::string& goal) {
        const Spent spent = time.sum();
        const auto ratio = [](double value, double reference) { return reference > 0 ? value / reference : 0; };
        table.add({name, spent.cpu, "s CPU", least.cpu, ratio(spent.cpu, least.cpu), kernels ? goal : "",
                   fmt::format("assembly {:.2f}, basis {:.2f}, body {:.2f}, file {:.2f}", time.assembly.cpu,
                               time.basis.cpu, time.body.cpu, time.file.cpu)});
        table.add({name + "_wall", spent.wall, "s", least.wall, ratio(spent.wall, least.wall), "",
                   fmt::format("peak memory so far {:.2f} GiB", peak_memory())});
    };
    const auto radial = [](const Structure& s) { return make_ring_loads(s, false); };
    const auto all = [](const Structure& s) { return make_ring_loads(s, true); };
    const auto one = [](const Structure& s) { return SparseMat(make_ring_loads(s, false).leftCols(1)); };
    add("cms_kernels", time_reduction(Cms{}, 20, radial), "<= 1.5");
    add("cms_kernels_krylov_20", time_reduction(Krylov{{}, {0, 3000}, 1}, 20, one), "");
    add("cms_kernels_gramian_20", time_reduction(Gramian{{0, 3000}, 16}, 20, one), "");
    add("cms_kernels_all_directions", time_reduction(Cms{}, 10, all), "");
}

/// A box of a million unknowns, condensed to two markers by Craig-Bampton with 20 modes.
void bench_million(const Surroundings&, Table& table) {
    Stopwatch watch;
    const auto lap = [&](const char* what) {
        table.add({std::string("million_") + what, watch.lap().wall, "s", 0, 0, "",
                   fmt::format("peak memory {:.2f} GiB", peak_memory())});
    };
    FeProperties steel;
    steel.material = {2.1e11, 0.3, 7850};
    // Slender like a machine's beam: a cube of as many unknowns has a factor several times as large.
    FeModel model = assemble(make_box_mesh({Vec3(4.0, 0.4, 0.4), {400, 28, 28}, ElementType::hex8}), steel);
    lap("assembly");
    StructureSpec spec;
    spec.markers.push_back({"left", MarkerKind::rbe2, model.nodes.sets.at("x0"), {}, Mat3::Identity(), false});
    spec.markers.push_back({"right", MarkerKind::rbe2, model.nodes.sets.at("x1"), {}, Mat3::Identity(), false});
    const Structure structure = make_structure(std::move(model), spec);
    lap("markers");
    ReductionProblem problem(structure, make_reference_frame(structure, {ReferenceFrameKind::tangent, "left", ""}),
                             SparseMat(structure.size(), 0), SparseMat(0, structure.size()));
    const Basis basis = compute_basis(problem, CraigBampton{}, ByCount{20});
    lap("basis");
    const std::string path = (std::filesystem::temp_directory_path() / "ritz_bench.h5").string();
    write_body_file(path, make_reduced_body(structure, basis, {"box", false}));
    std::filesystem::remove(path);
    lap("file");
    table.remark(fmt::format("{} unknowns: n = {}, first frequency {:.2f} Hz", structure.size(), basis.V.cols(),
                             basis.omega[0] / (2 * std::numbers::pi)));
}

}  // namespace ritz::bench
