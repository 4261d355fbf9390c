#include "core/signals/expression.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "core/errors.hpp"
#include "core/signals/jet_math.hpp"
#include "tests/support/messages.hpp"

using namespace ritz;
using doctest::Approx;
using testing::contains;

namespace {

double value(const std::string& text, double t = 0) { return Expression(text).at(t).value; }

std::string expression_message(const std::string& text, const Expression::Constants& constants = {}) {
    return testing::message_of([&] { Expression(text, constants); });
}

/// Central difference of the sixth order.
double difference(const std::function<double(double)>& f, double t, double h) {
    return (45 * (f(t + h) - f(t - h)) - 9 * (f(t + 2 * h) - f(t - 2 * h)) + (f(t + 3 * h) - f(t - 3 * h))) / (60 * h);
}

/// A random formula which is smooth and of moderate size around 0 < t < 1.
std::string random_formula(std::mt19937& random, int depth) {
    const auto pick = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    if (depth == 0) {
        if (pick(3) == 0) return fmt::format("{:.3f}", std::uniform_real_distribution<>(0.2, 1.5)(random));
        return pick(2) ? "t" : "(1 - t)";
    }
    const std::string a = random_formula(random, depth - 1), b = random_formula(random, depth - 1);
    switch (pick(16)) {
        case 0:
            return fmt::format("({} + {})", a, b);
        case 1:
            return fmt::format("({} - {})", a, b);
        case 2:
            return fmt::format("sin({}) * cos({})", a, b);
        case 3:
            return fmt::format("{} / (2 + tanh({}))", a, b);
        case 4:
            return fmt::format("(1.5 + sin({})) ^ cos({})", a, b);
        case 5:
            return fmt::format("sqrt(2 + cos({}))", a);
        case 6:
            return fmt::format("log(3 + sin({}))", a);
        case 7:
            return fmt::format("atan2({}, 2 + cos({}))", a, b);
        case 8:
            return fmt::format("exp(-abs(3 + sin({})))", a);
        case 9:
            return fmt::format("asin(0.5 * sin({}))", a);
        case 10:
            return fmt::format("acos(0.5 * tanh({}))", a);
        case 11:
            return fmt::format("atan({})", a);
        case 12:
            return fmt::format("sinh(sin({})) + cosh(cos({}))", a, b);
        case 13:
            return fmt::format("-tan(0.7 * sin({}))", a);
        case 14:
            return fmt::format("sin({})^3 - log10(4 + cos({}))", a, b);
        default:
            return fmt::format("smoothstep(0.5 + 0.3 * sin({}))", a);
    }
}

}  // namespace

TEST_CASE("Operators bind as on paper") {
    CHECK(value("1 + 2 * 3") == 7);
    CHECK(value("-2^2") == -4);
    CHECK(value("2^3^2") == 512);
    CHECK(value("2^-1") == 0.5);
    CHECK(value("6 / 3 / 2") == 1);
    CHECK(value("1 - 2 - 3") == -4);
    CHECK(value("(1 + 2) * 3") == 9);
    CHECK(value("--3 + +2") == 5);
    CHECK(value("1 < 2 && 3 <= 3 || 0") == 1);
    CHECK(value("!(1 == 2) != 0") == 1);
    CHECK(value("t > 1 ? 10 : t > 0 ? 5 : 1", 0.5) == 5);
    CHECK(value("if(t >= 1, t, -t)", 3) == 3);
    CHECK(value("1e3 + .5e-1") == 1000.05);
}

TEST_CASE("Functions have their usual values") {
    CHECK(value("10*sin(2*pi*t)", 0.25) == Approx(10));
    CHECK(value("log(e)") == Approx(1));
    CHECK(value("log10(1000)") == Approx(3));
    CHECK(value("mod(-1, 3)") == 2);
    CHECK(value("floor(-1.5) + abs(-2) + sign(-3)") == -1);
    CHECK(value("min(2, 3) + max(2, 3) + pow(2, 4)") == 21);
    CHECK(value("atan2(1, -1)") == Approx(0.75 * std::numbers::pi));
    CHECK(value("step(t - 1)", 0.999) == 0);
    CHECK(value("step(t - 1)", 1) == 1);
    CHECK(value("smoothstep(t)", 0.5) == Approx(0.5));
    CHECK(value("smoothstep(2, 4, t)", 3) == Approx(0.5));
    CHECK(value("smoothstep(2, 4, t)", 5) == 1);
}

