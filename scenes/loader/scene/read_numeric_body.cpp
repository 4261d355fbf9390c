#include "bodies/numeric_body.hpp"

#include <fmt/format.h>

#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/scene/read_body.hpp"
#include "scenes/loader/scene/read_frame.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// A list of three lists of three, the shape of P and Q; empty after a complaint.
std::vector<std::vector<Reader>> read_three_by_three(Reader& object, const std::string& key) {
    const Reader value = object.value(key);
    if (!value) return {};
    std::vector<std::vector<Reader>> rows;
    if (value.is_array())
        for (const Reader& row : value.elements()) {
            if (!row.is_array() || row.elements().size() != 3) break;
            rows.push_back(row.elements());
        }
    if (rows.size() == 3 && value.elements().size() == 3) return rows;
    value.complain(fmt::format("found {}, expected 3 rows of 3 {}", value.found(),
                               key == "P" ? "vectors ∫ c_a φ_b dm" : "matrices ∫ φ_a φ_bᵀ dm"));
    return {};
}

void read_P(Reader& object, Index n, MassIntegrals& integrals) {
    const auto rows = read_three_by_three(object, "P");
    for (std::size_t a = 0; a < rows.size(); ++a)
        for (std::size_t b = 0; b < 3; ++b) {
            integrals.P[a][b] = rows[a][b].as<VecX>();
            if (rows[a][b].is_array() && integrals.P[a][b].size() != n)
                rows[a][b].complain(
                    fmt::format("found {}, expected {} numbers, one for each mode", rows[a][b].found(), n));
        }
}

void read_Q(Reader& object, Index n, MassIntegrals& integrals) {
    const auto rows = read_three_by_three(object, "Q");
    for (std::size_t a = 0; a < rows.size(); ++a)
        for (std::size_t b = 0; b < 3; ++b) {
            MatX& Q = integrals.Q[a][b];
            Q = rows[a][b].as<MatX>();
            if (rows[a][b].is_array() && (Q.rows() != n || Q.cols() != n))
                rows[a][b].complain(
                    fmt::format("found {} rows of {}, expected {} rows of {} numbers", Q.rows(), Q.cols(), n, n));
        }
}

void read_integrals(Reader& object, Index n, NumericBodySpec& spec) {
    MassIntegrals& integrals = spec.integrals;
    integrals.mass = object.required<double>("mass", positive());
    integrals.first_moment = integrals.mass * object.optional<Vec3>("center", Vec3::Zero());
    integrals.J0 = read_inertia(object);
    integrals.S = object.required_matrix("Ct", n, 3).transpose();
    const std::string first = object.exactly_one_of({"P", "Cr0"}), second = object.exactly_one_of({"Q", "Me"});
    if (first == "P") read_P(object, n, integrals);
    if (first == "Cr0") spec.Cr0 = object.required_matrix("Cr0", 3, n);
    if (second == "Q") read_Q(object, n, integrals);
    if (second == "Me") spec.Me = object.required_matrix("Me", n, n);
}

void read_markers(Reader& object, Index n, KnownBody& body, NumericBodySpec& spec) {
    for (auto& [name, reader] : object.named("markers")) {
        Marker marker;
        marker.name = name;
        marker.X_RM = read_pose(reader);
        marker.phi = reader.required_matrix("phi", 3, n);
        marker.psi = reader.has("psi") ? reader.required_matrix("psi", 3, n) : MatX::Zero(3, n);
        reader.finish();
        spec.markers.push_back(std::move(marker));
        body.markers.add(name);
    }
}

/// One 3 x n for each point of a track; zero if absent.
std::vector<Mat3X> read_shapes(Reader& track, const std::string& key, std::size_t points, Index n) {
    if (!track.has(key)) return std::vector<Mat3X>(points, Mat3X::Zero(3, n));
    std::vector<Mat3X> shapes;
    for (const Reader& element : track.list(key)) {
        const MatX shape = element.as<MatX>();
        const bool fits = shape.rows() == 3 && shape.cols() == n;
        if (element.is_array() && !fits)
            element.complain(
                fmt::format("found {} rows of {}, expected 3 rows of {} numbers", shape.rows(), shape.cols(), n));
        shapes.push_back(fits ? Mat3X(shape) : Mat3X(Mat3X::Zero(3, n)));
    }
    return shapes;
}

void read_tracks(Reader& object, Index n, KnownBody& body, NumericBodySpec& spec) {
    for (auto& [name, reader] : object.named("tracks")) {
        const std::size_t before = reader.diagnostics().count();
        NumericTrackSpec track;
        track.name = name;
        const auto points = reader.required<std::vector<Vec3>>("points");
        track.points.resize(3, static_cast<Index>(points.size()));
        for (std::size_t i = 0; i < points.size(); ++i) track.points.col(static_cast<Index>(i)) = points[i];
        track.phi = read_shapes(reader, "phi", points.size(), n);
        track.psi = read_shapes(reader, "psi", points.size(), n);
        track.closed = reader.optional<bool>("closed", false);
        track.up = reader.optional<Vec3>("up", Vec3::UnitZ());
        reader.finish();
        std::optional<SplineTrack> spline;
        if (reader.diagnostics().count() == before)
            spline = complain_if_thrown(
                reader, [&] { return SplineTrack(track.points, track.phi, track.psi, track.closed, track.up); });
        body.tracks.push_back({name, spline ? spline->length() : 0, track.closed});
        spec.tracks.push_back(std::move(track));
    }
}

}  // namespace

void read_numeric_body(Reader& object, KnownBody& body, SceneContext& scene) {
    const std::size_t before = object.diagnostics().count();
    NumericBodySpec spec;
    spec.name = body.name;
    spec.Ke = object.required<MatX>("Ke");
    const Index n = spec.Ke.rows();
    if (object.diagnostics().count() == before && (n == 0 || spec.Ke.cols() != n))
        object.complain("Ke", fmt::format("found {} rows of {}, expected a square matrix", n, spec.Ke.cols()));
    if (object.diagnostics().count() != before) {  // every other size follows from it
        for (const auto& member : object.members()) object.has(member.name);
        return;
    }
    body.is_elastic = true;
    body.modes = static_cast<int>(n);
    read_integrals(object, n, spec);
    if (object.has("De") && object.has("damping"))
        object.complain("damping", "found next to \"De\", expected only one of them");
    if (object.has("De")) spec.De = object.required_matrix("De", n, n);
    spec.damping = read_damping(object);
    read_markers(object, n, body, spec);
    read_tracks(object, n, body, spec);
    const ElasticStart start = read_elastic_start(object, n);
    if (object.diagnostics().count() != before) return;
    complain_if_thrown(object, [&] {
        scene.builder.add_elastic_body(std::make_shared<const ElasticBody>(make_numeric_body(spec)), start.q,
                                       start.q_dot);
        return true;
    });
}

}  // namespace ritz
