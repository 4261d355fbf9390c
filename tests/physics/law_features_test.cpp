// Features of force-deflection tables and fast moving forces that a long step could pass over: barriers that turn a
// carriage back or delay it, against an own fine integration and closed forms, by every method.
#include "tests/physics/closed_forms.hpp"
#include "tests/physics/scene_helpers.hpp"

namespace ritz::testing::laws {
namespace {

const std::vector<std::string> methods{"adams", "bdf", "erk", "sdirk", "generalized_alpha", "rosenbrock", "ida"};

/// A law of straight lines, zero outside: a barrier of height P·w, 4 w wide, symmetric about its middle.
struct Barrier {
    double edge, w, P;
    std::vector<double> x() const { return {edge, edge + w, edge + 2 * w, edge + 3 * w, edge + 4 * w}; }
    std::vector<double> values() const { return {0, P, 0, -P, 0}; }
    double force(double at) const {
        const double s = (at - edge) / w;
        if (s < 0 || s > 4) return 0;
        return P * (s < 1 ? s : s < 3 ? 2 - s : s - 4);
    }
    std::string json() const {
        return fmt::format(R"({{"x": [{}], "value": [{}]}})", fmt::join(x(), ","), fmt::join(values(), ","));
    }
};

struct Motion {
    double x, v;
};

/// A mass 1 by the classical Runge-Kutta method, with so many steps: fine beside every feature.
Motion integrate_mass(const std::function<double(double)>& force, Motion at, double end, int steps) {
    const double h = end / steps;
    for (int i = 0; i < steps; ++i) {
        const double a1 = -force(at.x), a2 = -force(at.x + h / 2 * at.v);
        const double a3 = -force(at.x + h / 2 * at.v + h * h / 4 * a1);
        const double a4 = -force(at.x + h * at.v + h * h / 2 * a2);
        at.x += h * at.v + h * h / 6 * (a1 + a2 + a3);
        at.v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    return at;
}

/// Free until the edge it comes to, through or back out of the barrier, and free again.
Motion meet(const Barrier& b, double v, double end) {
    const double to_edge = v > 0 ? b.edge / v : (b.edge + 4 * b.w) / v, inside = 12 * b.w / std::abs(v);
    REQUIRE(to_edge + inside < end);
    const Motion out = integrate_mass([&](double x) { return b.force(x); }, {v * to_edge, v}, inside, 200'000);
    REQUIRE(b.force(out.x) == 0);
    return {out.x + out.v * (end - to_edge - inside), out.v};
}

std::string carriage(const std::string& joint, const std::string& forces, double end) {
    return fmt::format(R"({{
        "gravity": [0, 0, 0], "time": {{ "end": {}, "output_step": {} }},
        "bodies": {{ "m": {{ "type": "rigid", "mass": 1, "inertia": [1, 1, 1] }} }},
        "joints": {{ "j": {{ "parent": "world", "child": "m", {} }} }},
        "outputs": {{ "x": {{ "joint": "j" }}, "v": {{ "joint": "j", "quantity": "rate" }} }},
        "forces": {{ {} }} }})",
                       end, end / 10, joint, forces);
}

std::string rail(double x, double v) {
    return fmt::format(R"("type": "prismatic", "axis": [1, 0, 0], "position": {}, "rate": {})", x, v);
}

std::string joint_spring(const std::string& table) {
    return R"("f": { "type": "joint_spring", "joint": "j", "table": )" + table + " }";
}

/// The same law by each kind of element.
std::vector<std::string> barriers(double v, const Barrier& b, double end) {
    return {carriage(rail(0, v), joint_spring(b.json()), end),
            carriage(rail(0, v),
                     fmt::format(R"("f": {{ "type": "spring", "to": "m", "length": 20,
                         "from": {{ "body": "world", "position": [-20, 0, 0] }}, "table": {} }})",
                                 b.json()),
                     end),
            carriage(rail(0, v),
                     fmt::format(R"("f": {{ "type": "bushing", "to": "m", "from": "world",
                         "stiffness": [0, 0, 0, 0, 0, 0], "tables": {{ "x": {} }} }})",
                                 b.json()),
                     end)};
}

}  // namespace

