// The estimate of a whole system's error beside the error: the same system with a basis of sixty modes and the static
// answers to its joint and its load.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/physics/scene_helpers.hpp"
#include "tools/trials/reduced_case.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

const std::string model = std::string(RITZ_SOURCE_DIR) + "/scenes/refine/arm.json";

/// A link that swings about its start, with a force at its tip that meets the second mode of the free link.
Scene link(const std::string& outputs, const ReducedCase& reduced) {
    const Scene scene =
        scene_from(fmt::format(R"json({{"gravity": [0, -9.81, 0], "time": {{"end": 0.3, "output_step": 0.002}},
        "integrator": {{"relative_tolerance": 1e-9, "absolute_tolerance": 1e-13}},
        "bodies": {{"arm": {{"type": "file", "file": "{}", "reduction": "small"}}}},
        "joints": {{"hinge": {{"type": "revolute", "parent": "world", "child": "arm.start"}}}},
        "loads": {{"tip": {{"type": "force", "at": "arm.end", "axes": "body",
                            "force": [0, "20*sin(2*pi*300*t)", 0]}}}},
        "outputs": {}}})json",
                               model, outputs));
    return put_body(scene, "arm", reduced);
}

VecX deform(const ReducedCase& reduced, const Scene& scene, const State& state) {
    for (const Node& node : scene.model.nodes)
        if (node.elastic) return reduced.basis.V * state.q.segment(node.eq, node.n);
    return {};
}

}  // namespace

TEST_CASE("The estimate of a hinged link's error meets the error of the system within a tenth") {
    const ReducedCase small = make_reduced_case(load_model(model), "small"),
                      full = make_reduced_case(
                          load_model(model, {R"(/reductions/modal={"method": "cms", "modes": 60})", "/estimator=0"}),
                          "modal");
    Scene scene = link(R"({"estimate": {"bound": "arm", "quantity": "system_estimate"}, "bound": {"bound": "arm"}})",
                       small),
          whole = link("{}", full);
    const Recording run(scene), exact(whole);
    REQUIRE(run.completed());
    REQUIRE(exact.completed());
    const SparseMat& M = small.job.structure.M;
    double largest = 0, apart = 0, size = 0;
    const std::vector<double> estimate = run.column("estimate");
    for (std::size_t i = 0; i < estimate.size(); ++i) {
        const VecX u = deform(full, whole, exact.result().states[i]);
        const VecX e = u - deform(small, scene, run.result().states[i]);
        const double error = std::sqrt(e.dot(M.selfadjointView<Eigen::Lower>() * e));
        largest = std::max(largest, error);
        apart = std::max(apart, std::abs(error - estimate[i]));
        size = std::max(size, std::sqrt(u.dot(M.selfadjointView<Eigen::Lower>() * u)));
    }
    MESSAGE(fmt::format("error {:.4g} of {:.4g}, estimate {:.4g}, apart by at most {:.2g}; bound of the body {:.4g}",
                        largest, size, run.largest("estimate"), apart, run.largest("bound")));
    CHECK(largest > 1e-3 * size);
    CHECK(run.largest("estimate") == doctest::Approx(largest).epsilon(0.1));
    CHECK(apart < 0.1 * largest);
    CHECK(*run.result().bounds[0].system_estimate_max == run.largest("estimate"));
}
