#include "tools/report/motion_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/overloaded.hpp"
#include "tools/report/base64.hpp"

namespace ritz {
namespace {

constexpr int places_along_a_beam = 33, places_along_a_track = 129;

Json list_vector(const Vec3& v) { return {v[0], v[1], v[2]}; }
Json list_pose(const Pose& X) {
    const Eigen::Vector4d rotation = rotation_to_quaternion(X.R);
    return {X.p[0], X.p[1], X.p[2], rotation[0], rotation[1], rotation[2], rotation[3]};
}

template <class Derived>
std::string encode_floats(const Eigen::MatrixBase<Derived>& matrix) {
    std::vector<float> numbers;
    numbers.reserve(static_cast<std::size_t>(matrix.size()));
    for (Eigen::Index j = 0; j < matrix.cols(); ++j)
        for (Eigen::Index i = 0; i < matrix.rows(); ++i) numbers.push_back(static_cast<float>(matrix(i, j)));
    return encode_numbers(numbers);
}

/// One column a mode, each in units of its own largest entry / 32767.
template <class Derived>
Json describe_modes(const Eigen::MatrixBase<Derived>& shapes) {
    Json scales = Json::array();
    std::vector<std::int16_t> numbers;
    numbers.reserve(static_cast<std::size_t>(shapes.size()));
    for (Eigen::Index j = 0; j < shapes.cols(); ++j) {
        const double scale = shapes.rows() > 0 ? static_cast<double>(shapes.col(j).cwiseAbs().maxCoeff()) / 32767 : 0;
        scales.push_back(scale);
        for (Eigen::Index i = 0; i < shapes.rows(); ++i)
            numbers.push_back(scale > 0 ? static_cast<std::int16_t>(std::lround(shapes(i, j) / scale)) : 0);
    }
    return {{"scales", scales}, {"int16", encode_numbers(numbers)}};
}

// ---- rigid bodies

/// The box of even density that has this inertia about its centre; of a point mass none.
Json describe_inertia_box(const MassSpec& numbers) {
    if (!numbers.inertia || !(numbers.mass > 0)) return {{"type", "point"}, {"at", list_vector(numbers.center)}};
    const Eigen::SelfAdjointEigenSolver<Mat3> principal(*numbers.inertia);
    Pose X{principal.eigenvectors(), numbers.center};
    if (X.R.determinant() < 0) X.R.col(2) *= -1;
    const Vec3& J = principal.eigenvalues();
    const Vec3 squares = (Vec3::Constant(J.sum()) - 2 * J) * 6 / numbers.mass;
    return {{"type", "box"},
            {"size", list_vector(squares.cwiseMax(0).cwiseSqrt())},
            {"pose", list_pose(X)},
            {"of", "inertia"}};
}

Json describe_solid(const SolidSpec& solid) {
    Json shape = std::visit(
        Overloaded{[](const SolidBox& box) {
                       return Json{{"type", "box"}, {"size", list_vector(box.size)}};
                   },
                   [](const SolidCylinder& cylinder) {
                       return Json{{"type", "cylinder"}, {"radius", cylinder.radius}, {"length", cylinder.length}};
                   },
                   [](const SolidSphere& sphere) {
                       return Json{{"type", "sphere"}, {"radius", sphere.radius}};
                   }},
        solid.shape);
    shape["pose"] = list_pose(solid.pose);
    return shape;
}

Json describe_rigid(const RigidBodySpec& body) {
    return std::visit(Overloaded{[](const MassSpec& numbers) { return describe_inertia_box(numbers); },
                                 [](const SolidSpec& solid) { return describe_solid(solid); }},
                      body.inertia);
}

// ---- elastic bodies

/// Of the full rectangle that has the same radii of gyration as the section.
Json describe_section(const BeamSpec* spec) {
    if (spec == nullptr || !(spec->law.mass > 0)) return nullptr;
    return {{"width", std::sqrt(12 * spec->law.rho_Iz / spec->law.mass)},
            {"height", std::sqrt(12 * spec->law.rho_Iy / spec->law.mass)}};
}

Json describe_beam(const BeamShapes& beam, const BeamSpec* spec) {
    const Eigen::Index n = beam.size();
    MatX phi(3 * places_along_a_beam, n), psi(3 * places_along_a_beam, n), gamma(places_along_a_beam, n * n);
    Mat3X points(3, places_along_a_beam);
    for (int i = 0; i < places_along_a_beam; ++i) {
        const Marker place =
            make_beam_marker(beam, "", std::min(beam.length, beam.length * i / (places_along_a_beam - 1)));
        points.col(i) = place.X_RM.p;
        phi.middleRows<3>(3 * i) = place.phi;
        psi.middleRows<3>(3 * i) = place.psi;
        gamma.row(i) = or_zero(place.gamma[0], n).reshaped().transpose();
    }
    Json drawn = {{"type", "beam"},
                  {"length", beam.length},
                  {"section", describe_section(spec)},
                  {"points", encode_floats(points)},
                  {"modes", describe_modes(phi)},
                  {"rotations", describe_modes(psi)}};
    if (beam.has_gamma()) drawn["shortening"] = encode_floats(gamma);
    return drawn;
}

Json describe_surface(const SurfaceShapes& surface) {
    std::vector<std::uint32_t> corners;  // four of each face; of a triangle the last one twice
    for (const std::vector<int>& face : surface.faces)
        for (std::size_t i = 0; i < 4; ++i)
            corners.push_back(static_cast<std::uint32_t>(face[std::min(i, face.size() - 1)]));
    return {{"type", "surface"},
            {"points", encode_floats(surface.points)},
            {"faces", encode_numbers(corners)},
            {"modes", describe_modes(surface.shapes)}};
}

Json describe_elastic(const ElasticBody& body, const SurfaceShapes* surface) {
    if (body.beam) return describe_beam(*body.beam, body.beam_spec.get());
    if (surface != nullptr && surface->shapes.cols() == body.modes()) return describe_surface(*surface);
    return {{"type", "markers"}};
}

const SurfaceShapes* find_surface(const BodySpec& body, const BodySurfaces* surfaces) {
    const auto* made = std::get_if<MadeBodySpec>(&body.kind);
    return made != nullptr && surfaces != nullptr ? surfaces->find(made->body.get()) : nullptr;
}

// ---- places

/// Places on bodies, by the bodies' numbers.
class Places {
  public:
    explicit Places(const Model& model) : model_(model) {}

