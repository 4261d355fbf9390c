#include <doctest/doctest.h>

#include <cmath>

#include "engine/system/spec/builder.hpp"
#include "engine/system/system.hpp"

using namespace ritz;

namespace {

/// The rigid chain of the reference data: N links, pin joints about z, 1 m apart along x.
ModelBuilder::Result make_chain(int n) {
    ModelBuilder builder(Vec3(0, -9.81, 0));
    const double r = 0.02, l = 1;
    const Mat3 J = Vec3(0.5 * r * r, (3 * r * r + l * l) / 12, (3 * r * r + l * l) / 12).asDiagonal();
    for (int i = 1; i <= n; ++i) {
        const std::string name = "link" + std::to_string(i);
        builder.add_rigid_body(name, make_rigid_inertia(1, Vec3(0.5, 0, 0), J));
        JointSpec joint;
        joint.name = "pin" + std::to_string(i);
        joint.type = JointType::revolute;
        if (i > 1) {
            joint.parent.body = "link" + std::to_string(i - 1);
            joint.parent.offset.p = Vec3(1, 0, 0);
        }
        joint.child.body = name;
        joint.position = VecX::Constant(1, 0.1 * std::sin(i));
        joint.rate = VecX::Constant(1, 0.2 * std::cos(i));
        builder.add_joint(joint);
    }
    return builder.finish();
}

double first_acceleration(int n, double first_angle_offset = 0) {
    auto [model, state] = make_chain(n);
    state.q[0] += first_angle_offset;
    Workspace ws(model);
    VecX y, rate(model.states());
    pack(state, y);
    eval_rates(model, 0, y.data(), rate.data(), ws);
    return rate[model.nq];
}

}  // namespace

TEST_CASE("The first joint of a rigid chain accelerates as in Simbody") {
    // Simbody 3.7 on exactly this chain, printed with ten decimals.
    CHECK(std::abs(first_acceleration(10) + 12.8297614500) < 1e-10);
    CHECK(std::abs(first_acceleration(50) + 12.6866926504) < 1e-10);
    CHECK(std::abs(first_acceleration(100) + 12.6573049347) < 1e-10);
}

TEST_CASE("The published accelerations of the chain are those at a slightly turned first link") {
    // The reference numbers (Simbody 3.7 and Pinocchio 3.7) fit the chain to ten decimals when the first angle is
    // larger by 1e-9 (500000/N + 50): their benchmark moved it by 1e-9 in each of that many repetitions.
    const auto offset = [](int n) { return 1e-9 * (500000.0 / n + 50); };
    CHECK(std::abs(first_acceleration(10, offset(10)) + 12.8301858535) < 1e-9);
    CHECK(std::abs(first_acceleration(50, offset(50)) + 12.6868389794) < 1e-9);
    CHECK(std::abs(first_acceleration(100, offset(100)) + 12.6573785442) < 1e-9);
    CHECK(std::abs(first_acceleration(1000, offset(1000)) + 12.6566420784) < 1e-9);
}
