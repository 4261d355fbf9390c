// Drives: rotors behind gears, loops over loops, lags; and bodies that are cambered for their load.
#include <array>

#include "tests/physics/scene_helpers.hpp"
#include "tests/support/messages.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

const std::vector<std::string> drive_methods{"adams", "bdf", "erk", "sdirk", "ida", "generalized_alpha", "rosenbrock"};

/// A cart of 4 kg whose motor of 0.02 kg m² turns by 10 rad a metre: 6 kg in all.
const std::string cart = R"json({
  "gravity": [0, 0, -9.81], "time": {"end": 1, "output_step": 0.05},
  "bodies": {"cart": {"type": "rigid", "mass": 4}},
  "joints": {"axis": {"type": "prismatic", "parent": "world", "child": "cart", "axis": [1, 0, 0],
                      "rotor": {"inertia": 0.02, "ratio": 10}}},
  "loads": {"push": {"type": "motor", "joint": "axis", "force": 12}},
  "outputs": {"x": {"joint": "axis"}, "v": {"joint": "axis", "quantity": "rate"},
              "kinetic": {"energy": "kinetic"}, "f": {"joint": "axis", "quantity": "force"}}
})json";

/// A position loop over a velocity loop over a torque loop.
const std::string cascade = R"json({
  "gravity": [0, 0, 0], "time": {"end": 2, "output_step": 0.1},
  "bodies": {"cart": {"type": "rigid", "mass": 4}},
  "joints": {"axis": {"type": "prismatic", "parent": "world", "child": "cart", "axis": [1, 0, 0],
                      "rotor": {"inertia": 0.02, "ratio": 10}}},
  "controllers": {
    "velocity": {"joint": "axis", "measure": {"joint": "axis", "quantity": "rate"}, "reference": {"controller": "position"},
                 "kp": 60, "ki": 200, "limits": [-40, 40], "lag_time": 0.01},
    "position": {"measure": {"joint": "axis"}, "reference": "0.5*smoothstep(0, 1, t)", "kp": 8,
                 "velocity_feed_forward": 1}
  },
  "outputs": {"x": {"joint": "axis"}, "u": {"controller": "velocity"}, "w": {"controller": "position"}}
})json";

/// The same cascade by its own four equations, classical Runge-Kutta with steps of 1e-4 s: beside it the error is
/// 1e-12.
std::vector<std::array<double, 2>> integrate_cascade() {
    using Four = std::array<double, 4>;  // x, v, integral, lag
    const auto rate = [](double t, const Four& y) {
        const double s = std::min(t, 1.0), r = 0.5 * s * s * s * (10 - 15 * s + 6 * s * s);
        const double r_dot = t < 1 ? 0.5 * s * s * (30 - 60 * s + 30 * s * s) : 0;
        const double w = 8 * (r - y[0]) + r_dot, e = w - y[1];
        const double command = 60 * e + y[2], limited = std::clamp(command, -40.0, 40.0);
        const double excess = limited - command;
        return Four{y[1], y[3] / 6, excess * e * 200 < 0 ? 0 : 200 * e, (limited - y[3]) / 0.01};
    };
    const auto plus = [](const Four& y, double h, const Four& f) {
        Four sum = y;
        for (std::size_t i = 0; i < 4; ++i) sum[i] += h * f[i];
        return sum;
    };
    std::vector<std::array<double, 2>> rows;
    Four y{};
    const double h = 1e-4;
    for (int k = 0; k <= 20000; ++k) {
        if (k % 1000 == 0) rows.push_back({y[0], y[3]});
        const double t = k * h;
        const Four a = rate(t, y), b = rate(t + h / 2, plus(y, h / 2, a)), c = rate(t + h / 2, plus(y, h / 2, b)),
                   d = rate(t + h, plus(y, h, c));
        for (std::size_t i = 0; i < 4; ++i) y[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
    }
    return rows;
}

std::string refusal_of_cascade(const std::string& override_) {
    return message_of([&] { scene_from(cascade, {override_}); });
}

}  // namespace

TEST_CASE("A rotor behind a gear adds its reflected inertia to its axis, for every method") {
    for (const std::string& method : drive_methods) {
        CAPTURE(method);
        const Recording run(scene_from(cart, {integrator(method, 1e-8, 1e-10)}));
        REQUIRE(run.completed());
        CHECK(run.last("x") == doctest::Approx(1).epsilon(1e-7));  // 12/6 t²/2
        CHECK(run.last("v") == doctest::Approx(2).epsilon(1e-7));
        CHECK(run.last("kinetic") == doctest::Approx(12).epsilon(1e-7));
        CHECK(run.last("f") == doctest::Approx(8).epsilon(1e-7));  // what reaches the cart
        CHECK(run.result().energy_drift < 1e-6);
    }
}

