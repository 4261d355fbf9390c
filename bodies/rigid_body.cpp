// Inertia of rigid bodies about the origin O of the body frame, from the centre C at p:
//   J_O = J_C + m (p·p I - p pᵀ)                   (parallel axes)
//   J_C' = R J_C Rᵀ                                (turned frame)
// and for the principal moments of any body: λ₃ ≤ λ₁ + λ₂, since λ₁ + λ₂ - λ₃ = 2 ∫ z² dm ≥ 0.
#include "bodies/rigid_body.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/errors.hpp"

namespace ritz {
namespace {

Mat3 parallel_axis(double mass, const Vec3& p) {
    return mass * (p.squaredNorm() * Mat3::Identity() - p * p.transpose());
}

struct CentralInertia {
    double volume;
    Vec3 principal;  // per mass [m²]
};

CentralInertia compute_central(const SolidBox& box) {
    for (const double side : {box.size.x(), box.size.y(), box.size.z()})
        require_positive(side, "box size of a rigid body");
    const Vec3 sq = box.size.cwiseAbs2();
    return {box.size.prod(), Vec3(sq.y() + sq.z(), sq.x() + sq.z(), sq.x() + sq.y()) / 12};
}

CentralInertia compute_central(const SolidCylinder& cylinder) {
    require_positive(cylinder.radius, "cylinder radius of a rigid body");
    require_positive(cylinder.length, "cylinder length of a rigid body");
    const double r2 = cylinder.radius * cylinder.radius;
    const double across = r2 / 4 + cylinder.length * cylinder.length / 12;
    return {std::numbers::pi * r2 * cylinder.length, Vec3(across, across, r2 / 2)};
}

CentralInertia compute_central(const SolidSphere& sphere) {
    require_positive(sphere.radius, "sphere radius of a rigid body");
    const double r2 = sphere.radius * sphere.radius;
    return {4 * std::numbers::pi / 3 * r2 * sphere.radius, Vec3::Constant(0.4 * r2)};
}

}  // namespace

RigidInertia make_rigid_inertia(double mass, const Vec3& centre, const Mat3& inertia_about_centre) {
    if (!(mass >= 0) || !std::isfinite(mass) || !centre.allFinite() || !inertia_about_centre.allFinite())
        throw InputError(
            fmt::format("a rigid body needs a mass that is not negative (found {}) and finite numbers", mass));
    return {mass, mass * centre, inertia_about_centre + parallel_axis(mass, centre)};
}

RigidInertia make_rigid_inertia(const SolidShape& shape, double density, const Pose& X_BS) {
    require_positive(density, "density of a rigid body");
    const CentralInertia central = std::visit([](const auto& s) { return compute_central(s); }, shape);
    const double mass = density * central.volume;
    const Mat3 J_S = (mass * central.principal).asDiagonal();
    return make_rigid_inertia(mass, X_BS.p, X_BS.R * J_S * X_BS.R.transpose());
}

RigidInertia transform_inertia(const RigidInertia& inertia, const Pose& X_FB) {
    // Without going through the centre, so that a mass of zero is no special case:
    //   ∫ (x·x I - x xᵀ) with x = R b + p is R J Rᵀ + m(p) + the mixed terms 2 p·h I - p hᵀ - h pᵀ, h = R ∫ b dm.
    const Vec3 h = X_FB.R * inertia.first_moment;
    const Vec3& p = X_FB.p;
    const Mat3 mixed = 2 * p.dot(h) * Mat3::Identity() - p * h.transpose() - h * p.transpose();
    return {inertia.mass, h + inertia.mass * p,
            X_FB.R * inertia.J * X_FB.R.transpose() + mixed + parallel_axis(inertia.mass, p)};
}

std::string why_not_an_inertia(const Mat3& J) {
    if (!J.allFinite()) return "the inertia tensor contains numbers that are not finite";
    const double size = J.cwiseAbs().maxCoeff();
    const double asymmetry = (J - J.transpose()).cwiseAbs().maxCoeff();
    if (asymmetry > 1e-9 * size)
        return fmt::format("the inertia tensor is not symmetric: entries differ by {:.3g} kg m² across the diagonal",
                           asymmetry);
    const Vec3 moments = Eigen::SelfAdjointEigenSolver<Mat3>(J, Eigen::EigenvaluesOnly).eigenvalues();
    if (!(moments[0] > 1e-14 * size))
        return fmt::format("the inertia tensor is not positive definite: its smallest principal moment is {:.6g} kg m²",
                           moments[0]);
    // Data sheets give three or four digits, and a thin plate sits exactly on the limit: leave 0.1 % for rounding.
    constexpr double rounding_margin = 1e-3;
    if (moments[2] > (moments[0] + moments[1]) * (1 + rounding_margin))
        return fmt::format(
            "no body has these principal moments of inertia: the largest, {:.6g} kg m², exceeds the sum of the others, "
            "{:.6g} + {:.6g} kg m²",
            moments[2], moments[0], moments[1]);
    return {};
}

}  // namespace ritz
