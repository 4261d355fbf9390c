#include <fmt/format.h>

#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// A matrix whose size is known while it is read.
void fill_matrix(Form& form, const std::string& key, Index rows, Index columns, MatX& value, bool is_required,
                 const std::string& words) {
    form.member(
        key, is_required, schema::matrix(words),
        [&](Reader& reader) { value = reader.required_matrix(key, rows, columns); }, [&] { return to_json(value); });
}

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

template <class Blocks>
Json write_three_by_three(const Blocks& blocks) {
    Json rows = Json::array();
    for (const auto& row : blocks) {
        Json list = Json::array();
        for (const auto& block : row) list.push_back(to_json(block));
        rows.push_back(list);
    }
    return rows;
}

/// P or Cr0, Q or Me.
void fill_choices(Form& form, Index n, NumericBodySpec& body) {
    using namespace schema;
    if (form.reads()) {
        const std::string first = form.reader().exactly_one_of({"P", "Cr0"});
        const std::string second = form.reader().exactly_one_of({"Q", "Me"});
        if (first == "P") read_P(form.reader(), n, body.integrals);
        if (first == "Cr0") body.Cr0 = form.reader().required_matrix("Cr0", 3, n);
        if (second == "Q") read_Q(form.reader(), n, body.integrals);
        if (second == "Me") body.Me = form.reader().required_matrix("Me", n, n);
    } else if (form.writes()) {
        Json& object = *form.object();
        if (body.Cr0)
            object["Cr0"] = to_json(MatX(*body.Cr0));
        else
            object["P"] = write_three_by_three(body.integrals.P);
        if (body.Me)
            object["Me"] = to_json(*body.Me);
        else
            object["Q"] = write_three_by_three(body.integrals.Q);
    } else {
        form.describe("P",
                      list_of(list_of(schema::vector(-1, ""), 3, ""), 3, "P_ab = ∫ c_a φ_b dm, 3 rows of 3 lists of n"),
                      false);
        form.describe("Cr0", matrix("∫ c~ Φ dm, 3 rows of n, where P is not known"), false);
        form.describe("Q", list_of(list_of(matrix(""), 3, ""), 3, "Q_ab = ∫ φ_a φ_bᵀ dm, 3 rows of 3 matrices"), false);
        form.describe("Me", matrix("modal mass, n rows of n, where Q is not known"), false);
    }
}

void fill_integrals(Form& form, Index n, NumericBodySpec& body) {
    MassIntegrals& integrals = body.integrals;
    form.required("mass", integrals.mass, positive(), "[kg]");
    Vec3 center = integrals.mass > 0 ? Vec3(integrals.first_moment / integrals.mass) : Vec3(Vec3::Zero());
    form.optional("center", center, Vec3(Vec3::Zero()), "of mass, undeformed [m]");
    if (form.reads()) integrals.first_moment = integrals.mass * center;
    form.member(
        "inertia", true, describe_inertia("about the origin of the floating frame [kg m²]"),
        [&](Reader& reader) { integrals.J0 = read_inertia(reader); }, [&] { return to_json(MatX(integrals.J0)); });
    MatX Ct = integrals.S.transpose();
    fill_matrix(form, "Ct", n, 3, Ct, true, "(∫ Φ dm)ᵀ, n rows of 3");
    if (form.reads()) integrals.S = Ct.transpose();
    fill_choices(form, n, body);
}

void fill_marker(Form& form, Index n, Marker& marker) {
    fill_pose(form, marker.X_RM);
    MatX phi = marker.phi, psi = marker.psi;
    fill_matrix(form, "phi", 3, n, phi, true, "displacement by each mode, 3 rows of n");
    if (!form.reads() || form.has("psi"))
        fill_matrix(form, "psi", 3, n, psi, false, "rotation by each mode, 3 rows of n; zero if left out");
    else
        psi = MatX::Zero(3, n);
    if (form.reads()) {
        marker.phi = phi;
        marker.psi = psi;
    }
    form.finish();
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

Json write_shapes(const std::vector<Mat3X>& shapes) {
    Json list = Json::array();
    for (const Mat3X& shape : shapes) list.push_back(to_json(MatX(shape)));
    return list;
}

void fill_track(Form& form, Index n, NumericTrackSpec& track) {
    const std::size_t before = form.complaints();
    std::vector<Vec3> points;
    for (Index i = 0; i < track.points.cols(); ++i) points.emplace_back(track.points.col(i));
    form.required("points", points, "undeformed [m]");
    if (form.reads()) {
        track.points.resize(3, static_cast<Index>(points.size()));
        for (std::size_t i = 0; i < points.size(); ++i) track.points.col(static_cast<Index>(i)) = points[i];
    }
    const auto shapes = [&](const std::string& key, std::vector<Mat3X>& values, const std::string& words) {
        form.member(
            key, false, schema::list_of(schema::matrix(""), -1, words),
            [&](Reader& reader) { values = read_shapes(reader, key, points.size(), n); },
            [&] { return write_shapes(values); });
    };
    shapes("phi", track.phi, "displacement by each mode at each point, 3 rows of n");
    shapes("psi", track.psi, "rotation by each mode at each point, 3 rows of n");
    form.optional("closed", track, &NumericTrackSpec::closed, "whether the last point joins the first");
    form.optional("up", track, &NumericTrackSpec::up, "keeps the frame's z axis near");
    form.finish();
    if (form.reads() && form.complaints() == before)
        complain_if_thrown(form.reader(),
                           [&] { return SplineTrack(track.points, track.phi, track.psi, track.closed, track.up); });
}

}  // namespace

void fill_numeric_body(Form& form, NumericBodySpec& body) {
    const std::size_t before = form.complaints();
    form.required("Ke", body.Ke, "modal stiffness, n rows of n");
    const Index n = body.Ke.rows();
    if (form.reads() && form.complaints() == before && (n == 0 || body.Ke.cols() != n))
        form.reader().complain("Ke", fmt::format("found {} rows of {}, expected a square matrix", n, body.Ke.cols()));
    if (form.complaints() != before) {  // every other size follows from it
        for (const auto& member : form.reader().members()) form.has(member.name);
        return;
    }
    fill_integrals(form, n, body);
    if (form.has("De") && form.has("damping"))
        form.reader().complain("damping", "found next to \"De\", expected only one of them");
    if (form.has("De")) body.De = form.reader().required_matrix("De", n, n);
    if (form.writes() && body.De) (*form.object())["De"] = to_json(*body.De);
    if (form.description()) form.describe("De", schema::matrix("modal damping, n rows of n, or damping"), false);
    if (!form.writes() || !body.De) fill_damping(form, body.damping);
    const auto seen = [](const auto&, const Reader&, bool) {};
    fill_named(
        form, "markers", body.markers, "frames on the body",
        [&](Form& inner, Marker& marker) { fill_marker(inner, n, marker); }, seen);
    fill_named(
        form, "tracks", body.tracks, "curves on the body",
        [&](Form& inner, NumericTrackSpec& track) { fill_track(inner, n, track); }, seen);
}

}  // namespace ritz
