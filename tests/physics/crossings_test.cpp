// Vehicles that drive onto a bridge and off it, against an independent integration of the modes of the bridge with the
// vehicle, over a road that takes up the slope of its ends.
#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace ritz::testing::crossings {
namespace {

constexpr double L = 25, EI = 8.323e9, mu = 2303, mass = 5750, k = 1595e3, weight = mass * 9.81, v = 27.78;
constexpr double before = 5, transition = 1.0;
constexpr int modes = 3;

/// The weight is a force, so that the bridge has none of its own; the wheel has 1 mg, since a body must have a mass.
std::string crossing(double way, double speed, double from) {
    return fmt::format(R"({{
        "gravity": [0, 0, 0], "time": {{ "end": {}, "output_step": 0.005 }},
        "integrator": {{ "method": "adams", "relative_tolerance": 1e-9, "absolute_tolerance": 1e-11 }},
        "bodies": {{ "bridge": {{ "type": "beam", "length": 25, "ends": "pinned-pinned", "modes": {{ "bending_z": {} }},
                        "law": {{ "EA": 1e10, "EIy": 8.323e9, "EIz": 8.323e9, "mass_per_length": 2303 }},
                        "geometric_stiffening": false, "markers": {{ "mid": 12.5, "third": 8 }} }},
                    "wheel": {{ "type": "rigid", "mass": 1e-6 }}, "vehicle": {{ "type": "rigid", "mass": 5750 }} }},
        "joints": {{ "support": {{ "type": "fixed", "parent": "world", "child": "bridge" }},
                    "contact": {{ "type": "slide", "parent": "bridge", "child": "wheel", "beyond": "straight",
                                 "transition": {}, "motion": "{} + {}*t" }},
                    "suspension": {{ "type": "prismatic", "parent": "wheel", "child": "vehicle" }} }},
        "forces": {{ "spring": {{ "type": "joint_spring", "joint": "suspension", "stiffness": 1595e3, "position": {} }} }},
        "loads": {{ "weight": {{ "type": "force", "at": "vehicle", "force": [0, 0, {}] }} }},
        "outputs": {{ "mid": {{ "deflection": "bridge.mid", "component": "z" }},
                     "third": {{ "deflection": "bridge.third", "component": "z" }},
                     "q": {{ "elastic": "bridge", "mode": 1 }}, "q_dot": {{ "elastic": "bridge", "mode": 1, "quantity": "rate" }},
                     "far": {{ "reaction": "bridge.end", "component": "Fz" }},
                     "support": {{ "joint": "support", "quantity": "force_z" }},
                     "vehicle": {{ "frame": "vehicle", "component": "z" }} }} }})",
                       way / std::abs(speed), modes, transition, from, speed, weight / k, -weight);
}

/// sin(nπx/L), and beyond the ends the quintic with its value and two derivatives there that ends flat at zero; by its
/// six conditions, not by the program's formula.
double shape(int n, double s, double length) {
    const double b = n * pi / L;
    if (s >= 0 && s <= L) return std::sin(b * s);
    const double end = s < 0 ? 0 : L, x = s - end, l = s < 0 ? -length : length;
    if (std::abs(x) >= length) return 0;
    Eigen::Matrix<double, 6, 6> A = Eigen::Matrix<double, 6, 6>::Zero();
    Eigen::Matrix<double, 6, 1> conditions = Eigen::Matrix<double, 6, 1>::Zero();
    for (int i = 0; i < 6; ++i) {
        A(3, i) = std::pow(l, i);
        if (i > 0) A(4, i) = i * std::pow(l, i - 1);
        if (i > 1) A(5, i) = i * (i - 1) * std::pow(l, i - 2);
    }
    A(0, 0) = A(1, 1) = 1, A(2, 2) = 2;
    conditions << std::sin(b * end), b * std::cos(b * end), -b * b * std::sin(b * end), 0, 0, 0;
    const Eigen::Matrix<double, 6, 1> c = A.partialPivLu().solve(conditions);
    double sum = 0;
    for (int i = 0; i < 6; ++i) sum += c[i] * std::pow(x, i);
    return sum;
}

