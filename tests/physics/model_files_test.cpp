// What a model file asks for, seen in the bodies that come out: loads that move along a track, stress stiffness.
#include "engine/simulation/modes.hpp"
#include "scenes/loader/model/compare.hpp"
#include "tests/physics/scene_helpers.hpp"
#include "tests/support/folder.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// A cantilever with a track along an upper edge: 18 nodes from 0.15 m to its end.
std::string cantilever(const std::string& reductions) {
    return R"({"fe": {"box": {"lengths": [1, 0.1, 0.1], "divisions": [20, 2, 2]}},
        "material": {"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850}, "damping": {"beta": 1e-6},
        "supports": [{"nodes": "x0"}], "markers": {"tip": {"type": "rbe3", "nodes": "x1"}},
        "tracks": {"edge": {"nodes": {"box": {"min": [0.15, 0, 0.1], "max": [1, 0, 0.1]}}, "along": [1, 0, 0]}},
        "inputs": [{"track": "edge", "directions": "z"}], "outputs": [{"track": "edge", "directions": "z"}],
        "band": [0, 1000], "reductions": )" +
           reductions + "}";
}

ReductionJob load_text(const std::string& text) {
    const Folder folder;
    return load_model(folder.write("model.json", text).string());
}

/// The answer of a reduced body to a static unit load at one node of the track, seen there.
double compute_compliance(const ReductionJob& job, const std::string& reduction, std::size_t node) {
    const Candidate body = load_candidate(job, reduction);
    const std::vector<Channel> place = {job.inputs[node]};
    return compute_response(make_channel_system(body.body, place, place), VecX::Zero(1))[0](0, 0).real();
}

double compute_full_compliance(const ReductionJob& job, std::size_t node) {
    ReductionProblem problem = make_problem(job, {job.inputs[node]});
    const MatX load = problem.inputs();
    return (load.transpose() * problem.system().solve_static(load))(0, 0);
}

}  // namespace

TEST_CASE(
    "A load on a track, approximated by functions of its place, leaves a static error that falls with their number") {
    const auto spread = [](const std::string& functions, int count) {
        return fmt::format(
            R"({{"method": "cms", "modes": 2, "inputs": [{{"track": "edge", "directions": "z", "functions": "{}", "count": {}}}]}})",
            functions, count);
    };
    const ReductionJob job = load_text(cantilever(fmt::format(
        R"({{"two": {}, "four": {}, "eight": {}, "all": {}, "cubic": {}, "nodes": {{"method": "cms", "modes": 2}}}})",
        spread("legendre", 2), spread("legendre", 4), spread("legendre", 8), spread("legendre", 18),
        spread("cubic", 4))));
    std::vector<Candidate> candidates;
    for (const char* name : {"two", "four", "eight", "all", "cubic", "nodes"})
        candidates.push_back(load_candidate(job, name));
    const Comparison comparison = compare_bodies(job, {0, 500}, 3, candidates);
    std::vector<double> errors;
    for (const ComparedBody& body : comparison.bodies) errors.push_back(body.static_error);
    CHECK(errors[1] < errors[0] / 2);
    // What is left is the dent under the single node, which smooth functions meet slowly.
    CHECK(errors[2] < errors[1]);
    // Eighteen functions of eighteen nodes span every load: as exact as the nodes' own columns.
    CHECK(errors[3] < 1e-8);
    CHECK(errors[5] < 1e-8);
    CHECK(comparison.bodies[4].size == 2 + 10);  // value and slope at five places
    CHECK(errors[4] < 1e-3);                     // seen: 5e-5
}

TEST_CASE("Bases interpolated along a track are exact where the load meets a support, and near it between") {
    for (const std::string method : {"aligned", "panzer", "amsallem_farhat"}) {
        CAPTURE(method);
        // Ten supports of 18 nodes: node 0, 1, 3, 5, 7, 9, 11, 13, 15, 17.
        const auto at = [&](double place) {
            return fmt::format(R"({{"method": "{}", "modes": 4, "track": "edge", "supports": 10, "at": {}}})", method,
                               place);
        };
        const ReductionJob job =
            load_text(cantilever(fmt::format(R"({{"on": {}, "between": {}}})", at(7 * 0.05), at(8 * 0.05))));
        const double on = compute_full_compliance(job, 7), between = compute_full_compliance(job, 8);
        CHECK(job.reductions[0].path->supports.size() == 10);
        CHECK(job.reductions[0].path->supports[4].node == 7);
        CHECK(compute_compliance(job, "on", 7) == doctest::Approx(on).epsilon(1e-9));
        // The load's own mark on the surface lies under its node, not under the supports beside it: some per cent.
        CHECK(compute_compliance(job, "between", 8) == doctest::Approx(between).epsilon(0.1));
        CHECK(std::abs(compute_compliance(job, "between", 8) - between) > 1e-9 * between);
    }
}