TEST_CASE("The drive of a prescribed axis accelerates its rotor, too") {
    const Recording run(scene_from(cart, {"/joints/axis/motion=0.5*sin(3*t)", "/loads={}"}));
    REQUIRE(run.completed());
    CHECK(run.distance_to("f", [](double t) { return -6 * 0.5 * 9 * std::sin(3 * t); }) < 1e-9);
    CHECK(run.distance_to("kinetic", [](double t) { return 3 * std::pow(1.5 * std::cos(3 * t), 2); }) < 1e-9);
    CHECK(run.result().energy_drift < 1e-6);
}

TEST_CASE("A pendulum with a rotor swings as slowly as its inertia says") {
    const std::string text = R"json({"gravity": [0, 0, -9.81], "time": {"end": 10, "output_step": 0.5},
        "bodies": {"bob": {"type": "rigid", "mass": 2, "center": [0, 0, -0.5]}},
        "joints": {"pin": {"type": "revolute", "parent": "world", "child": "bob", "axis": [0, 1, 0],
                           "position": 1e-4, "rotor": {"inertia": 0.003, "ratio": -20}}},
        "outputs": {"a": {"joint": "pin"}}})json";
    const double omega = std::sqrt(2 * 9.81 * 0.5 / (2 * 0.25 + 0.003 * 400));
    const Recording run(scene_from(text, {integrator("erk", 1e-10, 1e-14)}));
    // Amplitude 1e-4: the sine differs from the angle by 1e-9 of it, ten seconds.
    CHECK(run.distance_to("a", [&](double t) { return 1e-4 * std::cos(omega * t); }) < 1e-11);
}

TEST_CASE("A position loop over a velocity loop over a torque loop moves as its four equations say") {
    const std::vector<std::array<double, 2>> expected = integrate_cascade();
    for (const std::string& method : drive_methods) {
        CAPTURE(method);
        const Recording run(scene_from(cascade, {integrator(method, 1e-8, 1e-10)}));
        REQUIRE(run.completed());
        const auto x = run.column("x"), u = run.column("u");
        for (std::size_t i = 0; i < x.size(); ++i) {
            CHECK(std::abs(x[i] - expected[i][0]) < 1e-6);  // the tolerance, a few hundred steps
            CHECK(std::abs(u[i] - expected[i][1]) < 1e-4);
        }
    }
}

TEST_CASE("A drive in static equilibrium carries its load at once, behind its lag") {
    const std::string text = R"json({"gravity": [0, 0, -9.81], "time": {"end": 1, "output_step": 0.1},
        "start": {"static_equilibrium": true},
        "bodies": {"ram": {"type": "rigid", "mass": 3}},
        "joints": {"lift": {"type": "prismatic", "parent": "world", "child": "ram"}},
        "controllers": {
          "position": {"measure": {"joint": "lift"}, "reference": 0.2, "kp": 10},
          "velocity": {"joint": "lift", "measure": {"joint": "lift", "quantity": "rate"},
                       "reference": {"controller": "position"}, "kp": 100, "ki": 500, "lag_time": 0.005}},
        "outputs": {"z": {"joint": "lift"}, "u": {"controller": "velocity"}}})json";
    const Recording run(scene_from(text));
    REQUIRE(run.completed());
    CHECK(run.distance_to("z", [](double) { return 0.2; }) < 1e-8);
    CHECK(run.distance_to("u", [](double) { return 3 * 9.81; }) < 3e-5);  // 1e-6 of it, the tolerance
}

