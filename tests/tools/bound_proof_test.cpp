// Error bounds of whole systems, body by body, beside the full model of the body along the record of the same run.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "tests/physics/scene_helpers.hpp"
#include "tests/support/folder.hpp"
#include "tools/trials/error_trial.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

double largest_of(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

/// By how much a bound lies below its error at worst, a millionth of the error aside.
double find_deficit(const std::vector<double>& error, const std::vector<double>& bound) {
    double worst = 0;
    for (std::size_t i = 0; i < error.size(); ++i) worst = std::max(worst, error[i] * (1 - 1e-6) - bound[i]);
    return worst;
}

struct Proof {
    std::string scene_body, model, reduction, marker;
    int component = 1;
    double ceiling_state = 1.1, ceiling_output = 5;
};

/// The bound holds at every output time, and is as near as the ceilings say.
void prove(const Scene& scene, const Proof& proof) {
    CAPTURE(proof.scene_body);
    const ReducedCase reduced = make_reduced_case(load_model(proof.model), proof.reduction);
    const FullBody full(reduced.job.structure, reduced.frame);
    const ErrorTrial trial = run_error_trial(put_body(scene, proof.scene_body, reduced), reduced.basis.V, full,
                                             {proof.scene_body, proof.marker, proof.component, {}, {.parts = 3}});
    REQUIRE(trial.claim.kind != BoundKind::none);
    REQUIRE(trial.times.size() > 20);
    const double own = accuracy_of_full_body * trial.state_size;
    const double own_output = own * largest_of(trial.true_output) / largest_of(trial.true_state);
    const BoundRatio state = compare_bound(trial.true_state, trial.bound_state, own),
                     output = compare_bound(trial.true_output, trial.bound_output, own_output);
    MESSAGE(fmt::format(
        "{}.{}: state {:.3g}, ratio {:.5g}, least {:.7g}; output {:.3g}, ratio {:.4g}, least {:.7g}; "
        "corrected {:.3g}; |u| {:.3g}, rest {:.2g}, defect {:.2g}, {} times of {} steps",
        proof.scene_body, proof.marker, largest_of(trial.true_state), state.of_maxima, state.smallest,
        largest_of(trial.true_output), output.of_maxima, output.smallest, largest_of(trial.corrected_output),
        trial.state_size, trial.polynomial_rest, trial.largest_defect, trial.times.size(), trial.steps));
    CHECK(state.of_maxima <= proof.ceiling_state);
    CHECK(output.of_maxima <= proof.ceiling_output);
    CHECK(find_deficit(trial.true_state, trial.bound_state) <= own);
    CHECK(find_deficit(trial.true_output, trial.bound_output) <= own_output);
    CHECK(find_deficit(trial.corrected_output, trial.corrected_bound) <= own_output);
    CHECK(trial.largest_defect < 1e-9);  // rounding of loads and accelerations that nearly cancel
}

std::string model_path(const std::string& name) { return std::string(RITZ_SOURCE_DIR) + "/scenes/" + name; }

}  // namespace

TEST_CASE("The bounds of both arms of the manipulator hold while it moves") {
    const Scene scene = example("two_link_manipulator",
                                {"/time/end=0.3", "/time/output_step=0.005", "/integrator/relative_tolerance=1e-6"});
    const std::string model = model_path("two_link_manipulator/arm_plane.json");
    prove(scene, {"upper", model, "arm", "end"});
    // The lower arm spins twice as fast, and nodes are as far apart as the steps of a stiff integrator.
    prove(scene, {"lower", model, "arm", "end", 1, 1.5});
    ;
}

TEST_CASE("The bound of a swinging pendulum of solids holds, with gravity, a free hinge and a square section") {
    const Scene scene = example("elastic_pendulum_fe",
                                {"/time/end=0.1", "/time/output_step=0.002", "/integrator/relative_tolerance=1e-7"});
    const Folder folder;
    const std::string text =
        R"({"fe": {"box": {"lengths": [1, 0.02, 0.02], "divisions": [10, 1, 1], "element": "hex20"},
        "position": [0, -0.01, -0.01]}, "material": {"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850},
        "markers": {"start": {"type": "rbe2", "nodes": "x0"}, "end": {"type": "rbe2", "nodes": "x1"}},
        "damping": {"alpha": 0.5, "beta": 2e-6}, "frame": {"type": "tangent", "marker": "start"}, "estimator": 20,
        "reduction": {"method": "modal", "modes": 6}})";
    prove(scene, {"bar", folder.write("bar.json", text).string(), "", "end", 2});
}

TEST_CASE("The bound of a beam of solids under a sliding mass holds, whose load moves over the nodes of a track") {
    const Folder folder;
    const std::string model = folder
                                  .write("beam.json", R"({
        "fe": {"box": {"lengths": [2, 0.05, 0.05], "divisions": [16, 1, 1]}, "position": [0, -0.025, -0.025]},
        "material": {"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850},
        "damping": {"alpha": 0.5, "beta": 2e-6},
        "markers": {"start": {"type": "rbe2", "nodes": "x0"}, "end": {"type": "rbe2", "nodes": "x1"}},
        "tracks": {"top": {"nodes": {"box": {"min": [0.1, -0.025, 0.025], "max": [1.9, -0.025, 0.025]}}, "along": [1, 0, 0]}},
        "frame": {"type": "tangent", "marker": "start"}, "estimator": 20,
        "reduction": {"method": "modal", "modes": 4}})")
                                  .string();
    const Scene scene =
        scene_from(fmt::format(R"json({{"gravity": [0, 0, -9.81], "time": {{"end": 0.2, "output_step": 0.004}},
        "integrator": {{"method": "adams", "relative_tolerance": 1e-7, "absolute_tolerance": 1e-10}},
        "bodies": {{"beam": {{"type": "file", "file": "{}"}}, "mass": {{"type": "rigid", "mass": 5}}}},
        "joints": {{"clamp": {{"type": "fixed", "parent": "world", "child": "beam.start"}},
                   "slide": {{"type": "slide", "parent": "beam", "track": "top", "child": "mass", "position": 0.3,
                             "rate": 4}}}},
        "outputs": {{"s": {{"joint": "slide"}}}}}})json",
                               model));
    prove(scene, {"beam", model, "", "end", 2});
}
