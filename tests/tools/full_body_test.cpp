// The full body along a record, beside closed forms, and beside the engine with all modes of a body as its basis.
#include "tools/trials/full_body.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "bodies/fe/assembly.hpp"
#include "bodies/fe/generators.hpp"
#include "tests/physics/scene_helpers.hpp"
#include "tests/support/folder.hpp"
#include "tools/trials/reduced_case.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

using Eigen::Index;

constexpr double length = 2, side = 0.02, modulus = 2.1e11, density = 7850, gravity = 9.81;

/// A clamped square bar along x, of beams by Euler and Bernoulli; a rod moves along x only.
Structure make_bar(int elements, double beta, bool is_rod) {
    FeProperties properties;
    properties.material = {modulus, 0, density};
    properties.beam = BeamProperties{
        .section = compute_section(RectangleSection{side, side}), .theory = BeamTheory::euler, .rotary_inertia = false};
    FeModel model = assemble(make_beam_frame_mesh({{0, 0, 0}, {length, 0, 0}}, {{0, 1, elements, ""}}), properties);
    StructureSpec spec;
    for (int i = 0; i < model.size(); ++i)
        if (const Dof& dof = model.dofs[static_cast<std::size_t>(i)]; dof.node == 0 || (is_rod && dof.component > 0))
            spec.fixed_dofs.push_back(i);
    FeMarkerSpec tip;
    tip.name = "tip";
    tip.kind = MarkerKind::node;
    tip.nodes = {1};
    spec.markers = {tip};
    spec.rayleigh = {0, beta};
    return make_structure(std::move(model), spec);
}

ReferenceFrame no_frame(const Structure& structure) {
    return {structure.rigid_modes, MatX(0, structure.size()), ReferenceFrameKind::buckens};
}

/// So many intervals of a motion of the frame that does not change, from rest.
BodyRecord make_steady_record(double end, int count, const Vec3& w, const Vec3& a) {
    BodyRecord record;
    const VecX places = make_chebyshev_points(4);
    for (int k = 0; k < count; ++k) {
        RecordedInterval interval{
            k * end / count, (k + 1) * end / count, VecX::Zero(1), VecX::Zero(1), VecX::Zero(1), VecX::Zero(1), {}};
        for (const double x : places) {
            RecordedPoint point;
            point.t = interval.begin + x * (interval.end - interval.begin);
            point.w = w;
            point.a = a;
            point.q = VecX::Zero(1);
            interval.points.push_back(point);
        }
        record.intervals.push_back(interval);
    }
    return record;
}

/// Tip of a cantilever on which its weight comes at once: Σ φ_i(L) ∫φ_i dx g (1 - cos ω_i t)/ω_i², with φ_i(L) = ±2 and
/// ∫φ_i dx = 2 σ_i/β_i for ∫φ_i² dx = 1 on the unit length [Blevins1979].
double sudden_weight(double t) {
    const double roots[] = {1.8751040687119611, 4.694091132974175, 7.854757438237613, 10.995540734875467,
                            14.137168391046471};
    const double factor = std::sqrt(modulus * side * side / (12 * density)) / (length * length);
    double sum = 0;
    for (int i = 0; i < 5; ++i) {
        const double b = roots[i], sigma = (std::cosh(b) + std::cos(b)) / (std::sinh(b) + std::sin(b));
        const double omega = b * b * factor;
        sum += (i % 2 == 0 ? 2 : -2) * 2 * sigma / b * gravity / (omega * omega) * (1 - std::cos(omega * t));
    }
    return sum;
}

}  // namespace

TEST_CASE("A cantilever on which its weight comes at once vibrates as the series of Euler's beam says") {
    const Structure bar = make_bar(32, 0, false);
    const FullBody body(bar, no_frame(bar));
    const MatX V = MatX::Zero(bar.size(), 1), C = bar.markers[0].motion;
    const BodyRecord record = make_steady_record(0.4, 80, Vec3::Zero(), {0, 0, gravity});
    const BodyError error = compute_body_error(body, V, C, record, integrate_full_body(body, V, record));
    const double largest = 2 * sudden_weight(0.5 * 0.2);
    for (std::size_t k = 0; k < error.times.size(); ++k)
        // The sixth mode brings 1e-5 of the whole; rotary inertia, which the elements leave out, nothing.
        CHECK(std::abs(-error.outputs(2, static_cast<Index>(k)) - sudden_weight(error.times[k])) < 3e-5 * largest);
}

TEST_CASE("A spinning rod is stretched by tan(kL)/k - L, k = Ω/c, which contains its centrifugal softening") {
    const double spin = 300, k = spin / std::sqrt(modulus / density), expected = std::tan(k * length) / k - length;
    std::vector<double> errors;
    for (const int elements : {8, 16}) {
        const Structure bar = make_bar(elements, 1e-4, true);  // the first mode of 650 Hz is damped away
        const FullBody body(bar, no_frame(bar));
        const MatX V = MatX::Zero(bar.size(), 1), C = bar.markers[0].motion;
        const BodyRecord record = make_steady_record(0.05, 400, {spin, 0, 0}, Vec3::Zero());
        // About the rod's own axis nothing stretches it,
        CHECK(std::abs(compute_body_error(body, V, C, record, integrate_full_body(body, V, record))
                           .outputs.row(0)
                           .maxCoeff()) < 1e-15);
        // about another one everything does.
        const BodyRecord turning = make_steady_record(0.05, 400, {0, 0, spin}, Vec3::Zero());
        const BodyError error = compute_body_error(body, V, C, turning, integrate_full_body(body, V, turning));
        errors.push_back(std::abs(error.outputs(0, error.outputs.cols() - 1) - expected));
        CHECK(expected > 1e-5);
    }
    // Linear elements: h².
    CHECK(errors[0] < 0.01 * expected);
    CHECK(errors[1] < 0.26 * errors[0]);
}

