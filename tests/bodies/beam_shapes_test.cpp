#include "bodies/beam_shapes.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "core/errors.hpp"

using namespace ritz;

namespace {

using std::numbers::pi;
constexpr BeamEnds all_ends[] = {BeamEnds::pinned_pinned, BeamEnds::clamped_free, BeamEnds::clamped_clamped,
                                 BeamEnds::clamped_pinned, BeamEnds::free_free};

/// Simpson's rule, kept apart from the quadrature of the product code.
template <class F>
double simpson(F f, double a, double b, int intervals) {
    const double h = (b - a) / intervals;
    double sum = f(a) + f(b);
    for (int i = 1; i < intervals; ++i) sum += (i % 2 ? 4 : 2) * f(a + i * h);
    return sum * h / 3;
}

/// Which derivatives vanish at ξ = 0 and at ξ = 1.
struct EndOrders {
    int start[2], end[2];
};
EndOrders vanishing(BeamEnds ends) {
    switch (ends) {
        case BeamEnds::pinned_pinned:
            return {{0, 2}, {0, 2}};
        case BeamEnds::clamped_free:
            return {{0, 1}, {2, 3}};
        case BeamEnds::clamped_clamped:
            return {{0, 1}, {0, 1}};
        case BeamEnds::clamped_pinned:
            return {{0, 1}, {0, 2}};
        default:
            return {{2, 3}, {2, 3}};
    }
}

BeamShapes make_shapes(BeamEnds ends, int y, int z) {
    BeamShapes shapes;
    shapes.length = 2.5;
    for (int i = 1; i <= y; ++i)
        shapes.modes.push_back({BeamMotion::bending_y, make_bending_shape(ends, i), 0.3 + 0.1 * i});
    for (int i = 1; i <= z; ++i) shapes.modes.push_back({BeamMotion::bending_z, make_bending_shape(ends, i), 0.7});
    shapes.modes.push_back({BeamMotion::torsion, make_rod_shape(RodEnds::fixed_free, 1), 1.1});
    shapes.modes.push_back({BeamMotion::axial, make_rod_shape(RodEnds::fixed_free, 2), 0.9});
    return shapes;
}

}  // namespace

TEST_CASE("the wave numbers of the Euler beam are the published ones") {
    // [Blevins1979], table 8-1, to the ten digits printed there.
    const double clamped_free[] = {1.8751040687, 4.6940911330, 7.8547574382, 10.9955407349, 14.1371683910};
    const double clamped_clamped[] = {4.7300407449, 7.8532046241, 10.9956078380, 14.1371654913, 17.2787596574};
    const double clamped_pinned[] = {3.9266023120, 7.0685827456, 10.2101761228, 13.3517687778, 16.4933614313};
    for (int i = 1; i <= 5; ++i) {
        CHECK(std::abs(make_bending_shape(BeamEnds::clamped_free, i).beta - clamped_free[i - 1]) < 1e-10);
        CHECK(std::abs(make_bending_shape(BeamEnds::clamped_clamped, i).beta - clamped_clamped[i - 1]) < 1e-10);
        CHECK(std::abs(make_bending_shape(BeamEnds::free_free, i).beta - clamped_clamped[i - 1]) < 1e-10);
        CHECK(std::abs(make_bending_shape(BeamEnds::clamped_pinned, i).beta - clamped_pinned[i - 1]) < 1e-10);
        CHECK(make_bending_shape(BeamEnds::pinned_pinned, i).beta == doctest::Approx(i * pi).epsilon(1e-15));
    }
    // Far up 1/cosh β has no digits left and the asymptotes are exact.
    CHECK(make_bending_shape(BeamEnds::clamped_free, 60).beta == doctest::Approx(59.5 * pi).epsilon(4e-16));
    CHECK(make_bending_shape(BeamEnds::clamped_clamped, 60).beta == doctest::Approx(60.5 * pi).epsilon(4e-16));
    CHECK(make_bending_shape(BeamEnds::clamped_pinned, 60).beta == doctest::Approx(60.25 * pi).epsilon(4e-16));
}

TEST_CASE("every bending mode meets its end conditions, the sixtieth like the first") {
    for (const BeamEnds ends : all_ends) {
        for (const int i : {1, 2, 3, 7, 12, 13, 30, 60}) {
            const ShapeFunction f = make_bending_shape(ends, i);
            const EndOrders orders = vanishing(ends);
            // β itself carries a rounding of β eps, and the waves turn by it: a few β eps of the amplitude.
            const double tolerance = 1e-15 * (4 + f.beta);
            for (const int k : orders.start) CHECK(std::abs(f.derivative(0, k)) < tolerance * std::pow(f.beta, k));
            for (const int k : orders.end) CHECK(std::abs(f.derivative(1, k)) < tolerance * std::pow(f.beta, k));
            // and is a mode: f'''' = β⁴ f
            CHECK(f.derivative(0.37, 4) == doctest::Approx(std::pow(f.beta, 4) * f.derivative(0.37, 0)).epsilon(1e-12));
        }
    }
}