/// q_n, q_n', vehicle, its rate; by Runge and Kutta's method of order four.
using Y = Eigen::Matrix<double, 2 * modes + 2, 1>;
std::vector<Y> integrate(double way, double speed, double from, double length) {
    const double h = 5e-5;
    const auto rate = [&](double t, const Y& y) {
        Y f;
        double contact = 0;
        std::array<double, modes> phi{};
        for (int i = 0; i < modes; ++i) {
            phi[i] = shape(i + 1, from + speed * t, length);
            contact += phi[i] * y[i];
        }
        const double force = -weight + k * (y[2 * modes] - contact);  // on the bridge, up
        for (int i = 0; i < modes; ++i) {
            const double w = std::pow((i + 1) * pi / L, 2) * std::sqrt(EI / mu);
            f[i] = y[modes + i];
            f[modes + i] = 2 / (mu * L) * phi[i] * force - w * w * y[i];
        }
        f[2 * modes] = y[2 * modes + 1];
        f[2 * modes + 1] = k / mass * (contact - y[2 * modes]);
        return f;
    };
    std::vector<Y> all{Y::Zero()};
    Y y = Y::Zero();
    const int steps = static_cast<int>(way / std::abs(speed) / h) + 100;
    for (int i = 0; i < steps; ++i) {
        const double t = i * h;
        const Y k1 = rate(t, y), k2 = rate(t + h / 2, y + h / 2 * k1), k3 = rate(t + h / 2, y + h / 2 * k2),
                k4 = rate(t + h, y + h * k3);
        y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        if ((i + 1) % 100 == 0) all.push_back(y);
    }
    return all;
}

double deflection(const Y& y, double x) {
    double sum = 0;
    for (int i = 0; i < modes; ++i) sum += std::sin((i + 1) * pi * x / L) * y[i];
    return sum;
}

}  // namespace

TEST_CASE(
    "a sprung vehicle crosses a bridge from road to road, in both directions, as an independent integration has it") {
    const double way = L + 4 * before;
    for (const double direction : {1.0, -1.0}) {
        CAPTURE(direction);
        const double from = direction > 0 ? -before : L + before;
        const Recording motion = run(scene_from(crossing(way, direction * v, from)));
        REQUIRE(motion.completed());
        const std::vector<Y> reference = integrate(way, direction * v, from, transition);
        const auto at = [&](double t) {
            return reference[std::min(reference.size() - 1, static_cast<std::size_t>(std::lround(t / 0.005)))];
        };
        const double last = motion.times().back();
        const auto near = [&](const char* name, auto expected) {
            // The last row need not be on the grid.
            return motion.distance_to(name, [&](double t) { return t == last ? motion.last(name) : expected(t); });
        };
        // Deflections of 2.4e-3 m; the program lets the vehicle lean with the slope, 3e-4.
        CHECK(near("mid", [&](double t) { return deflection(at(t), 12.5); }) < 1e-6);
        CHECK(near("third", [&](double t) { return deflection(at(t), 8); }) < 1e-6);
        CHECK(near("vehicle", [&](double t) { return at(t)[2 * modes]; }) < 1e-6);
        CHECK(motion.largest("mid") > 2e-3);
        CHECK(motion.result().energy_drift < 1e-7);
        CHECK(motion.result().events.size() == 2);
    }
}

TEST_CASE("a bridge rests exactly until the vehicle reaches it, and vibrates freely when it has left") {
    const Recording motion = run(scene_from(crossing(L + 8 * before, v, -before)));
    REQUIRE(motion.completed());
    const std::vector<double> q = motion.column("q"), rate = motion.column("q_dot"), far = motion.column("far"),
                              support = motion.column("support");
    const double w = std::pow(pi / L, 2) * std::sqrt(EI / mu);
    double amplitude = 0;
    for (std::size_t i = 0; i < q.size(); ++i) {
        const double s = -before + v * motion.times()[i];
        if (s < -transition) {
            CHECK(q[i] == 0);
            CHECK(std::abs(far[i]) < 1e-9 * weight);  // the road carries the vehicle
        }
        if (s < L + transition) continue;
        const double here = std::hypot(q[i], rate[i] / w);
        if (amplitude > 0) CHECK(here == doctest::Approx(amplitude).epsilon(1e-7));
        amplitude = here;
    }
    CHECK(amplitude > 0);
    CHECK(support.front() == doctest::Approx(weight).epsilon(1e-9));  // what holds the frame carries the road, too
}

TEST_CASE("with a short road the crossing becomes that of a force which acts on the bridge alone") {
    // Without a transition the shapes are zero outside; what a short one adds falls with its length.
    const double way = L + 4 * before;
    const auto distance = [&](double length) {
        const std::vector<Y> with = integrate(way, v, -before, length), without = integrate(way, v, -before, 1e-9);
        double most = 0;
        for (std::size_t i = 0; i < with.size(); ++i)
            most = std::max(most, std::abs(deflection(with[i], 12.5) - deflection(without[i], 12.5)));
        return most;
    };
    const double at_1 = distance(1), at_half = distance(0.5);
    CHECK(at_1 < 0.02 * 2.4e-3);  // of the deflection, for a road of a twenty-fifth of the span
    CHECK(at_half < 0.6 * at_1);
}