TEST_CASE("a barrier in the table of a spring or bushing turns a slow carriage back, by every method") {
    // 0.3 J against 0.125 J. At 1e-7 the speed behind the kinks is right to some 1e-5, over six seconds of flight.
    for (const double v : {0.5, -0.5}) {
        const Barrier b{v > 0 ? 2 : -2.02, 0.005, 60};
        const Motion expected = meet(b, v, 10);
        REQUIRE(expected.v == doctest::Approx(-v).epsilon(1e-6));
        for (const std::string& text : barriers(v, b, 10))
            for (const std::string& method : methods) {
                CAPTURE(method);
                CAPTURE(text);
                const Recording motion = run(scene_from(text, {integrator(method, 1e-7, 1e-9)}));
                CHECK(motion.completed());
                CHECK(motion.last("v") == doctest::Approx(expected.v).epsilon(1e-4));
                CHECK(std::abs(motion.last("x") - expected.x) < 5e-4);
            }
    }
}

TEST_CASE("a barrier lower than its energy delays a carriage as the energy integral says") {
    const Barrier b{2, 0.005, 20};  // 0.1 J of 0.125 J
    const double v = 0.5, end = 10;
    const auto energy = [&](double s) {  // of the barrier, in its first half
        const double k = b.P / b.w;
        return s < b.w ? k * s * s / 2 : b.P * b.w - k * (2 * b.w - s) * (2 * b.w - s) / 2;
    };
    const double through = 2 * integrate([&](double s) { return 1 / std::sqrt(v * v - 2 * energy(s)); }, 0, 2 * b.w);
    const double expected = 2 + 4 * b.w + v * (end - 2 / v - through);
    REQUIRE(meet(b, v, end).x == doctest::Approx(expected).epsilon(1e-7));
    REQUIRE(v * end - expected > 5e-3);  // the delay is worth seeing
    for (const std::string& text : barriers(v, b, end))
        for (const std::string& method : methods) {
            CAPTURE(method);
            const Recording motion = run(scene_from(text, {integrator(method, 1e-7, 1e-9)}));
            CHECK(motion.last("v") == doctest::Approx(v).epsilon(1e-4));
            CHECK(std::abs(motion.last("x") - expected) < 5e-4);
        }
}

TEST_CASE("a barrier in the rotation of a bushing turns a flywheel back") {
    const Barrier b{1, 0.005, 60};
    const Motion expected = meet(b, 0.5, 5);
    const std::string text = carriage(R"("type": "revolute", "axis": [0, 0, 1], "rate": 0.5)",
                                      fmt::format(R"("f": {{ "type": "bushing", "to": "m", "from": "world",
                     "stiffness": [0, 0, 0, 0, 0, 0], "tables": {{ "rz": {} }} }})",
                                                  b.json()),
                                      5);
    for (const std::string& method : methods) {
        CAPTURE(method);
        CHECK(std::abs(run(scene_from(text, {integrator(method, 1e-7, 1e-9)})).last("x") - expected.x) < 5e-4);
    }
}