TEST_CASE("A cambered girder is straight under its weight and loads, and bends by what is added") {
    const auto girder = [](const std::string& camber, const std::string& load) {
        return R"json({"gravity": [0, 0, -9.81], "time": {"end": 0.1, "output_step": 0.1},
            "start": {"static_equilibrium": true},
            "bodies": {"girder": {"type": "beam", "length": 30, "section": {"shape": "box", "width": 0.8, "height": 1.4,
              "thickness": 0.02}, "material": {"youngs_modulus": 2.1e11, "density": 7850}, "ends": "pinned-pinned",
              "modes": {"bending_z": 15}, "markers": {"mid": 15})json" +
               camber + R"json(}},
            "joints": {"support": {"type": "fixed", "parent": {"body": "world", "rotation_deg": [0, 0, 30]}, "child": "girder"}},
            "loads": {"hook": {"type": "force", "at": "girder.mid", "force": [0, 0, )json" +
               load + R"json(]}},
            "outputs": {"z": {"deflection": "girder.mid", "component": "z"}, "elastic": {"energy": "elastic"},
                        "My": {"section_force": "girder", "x": 15, "component": "My"}}})json";
    };
    const double EI = 2.1e11 * (0.8 * std::pow(1.4, 3) - 0.76 * std::pow(1.36, 3)) / 12;
    const double weight = 7850 * 9.81 * (0.8 * 1.4 - 0.76 * 1.36), sag = 5 * weight * std::pow(30, 4) / (384 * EI);
    const double by_hook = 1e4 * std::pow(30, 3) / (48 * EI);
    const Recording plain(scene_from(girder("", "0")));
    CHECK(plain.first("z") == doctest::Approx(-sag).epsilon(1e-5));  // 8 odd modes of a uniform load: 1e-6
    const Recording own(scene_from(girder(R"json(, "camber": {})json", "0")));
    CHECK(std::abs(own.first("z")) < 1e-9 * sag);
    CHECK(own.first("My") == doctest::Approx(plain.first("My")).epsilon(1e-6));
    const Recording hooked(scene_from(girder(R"json(, "camber": {})json", "-1e4")));
    CHECK(hooked.first("z") == doctest::Approx(-by_hook).epsilon(2e-4));  // 8 odd modes of a point load: 1e-4
    CHECK(hooked.result().energy_drift < 1e-6);
    const Recording both(
        scene_from(girder(R"json(, "camber": {"loads": [{"marker": "mid", "force": [0, 0, -1e4]}]})json", "-1e4")));
    CHECK(std::abs(both.first("z")) < 1e-9 * sag);
    const Recording load_alone(scene_from(
        girder(R"json(, "camber": {"own_weight": false, "loads": [{"x": 15, "force": [0, 0, -1e4]}]})json", "-1e4")));
    CHECK(load_alone.first("z") == doctest::Approx(plain.first("z")).epsilon(1e-6));
}

TEST_CASE("Wrong drives and cambers are refused") {
    const auto says = [](const std::string& override_, const std::string& words) {
        CAPTURE(override_);
        const std::string found = refusal_of_cascade(override_);
        CAPTURE(found);
        CHECK(contains(found, words));
    };
    says("/controllers/velocity/reference/controller=posit",
         "/controllers/velocity/reference/controller: no controller");
    says("/controllers/position/reference={\"controller\": \"velocity\"}", "goes round in a circle");
    says("/controllers/velocity/reference/controler=1", "unknown key \"controler\"");
    says("/controllers/velocity/lag_time=-1", "/controllers/velocity/lag_time: found the number -1");
    says("/controllers/idle={\"measure\": {\"joint\": \"axis\"}, \"reference\": 0}", "\"joint\" is missing");
    says("/joints/axis/rotor/inertia=0", "/joints/axis/rotor/inertia: found the number 0");
    says("/joints/axis/rotor/ratoi=2", "/joints/axis/rotor/ratoi: unknown key");
    says("/joints/axis={\"type\": \"free\", \"parent\": \"world\", \"child\": \"cart\", \"rotor\": {\"inertia\": 1}}",
         "/joints/axis/rotor: only a joint of the tree with one coordinate");
    const auto says_of_camber = [](const std::string& camber, const std::string& words) {
        const std::string text =
            R"json({"gravity": [0, 0, -9.81], "time": {"end": 1, "output_step": 1}, "bodies": {"arm":
            {"type": "beam", "length": 1, "law": {"EIz": 1, "EIy": 1, "EA": 1, "GJ": 1, "mass_per_length": 1},
             "ends": "clamped-free", "modes": {"bending_z": 1}, "camber": {}}},
            "joints": {"wall": {"type": "fixed", "parent": "world", "child": "arm"}}})json";
        const std::string found = message_of([&] { scene_from(text, {"/bodies/arm/camber=" + camber}); });
        CAPTURE(found);
        CHECK(contains(found, words));
    };
    says_of_camber("{\"loads\": [{\"x\": 2, \"force\": [0, 0, 1]}]}", "expected a number from 0 to 1");
    says_of_camber("{\"loads\": [{\"marker\": \"tp\", \"force\": [0, 0, 1]}]}", "no marker of body \"arm\" \"tp\"");
    says_of_camber("{\"loads\": [{\"x\": 1}]}", "\"force\" is missing");
    says_of_camber("{\"wieght\": true}", "unknown key \"wieght\"");
}
