#pragma once
// Rotations and poses.
//
// exp(θ~) = I + a θ~ ... Rodrigues;   ω = H(θ) θ'   with the left Jacobian
//   H(θ) = I + b θ~ + c θ~θ~,   b = (1 - cos|θ|)/|θ|²,   c = (|θ| - sin|θ|)/|θ|³
// so that d/dt exp(θ~) = ω~ exp(θ~). H' θ' follows from b', c' (both smooth at θ = 0).
#include "core/types.hpp"

namespace ritz {

inline Mat3 skew(const Vec3& x) {
    Mat3 m;
    m << 0, -x.z(), x.y(), x.z(), 0, -x.x(), -x.y(), x.x(), 0;
    return m;
}

/// A frame B seen from a frame A: x_A = R x_B + p.
struct Pose {
    Mat3 R = Mat3::Identity();
    Vec3 p = Vec3::Zero();  // [m]
};

inline Pose operator*(const Pose& X_AB, const Pose& X_BC) { return {X_AB.R * X_BC.R, X_AB.R * X_BC.p + X_AB.p}; }
inline Vec3 operator*(const Pose& X_AB, const Vec3& p_B) { return X_AB.R * p_B + X_AB.p; }
inline Pose inverse(const Pose& X_AB) { return {X_AB.R.transpose(), -(X_AB.R.transpose() * X_AB.p)}; }

/// Rotation by the vector θ (axis times angle).
Mat3 rotation_exp(const Vec3& theta);
/// The rotation vector of R, |θ| ≤ π.
Vec3 rotation_log(const Mat3& R);
/// A rotation whose third axis is the given direction (need not be of unit length).
Mat3 rotation_with_z(const Vec3& direction);

/// The finite rotation of a marker by the angle field θ(t), with its rate and acceleration.
struct RotationRate {
    Mat3 R;     // exp(θ~)
    Mat3 H;     // ω = H θ'
    Vec3 w;     // angular velocity, in the frame θ is given in
    Vec3 bias;  // H' θ', so that α = H θ'' + bias
};
RotationRate compute_rotation_rate(const Vec3& theta, const Vec3& theta_dot);

/// Unit quaternion (w, x, y, z) stored in a vector segment.
Mat3 quaternion_to_rotation(const Eigen::Vector4d& wxyz);
Eigen::Vector4d rotation_to_quaternion(const Mat3& R);
/// d/dt of the quaternion of R_AB for the angular velocity of B in A expressed in B.
Eigen::Vector4d quaternion_rate(const Eigen::Vector4d& wxyz, const Vec3& w_AB_B);

}  // namespace ritz