TEST_CASE("masses that turn back beyond the ends of a beam keep the energy balance, several on one track") {
    // Pulled to the middle by springs along the beam; they leave it at both ends and come back, at different times.
    for (const char* method : {"adams", "ida", "sdirk"}) {
        CAPTURE(method);
        const Recording motion = run(scene_from(R"({
            "gravity": [0, 0, -9.81], "time": { "end": 6, "output_step": 0.02 },
            "bodies": { "beam": { "type": "beam", "length": 4, "ends": "pinned-pinned", "modes": { "bending_z": 3 },
                            "law": { "EA": 1e7, "EIy": 2e4, "EIz": 2e4, "mass_per_length": 10 }, "markers": { "mid": 2 } },
                        "one": { "type": "rigid", "mass": 20, "inertia": [0.1, 0.1, 0.1] },
                        "two": { "type": "rigid", "mass": 10, "inertia": [0.1, 0.1, 0.1] } },
            "joints": { "support": { "type": "fixed", "parent": "world", "child": "beam" },
                        "first": { "type": "slide", "parent": "beam", "child": "one", "beyond": "straight", "transition": 0.4,
                                   "position": -1 },
                        "second": { "type": "slide", "parent": "beam", "child": "two", "beyond": "straight", "transition": 0.4,
                                    "position": 5.5, "rate": 0.1 } },
            "forces": { "a": { "type": "joint_spring", "joint": "first", "stiffness": 80, "position": 2 },
                        "b": { "type": "joint_spring", "joint": "second", "stiffness": 60, "position": 2 } },
            "outputs": { "s": { "joint": "first" }, "s2": { "joint": "second" }, "mid": { "deflection": "beam.mid", "component": "z" } } })",
                                                {integrator(method, 1e-8, 1e-10)}));
        REQUIRE(motion.completed());
        CHECK(motion.result().energy_drift < 1e-5);
        CHECK(motion.peak("s").value > 4.5);
        CHECK(motion.peak("s", -1).value < -0.5);
        CHECK(motion.largest("mid") > 5e-3);
        CHECK(motion.result().events.size() > 8);
    }
}

TEST_CASE("a carriage whose slide closes a loop rolls off both ends of a curved rail along their tangents") {
    const auto scene = [](const std::string& joints) {
        return scene_from(fmt::format(R"({{
            "gravity": [0, 0, 0], "time": {{ "end": 3, "output_step": 0.05 }},
            "world": {{ "tracks": {{ "rail": {{ "points": [[0, 0, 0], [1, 0.1, 0], [2, 0.4, 0], [3, 0.9, 0]] }} }} }},
            "bodies": {{ "carriage": {{ "type": "rigid", "mass": 2, "inertia": [0.2, 0.2, 0.3] }} }},
            "joints": {{ {} }},
            "outputs": {{ "x": {{ "frame": "carriage", "component": "x" }}, "y": {{ "frame": "carriage", "component": "y" }},
                         "turn": {{ "frame": "carriage", "quantity": "rotation", "component": "z" }},
                         "spin": {{ "frame": "carriage", "quantity": "angular_velocity", "component": "z" }} }} }})",
                                      joints),
                          {integrator("adams", 1e-9, 1e-11)});
    };
    const std::string slide =
        R"("type": "slide", "parent": "world", "child": "carriage", "beyond": "straight", "transition": 0.3)";
    const Recording tree = run(scene(R"("rail": { )" + slide + R"(, "position": -0.8, "rate": 2 })"));
    REQUIRE(tree.completed());
    // The third derivative of the curve jumps at its ends, and with it the acceleration of a body that turns along: the
    // step that meets an end is as good as its error test, not better.
    CHECK(tree.result().energy_drift < 5e-6);
    CHECK(tree.last("x") > 4);
    CHECK(std::abs(tree.last("spin")) < 1e-12);  // straight again
    const Recording loop = run(scene(
        fmt::format(
            R"("floor": {{ "type": "planar", "parent": "world", "child": "carriage", "position": [{}, {}, {}], "rate": [{}, {}, 0] }}, )",
            tree.first("x"), tree.first("y"), tree.first("turn"), 2 * std::cos(tree.first("turn")),
            2 * std::sin(tree.first("turn"))) +
        R"("rail": { )" + slide + R"(, "position": -0.8, "closes_loop": true })"));
    REQUIRE(loop.completed());
    // |c'| at the end is one to some per cent, so that the rates of start differ by that: compare the paths.
    const auto height_at = [](const Recording& motion, double x) {
        const std::vector<double> xs = motion.column("x"), ys = motion.column("y");
        for (std::size_t i = 1; i < xs.size(); ++i)
            if (xs[i] >= x) return ys[i - 1] + (ys[i] - ys[i - 1]) * (x - xs[i - 1]) / (xs[i] - xs[i - 1]);
        return 0.0;
    };
    for (const double x : {-0.5, 3.6, 4.0}) CHECK(std::abs(height_at(loop, x) - height_at(tree, x)) < 1e-5);
    CHECK(loop.result().energy_drift < 1e-7);
}

}  // namespace ritz::testing::crossings
