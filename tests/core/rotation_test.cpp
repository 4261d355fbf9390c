#include "core/rotation.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace ritz;

namespace {

constexpr double eps = 2.3e-16;

/// Angles that reach the series, the seam between series and closed form (|θ| = 1/2), and nearly half a turn.
const std::vector<Vec3> turns = {Vec3::Zero(),
                                 Vec3(1e-9, -2e-9, 3e-9),
                                 Vec3(1e-4, 2e-4, -1e-4),
                                 Vec3(0.28867, 0.28867, -0.28867),
                                 Vec3(0.28868, 0.28868, -0.28868),
                                 Vec3(-0.9, 1.1, 0.4),
                                 Vec3(1.8, -1.6, 1.9)};

/// The matrix exponential by its own definition, scaled and squared.
Mat3 exponential_by_series(const Vec3& theta) {
    const Mat3 small = skew(theta) / 64;
    Mat3 term = Mat3::Identity(), sum = Mat3::Identity();
    for (int k = 1; k < 20; ++k) {
        term = term * small / k;
        sum += term;
    }
    for (int i = 0; i < 6; ++i) sum = sum * sum;
    return sum;
}

}  // namespace

TEST_CASE("a rotation vector turns like the matrix exponential of its skew matrix") {
    for (const Vec3& theta : turns) {
        const Mat3 R = rotation_exp(theta);
        // Six squarings amplify the rounding of the reference about 64 times.
        CHECK((R - exponential_by_series(theta)).norm() < 200 * eps);
        CHECK((R.transpose() * R - Mat3::Identity()).norm() < 20 * eps);
        CHECK(R.determinant() == doctest::Approx(1).epsilon(1e-14));
    }
}

TEST_CASE("the logarithm of a rotation returns its rotation vector up to half a turn") {
    for (const Vec3& theta : turns) {
        // Through a quaternion, whose scalar part loses digits near the half turn: |θ| = 3.07 here.
        CHECK((rotation_log(rotation_exp(theta)) - theta).norm() < 1e-13);
    }
}

TEST_CASE("H turns the rate of the rotation vector into the angular velocity of exp θ~") {
    const Vec3 rate(0.7, -0.4, 1.3);
    for (const Vec3& theta : turns) {
        // Central differences of fourth order: h⁴/30 of the fifth derivative, plus eps/h of rounding.
        const double h = 1e-3;
        const auto R = [&](double t) { return rotation_exp(theta + t * rate); };
        const Mat3 R_dot = (8 * (R(h) - R(-h)) - (R(2 * h) - R(-2 * h))) / (12 * h);
        const RotationRate r = compute_rotation_rate(theta, rate);
        CHECK((r.R - R(0)).norm() < 10 * eps);
        CHECK((r.w - r.H * rate).norm() < 10 * eps);
        CHECK((R_dot - skew(r.w) * r.R).norm() < 2e-12);
    }
}

TEST_CASE("H and its bias are the same on both sides of the seam between series and closed form") {
    const Vec3 direction = Vec3(1, 2, -2) / 3, rate(0.7, -0.4, 1.3);
    const RotationRate below = compute_rotation_rate(direction * (0.5 - 1e-12), rate);
    const RotationRate above = compute_rotation_rate(direction * (0.5 + 1e-12), rate);
    // The two places are 2e-12 apart; the derivatives in closed form lose about two digits at |θ|² = 1/4.
    CHECK((below.H - above.H).norm() < 1e-11);
    CHECK((below.bias - above.bias).norm() < 1e-11);
}

TEST_CASE("the angular acceleration at constant rate of the rotation vector is the bias term") {
    const Vec3 rate(0.7, -0.4, 1.3), acceleration(-0.2, 0.5, 0.9);
    for (const Vec3& theta : turns) {
        const double h = 1e-3;
        const auto w = [&](double t) {
            return compute_rotation_rate(theta + t * rate + 0.5 * t * t * acceleration, rate + t * acceleration).w;
        };
        const Vec3 w_dot = (8 * (w(h) - w(-h)) - (w(2 * h) - w(-2 * h))) / (12 * h);
        const RotationRate r = compute_rotation_rate(theta, rate);
        // fourth-order differences, as above
        CHECK((w_dot - (r.H * acceleration + r.bias)).norm() < 2e-12);
    }
}

TEST_CASE("a quaternion and its rotation matrix describe the same turn") {
    for (const Vec3& theta : turns) {
        const Mat3 R = rotation_exp(theta);
        const Eigen::Vector4d q = rotation_to_quaternion(R);
        CHECK(q.norm() == doctest::Approx(1).epsilon(1e-14));
        CHECK((quaternion_to_rotation(q) - R).norm() < 20 * eps);
        // Unit length is not asked of the argument.
        CHECK((quaternion_to_rotation(3 * q) - R).norm() < 20 * eps);
    }
}

TEST_CASE("the quaternion rate follows an angular velocity given in the turning frame") {
    const Vec3 w(0.3, -1.2, 0.8);
    for (const Vec3& theta : turns) {
        const Mat3 R = rotation_exp(theta);
        const Eigen::Vector4d q = rotation_to_quaternion(R);
        const Eigen::Vector4d q_dot = quaternion_rate(q, w);
        CHECK(std::abs(q.dot(q_dot)) < 10 * eps);  // the length is kept
        // R(t) = R exp(t w~): the sign of the quaternion is taken to be that of q.
        const auto at = [&](double t) -> Eigen::Vector4d {
            const Eigen::Vector4d p = rotation_to_quaternion(R * rotation_exp(t * w));
            return p.dot(q) < 0 ? Eigen::Vector4d(-p) : p;
        };
        const double h = 1e-3;
        const Eigen::Vector4d difference = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
        CHECK((difference - q_dot).norm() < 2e-12);
    }
}

TEST_CASE("a frame made from a direction has it as third axis and is right-handed") {
    for (const Vec3& z : {Vec3(0, 0, 2), Vec3(0, 0, -1), Vec3(1, 0, 0), Vec3(-0.3, 5, 0.1), Vec3(1e-9, 0, 1)}) {
        const Mat3 R = rotation_with_z(z);
        CHECK((R.col(2) - z.normalized()).norm() < 4 * eps + 1e-8 * (z.z() > 0.999 * z.norm()));
        CHECK((R.transpose() * R - Mat3::Identity()).norm() < 10 * eps);
        CHECK(R.determinant() > 0);
    }
}

TEST_CASE("poses compose and invert like the frames they stand for") {
    const Pose X_AB{rotation_exp({0.3, 0.2, -1}), {1, 2, 3}}, X_BC{rotation_exp({-1, 0.4, 0.1}), {0.5, -1, 2}};
    const Vec3 p(0.7, 0.1, -0.2);
    CHECK(((X_AB * X_BC) * p - X_AB * (X_BC * p)).norm() < 20 * eps);
    CHECK((inverse(X_AB) * (X_AB * p) - p).norm() < 20 * eps);
}
