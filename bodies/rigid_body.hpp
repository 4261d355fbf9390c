#pragma once
// Rigid bodies by numbers or by shape.
#include <string>
#include <variant>

#include "core/rotation.hpp"

namespace ritz {

/// Mass, first moment and inertia about the origin of the body frame.
struct RigidInertia {
    double mass = 0;                   // [kg]
    Vec3 first_moment = Vec3::Zero();  // mass times centre [kg m]
    Mat3 J = Mat3::Zero();             // about the origin [kg m²]
};

RigidInertia make_rigid_inertia(double mass, const Vec3& centre, const Mat3& inertia_about_centre);

/// Solid shapes about their centroid; cylinder along z.
struct SolidBox {
    Vec3 size;
};
struct SolidCylinder {
    double radius, length;
};
struct SolidSphere {
    double radius;
};
using SolidShape = std::variant<SolidBox, SolidCylinder, SolidSphere>;
/// X_BS places the shape's centroid frame S in the body frame B.
RigidInertia make_rigid_inertia(const SolidShape& shape, double density, const Pose& X_BS);

/// The same inertia seen from a frame F at X_FB.
RigidInertia transform_inertia(const RigidInertia& inertia, const Pose& X_FB);

/// Empty if an inertia tensor about the centre is one a body can have; otherwise what is wrong with it.
std::string why_not_an_inertia(const Mat3& inertia_about_centre);

}  // namespace ritz
