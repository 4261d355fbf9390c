#include "core/rotation.hpp"

#include <cmath>

namespace ritz {
namespace {

/// The coefficients of H(θ) and their derivatives by x = |θ|², by series where the closed form cancels.
struct Coefficients {
    double a;      // sin|θ|/|θ|
    double b, db;  // (1 - cos|θ|)/|θ|²,        d/dx
    double c, dc;  // (|θ| - sin|θ|)/|θ|³,      d/dx
};

Coefficients rotation_coefficients(double x) {
    Coefficients k{};
    if (x < 0.25) {
        // Σ (-x)^j / (2j+m)!; eight terms leave less than 1e-19 at x = 1/4.
        double term = 1.0;
        for (int j = 0; j < 9; ++j) {
            const double f = 2.0 * j + 1.0;
            k.a += term;
            k.b += term / (f + 1);
            k.c += term / ((f + 1) * (f + 2));
            const double next = -term / ((f + 1) * (f + 2));  // coefficient of x^(j+1) without its x
            k.db += (j + 1) * next / (f + 3);
            k.dc += (j + 1) * next / ((f + 3) * (f + 4));
            term = next * x;
        }
        return k;
    }
    const double angle = std::sqrt(x);
    const double s = std::sin(angle), c = std::cos(angle);
    k.a = s / angle;
    k.b = (1 - c) / x;
    k.c = (angle - s) / (x * angle);
    k.db = (0.5 * k.a - k.b) / x;
    k.dc = (0.5 * k.b - 1.5 * k.c) / x;
    return k;
}

}  // namespace

Mat3 rotation_exp(const Vec3& theta) {
    const Coefficients k = rotation_coefficients(theta.squaredNorm());
    const Mat3 t = skew(theta);
    return Mat3::Identity() + k.a * t + k.b * t * t;
}

Vec3 rotation_log(const Mat3& R) {
    const Eigen::AngleAxisd turn(R);
    return turn.angle() * turn.axis();
}

Mat3 rotation_with_z(const Vec3& direction) {
    const Vec3 z = direction.normalized();
    if (z.z() > 1 - 1e-15) return Mat3::Identity();
    // Complete with the basis vector least along z, so that the triad is well conditioned.
    int least = 0;
    z.cwiseAbs().minCoeff(&least);
    const Vec3 x = Vec3::Unit(least).cross(z).normalized();
    Mat3 R;
    R << x, z.cross(x), z;
    return R;
}

RotationRate compute_rotation_rate(const Vec3& theta, const Vec3& theta_dot) {
    const Coefficients k = rotation_coefficients(theta.squaredNorm());
    const Mat3 t = skew(theta);
    const Mat3 tt = t * t;
    RotationRate r;
    r.R = Mat3::Identity() + k.a * t + k.b * tt;
    r.H = Mat3::Identity() + k.b * t + k.c * tt;
    r.w = r.H * theta_dot;
    const Vec3 first = theta.cross(theta_dot);
    const Vec3 second = theta.cross(first);
    const double x_dot = 2 * theta.dot(theta_dot);
    r.bias = x_dot * (k.db * first + k.dc * second) + k.c * theta_dot.cross(first);
    return r;
}

Mat3 quaternion_to_rotation(const Eigen::Vector4d& q) {
    return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
}

Eigen::Vector4d rotation_to_quaternion(const Mat3& R) {
    const Eigen::Quaterniond q(R);
    return {q.w(), q.x(), q.y(), q.z()};
}

Eigen::Vector4d quaternion_rate(const Eigen::Vector4d& q, const Vec3& w) {
    return 0.5 * Eigen::Vector4d(-q[1] * w.x() - q[2] * w.y() - q[3] * w.z(),
                                 q[0] * w.x() + q[2] * w.z() - q[3] * w.y(), q[0] * w.y() + q[3] * w.x() - q[1] * w.z(),
                                 q[0] * w.z() + q[1] * w.y() - q[2] * w.x());
}

}  // namespace ritz
