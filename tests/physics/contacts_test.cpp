// Masses that bounce, graze, rattle and come to rest on stops and one-sided springs, by every method, against the exact
// motion.
#include <random>

#include "tests/physics/contact_mass.hpp"
#include "tests/physics/scene_helpers.hpp"

namespace ritz::testing::contacts {
namespace {

const std::vector<std::string> methods{"adams", "erk", "sdirk", "bdf", "generalized_alpha", "rosenbrock", "ida"};

std::string stop_of(const ContactMass& c) {
    return fmt::format(
        R"({{"type": "joint_stop", "joint": "j", "lower": {}, "upper": {}, "stiffness": {}, "damping": {}}})", c.lower,
        c.upper, c.stiffness, c.damping);
}

/// The lower stop as a one-sided spring from the world's origin, so that lower is its length.
std::string jack_of(const ContactMass& c) {
    return fmt::format(
        R"({{"type": "spring", "from": "world", "to": "ball", "sides": "compression", "length": {}, "stiffness": {}, "damping": {}}})",
        c.lower, c.stiffness, c.damping);
}

Recording run_contact(const ContactMass& c, const std::string& contact, double end, const std::string& settings) {
    return run(scene_from(fmt::format(
        R"({{"gravity": [0, 0, {}], "time": {{"end": {}, "output_step": {}}}, "integrator": {},
            "bodies": {{"ball": {{"type": "rigid", "mass": {}}}}},
            "joints": {{"j": {{"type": "prismatic", "parent": "world", "child": "ball", "position": {}, "rate": {}}}}},
            "forces": {{"contact": {}, "spring": {{"type": "joint_spring", "joint": "j", "stiffness": {}}}}},
            "outputs": {{"x": {{"joint": "j"}}, "v": {{"joint": "j", "quantity": "rate"}}}}}})",
        -c.gravity, end, end, settings, c.mass, c.x, c.v, contact, c.spring)));
}

/// How far x may be off at the end: as far as the exact motion of a mass whose start, speed and stops are wrong by
/// `relative` of the size of the motion. A graze is badly conditioned, and so is a long row of bounces.
double spread(const ContactMass& c, double end, double size, double relative) {
    const double speed =
        std::max({std::abs(c.v), std::sqrt(2 * c.gravity * size), std::sqrt(c.spring / c.mass) * size});
    const double right = c.at(end)[0];
    double most = relative * size;
    for (const double sign : {-1.0, 1.0}) {
        ContactMass moved = c, pushed = c, shifted = c;
        moved.x += sign * relative * size;
        pushed.v += sign * relative * speed;
        shifted.lower += sign * relative * size;
        shifted.upper += sign * relative * size;
        for (const ContactMass& each : {moved, pushed, shifted})
            most = std::max(most, std::abs(each.at(end)[0] - right));
    }
    return most;
}

struct Drawn {
    ContactMass mass;
    double end, size;
    std::string contact;
};

class Draw {
  public:
    explicit Draw(unsigned seed) : random_(seed) {}

    double between(double low, double high) {
        return low + (high - low) * std::generate_canonical<double, 53>(random_);
    }
    double decades(double low, double high) { return std::pow(10, between(low, high)); }

    /// Dropped or thrown from a height, onto a stop or a jack, with or without damping.
    Drawn bouncing(bool on_jack, bool is_damped) {
        ContactMass c;
        c.mass = decades(-2, 3);
        c.gravity = 9.81;
        const double height = decades(-2, 1.3), fall = std::sqrt(2 * height / c.gravity);
        const double omega = decades(0.7, is_damped ? 3.5 : 5) / fall;  // at rest on it, explicit steps are short
        c.stiffness = c.mass * omega * omega;
        if (is_damped) c.damping = 2 * c.mass * omega * decades(-2, 0.2);
        c.lower = on_jack ? height : 0;
        c.x = c.lower + height;
        c.v = between(-1, 1) * c.gravity * fall;
        return {c, fall * between(2, 10), 2 * height, on_jack ? jack_of(c) : stop_of(c)};
    }