    /// A frame: on which body, where, and how it moves with the body's elastic coordinates. Null if no body has it.
    Json describe(const Frame& frame) const {
        if (frame.is_on_world()) return {{"body", nullptr}, {"pose", list_pose(frame.offset)}};
        const auto body = std::find_if(model_.bodies.begin(), model_.bodies.end(),
                                       [&](const BodyEntry& each) { return each.node == *frame.node; });
        if (body == model_.bodies.end()) return nullptr;
        Json place = {{"body", body - model_.bodies.begin()}};
        const Pose X_DB = inverse(drawn_frame(model_, *body).offset);  // of B in the frame in which the body is drawn
        if (!frame.marker) {
            place["pose"] = list_pose(X_DB * frame.offset);
            return place;
        }
        const Marker& marker = model_.markers[*frame.marker];
        place["pose"] = list_pose(X_DB * marker.X_RM * frame.offset);
        // Φ q + (Ψ q) x r, to first order, with r from the marker to the frame.
        place["modes"] =
            describe_modes(MatX(X_DB.R * (marker.phi - skew(Vec3(marker.X_RM.R * frame.offset.p)) * marker.psi)));
        return place;
    }

  private:
    const Model& model_;
};

Json describe_body(const Model& model, const BodyEntry& body, const BodySpec* spec, const BodySurfaces* surfaces) {
    const Node& node = model.nodes[body.node];
    Json drawn = {{"name", body.name}, {"modes", node.n}, {"shape", nullptr}, {"markers", Json::array()}};
    if (node.elastic)
        drawn["shape"] = describe_elastic(*model.elastic_bodies[*node.elastic],
                                          spec != nullptr ? find_surface(*spec, surfaces) : nullptr);
    else if (spec != nullptr)
        if (const auto* rigid = std::get_if<RigidBodySpec>(&spec->kind)) drawn["shape"] = describe_rigid(*rigid);
    const Places places(model);
    for (const auto& [name, frame] : body.markers) {
        Json marker = {{"name", name}};
        marker.update(places.describe(frame));
        drawn["markers"].push_back(std::move(marker));
    }
    return drawn;
}

// ---- tracks

Json describe_track(const std::string& name, const Json& body, const Track& track) {
    TrackSample sample = make_track_sample(track);
    const double length = track_length(track);
    Mat3X points(3, places_along_a_track);
    MatX shapes(3 * places_along_a_track, sample.phi.cols());
    for (int i = 0; i < places_along_a_track; ++i) {
        eval_track(track, std::min(length, length * i / (places_along_a_track - 1)), sample);
        points.col(i) = sample.c;
        if (shapes.cols() > 0) shapes.middleRows<3>(3 * i) = sample.phi;
    }
    return {{"name", name}, {"body", body}, {"points", encode_floats(points)}, {"modes", describe_modes(shapes)}};
}

void list_rigid_tracks(const std::vector<RigidTrackSpec>& tracks, const Json& body, Json& list) {
    for (const RigidTrackSpec& track : tracks) {
        Mat3X points(3, static_cast<Eigen::Index>(track.points.size()));
        for (std::size_t i = 0; i < track.points.size(); ++i)
            points.col(static_cast<Eigen::Index>(i)) = track.points[i];
        list.push_back(describe_track(track.name, body, SplineTrack(points, {}, {}, track.closed, track.up)));
    }
}

/// The axis of a beam is drawn with it.
Json list_tracks(const Scene& scene) {
    Json list = Json::array();
    list_rigid_tracks(scene.spec.world.tracks, nullptr, list);
    for (std::size_t i = 0; i < scene.model.bodies.size(); ++i) {
        const BodyEntry& body = scene.model.bodies[i];
        if (const std::optional<ElasticId> elastic = scene.model.nodes[body.node].elastic)
            for (const auto& [name, track] : scene.model.elastic_bodies[*elastic]->tracks)
                if (std::holds_alternative<SplineTrack>(track)) list.push_back(describe_track(name, i, track));
        for (const BodySpec& spec : scene.spec.bodies)
            if (const auto* rigid = std::get_if<RigidBodySpec>(&spec.kind); rigid != nullptr && spec.name == body.name)
                list_rigid_tracks(rigid->places.tracks, i, list);
    }
    return list;
}

// ---- joints

Json describe_joint(const std::string& name, JointType type, const Json& parent, const Json& child, bool closes_loop) {
    return {{"name", name},
            {"type", type_name(type)},
            {"parent", type == JointType::slide ? Json() : parent},  // runs along the track
            {"child", child},
            {"closes_loop", closes_loop}};
}

/// Those that come and go are left out: the frames do not say when they hold.
bool comes_and_goes(const SystemSpec& spec, const std::string& joint) {
    return std::any_of(spec.joints.begin(), spec.joints.end(),
                       [&](const JointSpec& each) { return each.name == joint && each.active; });
}

Json list_joints(const Scene& scene) {
    const Model& model = scene.model;
    const Places places(model);
    Json list = Json::array();
    for (const Joint& joint : model.joints)
        list.push_back(
            describe_joint(joint.name, joint.type, places.describe(joint.parent), places.describe(joint.child), false));
    for (const LoopConstraint& loop : model.loops)
        if (!comes_and_goes(scene.spec, loop.name))
            list.push_back(
                describe_joint(loop.name, loop.type, places.describe(loop.a), places.describe(loop.b), true));
    return list;
}

}  // namespace

Frame drawn_frame(const Model& model, const BodyEntry& body) {
    return Frame{body.node, {}, model.nodes[body.node].elastic ? Pose{} : body.X_BU};
}

Json describe_shapes(const Scene& scene, const BodySurfaces* surfaces) {
    Json bodies = Json::array();
    for (const BodyEntry& body : scene.model.bodies) {
        const auto& specs = scene.spec.bodies;
        const auto spec =
            std::find_if(specs.begin(), specs.end(), [&](const BodySpec& each) { return each.name == body.name; });
        bodies.push_back(describe_body(scene.model, body, spec != specs.end() ? &*spec : nullptr, surfaces));
    }
    return {{"gravity", list_vector(scene.model.gravity)},
            {"bodies", bodies},
            {"tracks", list_tracks(scene)},
            {"joints", list_joints(scene)}};
}

}  // namespace ritz
