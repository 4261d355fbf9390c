// Forces that come as pulses, chatter, kinks and tables, on a free mass and on an oscillator, by every method, against
// quadrature: v = ∫F dτ, x = ∫(t − τ) F dτ (free), and x = ∫ sin(ω(t − τ))/ω F dτ (on a spring), for mass 1.
#include <numbers>
#include <random>

#include "tests/physics/scene_helpers.hpp"

namespace ritz::testing::signals {
namespace {

using std::numbers::pi;
constexpr double natural = 7;

/// A force as the scene writes it and as the test knows it.
struct Force {
    std::string json;
    std::function<double(double)> at;
    std::vector<double> cuts;  // between them it is smooth, and resolved by a few panels
};

struct Response {
    double v = 0, x = 0, z = 0;  // free rate and position, position on the spring
};

Response integrate(const Force& force, double end) {
    std::vector<double> cuts = force.cuts;
    for (int i = 0; i <= 40; ++i) cuts.push_back(end * i / 40);
    std::sort(cuts.begin(), cuts.end());
    Response sum;
    const double node = std::sqrt(0.6);
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const double from = std::clamp(cuts[i], 0.0, end), to = std::clamp(cuts[i + 1], 0.0, end);
        if (to - from < 1e-14) continue;
        constexpr int panels = 8;
        const double h = (to - from) / panels;
        for (int p = 0; p < panels; ++p)
            for (int k = -1; k <= 1; ++k) {
                const double t = from + h * (p + 0.5 + 0.5 * k * node), w = h * (k == 0 ? 4.0 : 2.5) / 9;
                const double f = w * force.at(t);
                sum.v += f;
                sum.x += (end - t) * f;
                sum.z += std::sin(natural * (end - t)) / natural * f;
            }
    }
    return sum;
}

Scene masses(const std::string& force, double end, const std::string& how) {
    const std::string text = fmt::format(R"({{
        "gravity": [0, 0, 0], "time": {{ "end": {0}, "output_step": {0} }},
        "bodies": {{ "free": {{ "type": "rigid", "mass": 1 }}, "held": {{ "type": "rigid", "mass": 1 }} }},
        "joints": {{ "a": {{ "type": "prismatic", "parent": "world", "child": "free" }},
                     "b": {{ "type": "prismatic", "parent": "world", "child": "held" }} }},
        "forces": {{ "k": {{ "type": "joint_spring", "joint": "b", "stiffness": {2} }} }},
        "loads": {{ "fa": {{ "type": "motor", "joint": "a", "force": {1} }},
                    "fb": {{ "type": "motor", "joint": "b", "force": {1} }} }},
        "outputs": {{ "v": {{ "joint": "a", "quantity": "rate" }}, "x": {{ "joint": "a" }}, "z": {{ "joint": "b" }} }} }})",
                                         end, force, natural * natural);
    return scene_from(text, {how});
}

struct MethodBound {
    std::string method;
    double tolerance;
    double bound;  // of the error relative to the force's impulse, in multiples of the tolerance
};

/// Local errors of some ten to some thousand steps add up; the multistep methods and generalised-α also start anew,
/// with low order, at every breakpoint.
const std::vector<MethodBound> methods = {{"adams", 1e-8, 100},     {"erk", 1e-8, 10}, {"sdirk", 1e-7, 20},
                                          {"bdf", 1e-6, 300},       {"ida", 1e-7, 50}, {"generalized_alpha", 1e-6, 100},
                                          {"rosenbrock", 1e-6, 100}};

void check_all_methods(const Force& force, double end) {
    CAPTURE(force.json);
    const Response expected = integrate(force, end);
    Force magnitude = force;
    magnitude.at = [&](double t) { return std::abs(force.at(t)); };
    const double impulse = integrate(magnitude, end).v;
    for (const MethodBound& m : methods) {
        CAPTURE(m.method);
        const double absolute = 0.01 * m.tolerance * impulse;
        const Recording motion = run(masses(force.json, end, integrator(m.method, m.tolerance, absolute)));
        CAPTURE(motion.result().reason);
        REQUIRE(motion.completed());
        const double allowed = m.bound * m.tolerance * impulse;
        CHECK(std::abs(motion.last("v") - expected.v) < allowed);
        CHECK(std::abs(motion.last("x") - expected.x) < allowed * end);
        CHECK(std::abs(motion.last("z") - expected.z) < allowed);
    }
}

Force gauss(double at, double width, double size) {
    Force f;
    f.json = fmt::format("\"{}*exp(-((t-{})/{})^2)\"", size, at, width);
    f.at = [=](double t) { return size * std::exp(-(t - at) * (t - at) / (width * width)); };
    for (int k = -8; k <= 8; ++k) f.cuts.push_back(at + k * width);
    return f;
}

