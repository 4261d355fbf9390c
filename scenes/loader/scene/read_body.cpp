#include "scenes/loader/scene/read_body.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/scene/read_frame.hpp"

namespace ritz {
namespace {

enum class BodyType { rigid, beam, elastic, file };
const std::vector<std::pair<std::string, BodyType>>& body_types() {
    static const std::vector<std::pair<std::string, BodyType>> types = {
        {"rigid", BodyType::rigid}, {"beam", BodyType::beam}, {"elastic", BodyType::elastic}, {"file", BodyType::file}};
    return types;
}

/// A name must survive "body.marker", and "world" is taken.
void check_body_name(const std::string& name, const Reader& object) {
    if (name == "world") object.complain("the name \"world\" is taken by the world itself");
    if (name.find('.') != std::string::npos)
        object.complain(fmt::format("the name \"{}\" contains a dot, which separates a body from its marker", name));
}

void read_world(Reader& root, SceneContext& scene) {
    Reader object = root.optional_child("world");
    KnownBody world;
    world.name = "world";
    world.pointer = "/world";
    auto markers = read_rigid_markers(object, world);
    auto tracks = read_rigid_tracks(object, world);
    object.finish();
    scene.builder.add_world_markers(std::move(markers), std::move(tracks));
    scene.add(std::move(world));
}

void read_body(const std::string& name, Reader& object, SceneContext& scene) {
    KnownBody body;
    body.name = name;
    body.pointer = object.pointer();
    check_body_name(name, object);
    const std::size_t before = object.diagnostics().count();
    const BodyType type = object.required_choice("type", body_types());
    if (object.diagnostics().count() == before) {
        if (type == BodyType::rigid) read_rigid_body(object, body, scene);
        if (type == BodyType::beam) read_beam(object, body, scene);
        if (type == BodyType::elastic) read_numeric_body(object, body, scene);
        if (type == BodyType::file) read_file_body(object, body, scene);
        object.finish();
    }
    body.is_sound = object.diagnostics().count() == before;
    scene.add(std::move(body));
}

}  // namespace

void read_bodies(Reader& root, SceneContext& scene) {
    read_world(root, scene);
    for (auto& [name, object] : root.named("bodies")) read_body(name, object, scene);
}

std::vector<std::pair<std::string, Pose>> read_rigid_markers(Reader& object, KnownBody& body) {
    std::vector<std::pair<std::string, Pose>> markers;
    for (auto& [name, marker] : object.named("markers")) {
        markers.emplace_back(name, read_pose(marker));
        marker.finish();
        body.markers.add(name);
    }
    return markers;
}

std::vector<std::pair<std::string, Track>> read_rigid_tracks(Reader& object, KnownBody& body) {
    std::vector<std::pair<std::string, Track>> tracks;
    for (auto& [name, track] : object.named("tracks")) {
        const std::size_t before = track.diagnostics().count();
        const auto points = track.required<std::vector<Vec3>>("points");
        const bool closed = track.optional<bool>("closed", false);
        const Vec3 up = track.optional<Vec3>("up", Vec3::UnitZ());
        track.finish();
        Mat3X matrix(3, static_cast<Eigen::Index>(points.size()));
        for (std::size_t i = 0; i < points.size(); ++i) matrix.col(static_cast<Eigen::Index>(i)) = points[i];
        std::optional<SplineTrack> spline;
        if (track.diagnostics().count() == before)
            spline = complain_if_thrown(track, [&] { return SplineTrack(matrix, {}, {}, closed, up); });
        body.tracks.push_back({name, spline ? spline->length() : 0, closed});
        if (spline) tracks.emplace_back(name, std::move(*spline));
    }
    return tracks;
}

Mat3 read_inertia(Reader& object) {
    const Reader value = object.value("inertia");
    if (!value) return Mat3::Identity();
    // Three numbers are the diagonal; everything else shall be three rows.
    const bool is_diagonal = value.is_array() && !value.elements().empty() && value.elements()[0].may_be_number();
    if (is_diagonal) return Mat3(value.as<Vec3>().asDiagonal());
    return value.as<Mat3>();
}

Damping read_damping(Reader& object) {
    Reader damping = object.optional_child("damping");
    if (!damping) return ModalDamping{};
    Damping result = ModalDamping{};
    const bool is_rayleigh = damping.has("alpha") || damping.has("beta");
    if (is_rayleigh == damping.has("modal")) {
        damping.complain("expected either \"modal\" or \"alpha\" and \"beta\"");
    } else if (is_rayleigh) {
        result = RayleighDamping{damping.optional<double>("alpha", 0, non_negative()),
                                 damping.optional<double>("beta", 0, non_negative())};
    } else {
        result = ModalDamping{damping.required<double>("modal", non_negative())};
    }
    damping.finish();
    return result;
}

ElasticStart read_elastic_start(Reader& object, Eigen::Index n) {
    Reader initial = object.optional_child("initial");
    ElasticStart start{VecX::Zero(n), VecX::Zero(n)};
    if (initial.has("q")) start.q = initial.required_vector("q", n);
    if (initial.has("q_dot")) start.q_dot = initial.required_vector("q_dot", n);
    initial.finish();
    return start;
}

}  // namespace ritz
