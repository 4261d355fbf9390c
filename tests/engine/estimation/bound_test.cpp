// The error bound beside the true error, which an independent integration of the full body gives.
#include <doctest/doctest.h>

#include "tests/engine/estimation/bound_truth.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {
constexpr int tip_z = 6 + 2;  // displacement of the second marker
const char* const tangent = R"({"type": "tangent", "marker": "start"})";
}  // namespace

TEST_CASE("A clamped bar: the bound is never below the true error, and not ten per cent above it") {
    for (const char* reduction :
         {R"({"method": "modal", "modes": 4})", R"({"method": "cms", "modes": 2})",
          R"({"method": "craig_bampton", "modes": 1})", R"({"method": "krylov", "shifts": [0, 400]})"})
        for (const char* force : {"10*sin(2*pi*20*t)", "10*exp(-((t - 0.02)/0.005)^2)"}) {
            CAPTURE(reduction);
            CAPTURE(force);
            const BoundScene bar(tangent, reduction);
            const BoundComparison c =
                compare_with_truth(bar.load_clamped(force, 0.04, 1e-4), "bar", bar.model(), tip_z);
            MESSAGE(describe(c));
            CHECK(c.claim.kind == BoundKind::bound);
            CHECK(c.least_state >= 1 - 1e-6);
            CHECK(c.ratio_state() <= 1.1);
            CHECK(c.least_output >= 1 - 1e-6);
            CHECK(c.ratio_output() <= 5);
            CHECK(c.least_left >= 1 - 1e-6);
            CHECK(c.defect < 1e-7);
        }
}

TEST_CASE("A bar in a frame that spins up: the bound holds, with the couplings of its modes and static answers") {
    for (const double part : {0.1, 0.3})
        for (const char* reduction : {R"({"method": "modal", "modes": 4})", R"({"method": "cms", "modes": 2})",
                                      R"({"method": "krylov", "shifts": [0, 400]})"}) {
            CAPTURE(part);
            CAPTURE(reduction);
            const BoundScene bar(tangent, reduction);
            const double spin = part * 2 * std::numbers::pi * 33;
            const BoundComparison c =
                compare_with_truth(bar.load_turning("[0, 0, 1]", fmt::format("{}*t^3/(t^2 + 0.0004)", spin),
                                                    "10*sin(2*pi*20*t)", 0.04, 1e-4),
                                   "bar", bar.model(), 6 + 1);
            MESSAGE(describe(c));
            CHECK(c.claim.kind == BoundKind::estimate);
            CHECK(c.least_state >= 1 - 1e-6);
            CHECK(c.ratio_state() <= (part < 0.2 ? 1.5 : 3));
            CHECK(c.least_output >= 1 - 1e-6);
            CHECK(c.least_left >= 1 - 1e-6);
            CHECK(c.defect < 1e-7);
        }
}

TEST_CASE("Modal damping of the scene is that of the exact modes") {
    // Above the twelve exact modes the bound takes the damping of the thirteenth, the full body here 2ζω of each. Modal
    // shapes do not move these; for others the difference is 2ζ (ω_i - ω_13)/ω_i² times their rates.
    for (const char* reduction : {R"({"method": "modal", "modes": 4})", R"({"method": "cms", "modes": 2})"})
        for (const char* force : {"10*sin(2*pi*20*t)", "10*exp(-((t - 0.02)/0.005)^2)"}) {
            CAPTURE(reduction);
            const BoundScene bar(tangent, reduction);
            const Scene clamped = bar.load_clamped(force, 0.04, 1e-4, 1, "0", R"(, "damping": {"modal": 0.02})");
            const BoundComparison c = compare_with_truth(clamped, "bar", bar.model(), tip_z, 1, {}, ModalDamping{0.02});
            MESSAGE(describe(c));
            CHECK(c.claim.kind == BoundKind::bound);
            CHECK(c.least_state >= 1 - 1e-6);
            CHECK(c.least_output >= 1 - 1e-6);
            CHECK(c.ratio_state() <= 1.1);
            CHECK(c.defect < 1e-7);
        }
}

TEST_CASE("Coarse nodes raise the bound, and never below the error") {
    const BoundScene bar(tangent, R"({"method": "modal", "modes": 4})");
    std::vector<double> ratios;
    for (const int steps : {1, 4, 16, 64}) {
        CAPTURE(steps);
        BoundObserverOptions options;
        options.bound.spacing = 1e9;  // nodes at the output times alone
        const BoundComparison c = compare_with_truth(bar.load_clamped("10*sin(2*pi*60*t)", 0.064, 1e-4, steps), "bar",
                                                     bar.model(), tip_z, 1, options);
        MESSAGE(describe(c));
        CHECK(c.least_state >= 1 - 1e-6);
        CHECK(c.least_output >= 1 - 1e-6);
        if (steps <= 4) CHECK(c.ratio_state() <= 1.1);
        ratios.push_back(c.ratio_state());
    }
    CHECK(ratios.back() > ratios.front() + 1e-4);
}

