#include <fmt/format.h>

#include "bodies/rigid_body.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/scene/read_body.hpp"
#include "scenes/loader/scene/read_frame.hpp"

namespace ritz {
namespace {

/// Without "inertia" all the mass sits in one point.
RigidInertia read_inertia_numbers(Reader& object) {
    const double mass = object.required<double>("mass", positive());
    const Vec3 center = object.optional<Vec3>("center", Vec3::Zero());
    Mat3 inertia = Mat3::Zero();
    if (object.has("inertia")) {
        const std::size_t before = object.diagnostics().count();
        inertia = read_inertia(object);
        const std::string why = why_not_an_inertia(inertia);
        if (object.diagnostics().count() == before && !why.empty()) object.complain("inertia", why);
    }
    return make_rigid_inertia(mass, center, inertia);
}

SolidShape read_shape(Reader& object) {
    Reader shape = object.child("shape");
    const std::string kind = shape.exactly_one_of({"box", "cylinder", "sphere"});
    SolidShape result = SolidSphere{1};
    if (kind == "box") {
        result = SolidBox{shape.required<Vec3>("box", positive())};
    } else if (kind == "cylinder") {
        Reader cylinder = shape.child("cylinder");
        result = SolidCylinder{cylinder.required<double>("radius", positive()),
                               cylinder.required<double>("length", positive())};
        cylinder.finish();
    } else if (kind == "sphere") {
        Reader sphere = shape.child("sphere");
        result = SolidSphere{sphere.required<double>("radius", positive())};
        sphere.finish();
    }
    shape.finish();
    return result;
}

RigidInertia scaled(RigidInertia inertia, double factor) {
    inertia.mass *= factor;
    inertia.first_moment *= factor;
    inertia.J *= factor;
    return inertia;
}

RigidInertia read_solid(Reader& object) {
    const SolidShape shape = read_shape(object);
    const std::string measure = object.exactly_one_of({"density", "mass"});
    const Pose X_BS = read_pose(object);
    for (const char* key : {"center", "inertia"})
        if (object.has(key)) object.complain(key, "found next to \"shape\", from which it follows");
    const double amount = measure.empty() ? 1 : object.required<double>(measure, positive());
    const RigidInertia unit = make_rigid_inertia(shape, 1, X_BS);
    return scaled(unit, measure == "mass" ? amount / unit.mass : amount);
}

}  // namespace

void read_rigid_body(Reader& object, KnownBody& body, SceneContext& scene) {
    const RigidInertia inertia = object.has("shape") ? read_solid(object) : read_inertia_numbers(object);
    auto markers = read_rigid_markers(object, body);
    auto tracks = read_rigid_tracks(object, body);
    scene.builder.add_rigid_body(body.name, inertia, std::move(markers), std::move(tracks));
}

}  // namespace ritz