TEST_CASE("Rates and accelerations of random formulas agree with differences") {
    std::mt19937 random(7);
    for (int i = 0; i < 500; ++i) {
        const std::string text = random_formula(random, 1 + i % 4);
        CAPTURE(text);
        const Expression expression(text);
        for (const double t : {0.13, 0.5, 0.81}) {
            const Jet y = expression.at(t);
            const double h = 1e-3;
            // The sixth-order difference errs by about h⁶ y⁽⁷⁾/140 and by rounding, 1e-16/h; nested formulas can
            // have large seventh derivatives.
            const double tolerance = 1e-8 * (1 + std::abs(y.rate) + std::abs(y.acceleration));
            CHECK(std::abs(difference([&](double s) { return expression.at(s).value; }, t, h) - y.rate) < tolerance);
            CHECK(std::abs(difference([&](double s) { return expression.at(s).rate; }, t, h) - y.acceleration) <
                  10 * tolerance);
        }
    }
}

TEST_CASE("Powers keep finite derivatives at zero") {
    const Jet square = Expression("t^2").at(0);
    CHECK(square.rate == 0);
    CHECK(square.acceleration == 2);
    const Jet line = Expression("t^1").at(0);
    CHECK(line.rate == 1);
    CHECK(line.acceleration == 0);
    CHECK(Expression("sqrt(0*t) + t").at(0).rate == 1);
    CHECK(Expression("(-t)^3").at(2).acceleration == -12);
}

TEST_CASE("smoothstep starts and ends without acceleration") {
    const Expression ramp("smoothstep(t)");
    for (const double t : {1e-9, 1 - 1e-9}) {
        CHECK(std::abs(ramp.at(t).rate) < 1e-15);
        CHECK(std::abs(ramp.at(t).acceleration) < 1e-7);
    }
    CHECK(ramp.at(-1).value == 0);
    CHECK(ramp.at(2).value == 1);
}

TEST_CASE("Named constants and several variables enter a formula") {
    CHECK(Expression("a*t + b_2", {{"a", 2}, {"b_2", 1}}).at(3).value == 7);
    const Expression law("-k*x*t", {{"k", 10}}, {"t", "x"});
    const Jet variables[] = {{2, 1, 0}, {0.5, 3, 4}};  // t, x
    const Jet f = law.at(variables);
    CHECK(f.value == Approx(-10));
    CHECK(f.rate == Approx(-10 * (0.5 + 2 * 3)));
    CHECK(f.acceleration == Approx(-10 * (2 * 3 + 2 * 4)));
    // A variable may be called e, as the error of a controller.
    const Jet e{3, 0, 0};
    CHECK(Expression("2*e", {}, {"e"}).at({&e, 1}).value == 6);
}

TEST_CASE("A formula without t is known to be constant") {
    CHECK(Expression("2*sin(pi/3) + (1 < 2 ? 1 : 0)").is_constant());
    CHECK_FALSE(Expression("t").is_constant());
}

TEST_CASE("Times at which a branch changes are known from the formula") {
    CHECK(Expression("step(t - 0.3)").breakpoints() == std::vector<double>{0.3});
    CHECK(Expression("2*t/4 < 1 ? 0 : t").breakpoints() == std::vector<double>{2});
    CHECK(Expression("abs(3 - t) + max(t, 7)").breakpoints() == std::vector<double>{3, 7});
    CHECK(Expression("sin(t)").breakpoints().empty());
    CHECK(Expression("mod(t, 0.5)").breakpoints().empty());
}

