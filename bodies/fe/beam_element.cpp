#include "bodies/fe/beam_element.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "bodies/quadrature.hpp"

namespace ritz {
namespace {

/// |sin| of the angle between axis and z direction below which the section's place is undefined.
constexpr double parallel = 1e-6;

struct BendingShapes {
    Eigen::Vector4d w, dw, psi, dpsi;
};

BendingShapes compute_bending_shapes(double s, double l, double phi) {
    BendingShapes f;
    f.w << 1 + phi - phi * s - 3 * s * s + 2 * s * s * s, l * s * (1 + phi / 2 - (2 + phi / 2) * s + s * s),
        s * (phi + 3 * s - 2 * s * s), l * s * (-phi / 2 - (1 - phi / 2) * s + s * s);
    f.dw << -phi - 6 * s + 6 * s * s, l * (1 + phi / 2 - (4 + phi) * s + 3 * s * s), phi + 6 * s - 6 * s * s,
        l * (-phi / 2 - (2 - phi) * s + 3 * s * s);
    f.psi << 6 * s * (s - 1) / l, 1 + phi - (4 + phi) * s + 3 * s * s, 6 * s * (1 - s) / l, s * (3 * s - 2 + phi);
    f.dpsi << 6 * (2 * s - 1) / l, 6 * s - 4 - phi, 6 * (1 - 2 * s) / l, 6 * s - 2 + phi;
    f.w /= 1 + phi;
    f.dw /= (1 + phi) * l;
    f.psi /= 1 + phi;
    f.dpsi /= (1 + phi) * l;
    return f;
}

Mat3 compute_axes(const BeamProperties& beam, const Vec3& axis) {
    const Vec3 x = axis.normalized();
    Vec3 hint = beam.z_direction.value_or(Vec3::UnitZ());
    if (!beam.z_direction && x.cross(hint).norm() < parallel) hint = Vec3::UnitY();
    Mat3 R;
    R.col(0) = x;
    R.col(1) = hint.cross(x).normalized();
    R.col(2) = x.cross(R.col(1));
    return R;
}

/// ∫ of linear shapes: c/l on differences, c l on products.
void add_rod_stiffness(Mat12& A, int component, double c) {
    A(component, component) += c;
    A(component + 6, component + 6) += c;
    A(component, component + 6) -= c;
    A(component + 6, component) -= c;
}
void add_rod_mass(Mat12& A, int component, double mass) {
    A(component, component) += mass / 3;
    A(component + 6, component + 6) += mass / 3;
    A(component, component + 6) += mass / 6;
    A(component + 6, component) += mass / 6;
}

}  // namespace

std::string find_orientation_fault(const BeamProperties& beam, const Vec3& start, const Vec3& end) {
    const Vec3 axis = end - start;
    if (!(axis.norm() > 0)) return "has no length";
    if (beam.z_direction && axis.normalized().cross(beam.z_direction->normalized()).norm() < parallel)
        return "lies along the z direction of its section, expected a direction beside the axis";
    return {};
}

BeamElement::BeamElement(const Material& material, const BeamProperties& beam, const Vec3& start, const Vec3& end)
    : material_(material), beam_(beam), length_((end - start).norm()), R_(compute_axes(beam, end - start)) {}

Mat12 BeamElement::to_global(const Mat12& local) const {
    Mat12 global;
    for (int b = 0; b < 12; b += 3)
        for (int a = 0; a < 12; a += 3) global.block<3, 3>(a, b) = R_ * local.block<3, 3>(a, b) * R_.transpose();
    return global;
}

void BeamElement::add_bending(Mat12& local, Kind kind, bool along_z) const {
    const double I = along_z ? beam_.section.Iy : beam_.section.Iz, E = material_.youngs_modulus;
    const double kappa = along_z ? beam_.shear_factor_z : beam_.shear_factor_y;
    const double shear = kappa * compute_lame(material_).mu * beam_.section.area;
    const bool flexible = beam_.theory == BeamTheory::timoshenko;
    const double phi = flexible ? 12 * E * I / (shear * length_ * length_) : 0;
    const QuadratureRule rule = make_gauss_rule(4);  // degree 7; the deflections' squares have 6
    Eigen::Matrix4d A = Eigen::Matrix4d::Zero();
    for (Eigen::Index p = 0; p < 4; ++p) {
        const BendingShapes f = compute_bending_shapes(0.5 * (1 + rule.points[p]), length_, phi);
        const double dx = 0.5 * length_ * rule.weights[p];
        if (kind == Kind::stiffness) {
            A += dx * E * I * f.dpsi * f.dpsi.transpose();
            if (flexible) A += dx * shear * (f.dw - f.psi) * (f.dw - f.psi).transpose();
        } else if (kind == Kind::mass) {
            A += dx * material_.density * beam_.section.area * f.w * f.w.transpose();
            if (beam_.rotary_inertia) A += dx * material_.density * I * f.psi * f.psi.transpose();
        } else {
            A += dx * f.dw * f.dw.transpose();
        }
    }
    // ψ is the rotation about z for deflections along y, and about -y for those along z.
    const int w = along_z ? 2 : 1, rotation = along_z ? 4 : 5;
    const std::array<int, 4> at{w, rotation, w + 6, rotation + 6};
    const Eigen::Vector4d sign = along_z ? Eigen::Vector4d(1, -1, 1, -1) : Eigen::Vector4d::Ones();
    for (int b = 0; b < 4; ++b)
        for (int a = 0; a < 4; ++a)
            local(at[static_cast<std::size_t>(a)], at[static_cast<std::size_t>(b)]) += sign[a] * sign[b] * A(a, b);
}

Mat12 BeamElement::compute_stiffness() const {
    Mat12 local = Mat12::Zero();
    add_rod_stiffness(local, 0, material_.youngs_modulus * beam_.section.area / length_);
    add_rod_stiffness(local, 3, compute_lame(material_).mu * beam_.section.torsion_constant / length_);
    add_bending(local, Kind::stiffness, false);
    add_bending(local, Kind::stiffness, true);
    return to_global(local);
}

Mat12 BeamElement::compute_mass() const {
    Mat12 local = Mat12::Zero();
    const double volume_density = material_.density * length_;
    add_rod_mass(local, 0, volume_density * beam_.section.area);
    add_rod_mass(local, 3, volume_density * (beam_.section.Iy + beam_.section.Iz));
    add_bending(local, Kind::mass, false);
    add_bending(local, Kind::mass, true);
    return to_global(local);
}

Mat12 BeamElement::compute_stress_stiffness(const Vec12& u) const {
    Mat12 local = Mat12::Zero();
    add_bending(local, Kind::stress, false);
    add_bending(local, Kind::stress, true);
    const double elongation = R_.col(0).dot(u.segment<3>(6) - u.head<3>());
    return material_.youngs_modulus * beam_.section.area * elongation / length_ * to_global(local);
}

Vec3 BeamElement::compute_field_rotation(int a, int b) const {
    const Vec3 x = R_.col(0);
    const Vec3 slopes = x[a] * x.cross(Vec3::Unit(b));
    const Vec3 spin = 0.5 * Vec3::Unit(a).cross(Vec3::Unit(b));
    return slopes + x.dot(spin) * x;
}

}  // namespace ritz
