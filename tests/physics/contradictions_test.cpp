// Motions that a loop of rigid bodies cannot follow together end a run; those that agree are left alone.
#include "core/errors.hpp"
#include "tests/physics/scene_helpers.hpp"

namespace ritz::testing::contradictions {

/// A parallelogram in the plane whose two cranks are both driven; its coupler closes the loop by joint "k".
Scene parallelogram(const std::string& left, const std::string& right, const Overrides& overrides = {}) {
    const std::string bar = R"({"type": "rigid", "mass": 1, "center": [0.5, 0, 0], "inertia": [0.001, 0.1, 0.1],
                                "markers": {"e": {"position": [1, 0, 0]}}})";
    return scene_from(fmt::format(R"({{"gravity": [0, -9.81, 0], "time": {{"end": 1, "output_step": 0.1}},
        "bodies": {{"p": {0}, "q": {0}, "c": {0}}},
        "joints": {{
            "g": {{"type": "revolute", "parent": "world", "child": "p", "motion": "{1}"}},
            "h": {{"type": "revolute", "parent": {{"body": "world", "position": [1, 0, 0]}}, "child": "q", "motion": "{2}"}},
            "b": {{"type": "revolute", "parent": "p.e", "child": "c", "position": -1.2}},
            "k": {{"type": "revolute", "closes_loop": true, "parent": "c.e", "child": "q.e"}}}},
        "outputs": {{"open": {{"loop_error": "all"}}}}}})",
                                  bar, left, right),
                      overrides);
}

TEST_CASE(
    "cranks of a rigid parallelogram that are driven apart by a tenth of a milliradian end the run by every method") {
    for (const char* method : {"adams", "bdf", "ida", "erk", "sdirk", "generalized_alpha", "rosenbrock"}) {
        CAPTURE(method);
        for (const char* left : {"1.2+1e-4*sin(5*t)^2", "1.2+0.001*t^2", "1.2+t"}) {
            CAPTURE(left);
            const Recording open = run(parallelogram(left, "1.2", {integrator(method, 1e-6, 1e-8)}));
            const std::string& reason = open.result().reason;
            CAPTURE(reason);
            CHECK(open.result().status == RunStatus::failed);
            CHECK(open.result().simulated_time < 0.5);
            CHECK(reason.find("joint \"k\" cannot close its loop of rigid bodies") != std::string::npos);
            CHECK(reason.find("the motions of joints \"g\" and \"h\" contradict each other") != std::string::npos);
        }
    }
}

TEST_CASE("cranks that contradict each other from the start are refused as a wrong scene") {
    for (const char* left : {"1.2001", "1.3"}) {
        CAPTURE(left);
        try {
            run(parallelogram(left, "1.2"));
            FAIL("accepted");
        } catch (const InputError& error) {
            CAPTURE(error.what());
            CHECK(error.messages().front().find("contradict each other") != std::string::npos);
            CHECK(error.messages().front().find("/joints/k") != std::string::npos);
        }
    }
}

TEST_CASE("a parallelogram driven alike at both cranks runs without a word by every method") {
    for (const char* method : {"adams", "bdf", "ida", "erk", "sdirk", "generalized_alpha", "rosenbrock"}) {
        CAPTURE(method);
        const Recording closed =
            run(parallelogram("1.2+0.5*sin(5*t)", "1.2+0.5*sin(5*t)", {integrator(method, 1e-6, 1e-8)}));
        CAPTURE(closed.result().reason);
        CHECK(closed.completed());
        CHECK(closed.result().warnings.empty());
        CHECK(closed.largest("open") < 1e-5);  // between two steps a tolerance is nobody's fault
    }
}

}  // namespace ritz::testing::contradictions
