#include "bodies/exchange/body_file.hpp"
#include "bodies/exchange/body_layout.hpp"
#include "bodies/exchange/hdf5.hpp"
#include "core/errors.hpp"
#include "core/files/files.hpp"

namespace ritz {
namespace {

using namespace body_layout;
using Eigen::Index;
using hdf5::any_size;
using hdf5::Group;

std::string read_text_value(const Group& group, const std::string& name) { return group.read_texts(name, 1)[0]; }

MatX read_if_any(const Group& group, const std::string& name, Index rows, Index columns) {
    return group.has(name) ? group.read_matrix(name, rows, columns) : MatX();
}

MassIntegrals read_integrals(const Group& group, Index n) {
    MassIntegrals m;
    m.mass = group.read_vector("mass", 1)[0];
    m.first_moment = group.read_vector("first_moment", 3);
    m.J0 = group.read_matrix("J0", 3, 3);
    m.S = group.read_matrix("S", 3, n);
    for (std::size_t a = 0; a < 3; ++a) {
        m.gamma[a] = read_if_any(group, indexed("gamma", a), n, n);
        for (std::size_t b = 0; b < 3; ++b) {
            if (const std::string P = indexed("P", a, b); group.has(P)) m.P[a][b] = group.read_vector(P, n);
            m.Q[a][b] = read_if_any(group, indexed("Q", a, b), n, n);
            m.gamma_moment[a][b] = read_if_any(group, indexed("gamma_moment", a, b), n, n);
        }
    }
    return m;
}

/// The members "0", "1", ... of a group, one by one.
template <class Read>
auto read_list(const Group& body, const std::string& name, const Read& read) {
    const Group list = body.open_group(name);
    std::vector<decltype(read(list))> all;
    for (Index i = 0; i < list.members(); ++i)
        all.push_back(read(list.open_group(numbered(static_cast<std::size_t>(i)))));
    return all;
}

std::vector<Marker> read_markers(const Group& body, Index n) {
    return read_list(body, "markers", [n](const Group& group) {
        Marker marker;
        marker.name = read_text_value(group, "name");
        marker.X_RM.p = group.read_vector("position", 3);
        marker.X_RM.R = group.read_matrix("rotation", 3, 3);
        marker.phi = group.read_matrix("phi", 3, n);
        marker.psi = group.read_matrix("psi", 3, n);
        for (std::size_t a = 0; a < 3; ++a) marker.gamma[a] = read_if_any(group, indexed("gamma", a), n, n);
        return marker;
    });
}

std::vector<Mat3X> read_shapes(const Group& group, const std::string& name, Index points, Index n) {
    if (!group.has(name)) return {};
    const MatX stacked = group.read_matrix(name, 3 * points, n);
    std::vector<Mat3X> shapes;
    for (Index i = 0; i < points; ++i) shapes.emplace_back(stacked.middleRows(3 * i, 3));
    return shapes;
}

std::vector<NumericTrackSpec> read_tracks(const Group& body, Index n) {
    return read_list(body, "tracks", [n](const Group& group) {
        NumericTrackSpec track;
        track.name = read_text_value(group, "name");
        track.points = group.read_matrix("points", 3, any_size);
        track.phi = read_shapes(group, "phi", track.points.cols(), n);
        track.psi = read_shapes(group, "psi", track.points.cols(), n);
        track.closed = group.read_integers("closed", 1)[0] != 0;
        track.up = group.read_vector("up", 3);
        return track;
    });
}

std::vector<NumericCutSpec> read_cuts(const Group& body, Index n) {
    if (!body.has("cuts")) return {};
    return read_list(body, "cuts", [n](const Group& group) {
        NumericCutSpec cut;
        cut.name = read_text_value(group, "name");
        cut.marker = read_text_value(group, "marker");
        cut.beyond = group.read_integers("beyond", 1)[0] != 0;
        cut.frame_share = group.read_matrix("frame_share", 6, 6);
        cut.part = read_integrals(group, n);
        return cut;
    });
}

void read_damping(const Group& group, Index n, NumericBodySpec& spec) {
    if (group.has("De")) {
        spec.De = group.read_matrix("De", n, n);
    } else if (group.has("modal_damping")) {
        spec.damping = ModalDamping{group.read_vector("modal_damping", 1)[0]};
    } else {
        const VecX numbers = group.read_vector("rayleigh_damping", 2);
        spec.damping = RayleighDamping{numbers[0], numbers[1]};
    }
}

NumericBodySpec read_body(const Group& root) {
    const Group group = root.open_group("body");
    NumericBodySpec spec;
    spec.name = read_text_value(group, "name");
    spec.Ke = group.read_matrix("Ke", any_size, any_size);
    const Index n = spec.Ke.rows();
    if (spec.Ke.cols() != n)
        group.complain("Ke", fmt::format("found {} x {}, expected a square matrix", n, spec.Ke.cols()));
    spec.integrals = read_integrals(group, n);
    if (group.has("Cr0")) spec.Cr0 = group.read_matrix("Cr0", 3, n);
    if (group.has("Me")) spec.Me = group.read_matrix("Me", n, n);
    read_damping(group, n, spec);
    spec.mode_names = group.read_texts("mode_names", any_size);
    spec.full_dofs = group.read_integers("full_dofs", 1)[0];
    if (spec.full_dofs < 0) group.complain("full_dofs", fmt::format("found {}, expected a count", spec.full_dofs));
    spec.markers = read_markers(group, n);
    spec.tracks = read_tracks(group, n);
    spec.cuts = read_cuts(group, n);
    return spec;
}

std::vector<std::pair<std::string, MatX>> read_named(const Group& group, Index rows, Index columns) {
    std::vector<std::pair<std::string, MatX>> matrices;
    for (const std::string& name : group.read_texts("names", any_size))
        matrices.emplace_back(name, group.read_matrix(numbered(matrices.size()), rows, columns));
    return matrices;
}

std::vector<std::vector<int>> read_faces(const Group& group, Index points) {
    const auto sizes = group.read_integers("face_sizes", any_size);
    std::int64_t total = 0;
    for (const std::int64_t size : sizes) {
        if (size != 3 && size != 4)
            group.complain("face_sizes", fmt::format("found a face of {} corners, expected 3 or 4", size));
        total += size;
    }
    const auto corners = group.read_integers("face_corners", total);
    std::vector<std::vector<int>> faces;
    std::size_t next = 0;
    for (const std::int64_t size : sizes) {
        std::vector<int>& face = faces.emplace_back();
        for (std::int64_t k = 0; k < size; ++k, ++next) {
            if (corners[next] < 0 || corners[next] >= points)
                group.complain("face_corners",
                               fmt::format("found the point {}, expected 0 to {}", corners[next], points - 1));
            face.push_back(static_cast<int>(corners[next]));
        }
    }
    return faces;
}

SurfaceShapes read_surface(const Group& group, Index n) {
    SurfaceShapes surface;
    surface.points = group.read_matrix("points", 3, any_size);
    surface.faces = read_faces(group, surface.points.cols());
    surface.shapes = group.read_floats("shapes", 3 * surface.points.cols(), n);
    return surface;
}

Provenance read_provenance(const Group& group) {
    Provenance provenance;
    provenance.program = read_text_value(group, "program");
    provenance.created = read_text_value(group, "created");
    provenance.method = read_text_value(group, "method");
    provenance.options = read_text_value(group, "options");
    const auto paths = group.read_texts("source_paths", any_size);
    const auto hashes = group.read_texts("source_sha256", static_cast<Index>(paths.size()));
    for (std::size_t i = 0; i < paths.size(); ++i) provenance.sources.push_back({paths[i], hashes[i]});
    return provenance;
}

void check_format(const Group& root) {
    if (const std::string found = root.read_text_attribute("format"); found != format_name)
        root.complain("format", fmt::format("found \"{}\", expected \"{}\"", found, format_name));
    if (const int found = root.read_integer_attribute("version"); found < 1 || found > version)
        root.complain("version", fmt::format("found {}, expected 1 to {}", found, version));
    if (const std::string found = root.read_text_attribute("units"); found != "SI")
        root.complain("units", fmt::format("found \"{}\", expected \"SI\"", found));
}

}  // namespace

bool looks_like_own_body_file(std::string_view bytes) { return bytes.starts_with(kind.magic); }
bool looks_like_body_file(std::string_view bytes) { return looks_like_own_body_file(bytes) || begins_as_hdf5(bytes); }

BodyFile read_body_groups(const hdf5::File& image) {
    const Group root = image.root();
    check_format(root);
    BodyFile file;
    file.body = read_body(root);
    const Index n = file.body.Ke.rows();
    file.frequencies = root.read_vector("frequencies", any_size);
    if (root.has("stress_stiffness"))
        file.stress_stiffness = StressMatrices{read_named(root.open_group("stress_stiffness"), n, n)};
    if (root.has("surface")) file.surface = read_surface(root.open_group("surface"), n);
    if (root.has("estimator")) {
        const Group group = root.open_group("estimator");
        file.estimator = EstimatorData{group.read_vector("frequencies", any_size),
                                       read_named(group.open_group("matrices"), any_size, any_size)};
        if (group.has("columns")) file.estimator->columns = group.read_texts("columns", any_size);
    }
    file.provenance = read_provenance(root.open_group("provenance"));
    return file;
}

BodyFile read_body_image(std::string_view bytes, const std::string& name) {
    return read_body_groups(hdf5::File::open(check_seal(kind, bytes, name), name));
}

BodyFile read_body_file(const std::string& path) { return read_body_image(read_whole_file(path), path); }

}  // namespace ritz
