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
