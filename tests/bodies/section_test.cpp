#include "bodies/section.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "core/errors.hpp"

using namespace ritz;

TEST_CASE("the torsion constant of a rectangle agrees with the published factors") {
    // Timoshenko & Goodier, table of k₁ in J = k₁ a b³: three or four printed digits.
    const double table[][2] = {{1, 0.1406}, {1.5, 0.196}, {2, 0.229}, {3, 0.263}, {5, 0.291}, {10, 0.312}};
    for (const auto& [ratio, factor] : table) {
        const double J = compute_section(RectangleSection{ratio * 0.1, 0.1}).torsion_constant;
        CHECK(J / (ratio * 1e-4) == doctest::Approx(factor).epsilon(6e-4 / factor));
        CHECK(compute_section(RectangleSection{0.1, ratio * 0.1}).torsion_constant ==
              doctest::Approx(J).epsilon(1e-14));
    }
    // The plain series, 4000 terms: its tail is below 1e-16.
    double sum = 0;
    for (int n = 7999; n > 0; n -= 2) sum += std::tanh(n * std::numbers::pi * 1.3 / 2) / std::pow(n, 5);
    const double J = 1.3 / 3 * (1 - 192 / std::pow(std::numbers::pi, 5) / 1.3 * sum);
    CHECK(compute_section(RectangleSection{1.3, 1}).torsion_constant == doctest::Approx(J).epsilon(1e-14));
}

TEST_CASE("width counts along y and height along z") {
    const SectionProperties s = compute_section(RectangleSection{0.2, 0.1});
    CHECK(s.area == doctest::Approx(0.02).epsilon(1e-14));
    CHECK(s.Iy == doctest::Approx(0.2 * 1e-3 / 12).epsilon(1e-14));
    CHECK(s.Iz == doctest::Approx(0.1 * 8e-3 / 12).epsilon(1e-14));
}

TEST_CASE("a tube is a circle less a circle") {
    const SectionProperties tube = compute_section(TubeSection{0.3, 0.2});
    const SectionProperties outer = compute_section(CircleSection{0.3}), inner = compute_section(CircleSection{0.2});
    CHECK(tube.area == doctest::Approx(outer.area - inner.area).epsilon(1e-14));
    CHECK(tube.Iy == doctest::Approx(outer.Iy - inner.Iy).epsilon(1e-14));
    CHECK(tube.torsion_constant == doctest::Approx(outer.torsion_constant - inner.torsion_constant).epsilon(1e-14));
    CHECK(outer.torsion_constant == doctest::Approx(std::numbers::pi * std::pow(0.3, 4) / 32).epsilon(1e-14));
}

TEST_CASE("box and I sections are made of rectangles") {
    const SectionProperties box = compute_section(BoxSection{0.2, 0.3, 0.01});
    CHECK(box.area == doctest::Approx(0.2 * 0.3 - 0.18 * 0.28).epsilon(1e-13));
    CHECK(box.Iy == doctest::Approx((0.2 * 0.027 - 0.18 * std::pow(0.28, 3)) / 12).epsilon(1e-13));
    CHECK(box.torsion_constant ==
          doctest::Approx(4 * std::pow(0.19 * 0.29, 2) / (2 * (0.19 + 0.29) / 0.01)).epsilon(1e-13));

    // I: parallel axes for the flanges, another way than the difference of rectangles
    const SectionProperties I = compute_section(ISection{0.1, 0.2, 0.01, 0.006});
    const double flange = 0.1 * 0.01, web = 0.18;
    CHECK(I.area == doctest::Approx(2 * flange + web * 0.006).epsilon(1e-13));
    CHECK(
        I.Iy ==
        doctest::Approx(2 * (0.1 * 1e-6 / 12 + flange * 0.095 * 0.095) + 0.006 * std::pow(web, 3) / 12).epsilon(1e-13));
    CHECK(I.Iz == doctest::Approx(2 * 0.01 * 1e-3 / 12 + web * std::pow(0.006, 3) / 12).epsilon(1e-13));
    CHECK(I.torsion_constant == doctest::Approx((2 * 0.1 * 1e-6 + web * std::pow(0.006, 3)) / 3).epsilon(1e-13));
}

TEST_CASE("measures that no section can have are refused") {
    CHECK_THROWS_AS(compute_section(RectangleSection{0, 1}), InputError);
    CHECK_THROWS_AS(compute_section(RectangleSection{1, -1}), InputError);
    CHECK_THROWS_AS(compute_section(CircleSection{std::nan("")}), InputError);
    CHECK_THROWS_AS(compute_section(TubeSection{0.1, 0.1}), InputError);
    CHECK_THROWS_AS(compute_section(TubeSection{0.1, 0}), InputError);
    CHECK_THROWS_AS(compute_section(BoxSection{0.1, 0.1, 0.05}), InputError);
    CHECK_THROWS_AS(compute_section(ISection{0.1, 0.1, 0.05, 0.01}), InputError);
    CHECK_THROWS_AS(compute_section(ISection{0.1, 0.1, 0.01, 0.2}), InputError);
}