TEST_CASE("a bushing that turns on and on with a table of its rotation is followed through half turns") {
    const std::string text = carriage(R"("type": "revolute", "axis": [0, 0, 1], "rate": 2)",
                                      R"("f": { "type": "bushing", "to": "m", "from": "world",
            "stiffness": [0, 0, 0, 0, 0, 0],
            "tables": { "rz": { "x": [-0.2, -0.1, 0, 0.1, 0.2], "value": [0, -1, 0, 1, 0] } } })",
                                      20);
    const Recording motion = run(scene_from(text, {integrator("adams", 1e-8, 1e-10)}));
    CHECK(motion.completed());
    const auto law = [](double x) {
        const double turned = std::remainder(x, 2 * pi), size = std::abs(turned);
        return std::copysign(size < 0.1 ? 10 * size : size < 0.2 ? 2 - 10 * size : 0, turned);
    };
    CHECK(std::abs(motion.last("x") - integrate_mass(law, {0, 2}, 20, 200'000).x) < 1e-4);  // six turns
    CHECK(motion.result().energy_drift < 1e-5);                                             // 40 kinks at 1e-8
}

TEST_CASE("a carriage at rest for seconds that is pushed into a barrier turns back") {
    const Barrier b{2, 0.005, 60};
    const std::string text = carriage(rail(1.9, 0), joint_spring(b.json()), 10);
    for (const std::string& method : methods) {
        CAPTURE(method);
        const Recording motion = run(scene_from(
            text, {integrator(method, 1e-7, 1e-9),
                   R"(/loads={"push": {"type": "motor", "joint": "j", "force": "t>5 ? (t<5.1 ? 5:0) : 0"}})"}));
        // 0.5 m/s at 1.925 m and 5.1 s; from there on as a carriage that starts with that speed
        const Motion expected = meet({0.075, b.w, b.P}, 0.5, 4.9);
        CHECK(motion.last("v") == doctest::Approx(expected.v).epsilon(1e-4));
        CHECK(std::abs(motion.last("x") - (1.925 + expected.x)) < 5e-4);
    }
}

TEST_CASE("a carriage at rest at the edge of a table that is pushed into it swings there as on a spring") {
    const Barrier b{2, 0.005, 60};
    const double k = b.P / b.w, force = 20, end = 1;
    for (const std::string& method : methods) {
        CAPTURE(method);
        const Recording motion = run(
            scene_from(carriage(rail(2, 0), joint_spring(b.json()), end),
                       {integrator(method, 1e-8, 1e-11),
                        fmt::format(R"(/loads={{"push": {{"type": "motor", "joint": "j", "force": {}}}}})", force)}));
        // 17 periods; bdf of order 2 is a hundred times less accurate than the others
        CHECK(motion.distance_to("x", [&](double t) { return 2 + force / k * (1 - std::cos(std::sqrt(k) * t)); }) <
              (method == "bdf" ? 1e-2 : 1e-3) * force / k);
    }
}

TEST_CASE("one point of a fine table that stands out is felt, and a spline's swing between equal values") {
    std::vector<double> x, y;
    for (int i = -500; i <= 500; ++i) x.push_back(0.01 * i), y.push_back(0.1 * x.back());
    y[700] += 30;  // at 2 m: 0.3 J
    const auto linear = [&](double at) {
        const double s = (at + 5) / 0.01;
        const auto i = static_cast<std::size_t>(std::clamp(s, 0.0, 999.0));
        return y[i] + (y[i + 1] - y[i]) * (s - static_cast<double>(i));
    };
    const Motion expected = integrate_mass(linear, {0, 0.9}, 5, 1'000'000);
    REQUIRE(expected.v < 0);  // 0.405 J, of which 0.2 J are in the spring at 2 m
    const std::string fine = fmt::format(R"({{"x": [{}], "value": [{}]}})", fmt::join(x, ","), fmt::join(y, ","));
    for (const std::string& method : methods) {
        CAPTURE(method);
        const Recording motion =
            run(scene_from(carriage(rail(0, 0.9), joint_spring(fine), 5), {integrator(method, 1e-7, 1e-9)}));
        CHECK(std::abs(motion.last("x") - expected.x) < 1e-3);
        CHECK(motion.result().statistics.steps < 4000);  // two hundred points there and back
    }
    const std::string swing = R"({"x": [1.97, 1.98, 1.99, 2, 2.01, 2.02, 2.03], "value": [0, 0, 0, 20, 0, 0, 0],
        "interpolation": "spline", "ends": "rest"})";
    const Recording reference = run(scene_from(carriage(rail(1.5, 0.5), joint_spring(swing), 5),
                                               {integrator("erk", 1e-9, 1e-12, R"("max_step": 1e-3)")}));
    for (const std::string& method : methods) {
        CAPTURE(method);
        const Recording motion =
            run(scene_from(carriage(rail(1.5, 0.5), joint_spring(swing), 5), {integrator(method, 1e-7, 1e-9)}));
        CHECK(motion.distance_to("x", reference) < 1e-3);
    }
}

