// Poses: "position", and "rotation" as a rotation vector or as a matrix.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

constexpr double degree = std::numbers::pi / 180;

bool is_rotation(const Mat3& R) {
    constexpr double tolerance = 1e-9;  // what ten decimals leave
    return (R.transpose() * R - Mat3::Identity()).cwiseAbs().maxCoeff() <= tolerance && R.determinant() > 0;
}

Mat3 read_rotation(Reader& object) {
    const Reader value = object.optional_value("rotation");
    const bool is_matrix = value.is_array() && !value.elements().empty() && value.elements()[0].is_array();
    if (!is_matrix) return rotation_exp(object.optional_angle<Vec3>("rotation", Vec3::Zero()));
    if (object.has("rotation_deg"))
        object.complain("rotation_deg", "found next to \"rotation\", expected only one of them");
    const std::size_t before = value.diagnostics().count();
    const Mat3 R = value.as<Mat3>();
    if (value.diagnostics().count() != before) return Mat3::Identity();
    if (is_rotation(R)) return R;
    value.complain(
        "found a matrix that is no rotation, expected columns of length 1 at right angles, the third the cross "
        "product of the others");
    return Mat3::Identity();
}

Vec3 rounded(const Vec3& x, double grain) {
    return x.unaryExpr([grain](double each) { return std::round(each * grain) / grain; });
}

/// What is written shall be read as R, bit by bit. A vector that was given in few digits is found again by rounding;
/// a product of rotations has no vector that leads to its last digits, and is written as a matrix.
void write_rotation(const Mat3& R, Json& object) {
    if (R == rotation_exp(Vec3::Zero())) return;
    constexpr double grain = 1e14, grain_of_degrees = 1e11;
    const Vec3 theta = rotation_log(R);
    const Vec3 degrees = rounded(theta / degree, grain_of_degrees);
    if (const Vec3 round = rounded(theta, grain); rotation_exp(round) == R)
        object["rotation"] = to_json(round);
    else if (rotation_exp(degrees * degree) == R)
        object["rotation_deg"] = to_json(degrees);
    else if (rotation_exp(theta) == R)
        object["rotation"] = to_json(theta);
    else
        object["rotation"] = to_json(MatX(R));
}

}  // namespace

void fill_pose(Form& form, Pose& pose) {
    form.optional("position", pose, &Pose::p, "of its origin [m]");
    if (form.reads()) pose.R = read_rotation(form.reader());
    if (form.writes()) write_rotation(pose.R, *form.object());
    if (!form.description()) return;
    form.describe("rotation", schema::see("rotation"), false);
    form.describe("rotation_deg", schema::vector(3, "the rotation vector with its angle in degrees"), false);
}

Json describe_rotation() {
    return schema::any_of({schema::vector(3, "rotation vector: axis times angle [rad]"),
                           schema::list_of(schema::vector(3, ""), 3, "matrix: its columns are the turned axes")});
}

}  // namespace ritz