    /// On a spring, with a stop that it touches by a share of its amplitude.
    Drawn vibrating(double least_share, double most_share) {
        ContactMass c;
        c.mass = decades(-2, 3);
        const double omega = decades(-1, 2), amplitude = decades(-2, 1);
        c.spring = c.mass * omega * omega;
        c.stiffness = c.spring * decades(1, 9);
        c.x = amplitude;
        c.lower = -amplitude * (1 - decades(std::log10(least_share), std::log10(most_share)));
        return {c, between(5, 25) / omega, amplitude, stop_of(c)};
    }

    /// Thrown to and fro between two stops.
    Drawn rattling() {
        ContactMass c;
        const double length = decades(-2, 1);
        c.mass = decades(-2, 3);
        c.lower = -length;
        c.upper = length * between(0.1, 2);
        c.v = length * decades(-1, 2);
        c.stiffness = c.mass * std::pow(c.v / length * decades(0.7, 4), 2);
        return {c, between(3, 15) * length / c.v, 2 * length, stop_of(c)};
    }

  private:
    std::mt19937 random_;
};

/// Local errors, one for each step, add up: two hundred tolerances for some hundred steps, one more for each kink where
/// a damped contact lets go. bdf and ida (both BDF) make thousands of steps, all with errors of one sign.
constexpr double few_steps = 200, many_steps = 1000;
bool makes_many_steps(const std::string& method) { return method == "bdf" || method == "ida"; }

void check_all_methods(const Drawn& drawn) {
    constexpr double tolerance = 1e-6;
    const double right = drawn.mass.at(drawn.end)[0];
    const double narrow = spread(drawn.mass, drawn.end, drawn.size, few_steps * tolerance);
    const double wide = spread(drawn.mass, drawn.end, drawn.size, many_steps * tolerance);
    for (const std::string& method : methods) {
        CAPTURE(method);
        CAPTURE(drawn.contact);
        CAPTURE(drawn.mass.x);
        CAPTURE(drawn.mass.v);
        CAPTURE(drawn.mass.mass);
        CAPTURE(drawn.mass.spring);
        CAPTURE(drawn.end);
        const Recording motion =
            run_contact(drawn.mass, drawn.contact, drawn.end,
                        fmt::format(R"({{"method": "{}", "relative_tolerance": {}}})", method, tolerance));
        CAPTURE(motion.result().reason);
        REQUIRE(motion.completed());
        CHECK(motion.result().warnings.empty());
        CHECK(std::abs(motion.last("x") - right) < (makes_many_steps(method) ? wide : narrow));
    }
}

}  // namespace

TEST_CASE("the exact motion of a mass on stops keeps its energy, and loses it to dampers only") {
    ContactMass c{2, 30, 9.81, 1e5, 0, -0.1, 0.3, 0.2, 1.5};
    const auto energy = [&](const std::array<double, 2>& y) {
        const double low = std::max(0.0, c.lower - y[0]), high = std::max(0.0, y[0] - c.upper);
        return c.mass * (y[1] * y[1] / 2 + c.gravity * y[0]) + c.spring * y[0] * y[0] / 2 +
               c.stiffness * (low * low + high * high) / 2;
    };
    for (const double t : {0.1, 0.5, 2.0, 5.0})
        CHECK(energy(c.at(t)) == doctest::Approx(energy({c.x, c.v})).epsilon(1e-9));
    c.damping = 20;
    CHECK(energy(c.at(1)) < energy({c.x, c.v}));
    CHECK(energy(c.at(5)) < energy(c.at(1)));
}

TEST_CASE("masses that bounce on stops and one-sided springs follow the exact motion by every method") {
    Draw draw(1);
    for (int i = 0; i < 8; ++i) check_all_methods(draw.bouncing(i % 2 == 1, i % 4 >= 2));
}

TEST_CASE("vibrations that meet or only graze a stop follow the exact motion by every method") {
    Draw draw(2);
    for (int i = 0; i < 6; ++i) check_all_methods(draw.vibrating(1e-4, 1e-2));
    for (int i = 0; i < 4; ++i) check_all_methods(draw.vibrating(0.1, 1.5));
}

TEST_CASE("a mass that rattles between two stops follows the exact motion by every method") {
    Draw draw(3);
    for (int i = 0; i < 4; ++i) check_all_methods(draw.rattling());
}

}  // namespace ritz::testing::contacts