TEST_CASE("the i-th mode has its number of nodes between the ends") {
    for (const BeamEnds ends : all_ends) {
        for (const int i : {1, 2, 5, 20, 60}) {
            const ShapeFunction f = make_bending_shape(ends, i);
            int crossings = 0;
            const int steps = 40 * i + 37;
            double before = f.derivative(0.5 / steps, 0);
            for (int j = 1; j < steps; ++j) {
                const double value = f.derivative((j + 0.5) / steps, 0);
                crossings += (value > 0) != (before > 0);
                before = value;
            }
            CHECK(crossings == (ends == BeamEnds::free_free ? i + 1 : i - 1));
        }
    }
}

TEST_CASE("bending modes are orthogonal to each other and, free, to the rigid motions") {
    for (const BeamEnds ends : all_ends) {
        for (int i = 1; i <= 6; ++i) {
            const ShapeFunction f = make_bending_shape(ends, i);
            for (int j = 1; j < i; ++j) {
                const ShapeFunction g = make_bending_shape(ends, j);
                // Simpson with 4000 intervals: (2β h)⁴/180 < 1e-10 for the sixth mode.
                CHECK(std::abs(simpson([&](double x) { return f.derivative(x, 0) * g.derivative(x, 0); }, 0, 1, 4000)) <
                      1e-9);
                CHECK(std::abs(simpson([&](double x) { return f.derivative(x, 2) * g.derivative(x, 2); }, 0, 1, 4000)) <
                      1e-9 * std::pow(f.beta * g.beta, 2));
            }
            if (ends != BeamEnds::free_free) continue;
            CHECK(std::abs(simpson([&](double x) { return f.derivative(x, 0); }, 0, 1, 4000)) < 1e-9);
            CHECK(std::abs(simpson([&](double x) { return x * f.derivative(x, 0); }, 0, 1, 4000)) < 1e-9);
        }
    }
}

TEST_CASE("rods vibrate in quarter and half waves") {
    const ShapeFunction a = make_rod_shape(RodEnds::fixed_free, 3), b = make_rod_shape(RodEnds::fixed_fixed, 3),
                        c = make_rod_shape(RodEnds::free_free, 3);
    CHECK(a.beta == doctest::Approx(2.5 * pi).epsilon(1e-15));
    CHECK(b.beta == doctest::Approx(3 * pi).epsilon(1e-15));
    CHECK(c.beta == doctest::Approx(3 * pi).epsilon(1e-15));
    CHECK(a.derivative(0, 0) == 0);
    CHECK(std::abs(a.derivative(1, 1)) < 1e-14);
    CHECK(std::abs(b.derivative(1, 0)) < 1e-15);
    CHECK(c.derivative(0, 1) == 0);
    CHECK(std::abs(c.derivative(1, 1)) < 1e-14);
    CHECK_THROWS_AS(make_rod_shape(RodEnds::fixed_free, 0), InputError);
    CHECK_THROWS_AS(make_bending_shape(BeamEnds::clamped_free, 0), InputError);
}

TEST_CASE("the derivatives of the shapes along the beam agree with differences") {
    for (const BeamEnds ends : all_ends) {
        const BeamShapes shapes = make_shapes(ends, 3, 2);
        const Eigen::Index n = shapes.size();
        Mat3X phi(3, n), psi(3, n), above(3, n), below(3, n), psi_above(3, n), psi_below(3, n);
        for (const double x : {0.3, 1.1, 2.2}) {
            for (int k = 0; k < 3; ++k) {
                const double h = 1e-5;
                shapes.eval(x, k + 1, phi, psi);
                shapes.eval(x + h, k, above, psi_above);
                shapes.eval(x - h, k, below, psi_below);
                // h²/6 of the next but one derivative, κ² h² ~ 3e-9 of the value's scale for κ = β/L < 5.
                CHECK(((above - below) / (2 * h) - phi).norm() < 1e-8 * std::pow(5.0, k + 1));
                CHECK(((psi_above - psi_below) / (2 * h) - psi).norm() < 1e-8 * std::pow(5.0, k + 2));
            }
            // sections turn with the slope of the axis
            shapes.eval(x, 0, phi, psi);
            shapes.eval(x, 1, above, psi_above);
            CHECK((psi.row(2).head(3) - above.row(1).head(3)).norm() == 0);
            CHECK((psi.row(1).segment(3, 2) + above.row(2).segment(3, 2)).norm() == 0);
            CHECK(psi(0, 5) == doctest::Approx(1.1 * std::sin(0.5 * pi * x / 2.5)).epsilon(1e-14));
            CHECK(phi(0, 6) == doctest::Approx(0.9 * std::sin(1.5 * pi * x / 2.5)).epsilon(1e-14));
            // all at once is the same as one by one
            Mat3X p0, p1, p2, q0, q1, q2;
            shapes.eval_all(x, {&p0, &p1, &p2}, {&q0, &q1, &q2});
            CHECK((p0 - phi).norm() == 0);
            CHECK((q1 - psi_above).norm() < 1e-14 * (1 + psi_above.norm()));
            shapes.eval(x, 2, phi, psi);
            CHECK((p2 - phi).norm() < 1e-14 * (1 + phi.norm()));
            CHECK((q2 - psi).norm() < 1e-14 * (1 + psi.norm()));
        }
    }
}