TEST_CASE("a fine table of a smooth law costs few steps, a far one none") {
    std::vector<double> x, y;
    for (int i = -500; i <= 500; ++i) x.push_back(0.002 * i), y.push_back(100 * x.back() + 50 * std::pow(x.back(), 3));
    const std::string fine = fmt::format(R"({{"x": [{}], "value": [{}]}})", fmt::join(x, ","), fmt::join(y, ","));
    const Recording smooth =
        run(scene_from(carriage(rail(0.9, 0), joint_spring(fine), 10), {integrator("adams", 1e-6, 1e-8)}));
    const Motion expected =
        integrate_mass([](double at) { return 100 * at + 50 * at * at * at; }, {0.9, 0}, 10, 200'000);
    CHECK(std::abs(smooth.last("x") - expected.x) < 1e-3);
    // 18 periods through all points: 32 000 passages of points, 40 steps a period without the table
    CHECK(smooth.result().statistics.steps < 2500);
    const std::string spring = R"("s": { "type": "joint_spring", "joint": "j", "stiffness": 100 })";
    const auto steps = [&](const std::string& more) {
        return run(scene_from(carriage(rail(0.9, 0), spring + more, 10), {integrator("adams", 1e-6, 1e-8)}))
            .result()
            .statistics.steps;
    };
    CHECK(steps(", " + joint_spring(Barrier{50, 0.01, 60}.json())) == steps(""));
}

TEST_CASE("a fixed step that is too long for a table is told once, a short one is not") {
    const std::string text = carriage(rail(0, 0.5), joint_spring(Barrier{2, 0.005, 60}.json()), 10);
    const auto warnings = [&](double step) {
        return run(scene_from(text, {fmt::format(R"(/integrator={{"method": "erk", "fixed_step": {}}})", step)}))
            .result()
            .warnings;
    };
    const std::vector<std::string> told = warnings(0.1);
    CHECK(std::count_if(told.begin(), told.end(), [](const std::string& sentence) {
              return sentence.find("too long for force \"f\", table") != std::string::npos;
          }) == 1);
    CHECK(warnings(1e-4).empty());
}

TEST_CASE("a force that crosses a beam in half a millisecond leaves the vibration of its impulse, by every method") {
    const double L = 10, EI = 4.725e7, mu = 235.5, P = 1e4, v = 2e4, begin = 0.5, end = 1;
    const double w = pi * pi / (L * L) * std::sqrt(EI / mu);
    // At midspan q'' + ω² q = -2P/(μL) sin(π v τ/L), for a time of L/v; afterwards nearly that of an impulse.
    const auto under_load = [&](double t) { return std::sin(pi * v * t / L) * std::sin(w * (end - begin - t)) / w; };
    const double expected = -2 * P / (mu * L) * integrate(under_load, 0, L / v);
    const double amplitude = 2 * P / (mu * L) * 2 * L / (pi * v) / w;
    const std::string text = fmt::format(R"({{
        "gravity": [0, 0, 0], "time": {{ "end": 1, "output_step": 0.1 }},
        "bodies": {{ "bridge": {{ "type": "beam", "length": {}, "ends": "pinned-pinned", "modes": {{ "bending_z": 1 }},
            "law": {{ "EA": 6.3e9, "EIy": {}, "EIz": 5.25e6, "mass_per_length": {} }}, "geometric_stiffening": false }} }},
        "joints": {{ "support": {{ "type": "fixed", "parent": "world", "child": "bridge" }} }},
        "loads": {{ "wheel": {{ "type": "moving_force", "body": "bridge", "track": "axis", "s": "{}*t-{}", "force": [0, 0, {}] }} }},
        "outputs": {{ "mid": {{ "deflection": {{ "body": "bridge", "x": 5 }}, "component": "z" }} }} }})",
                                         L, EI, mu, v, v * begin, -P);
    for (const std::string& method : methods) {
        CAPTURE(method);
        const Recording motion = run(scene_from(text, {integrator(method, 1e-6, 1e-8)}));
        CHECK(motion.completed());
        // four periods; bdf of order 2 loses some of its phase
        CHECK(std::abs(motion.last("mid") - expected) < (method == "bdf" ? 5e-3 : 1e-3) * amplitude);
        CHECK(motion.result().events.size() == 2);
    }
}

}  // namespace ritz::testing::laws
