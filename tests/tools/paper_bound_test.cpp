// The bounds of [Fehr2018] beside the true error, and beside each other.
#include "tools/trials/paper_bound.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "scenes/loader/scene/load_scene.hpp"
#include "tools/trials/error_trial.hpp"

using namespace ritz;

namespace {

const std::string scenes = std::string(RITZ_SOURCE_DIR) + "/scenes";

/// The clamped arm with three modes under a sine of 10 Hz, for 40 ms.
ErrorTrial run_arm(const ReducedCase& reduced, const FullBody& full, double amplitude,
                   const std::vector<std::string>& more = {}) {
    std::vector<std::string> overrides = {
        "/time/end=0.04",
        "/time/output_step=0.001",
        R"(/loads/tip/axes="world")",
        R"(/integrator={"method": "sdirk", "relative_tolerance": 1e-6, "absolute_tolerance": 1e-11})",
        R"(/bodies/arm/reduction="modal")",
        fmt::format("/loads/tip/force=[0, \"{}*sin(20*pi*t)\", 0]", amplitude)};
    overrides.insert(overrides.end(), more.begin(), more.end());
    const Scene scene = put_body(load_scene(scenes + "/error_study/clamped_arm.json", overrides), "arm", reduced);
    return run_error_trial(scene, reduced.basis.V, full, {"arm", "end", 1});
}

}  // namespace

TEST_CASE("The bounds of [Fehr2018] lie above the error, (7) above (6), and are proportional to the load") {
    const ReducedCase reduced = make_reduced_case(load_model(scenes + "/two_link_manipulator/arm_plane.json"), "modal");
    const FullBody full(reduced.job.structure, reduced.frame);
    const ErrorTrial trial = run_arm(reduced, full, 10), larger = run_arm(reduced, full, 30);
    REQUIRE(trial.times.size() > 30);
    REQUIRE(trial.paper.by_time.size() == trial.times.size());
    for (std::size_t k = 0; k < trial.times.size(); ++k) {
        CAPTURE(trial.times[k]);
        CHECK(trial.paper.by_time[k] >= trial.true_state[k]);
        CHECK(trial.paper.by_constant[k] >= trial.paper.by_time[k] * (1 - 1e-12));
        CHECK(trial.output_constant * trial.paper.by_time[k] >= trial.true_output[k]);
    }
    // The lowest oscillator is the largest, and its first maximum is nearly 1/ω_1.
    CHECK(trial.paper.constant == doctest::Approx(1 / full.omega()[0]).epsilon(0.01));
    // The runs differ by their steps: the tolerance is relative.
    CHECK(larger.paper.largest_by_constant() == doctest::Approx(3 * trial.paper.largest_by_constant()).epsilon(1e-3));
}

TEST_CASE("The bounds of [Fehr2018] are not given where the frame turns") {
    const ReducedCase reduced = make_reduced_case(load_model(scenes + "/two_link_manipulator/arm_plane.json"), "modal");
    const FullBody full(reduced.job.structure, reduced.frame);
    const ErrorTrial trial =
        run_arm(reduced, full, 10,
                {R"(/joints/clamp={"type": "revolute", "parent": "world", "child": "arm.start", "motion": "5*t^2"})"});
    CHECK(trial.paper.by_time.empty());
    CHECK(trial.paper.largest_by_constant() == 0);
    CHECK(trial.true_state.size() > 30);
}

TEST_CASE("The substitutes for the norm of [Fehr2018] (12) are larger than it, in the paper's order") {
    const ReducedCase reduced = make_reduced_case(load_model(scenes + "/two_link_manipulator/arm_plane.json"), "modal");
    const FullBody full(reduced.job.structure, reduced.frame);
    const NormVariants norms = compute_norm_variants(full, VecX::LinSpaced(3, 0.003, 0.009));
    for (Eigen::Index k = 0; k < norms.exact.size(); ++k) {
        CHECK(norms.exact[k] <= norms.frobenius[k]);
        CHECK(norms.frobenius[k] < norms.one_and_infinity[k]);
        CHECK(norms.one_and_infinity[k] < norms.condition[k]);
    }
}
