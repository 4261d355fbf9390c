#include "bodies/track.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "bodies/beam.hpp"
#include "core/errors.hpp"

using namespace ritz;

namespace {

using std::numbers::pi;

Mat3X make_helix(int count) {
    Mat3X points(3, count);
    for (int i = 0; i < count; ++i) {
        const double a = 2.5 * i / (count - 1);
        points.col(i) << 2 * std::cos(a), 2 * std::sin(a), 0.3 * a * a;
    }
    return points;
}

Mat3X make_ring(int count, double radius) {
    Mat3X points(3, count);
    for (int i = 0; i < count; ++i)
        points.col(i) << radius * std::cos(2 * pi * i / count), radius * std::sin(2 * pi * i / count), 0;
    return points;
}

std::vector<Mat3X> make_shapes(const Mat3X& points, double phase) {
    std::vector<Mat3X> shapes;
    for (Eigen::Index i = 0; i < points.cols(); ++i) {
        Mat3X shape(3, 2);
        shape << std::sin(points(0, i) + phase), points(1, i), 0.3, std::cos(points(1, i)), points(2, i) * phase, 1;
        shapes.push_back(shape);
    }
    return shapes;
}

/// First and second derivatives against central differences, and the frame against its own turning.
void check_derivatives(const Track& track, double s, double tolerance) {
    const double h = 1e-5;
    TrackSample at = make_track_sample(track), above = at, below = at;
    eval_track(track, s, at);
    eval_track(track, s + h, above);
    eval_track(track, s - h, below);
    const auto check = [&](const auto& up, const auto& down, const auto& derivative) {
        CHECK(((up - down) / (2 * h) - derivative).norm() < tolerance);
    };
    check(above.c, below.c, at.t);
    check(above.t, below.t, at.k);
    check(above.phi, below.phi, at.phi_1);
    check(above.phi_1, below.phi_1, at.phi_2);
    check(above.psi, below.psi, at.psi_1);
    check(above.psi_1, below.psi_1, at.psi_2);
    check(above.R0, below.R0, Mat3(skew(at.w0) * at.R0));
    check(above.w0, below.w0, at.w0_prime);
    CHECK((at.R0.transpose() * at.R0 - Mat3::Identity()).norm() < 1e-14);
    CHECK(at.R0.determinant() > 0);
    CHECK((at.R0.col(0) - at.t.normalized()).norm() < 1e-14);
    if (!at.has_gamma) return;
    check(above.gamma[0], below.gamma[0], at.gamma_1[0]);
    check(above.gamma_1[0], below.gamma_1[0], at.gamma_2[0]);
}

ElasticBody make_test_beam() {
    BeamSpec spec;
    spec.name = "girder";
    spec.length = 4;
    spec.law = make_beam_law(compute_section(BoxSection{0.2, 0.3, 0.02}), 7e10, 0.3, 2700);
    spec.bending_y = spec.bending_z = 2;
    spec.torsion = spec.axial = 1;
    return make_beam(spec);
}

}  // namespace

TEST_CASE("a track's tangent, curvature, shapes and frame are derivatives of each other") {
    const Mat3X helix = make_helix(9);
    const Track track = SplineTrack(helix, make_shapes(helix, 0.2), make_shapes(helix, 1.1), false, Vec3(0.1, 0, 1));
    // Places off the knots, where the third derivative jumps; h² of the spline's derivatives and eps/h of rounding.
    for (const double fraction : {0.03, 0.31, 0.62, 0.97})
        check_derivatives(track, fraction * track_length(track), 2e-9);
    const ElasticBody beam = make_test_beam();
    REQUIRE(beam.tracks.front().first == "axis");
    for (const double s : {0.5, 2.2, 3.6}) check_derivatives(beam.tracks.front().second, s, 2e-8);
}

TEST_CASE("a spline track passes through its points and keeps its third axis near up") {
    const Mat3X helix = make_helix(9);
    const SplineTrack track(helix, make_shapes(helix, 0.2), make_shapes(helix, 1.1), false, Vec3::UnitZ());
    TrackSample sample = make_track_sample(track);
    double s = 0;
    for (int i = 0; i < 9; ++i) {
        if (i > 0) s += (helix.col(i) - helix.col(i - 1)).norm();
        track.eval(s, sample);
        CHECK((sample.c - helix.col(i)).norm() < 1e-13);
        CHECK((sample.phi - make_shapes(helix, 0.2)[static_cast<std::size_t>(i)]).norm() < 1e-13);
        CHECK((sample.psi - make_shapes(helix, 1.1)[static_cast<std::size_t>(i)]).norm() < 1e-13);
        CHECK(std::abs(sample.R0(2, 1)) < 1e-14);  // y is level, so z is as near to up as it can be
        CHECK(sample.R0(2, 2) > 0);
    }
    CHECK(s == doctest::Approx(track_length(track)).epsilon(1e-15));
}