TEST_CASE("A solid with stress stiffness stiffens with its spin as the beam does") {
    // Flapping out of the plane of rotation: ω² = ω₀² + a Ω² with a near 1.19 (Southwell & Gough); in the plane a - 1.
    const auto spinning = [](const std::string& body, double rate) {
        return fmt::format(R"({{"gravity": [0, 0, 0], "time": {{"end": 1, "output_step": 0.1}},
            "bodies": {{"bar": {}}}, "joints": {{"hub": {{"type": "revolute", "parent": "world", "child": "bar.start", "motion": "{}*t"}}}},
            "outputs": {{"angle": {{"joint": "hub"}}}}}})",
                           body, rate);
    };
    const Folder folder;
    folder.write("bar.json",
                 R"({"fe": {"box": {"lengths": [1, 0.02, 0.02], "divisions": [20, 1, 1], "element": "hex20"},
            "position": [0, -0.01, -0.01]},
        "material": {"youngs_modulus": 2.1e11, "poissons_ratio": 0, "density": 7850},
        "markers": {"start": {"type": "rbe2", "nodes": "x0"}, "end": {"type": "rbe3", "nodes": "x1"}},
        "frame": {"type": "tangent", "marker": "start"}, "stress_stiffness": true,
        "reduction": {"method": "modal", "modes": 8}})");
    const std::string solid = fmt::format(R"({{"type": "file", "file": "{}"}})", folder / "bar.json");
    const std::string beam =
        R"({"type": "beam", "length": 1, "section": {"shape": "rectangle", "width": 0.02, "height": 0.02},
            "material": {"youngs_modulus": 2.1e11, "poissons_ratio": 0, "density": 7850}, "ends": "clamped-free",
            "modes": {"bending_y": 4, "bending_z": 4}, "geometric_stiffening": true})";
    const auto lowest = [&](const std::string& body, double rate) {
        std::vector<double> list;
        Warnings warnings;
        for (const SystemMode& mode : compute_modes(scene_from(spinning(body, rate)), warnings))
            if (mode.frequency > 0.05) list.push_back(2 * EIGEN_PI * mode.frequency);
        std::sort(list.begin(), list.end());
        return std::array<double, 2>{list.at(0), list.at(1)};  // in the plane, out of it
    };
    // Neither has an axial shape, which at the start would still be on its way to carry the tension.
    const double rate = 60;
    for (const std::string& body : {solid, beam}) {
        CAPTURE(body);
        const auto still = lowest(body, 0), spun = lowest(body, rate);
        const double flap = (spun[1] * spun[1] - still[1] * still[1]) / (rate * rate);
        const double lag = (spun[0] * spun[0] - still[0] * still[0]) / (rate * rate);
        CHECK(flap == doctest::Approx(1.193).epsilon(0.01));  // Ritz's value with the first shape alone
        CHECK(flap - lag == doctest::Approx(1).epsilon(0.01));
    }
}

TEST_CASE("A plane-stress bar reduces in its plane, by rigid markers too") {
    const auto plate = [](const std::string& more) {
        return R"({"fe": {"plate": {"length": 1, "height": 0.05, "along": 40, "across": 2}}, "thickness": 0.01,
            "material": {"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850}, )" +
               more + "}";
    };
    const ReductionJob held = load_text(plate(
        R"("supports": [{"nodes": "x0"}], "markers": {"tip": {"type": "rbe3", "nodes": "x1"}}, "reduction": {"method": "modal", "modes": 4})"));
    const ReductionJob clamped = load_text(plate(
        R"("markers": {"a": {"type": "rbe2", "nodes": "x0"}, "b": {"type": "rbe2", "nodes": "x1"}},
           "frame": {"type": "tangent", "marker": "a"}, "reduction": {"method": "craig_bampton", "modes": 4})"));
    CHECK(clamped.structure.size() == held.structure.size());  // three unknowns each for two faces of three nodes
    const double euler = 1.8751 * 1.8751 * std::sqrt(2.1e11 / 7850) * 0.05 / std::sqrt(12.0);
    for (const ReductionJob* job : {&held, &clamped}) {
        const ElasticBody body = make_numeric_body(reduce_model(*job, job->reductions[0]).file.body);
        CHECK(body.inertia.mass == doctest::Approx(7850 * 0.05 * 0.01));
        // Shear and rotary inertia of a bar twenty times as long as high: (h/L)² of some units.
        CHECK(compute_frequencies(body)[0] == doctest::Approx(euler).epsilon(5e-3));
    }
}