/// Their parts overflow far from the pulse: exp(710) is no number any more.
Force hump(double at, double width, double size) {
    Force f;
    f.json = fmt::format("\"{}/cosh((t-{})/{})\"", size, at, width);
    f.at = [=](double t) { return size / std::cosh((t - at) / width); };
    for (int k = -40; k <= 40; ++k) f.cuts.push_back(at + k * width);
    return f;
}
Force on_and_off(double on, double off, double width, double size) {
    Force f;
    f.json = fmt::format("\"{0}/(1+exp(-(t-{1})/{3}))-{0}/(1+exp(-(t-{2})/{3}))\"", size, on, off, width);
    f.at = [=](double t) {
        return size / (1 + std::exp(-(t - on) / width)) - size / (1 + std::exp(-(t - off) / width));
    };
    for (int k = -40; k <= 40; ++k) f.cuts.push_back(on + k * width), f.cuts.push_back(off + k * width);
    std::sort(f.cuts.begin(), f.cuts.end());
    return f;
}

double smooth_unit(double x) { return x <= 0 ? 0 : x >= 1 ? 1 : x * x * x * (10 + x * (6 * x - 15)); }

Force smooth_pulse(double at, double width, double size) {
    Force f;
    f.json = fmt::format("\"{0}*(smoothstep({1},{2},t)-smoothstep({2},{3},t))\"", size, at, at + width, at + 2 * width);
    f.at = [=](double t) { return size * (smooth_unit((t - at) / width) - smooth_unit((t - at) / width - 1)); };
    f.cuts = {at, at + width, at + 2 * width};
    return f;
}

/// On while sin(2π f t + φ) > c.
Force chatter(double frequency, double phase, double level, double end) {
    Force f;
    const double w = 2 * pi * frequency, a = std::asin(level);
    f.json = fmt::format("\"sin({}*t+{}) > {} ? 1 : 0\"", w, phase, level);
    f.at = [=](double t) { return std::sin(w * t + phase) > level ? 1.0 : 0.0; };
    for (int k = -1; k <= frequency * end + 1; ++k)
        for (const double angle : {a, pi - a}) f.cuts.push_back((angle + 2 * pi * k - phase) / w);
    return f;
}

/// The parts of a wave that abs, sign, max and step make of it; all change their branch at t = 0 too.
Force kinked(int kind, double w, double end) {
    Force f;
    const char* texts[] = {"sign(sin({}*t))", "abs(sin({}*t))", "max(0,sin({}*t))", "step(sin({}*t))",
                           "abs(mod({}*t,2)-1)"};
    f.json = fmt::format("\"{}\"", fmt::format(fmt::runtime(texts[kind]), w));
    f.at = [=](double t) {
        const double s = std::sin(w * t);
        if (kind == 0) return s > 0 ? 1.0 : -1.0;
        if (kind == 1) return std::abs(s);
        if (kind == 2) return std::max(0.0, s);
        return kind == 3 ? (s > 0 ? 1.0 : 0.0) : std::abs(w * t - 2 * std::floor(w * t / 2) - 1);
    };
    const double unit = kind == 4 ? 1 / w : pi / w;
    for (int k = 0; k * unit < end; ++k) f.cuts.push_back(k * unit);
    return f;
}

Force linear_table(std::vector<double> t, std::vector<double> y) {
    Force f;
    f.json = fmt::format(R"({{"table": {{"t": [{}], "value": [{}]}}}})", fmt::join(t, ","), fmt::join(y, ","));
    f.cuts = t;
    f.at = [t, y](double x) {
        if (x <= t.front()) return y.front();
        if (x >= t.back()) return y.back();
        const auto i = static_cast<std::size_t>(std::upper_bound(t.begin(), t.end(), x) - t.begin() - 1);
        return y[i] + (y[i + 1] - y[i]) * (x - t[i]) / (t[i + 1] - t[i]);
    };
    return f;
}

}  // namespace

TEST_CASE("a pulse on a system at rest gives its impulse, by every method") {
    check_all_methods(smooth_pulse(0.5, 0.01, 1), 1);
    check_all_methods(gauss(1, 0.002, 1000), 2);
    check_all_methods(gauss(7, 1e-5, 1), 10);
    check_all_methods(gauss(0, 1e-3, 1), 1);  // half of it at the very start
}

TEST_CASE("a pulse whose parts overflow far from it gives its impulse, by every method") {
    check_all_methods(hump(0.6, 0.0005, 1000), 1);
    check_all_methods(on_and_off(5, 5.2, 0.004, 100), 10);
}