TEST_CASE("In a spinning frame nodes of a third of the shortest period are close enough") {
    const BoundScene bar(tangent, R"({"method": "modal", "modes": 4})");
    BoundObserverOptions options;
    options.bound.spacing = 1e9;          // nodes at the output times alone
    for (const int steps : {3, 7, 12}) {  // 0.13, 0.3 and 0.5 periods of 2.4 ms
        CAPTURE(steps);
        const BoundComparison c = compare_with_truth(
            bar.load_turning("[0, 0, 1]", "40*t^3/(t^2 + 0.0004)", "10*sin(2*pi*20*t)", 0.042, 1e-4, steps), "bar",
            bar.model(), 6 + 1, 1, options);
        MESSAGE(describe(c));
        CHECK(c.least_state >= 1 - 1e-6);
        CHECK(c.least_output >= 1 - 1e-6);
        if (steps < 10) CHECK(c.ratio_state() <= 1.5);
    }
}

TEST_CASE("Jumps and kinks of a load are nodes of the bound") {
    const BoundScene bar(tangent, R"({"method": "cms", "modes": 2})");
    for (const char* force : {"if(t < 0.0123, 0, 10)", "10*abs(sin(2*pi*35*t))", "if(t < 0.0203, 100*t, 0)"}) {
        CAPTURE(force);
        const BoundComparison c = compare_with_truth(bar.load_clamped(force, 0.04, 1e-4), "bar", bar.model(), tip_z, 4);
        MESSAGE(describe(c));
        CHECK(c.least_state >= 1 - 1e-6);
        CHECK(c.least_output >= 1 - 1e-6);
        CHECK(c.ratio_state() <= 1.1);
    }
}

TEST_CASE("Nodes of the bound come to the end also where fixed steps miss it by their rounding") {
    const BoundScene bar(tangent);
    for (const double step : {1e-4, 1.25e-4}) {
        Scene scene = bar.load_clamped("sin(200*t)", 0.2, step, 4);
        scene.settings.options.method = Method::sdirk;
        int nodes = 0;
        BoundObserverOptions each;
        each.at_node = [&](const BodyBound&) -> StepVerdict {
            if (++nodes > 100'000) throw NumericalError("nodes without end");
            return Continue{};
        };
        BoundObserver bounds(scene, each);
        RunOptions options;
        options.observers.push_back(&bounds);
        CHECK(simulate(scene, options).status == RunStatus::completed);
        CHECK(bounds.bodies()[0].state_max() > 0);
    }
}

TEST_CASE("A four times longer run raises the ratio by less than a tenth") {
    const BoundScene bar(tangent, R"({"method": "modal", "modes": 3})");
    std::vector<double> ratios;
    for (const double end : {0.03, 0.12}) {
        const BoundComparison c =
            compare_with_truth(bar.load_turning("[0, 0, 1]", "40*t^3/(t^2 + 0.0004)", "10*sin(2*pi*20*t)", end, 2e-4),
                               "bar", bar.model(), 7);
        MESSAGE(describe(c));
        CHECK(c.least_state >= 1 - 1e-6);
        ratios.push_back(c.ratio_state());
    }
    CHECK(ratios[1] < 1.1 * ratios[0]);
}

namespace {

/// The scene with some of the bound's data set to zero.
Scene forget(const Scene& scene, const std::string& matrix, const std::string& columns = "") {
    SceneSpec spec{scene.name, scene.description, scene.spec, scene.settings};
    for (BodySpec& body : spec.system.bodies)
        if (auto* made = std::get_if<MadeBodySpec>(&body.kind)) {
            auto changed = std::make_shared<ElasticBody>(*made->body);
            auto data = std::make_shared<EstimatorData>(*changed->estimator);
            for (auto& [name, values] : data->matrices) {
                if (name != matrix) continue;
                if (columns.empty()) values.setZero();
                for (std::size_t j = 0; j < data->columns.size() && !columns.empty(); ++j)
                    if (data->columns[j].find(columns) != std::string::npos)
                        values.col(static_cast<Eigen::Index>(j)).setZero();
            }
            changed->estimator = data;
            made->body = changed;
        }
    return make_scene(spec);
}

}  // namespace

TEST_CASE("Whatever is left out of the data, the bound falls below the error or the corrected output is wrong") {
    const BoundScene bar(tangent, R"({"method": "cms", "modes": 2})");
    const auto compare = [&](const Scene& scene, int channel) {
        const BoundComparison c = compare_with_truth(scene, "bar", bar.model(), channel);
        MESSAGE(describe(c));
        return c;
    };
    const Scene clamped = bar.load_clamped("10*sin(2*pi*20*t)", 0.02, 1e-4, 1, "5*sin(2*pi*70*t)");
    CHECK(compare(clamped, tip_z).least_output >= 1 - 1e-6);
    CHECK(compare(forget(clamped, "static"), tip_z).least_output < 0.99);
    CHECK(compare(forget(clamped, "modes", "end my"), tip_z).least_output < 0.99);
    const Scene turning = bar.load_turning("[0, 0, 1]", "60*t^3/(t^2 + 0.0004)", "10*sin(2*pi*20*t)", 0.03, 1e-4);
    const BoundComparison whole = compare(turning, 7);
    CHECK(whole.least_output >= 1 - 1e-6);
    CHECK(compare(forget(turning, "modes", " shape"), 7).least_output < 0.99);
    CHECK(compare(forget(turning, "modes", "T "), 7).least_output < 0.99);
    // The couplings of the error's own modes are smaller: the corrected output shows that they are missing.
    CHECK(compare(forget(turning, "mode_coupling"), 7).left_output > 100 * whole.left_output);
    CHECK(compare(forget(turning, "feedback"), 7).left_output > 10 * whole.left_output);
}
