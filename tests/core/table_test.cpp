#include "core/signals/table.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "core/errors.hpp"
#include "tests/support/messages.hpp"

using namespace ritz;
using doctest::Approx;
using testing::contains;

namespace {

std::string table_message(std::vector<double> x, std::vector<double> y, const TableOptions& options = {}) {
    return testing::message_of([&] { Table(std::move(x), std::move(y), options); });
}

const TableOptions spline{.interpolation = Interpolation::spline};

std::vector<double> map(const std::vector<double>& x, double (*f)(double)) {
    std::vector<double> y;
    for (const double each : x) y.push_back(f(each));
    return y;
}

std::vector<double> grid(double from, double to, int intervals) {
    std::vector<double> x;
    for (int i = 0; i <= intervals; ++i) x.push_back(from + (to - from) * i / intervals);
    return x;
}

}  // namespace

TEST_CASE("A linear table joins its points by straight lines and holds its ends") {
    const Table table({0, 1, 3}, {2, 4, 0});
    double slope = 0;
    CHECK(table.at(0.5, &slope) == 3);
    CHECK(slope == 2);
    CHECK(table.at(2, &slope) == 2);
    CHECK(slope == -2);
    CHECK(table.at(1, &slope) == 4);
    CHECK(slope == -2);  // to the right of a point
    CHECK(table.at(3) == 0);
    CHECK(table.at(-5, &slope) == 2);
    CHECK(slope == 0);
    CHECK(table.at(9, &slope) == 0);
    CHECK(slope == 0);
    CHECK(table.breakpoints() == std::vector<double>{0, 1, 3});
}

TEST_CASE("A table can go on along its end slopes") {
    const Table table({0, 1, 3}, {2, 4, 0}, {.outside = Outside::extrapolate});
    CHECK(table.at(-1) == 0);
    CHECK(table.at(4) == -2);
    const Table smooth({0, 1, 2, 3}, {0, 1, 8, 27}, {Interpolation::spline, Outside::extrapolate});
    double slope = 0;
    CHECK(smooth.at(4, &slope) == Approx(27 + 27));
    CHECK(slope == Approx(27));
}

TEST_CASE("A spline reproduces a cubic with its derivatives, up to the ends") {
    const auto cubic = [](double x) { return 1 - 2 * x + 3 * x * x - 0.5 * x * x * x; };
    const std::vector<double> x = {-1, -0.3, 0.1, 0.9, 2, 2.2, 4};
    const Table table(x, map(x, cubic), spline);
    for (double s = -1; s <= 4; s += 0.05) {
        const Jet y = table.jet(s);
        CHECK(y.value == Approx(cubic(s)).epsilon(1e-12));
        CHECK(y.rate == Approx(-2 + 6 * s - 1.5 * s * s).epsilon(1e-11));
        CHECK(y.acceleration == Approx(6 - 3 * s).epsilon(1e-10));
    }
}

TEST_CASE("A spline through two points is a line, through three a parabola") {
    CHECK(Table({0, 2}, {1, 5}, spline).at(0.5) == Approx(2));
    const Table parabola({0, 1, 3}, {0, 1, 9}, spline);
    CHECK(parabola.at(2) == Approx(4));
    CHECK(parabola.jet(0.3).acceleration == Approx(2));
}

TEST_CASE("The error of a spline falls with the fourth power of the spacing") {
    const auto error = [](int intervals, const TableOptions& options) {
        const double T = 2 * std::numbers::pi;
        const std::vector<double> x = grid(0, T, intervals);
        const Table table(x, map(x, [](double s) { return std::sin(s); }), options);
        double worst = 0;
        for (double s = 0; s < T; s += 0.01) worst = std::max(worst, std::abs(table.at(s) - std::sin(s)));
        return worst;
    };
    const TableOptions periodic{.interpolation = Interpolation::spline, .periodic = true};
    for (const TableOptions& options : {spline, periodic}) {
        const double order = std::log2(error(20, options) / error(40, options));
        CHECK(order > 3.7);
    }
}

TEST_CASE("A spline that closes needs a periodic table") {
    TableOptions options = spline;
    options.ends = SplineEnds::periodic;
    CHECK_THROWS_WITH_AS(Table({0, 1, 2}, {0, 1, 0}, options),
                         "the spline of a table closes, but the table is not periodic", InputError);
}

TEST_CASE("A spline that ends at rest joins the held ends smoothly") {
    TableOptions options = spline;
    options.ends = SplineEnds::rest;
    for (const Table& table : {Table({0, 1, 2}, {0, 3, 1}, options), Table({0, 2}, {0, 1}, options)}) {
        CHECK(std::abs(table.jet(0).rate) < 1e-12);
        CHECK(std::abs(table.jet(2).rate) < 1e-12);
    }
    CHECK(Table({0, 2}, {0, 1}, options).at(0.5) == Approx(0.15625));  // 3b² - 2b³ at b = 1/4
}

TEST_CASE("A periodic table repeats, with its breakpoints") {
    const Table saw({1, 2, 3}, {0, 1, 0}, {.periodic = true});
    for (const double shift : {-4.0, 0.0, 6.0}) {
        CHECK(saw.at(1.25 + shift) == 0.25);
        CHECK(saw.at(2.75 + shift) == 0.25);
    }
    CHECK(Signal(saw).breakpoints(3.5, 6.2) == std::vector<double>{4, 5, 6});
    const Table smooth({0, 1, 2, 3}, {0, 1, -1, 0}, {.interpolation = Interpolation::spline, .periodic = true});
    CHECK(smooth.jet(3 - 1e-9).rate == Approx(smooth.jet(1e-9).rate).epsilon(1e-6));
    CHECK(smooth.jet(3 - 1e-9).acceleration == Approx(smooth.jet(1e-9).acceleration).epsilon(1e-6));
    CHECK(Signal(smooth).breakpoints(0, 10).empty());
    const Table two({0, 1}, {4, 4}, {.interpolation = Interpolation::spline, .periodic = true});
    CHECK(two.is_constant());
}

TEST_CASE("Tables with wrong points are refused") {
    CHECK(contains(table_message({0}, {1}), "has 1 points, expected at least 2"));
    CHECK(contains(table_message({0, 1}, {1}), "2 abscissae but 1 values"));
    CHECK(contains(table_message({0, 1, 1}, {1, 2, 3}), "must increase, but number 2 is 1 after 1"));
    CHECK(contains(table_message({0, 1, 0.5}, {1, 2, 3}), "must increase"));
    CHECK(contains(table_message({0, std::nan("")}, {1, 2}), "is not finite"));
    CHECK(contains(table_message({0, 1}, {1, std::numeric_limits<double>::infinity()}), "is not finite"));
    CHECK(contains(table_message({0, 1, 2}, {1, 2, 3}, {.periodic = true}), "ends with 3, expected its first value 1"));
}