TEST_CASE("curve and curvature of an open spline converge up to its ends") {
    // Not-a-knot keeps the order: halving the spacing divides the end curvature's error by about four (second order
    // for the second derivative); a natural spline would stay wrong by the whole curvature.
    double before = 0;
    for (const int count : {11, 21, 41}) {
        Mat3X arc(3, count);
        for (int i = 0; i < count; ++i)
            arc.col(i) << std::sin(1.5 * i / (count - 1)), 1 - std::cos(1.5 * i / (count - 1)), 0;
        const SplineTrack track(arc, {}, {}, false, Vec3::UnitZ());
        TrackSample sample;
        track.eval(0, sample);
        const double error = (sample.k - Vec3(0, 1, 0)).norm();
        CHECK(error < 0.05);
        if (before > 0) CHECK(error < before / 3);
        before = error;
    }
}

TEST_CASE("a closed track is periodic in value, slope and curvature") {
    const Mat3X ring = make_ring(12, 1.5);
    const Track track = SplineTrack(ring, make_shapes(ring, 0.2), make_shapes(ring, 1.1), true, Vec3::UnitZ());
    CHECK(track_is_closed(track));
    const double L = track_length(track);
    CHECK(L == doctest::Approx(12 * 2 * 1.5 * std::sin(pi / 12)).epsilon(1e-14));
    TrackSample a = make_track_sample(track), b = a;
    eval_track(track, 1e-12, a);
    eval_track(track, L - 1e-12, b);
    // 2e-12 apart
    CHECK((a.c - b.c).norm() < 1e-11);
    CHECK((a.t - b.t).norm() < 1e-11);
    CHECK((a.k - b.k).norm() < 1e-11);
    CHECK((a.phi_2 - b.phi_2).norm() < 1e-10);
    CHECK((a.w0 - b.w0).norm() < 1e-11);
    for (const double s : {0.3, 4.4}) {
        eval_track(track, s, a);
        for (const double turns : {-2.0, 1.0, 3.0}) {
            eval_track(track, s + turns * L, b);
            CHECK((a.c - b.c).norm() < 1e-13);
            CHECK((a.psi_1 - b.psi_1).norm() < 1e-12);
        }
        check_derivatives(track, s, 2e-9);
        // the ring itself: fourth order, (2π/12)⁴/384 of the radius
        CHECK(a.c.norm() == doctest::Approx(1.5).epsilon(3e-4));
        CHECK(a.w0.z() == doctest::Approx(2 * pi / L).epsilon(5e-2));
    }
    const Mat3X triangle = make_ring(3, 1);
    CHECK(track_length(SplineTrack(triangle, {}, {}, true, Vec3::UnitZ())) ==
          doctest::Approx(3 * std::sqrt(3.0)).epsilon(1e-14));
}

TEST_CASE("points on a straight line reproduce the track of the beam") {
    const ElasticBody body = make_test_beam();
    const int count = 161;
    Mat3X points = Mat3X::Zero(3, count);
    std::vector<Mat3X> phi(count), psi(count);
    for (int i = 0; i < count; ++i) {
        points(0, i) = 4.0 * i / (count - 1);
        body.beam->eval(points(0, i), 0, phi[static_cast<std::size_t>(i)], psi[static_cast<std::size_t>(i)]);
    }
    const Track spline = SplineTrack(points, phi, psi, false, Vec3::UnitZ());
    const Track& axis = body.tracks.front().second;
    CHECK(track_length(spline) == doctest::Approx(track_length(axis)).epsilon(1e-14));
    TrackSample a = make_track_sample(axis), b = make_track_sample(spline);
    for (const double s : {0.0, 0.013, 1.37, 2.999, 4.0}) {
        eval_track(axis, s, a);
        eval_track(spline, s, b);
        CHECK((a.c - b.c).norm() < 1e-13);
        CHECK((a.t - b.t).norm() < 1e-12);
        CHECK((a.k - b.k).norm() < 1e-10);
        CHECK((a.R0 - b.R0).norm() < 1e-12);
        CHECK(b.w0.norm() < 1e-10);
        // spline order: (κ h)⁴, (κ h)³ κ, (κ h)² κ² with κ = β/L = 1.2, h = 0.025, times the shapes' size
        const double size = a.phi.norm() + a.psi.norm() + 1;
        CHECK((a.phi - b.phi).norm() < 1e-6 * size);
        CHECK((a.phi_1 - b.phi_1).norm() < 3e-5 * size);
        CHECK((a.phi_2 - b.phi_2).norm() < 2e-3 * size);
        CHECK((a.psi - b.psi).norm() < 1e-6 * size);
    }
}

TEST_CASE("two points make a straight rail for a rigid body") {
    Mat3X points(3, 2);
    points << 0, 3, 0, 4, 1, 1;
    const Track track = SplineTrack(points, {}, {}, false, Vec3::UnitZ());
    TrackSample sample = make_track_sample(track);
    eval_track(track, 2.5, sample);
    CHECK(track_length(track) == doctest::Approx(5).epsilon(1e-15));
    CHECK((sample.c - Vec3(1.5, 2, 1)).norm() < 1e-14);
    CHECK((sample.t - Vec3(0.6, 0.8, 0)).norm() < 1e-14);
    CHECK(sample.k.norm() == 0);
    CHECK(sample.w0.norm() == 0);
    CHECK(sample.phi.cols() == 0);
    CHECK_FALSE(sample.has_gamma);
}