TEST_CASE("a signal of which nothing can be said is told") {
    // The quotient has no bounds, since its denominator is zero; the force is π/2 nevertheless.
    const Recording motion = run(masses("\"atan(1/(0*t))\"", 1, integrator("erk", 1e-6, 1e-8)));
    REQUIRE(motion.completed());
    CHECK(motion.last("v") == doctest::Approx(pi / 2).epsilon(1e-6));
    REQUIRE(motion.result().warnings.size() == 1);
    CHECK(motion.result().warnings[0].find("nothing can be said of how load \"fa\"") != std::string::npos);
}

TEST_CASE("a narrow pulse on top of a large wave gives its impulse, by every method") {
    constexpr double end = 5;
    for (const double width : {1e-2, 1e-3, 1e-5}) {
        const Force wave{"\"1000*sin(t)\"", [](double t) { return 1000 * std::sin(t); }, {}},
            pulse = gauss(3.3, width, 50);
        const Force both{wave.json.substr(0, wave.json.size() - 1) + "+" + pulse.json.substr(1),
                         [&](double t) { return wave.at(t) + pulse.at(t); }, pulse.cuts};
        CAPTURE(both.json);
        const Response expected = integrate(both, end), alone = integrate(pulse, end);
        for (const MethodBound& m : methods) {
            CAPTURE(m.method);
            // The error of the wave, with an impulse of some 2000 N s, must stay well below that of the pulse: 1e-7 of
            // it for the narrowest. Second order methods reach that for the wider ones only.
            const bool is_second_order =
                m.method == "bdf" || m.method == "generalized_alpha" || m.method == "rosenbrock";
            if (is_second_order && width < 1e-4) continue;
            const double tolerance = is_second_order ? 1e-8 : 1e-10;
            const Recording motion = run(masses(both.json, end, integrator(m.method, tolerance, tolerance)));
            CAPTURE(motion.result().reason);
            REQUIRE(motion.completed());
            CHECK(std::abs(motion.last("v") - expected.v) < 0.01 * alone.v);
            CHECK(std::abs(motion.last("x") - expected.x) < 0.01 * alone.x);
            CHECK(std::abs(motion.last("z") - expected.z) < 0.05 * alone.v / natural);
        }
    }
}

TEST_CASE("a force that kinks or jumps at the very start is integrated by every method") {
    for (int kind = 0; kind < 5; ++kind) check_all_methods(kinked(kind, 6, 1), 1);
}

TEST_CASE("a force that switches very often gives its mean, however long the run") {
    // 10 000 and 40 000 switches; a free mass moves without error between two of them.
    const Recording wave = run(masses("\"sin(2*pi*50*t+0.1) > 0 ? 1 : 0\"", 100, integrator("adams", 1e-6, 1e-8)));
    REQUIRE(wave.completed());
    CHECK(std::abs(wave.last("v") - 50) < 1e-6 * 50);
    const Recording saw = run(masses("\"mod(1000*t,1) < 0.25\"", 20, integrator("erk", 1e-6, 1e-8)));
    REQUIRE(saw.completed());
    CHECK(std::abs(saw.last("v") - 5) < 1e-6 * 5);
}

TEST_CASE("random pulses, chatter, kinks and tables are integrated to the tolerance by every method") {
    std::mt19937 random(2024);
    const auto draw = [&](double low, double high) {
        return low + (high - low) * std::uniform_real_distribution<double>(0, 1)(random);
    };
    const auto sum = [](const Force& a, const Force& b) {  // two formulas
        Force f{fmt::format("\"{} + {}\"", a.json.substr(1, a.json.size() - 2), b.json.substr(1, b.json.size() - 2)),
                [a, b](double t) { return a.at(t) + b.at(t); }, a.cuts};
        f.cuts.insert(f.cuts.end(), b.cuts.begin(), b.cuts.end());
        return f;
    };
    for (int i = 0; i < 3; ++i) {
        const double end = draw(0.5, 2);
        const auto pulse = [&] { return gauss(draw(0, end), std::pow(10, draw(-4, -1)), draw(0.1, 10)); };
        check_all_methods(sum(pulse(), pulse()), end);
        check_all_methods(sum(pulse(), smooth_pulse(draw(0, end), std::pow(10, draw(-4, -1)), draw(0.1, 10))), end);
        const Force fast = chatter(draw(5, 30), draw(-3, 3), draw(-0.9, 0.9), end);
        check_all_methods(Force{fmt::format("\"({})\"", fast.json.substr(1, fast.json.size() - 2)), fast.at, fast.cuts},
                          end);
        check_all_methods(sum(kinked(static_cast<int>(random() % 5), draw(3, 20), end), pulse()), end);
        std::vector<double> t{draw(0, 0.1)}, y{draw(-1, 1)};
        while (t.size() < 12) {
            t.push_back(t.back() + std::pow(10, draw(-4, -0.7)));
            y.push_back(draw(-1, 1));
        }
        check_all_methods(linear_table(t, y), end);
    }
}

}  // namespace ritz::testing::signals
