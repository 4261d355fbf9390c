#pragma once
// The 6 x 6 inertia of a node,  [ A  B ; Bᵀ C ]  of (angular, linear) accelerations, by the columns of its blocks. A
// fourth entry, zero, makes each column a vector of the processor.
#include <array>

#include "core/types.hpp"

namespace ritz {

struct InertiaBlocks {
    using Column = Eigen::Array<double, 4, 1>;
    using Columns = Eigen::Matrix<double, 4, 3>;
    Columns A = Columns::Zero(), B = Columns::Zero(), C = Columns::Zero();

    static InertiaBlocks of_body(double mass, const Vec3& first_moment, const Mat3& J) {
        InertiaBlocks I;
        const Vec3& mc = first_moment;
        I.A.topRows<3>() = J;
        I.B << 0, -mc.z(), mc.y(), mc.z(), 0, -mc.x(), -mc.y(), mc.x(), 0, 0, 0, 0;
        I.C.diagonal().setConstant(mass);
        return I;
    }
    /// From the entries on and below the diagonal.
    static InertiaBlocks from_lower(const Mat6& I) {
        InertiaBlocks blocks;
        blocks.A.topRows<3>() = I.topLeftCorner<3, 3>().selfadjointView<Eigen::Lower>();
        blocks.B.topRows<3>() = I.bottomLeftCorner<3, 3>().transpose();
        blocks.C.topRows<3>() = I.bottomRightCorner<3, 3>().selfadjointView<Eigen::Lower>();
        return blocks;
    }
    Mat6 dense() const {
        Mat6 I;
        I << A.topRows<3>(), B.topRows<3>(), B.topRows<3>().transpose(), C.topRows<3>();
        return I;
    }
    /// The wrench of an acceleration.
    Vec3 moment(const Vec3& w, const Vec3& v) const {
        const Column sum = A.col(0).array() * w[0] + A.col(1).array() * w[1] + A.col(2).array() * w[2] +
                           B.col(0).array() * v[0] + B.col(1).array() * v[1] + B.col(2).array() * v[2];
        return sum.head<3>();
    }
    Vec3 force(const Vec3& w, const Vec3& v) const {
        const Column sum = C.col(0).array() * v[0] + C.col(1).array() * v[1] + C.col(2).array() * v[2];
        return sum.head<3>().matrix() + B.topRows<3>().transpose() * w;
    }

    void operator+=(const InertiaBlocks& other) {
        A += other.A;
        B += other.B;
        C += other.C;
    }
};

inline InertiaBlocks::Column column(const Vec3& x) { return {x.x(), x.y(), x.z(), 0}; }

/// I less u uᵀ / D, u = (uw, uv).
inline void subtract_product(const InertiaBlocks::Column& uw, const InertiaBlocks::Column& uv, double D_inv,
                             InertiaBlocks& I) {
    const InertiaBlocks::Column w = uw * D_inv, v = uv * D_inv;
    for (int k = 0; k < 3; ++k) {
        I.A.col(k).array() -= w * uw[k];
        I.B.col(k).array() -= w * uv[k];
        I.C.col(k).array() -= v * uv[k];
    }
}

/// Xᵀ I X: the inertia given at B seen at P, where B is turned by R and stands at p. With the blocks turned into the
/// axes of P the moments about P add p~ C to B, and p~ Bᵀ + (B + p~ C) p~ᵀ to A.
inline InertiaBlocks move_to_parent(const InertiaBlocks& I, const InertiaBlocks::Columns& R, const Vec3& p) {
    using Column = InertiaBlocks::Column;
    using Columns = InertiaBlocks::Columns;
    const std::array<Column, 3> turn = {R.col(0).array(), R.col(1).array(), R.col(2).array()};
    InertiaBlocks moved;
    const std::array<const Columns*, 3> blocks = {&I.A, &I.B, &I.C};
    const std::array<Columns*, 3> turned = {&moved.A, &moved.B, &moved.C};
    for (std::size_t m = 0; m < 3; ++m) {
        const Columns& X = *blocks[m];
        const Column x = turn[0] * X(0, 0) + turn[1] * X(1, 0) + turn[2] * X(2, 0);
        const Column y = turn[0] * X(0, 1) + turn[1] * X(1, 1) + turn[2] * X(2, 1);
        const Column z = turn[0] * X(0, 2) + turn[1] * X(1, 2) + turn[2] * X(2, 2);
        for (int k = 0; k < 3; ++k) turned[m]->col(k) = x * R(k, 0) + y * R(k, 1) + z * R(k, 2);
    }
    const std::array<Column, 3> cross = {Column(0, p.z(), -p.y(), 0), Column(-p.z(), 0, p.x(), 0),
                                         Column(p.y(), -p.x(), 0, 0)};  // columns of p~
    Columns& A = moved.A;
    Columns& B = moved.B;
    for (int k = 0; k < 3; ++k) A.col(k).array() += cross[0] * B(k, 0) + cross[1] * B(k, 1) + cross[2] * B(k, 2);
    for (int k = 0; k < 3; ++k)
        B.col(k).array() += cross[0] * moved.C(0, k) + cross[1] * moved.C(1, k) + cross[2] * moved.C(2, k);
    A.col(0) += p.y() * B.col(2) - p.z() * B.col(1);
    A.col(1) += p.z() * B.col(0) - p.x() * B.col(2);
    A.col(2) += p.x() * B.col(1) - p.y() * B.col(0);
    return moved;
}

}  // namespace ritz