TEST_CASE("Wrong formulas are refused with the column and what was expected") {
    CHECK(contains(expression_message("1 + "), "column 5: found the end, expected a number, a name or \"(\""));
    CHECK(contains(expression_message(""), "column 1: found the end"));
    CHECK(contains(expression_message("(1 + 2"), "column 7: found the end, expected \")\""));
    CHECK(contains(expression_message("2t"), "column 2: found \"t\", expected an operator or the end"));
    CHECK(contains(expression_message("2 * sni(t)"), "column 5: unknown name \"sni\""));
    CHECK(contains(expression_message("ampl*t", {{"ample", 1}}), "did you mean \"ample\"?"));
    CHECK(contains(expression_message("2 * sni(t)"), "did you mean \"sin\"?"));
    CHECK(contains(expression_message("sin t"), "column 5: found \"t\", expected \"(\" after the function sin"));
    CHECK(contains(expression_message("sin(t, 2)"), "column 1: sin has 2 arguments, expected 1"));
    CHECK(contains(expression_message("smoothstep(1, 2)"), "expected 1 or 3"));
    CHECK(contains(expression_message("t = 1"), "a comparison is =="));
    CHECK(contains(expression_message("t & 1"), "a logical operator is &&"));
    CHECK(contains(expression_message("1 < t < 2"), "compares a comparison"));
    CHECK(contains(expression_message("t ** 2"), "column 3: found \"**\", expected \"^\""));
    CHECK(contains(expression_message("t ? 1"), "expected \":\" of the choice"));
    CHECK(contains(expression_message("1e999"), "too large"));
    CHECK(contains(expression_message("1/0"), "not a finite number"));
    CHECK(contains(expression_message("t", {{"t", 1}}), "the constant \"t\" hides"));
    CHECK(contains(expression_message("t", {{"sin", 1}}), "the constant \"sin\" hides"));
    CHECK(contains(expression_message("t", {{"2x", 1}}), "is not a name"));
    CHECK(contains(expression_message("t", {{"x", std::nan("")}}), "not a finite number"));
    CHECK(contains(expression_message(std::string("t\0t", 3)), "column 2: found the byte 0"));
}

TEST_CASE("Deep nesting ends in a message, not in an overflow") {
    const auto repeat = [](const std::string& text, int n) {
        std::string all;
        for (int i = 0; i < n; ++i) all += text;
        return all;
    };
    for (const std::string part : {"(", "-", "!", "sin(", "t^", "1?", "t?t:", "min(t,", "t+(", "t<(t&&(t*"}) {
        CAPTURE(part);
        CHECK(contains(expression_message(repeat(part, 100000) + "t"), "write it flatter"));
    }
    CHECK(contains(expression_message(repeat("t+(", 70) + "t" + repeat(")", 70)), "intermediate values"));
    CHECK(value(repeat("t+(", 60) + "t" + repeat(")", 60), 1) == 61);
    CHECK(value(repeat("t+", 10000) + "t", 1) == 10001);
}

TEST_CASE("Random text is refused or evaluated, never worse") {
    std::mt19937 random(11);
    const std::vector<std::string> parts = {
        "t", "1", "2.5", "(",  ")",    "+",    "-",   "*", "/", "^", "<",    ">=",    "==",  "&&",   "!", "?",
        ":", ",", " ",   "pi", "sin(", "max(", "if(", "e", ".", "x", "\xff", "step(", "1e9", "mod(", "=", "|"};
    int accepted = 0;
    for (int i = 0; i < 100000; ++i) {
        std::string text;
        const int length = 1 + static_cast<int>(random() % 12);
        for (int k = 0; k < length; ++k)
            text += i % 4 ? parts[random() % parts.size()] : std::string(1, static_cast<char>(random() % 256));
        try {
            const Expression expression(text);
            static_cast<void>(expression.at(0.7));
            static_cast<void>(expression.breakpoints());
            ++accepted;
        } catch (const InputError&) {
        }
    }
    CHECK(accepted > 1000);  // otherwise the test tries nothing but errors
}