TEST_CASE("points that make no track are refused") {
    const Mat3X helix = make_helix(5);
    const auto make = [](const Mat3X& points, bool closed, const Vec3& up) { SplineTrack(points, {}, {}, closed, up); };
    CHECK_THROWS_AS(make(helix.leftCols(1), false, Vec3::UnitZ()), InputError);
    CHECK_THROWS_AS(make(helix.leftCols(2), true, Vec3::UnitZ()), InputError);
    CHECK_THROWS_AS(make(helix, false, Vec3::Zero()), InputError);
    Mat3X repeated = helix;
    repeated.col(2) = repeated.col(1);
    CHECK_THROWS_AS(make(repeated, false, Vec3::UnitZ()), InputError);
    Mat3X ring(3, 5);
    ring << make_ring(4, 1), Vec3(1, 0, 0);
    CHECK_THROWS_WITH_AS(make(ring, true, Vec3::UnitZ()), doctest::Contains("must not repeat its first point"),
                         InputError);
    Mat3X vertical = Mat3X::Zero(3, 3);
    vertical.row(2) << 0, 1, 2;
    CHECK_THROWS_WITH_AS(make(vertical, false, Vec3::UnitZ()), doctest::Contains("up direction"), InputError);
    CHECK_NOTHROW(make(vertical, false, Vec3::UnitX()));
    Mat3X back = Mat3X::Zero(3, 3);
    back.row(0) << 0, 1, 0;
    CHECK_THROWS_WITH_AS(make(back, false, Vec3::UnitZ()), doctest::Contains("turns back"), InputError);
    Mat3X broken = helix;
    broken(1, 1) = std::nan("");
    CHECK_THROWS_AS(make(broken, false, Vec3::UnitZ()), InputError);
    CHECK_THROWS_AS(SplineTrack(helix, make_shapes(helix, 0), {}, false, Vec3::UnitZ()), InputError);
    CHECK_THROWS_AS(SplineTrack(helix, make_shapes(make_helix(4), 0), make_shapes(helix, 0), false, Vec3::UnitZ()),
                    InputError);
    auto uneven = make_shapes(helix, 0);
    uneven[2].resize(3, 1);
    CHECK_THROWS_AS(SplineTrack(helix, uneven, uneven, false, Vec3::UnitZ()), InputError);
}

TEST_CASE("a track that goes on beyond its ends is smooth there, ends straight, and its shapes fade to zero") {
    const Mat3X helix = make_helix(9);
    const Track spline = SplineTrack(helix, make_shapes(helix, 0.2), make_shapes(helix, 1.1), false, Vec3(0.1, 0, 1));
    const Track axis = make_test_beam().tracks.front().second;
    for (const Track& inner : {spline, axis}) {
        const double l = 0.3, L = track_length(inner);
        const Track track = make_continued(inner, l);
        CHECK(track_length(track) == L);
        CHECK(is_on_track(track, -10));
        CHECK_FALSE(is_on_track(inner, -1e-9));
        // Third derivatives of the fading are of the order 60/l³ times the shapes: h² of that.
        for (const double s : {-0.9 * l, -0.4 * l, -0.05 * l, 0.3 * L, L + 0.1 * l, L + 0.6 * l, L + 0.97 * l, L + 3})
            check_derivatives(track, s, 2e-5);
        TrackSample a = make_track_sample(track), b = a;
        const double tiny = 1e-9;
        for (const double s : {-l, 0.0, L, L + l}) {
            CAPTURE(s);
            eval_track(track, s - tiny, a);
            eval_track(track, s + tiny, b);
            for (const auto& [x, y] :
                 {std::pair(a.phi, b.phi), std::pair(a.phi_1, b.phi_1), std::pair(a.phi_2, b.phi_2),
                  std::pair(a.psi, b.psi), std::pair(a.psi_1, b.psi_1), std::pair(a.psi_2, b.psi_2)})
                CHECK((x - y).norm() < 1e-5 * (1 + x.norm()));
            CHECK((a.c - b.c).norm() < 1e-8);
            CHECK((a.t - b.t).norm() < 1e-7);
            CHECK((a.k - b.k).norm() < 1e-7);
            CHECK((a.R0 - b.R0).norm() < 1e-7);
            CHECK((a.w0 - b.w0).norm() < 1e-7);
        }
        for (const double s : {-l, L + 1.001 * l, L + 5}) {
            CHECK(is_off_shapes(track, s));
            eval_track(track, s, a);
            CHECK(a.phi.isZero(0));
            CHECK(a.psi_2.isZero(0));
            CHECK(a.k.isZero(0));
            CHECK(a.w0.isZero(1e-15));
        }
        CHECK_FALSE(is_off_shapes(track, L));
    }
}