TEST_CASE("foreshortening is the integral of the products of slopes, for any ends") {
    for (const BeamEnds ends : all_ends) {
        // Twenty modes reach over more than one tile of the evaluation.
        BeamShapes shapes = make_shapes(ends, 18, 2);
        const Eigen::Index n = shapes.size();
        const double L = shapes.length;
        Mat3X phi(3, n), psi(3, n);
        MatX gamma(n, n);
        for (const double x : {0.0, 0.4, 1.7, L}) {
            MatX G = MatX::Zero(n, n);
            const int intervals = 8000;
            for (int i = 0; i <= intervals && x > 0; ++i) {
                shapes.eval(x * i / intervals, 1, phi, psi);
                const double weight = (i == 0 || i == intervals ? 1 : (i % 2 ? 4 : 2)) * x / (3 * intervals);
                G += weight * (phi.row(1).transpose() * phi.row(1) + phi.row(2).transpose() * phi.row(2));
            }
            shapes.eval_gamma(x, 0, gamma);
            // Simpson: (2 β ξ/intervals)⁴/180 of the slopes' square, β < 60.
            const double scale = std::pow(60 / L, 2) * L;
            CHECK((gamma + G).cwiseAbs().maxCoeff() < 1e-9 * scale);
            CHECK(gamma.block(0, 18, 18, 4).norm() == 0);  // y does not shorten with z, torsion, axial
            CHECK(gamma.block(20, 20, 2, 2).norm() == 0);
            CHECK((gamma - gamma.transpose()).norm() == 0);
        }
    }
}

TEST_CASE("the foreshortening stays at held ends, and has no mean on a free beam") {
    for (const BeamEnds ends : {BeamEnds::clamped_clamped, BeamEnds::pinned_pinned, BeamEnds::free_free}) {
        BeamShapes shapes = make_shapes(ends, 4, 3);
        const Eigen::Index n = shapes.size();
        const double L = shapes.length;
        MatX from_start(n, n), gamma(n, n), mean = MatX::Zero(n, n);
        shapes.eval_gamma(L, 0, from_start);
        CHECK_FALSE(shapes.has_gamma());

        enable_stiffening(shapes, RodEnds::fixed_fixed);
        CHECK(shapes.has_gamma());
        // rounding of sums of size |G(L)|
        const double rounding = 1e-13 * from_start.norm();
        shapes.eval_gamma(0, 0, gamma);
        CHECK(gamma.norm() < rounding);
        shapes.eval_gamma(L, 0, gamma);
        CHECK(gamma.norm() < rounding);

        enable_stiffening(shapes, RodEnds::free_free);
        const int intervals = 4000;
        for (int i = 0; i <= intervals; ++i) {
            shapes.eval_gamma(L * i / intervals, 0, gamma);
            mean += (i == 0 || i == intervals ? 1 : (i % 2 ? 4 : 2)) / (3.0 * intervals) * gamma;
        }
        CHECK(mean.norm() < 1e-9 * from_start.norm());  // Simpson
    }
}

TEST_CASE("the derivatives of the foreshortening agree with differences") {
    for (const RodEnds axial : {RodEnds::fixed_free, RodEnds::fixed_fixed, RodEnds::free_free}) {
        BeamShapes shapes = make_shapes(BeamEnds::clamped_free, 3, 2);
        enable_stiffening(shapes, axial);
        const Eigen::Index n = shapes.size();
        MatX derivative(n, n), above(n, n), below(n, n);
        for (const double x : {0.2, 1.3, 2.4}) {
            for (int k = 0; k < 2; ++k) {
                const double h = 1e-5;
                shapes.eval_gamma(x, k + 1, derivative);
                shapes.eval_gamma(x + h, k, above);
                shapes.eval_gamma(x - h, k, below);
                // h²/6 κ² ~ 2e-9 for products of waves with κ < 7, plus eps/h
                CHECK(((above - below) / (2 * h) - derivative).norm() < 1e-7);
            }
        }
    }
    MatX gamma;
    CHECK_THROWS(make_shapes(BeamEnds::clamped_free, 1, 1).eval_gamma(0, 3, gamma));
}