namespace {

/// A soft bar of 42 held unknowns on a driven hinge, pushed and twisted at its tip.
const char* const model_text = R"({
    "fe": {"box": {"lengths": [1, 0.1, 0.08], "divisions": [4, 1, 1]}, "position": [0, -0.05, -0.04]},
    "material": {"youngs_modulus": 2e8, "poissons_ratio": 0.3, "density": 1000}, "damping": {"alpha": 1, "beta": 1e-4},
    "markers": {"start": {"type": "rbe2", "nodes": "x0"}, "end": {"type": "rbe2", "nodes": "x1"}},
    "frame": {"type": "tangent", "marker": "start"},
    "reductions": {"all": {"method": "modal", "modes": 42}, "few": {"method": "modal", "modes": 4}}})";

Scene make_thrown(const std::string& model, double tolerance) {
    return scene_from(fmt::format(
        R"json({{"gravity": [0, 0, -9.81], "time": {{"end": 0.1, "output_step": 0.01}},
            "integrator": {{"method": "adams", "relative_tolerance": {0}, "absolute_tolerance": {1}}},
            "bodies": {{"bar": {{"type": "file", "file": "{2}", "reduction": "few"}}}},
            "joints": {{"hinge": {{"type": "universal", "parent": "world", "child": "bar.start", "rate": [6, 8]}}}},
            "loads": {{"push": {{"type": "force", "at": {{"body": "bar", "marker": "end", "position": [0.05, 0.02, 0]}},
                                 "force": ["20*sin(40*t)", "10*t", "15*cos(70*t)"],
                                 "torque": ["2*sin(90*t)", "sin(50*t)", "3*t"]}}}},
            "outputs": {{"tip": {{"deflection": "bar.end", "component": "z"}}}}}})json",
        tolerance, 0.01 * tolerance, model));
}

struct Compared {
    double error = 0, size = 0, rest = 0;
};

Compared compare(const ReducedCase& reduced, double tolerance, const std::string& model,
                 const RecordOptions& options = {}) {
    const RecordedRun run = run_recorded(put_body(make_thrown(model, tolerance), "bar", reduced), "bar", options);
    const FullBody body(reduced.job.structure, reduced.frame);
    const FullMotion motion = integrate_full_body(body, reduced.basis.V, run.record);
    const MatX C = reduced.job.structure.markers[1].motion;
    const BodyError error = compute_body_error(body, reduced.basis.V, C, run.record, motion);
    return {error.state.maxCoeff(), error.state_size.maxCoeff(), motion.polynomial_rest};
}

}  // namespace

TEST_CASE(
    "With all modes of a body as its basis the engine and the full body move alike, the more so the tighter the "
    "tolerance") {
    const Folder folder;
    const std::string model = folder.write("bar.json", model_text).string();
    const ReducedCase reduced = make_reduced_case(load_model(model), "all");
    REQUIRE(reduced.basis.V.cols() == 42);
    const Compared loose = compare(reduced, 1e-6, model), tight = compare(reduced, 1e-9, model);
    MESSAGE(
        fmt::format("error {:.3g}, {:.3g} of {:.3g}; rest {:.2g}", loose.error, tight.error, tight.size, tight.rest));
    // The integrator's own error of a run, some hundred times its tolerance.
    CHECK(loose.error < 1e-3 * loose.size);
    CHECK(tight.error < 1e-6 * tight.size);
    CHECK(tight.error < 0.1 * loose.error);
}

TEST_CASE("The full body does not depend on how finely its run was recorded, and a few modes leave an error") {
    const Folder folder;
    const std::string model = folder.write("bar.json", model_text).string();
    const ReducedCase reduced = make_reduced_case(load_model(model), "few");
    const Compared once = compare(reduced, 1e-8, model), finer = compare(reduced, 1e-8, model, {3, 7});
    MESSAGE(fmt::format("error {:.9g}, {:.9g} of {:.3g}; rest {:.2g}, {:.2g}", once.error, finer.error, once.size,
                        once.rest, finer.rest));
    CHECK(once.error > 1e-3 * once.size);
    // The largest over all times, which the finer record knows at three times as many.
    CHECK(finer.error == doctest::Approx(once.error).epsilon(1e-4));
}

TEST_CASE("A record that is written and read again drives the full body by the same numbers") {
    const Folder folder;
    const std::string model = folder.write("bar.json", model_text).string();
    const ReducedCase reduced = make_reduced_case(load_model(model), "few");
    const RecordedRun run = run_recorded(put_body(make_thrown(model, 1e-6), "bar", reduced), "bar");
    write_body_record(run.record, folder.path / "bar.record.h5");
    const BodyRecord again = read_body_record(folder.path / "bar.record.h5");
    CHECK(again.body == "bar");
    REQUIRE(again.places.size() == run.record.places.size());
    CHECK(again.places[1].name == run.record.places[1].name);
    const FullBody body(reduced.job.structure, reduced.frame);
    const FullMotion first = integrate_full_body(body, reduced.basis.V, run.record),
                     second = integrate_full_body(body, reduced.basis.V, again);
    CHECK(first.times == second.times);
    // Loads that came later than the first row are read as zeros before.
    CHECK((first.z - second.z).cwiseAbs().maxCoeff() <= 1e-15 * first.z.cwiseAbs().maxCoeff());
}
