#include "bodies/rigid_body.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "core/errors.hpp"

using namespace ritz;

namespace {

constexpr double eps = 2.3e-16;

/// ∫ over a box by Gauss points of degree three in every direction: exact for second moments.
RigidInertia integrate_box(const Vec3& size, double density, const Pose& X) {
    RigidInertia sum;
    const double mass = density * size.prod() / 8, g = 0.5 / std::sqrt(3.0);
    for (int i = 0; i < 8; ++i) {
        const Vec3 sign(i & 1 ? g : -g, i & 2 ? g : -g, i & 4 ? g : -g);
        const Vec3 p = X * Vec3(size.cwiseProduct(sign));
        sum.mass += mass;
        sum.first_moment += mass * p;
        sum.J += mass * (p.squaredNorm() * Mat3::Identity() - p * p.transpose());
    }
    return sum;
}

}  // namespace

TEST_CASE("a turned and shifted box has the inertia of its mass points") {
    const Vec3 size(0.3, 1.2, 0.7);
    const Pose X{rotation_exp({0.4, -1.1, 0.3}), {2, -1, 0.5}};
    const RigidInertia made = make_rigid_inertia(SolidBox{size}, 2700, X), summed = integrate_box(size, 2700, X);
    CHECK(made.mass == doctest::Approx(summed.mass).epsilon(1e-14));
    CHECK((made.first_moment - summed.first_moment).norm() < 100 * eps * summed.first_moment.norm());
    CHECK((made.J - summed.J).norm() < 100 * eps * summed.J.norm());
}

TEST_CASE("a sphere and a cylinder have their textbook moments") {
    const RigidInertia ball = make_rigid_inertia(SolidSphere{0.5}, 1000, {});
    CHECK(ball.mass == doctest::Approx(1000 * std::numbers::pi / 6).epsilon(1e-14));
    CHECK((ball.J - 0.4 * ball.mass * 0.25 * Mat3::Identity()).norm() < 1e-12);
    const RigidInertia rod = make_rigid_inertia(SolidCylinder{0.1, 2}, 1000, {});
    CHECK(rod.J(2, 2) == doctest::Approx(0.5 * rod.mass * 0.01).epsilon(1e-14));
    CHECK(rod.J(0, 0) == doctest::Approx(rod.mass * (0.01 / 4 + 4.0 / 12)).epsilon(1e-14));
    CHECK(rod.J(0, 0) == rod.J(1, 1));
}

TEST_CASE("seeing an inertia from another frame and back changes nothing") {
    const RigidInertia a = make_rigid_inertia(3, {0.1, 0.2, -0.4}, Vec3(1, 2, 2.5).asDiagonal());
    const Pose X{rotation_exp({0.4, -1.1, 0.3}), {2, -1, 0.5}};
    const RigidInertia back = transform_inertia(transform_inertia(a, X), inverse(X));
    CHECK((back.J - a.J).norm() < 1e-13);  // |J| is about 20 on the way
    CHECK((back.first_moment - a.first_moment).norm() < 1e-14);
    // and agrees with the other way to the same body
    const RigidInertia direct =
        make_rigid_inertia(3, X * Vec3(0.1, 0.2, -0.4), X.R * Vec3(1, 2, 2.5).asDiagonal() * X.R.transpose());
    CHECK((direct.J - transform_inertia(a, X).J).norm() < 1e-13);
}

TEST_CASE("only tensors that a body can have pass as inertia") {
    CHECK(why_not_an_inertia(Vec3(1, 2, 2.5).asDiagonal()).empty());
    const Mat3 R = rotation_exp({0.4, -1.1, 0.3});
    CHECK(why_not_an_inertia(R * Vec3(1, 2, 3).asDiagonal() * R.transpose()).empty());  // a plate, on the limit
    CHECK(why_not_an_inertia(Vec3(0.08333, 0.08333, 0.1667).asDiagonal()).empty());     // a plate in four digits
    CHECK(why_not_an_inertia(Vec3(1, 1, 3).asDiagonal()).find("exceeds the sum") != std::string::npos);
    CHECK(why_not_an_inertia(Vec3(0, 1, 1).asDiagonal()).find("positive definite") != std::string::npos);
    CHECK(why_not_an_inertia(Vec3(-1, 1, 1).asDiagonal()).find("positive definite") != std::string::npos);
    CHECK(why_not_an_inertia(Mat3::Zero()).find("positive definite") != std::string::npos);
    Mat3 skewed = Mat3::Identity();
    skewed(0, 1) = 0.1;
    CHECK(why_not_an_inertia(skewed).find("symmetric") != std::string::npos);
    CHECK(why_not_an_inertia(Mat3::Constant(std::nan(""))).find("finite") != std::string::npos);
}

TEST_CASE("shapes without extent, density or with negative mass are refused") {
    CHECK_THROWS_AS(make_rigid_inertia(SolidBox{{1, 0, 1}}, 1, {}), InputError);
    CHECK_THROWS_AS(make_rigid_inertia(SolidCylinder{-1, 1}, 1, {}), InputError);
    CHECK_THROWS_AS(make_rigid_inertia(SolidCylinder{1, 0}, 1, {}), InputError);
    CHECK_THROWS_AS(make_rigid_inertia(SolidSphere{0}, 1, {}), InputError);
    CHECK_THROWS_AS(make_rigid_inertia(SolidSphere{1}, 0, {}), InputError);
    CHECK_THROWS_AS(make_rigid_inertia(-1, Vec3::Zero(), Mat3::Identity()), InputError);
}
