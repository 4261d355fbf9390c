#pragma once
// Straight two-node beam in space, Euler (Hermite) or Timoshenko (exact in statics).
// Shape functions of one bending plane, deflection w and rotation ψ [Friedman1993], with
// Φ = 12 EI/(κGA l²) (zero: Hermite), ξ = x/l, dofs (w₁, ψ₁, w₂, ψ₂), ψ = w' where there is no shear:
//   K = ∫ EI ψ'ψ' + κGA (w' - ψ)² dx,   M = ∫ μ w w + ρI ψ ψ dx,   Kσ = N ∫ w'w' dx
#include "bodies/fe/fe_properties.hpp"
#include "core/types.hpp"

namespace ritz {

using Mat12 = Eigen::Matrix<double, 12, 12>;
using Vec12 = Eigen::Matrix<double, 12, 1>;

/// Matrices on (u₁, θ₁, u₂, θ₂), each along the global axes.
class BeamElement {
  public:
    BeamElement(const Material& material, const BeamProperties& beam, const Vec3& start, const Vec3& end);

    Mat12 compute_stiffness() const;
    Mat12 compute_mass() const;
    /// For the normal force that the displacements u cause.
    Mat12 compute_stress_stiffness(const Vec12& u) const;

    /// The rotation that goes with the linear displacement field c_a e_b: slopes of the axis, and the mean twist.
    Vec3 compute_field_rotation(int a, int b) const;

  private:
    enum class Kind { stiffness, mass, stress };
    Mat12 to_global(const Mat12& local) const;
    /// Adds the four by four matrix of one bending plane; z: deflection along z with rotation about -y.
    void add_bending(Mat12& local, Kind kind, bool along_z) const;

    const Material& material_;
    const BeamProperties& beam_;
    double length_;
    Mat3 R_;  // columns: x along the axis, y, z of the section
};

/// Why the section cannot be placed on the axis: its z direction is along it; "" if it can.
std::string find_orientation_fault(const BeamProperties& beam, const Vec3& start, const Vec3& end);

}  // namespace ritz
