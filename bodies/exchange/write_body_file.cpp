#include <future>

#include "bodies/exchange/body_file.hpp"
#include "bodies/exchange/body_layout.hpp"
#include "bodies/exchange/hdf5.hpp"
#include "core/errors.hpp"
#include "core/files/files.hpp"

namespace ritz {
namespace {

using namespace body_layout;
using Eigen::Index;
using hdf5::Group;

void write_if_any(const Group& group, const std::string& name, const MatX& matrix) {
    if (matrix.size() > 0) group.write_matrix(name, matrix);
}

void write_integrals(const Group& group, const MassIntegrals& m) {
    group.write_vector("mass", VecX::Constant(1, m.mass));
    group.write_vector("first_moment", m.first_moment);
    group.write_matrix("J0", m.J0);
    group.write_matrix("S", m.S);
    for (std::size_t a = 0; a < 3; ++a) {
        write_if_any(group, indexed("gamma", a), m.gamma[a]);
        for (std::size_t b = 0; b < 3; ++b) {
            if (m.P[a][b].size() > 0) group.write_vector(indexed("P", a, b), m.P[a][b]);
            write_if_any(group, indexed("Q", a, b), m.Q[a][b]);
            write_if_any(group, indexed("gamma_moment", a, b), m.gamma_moment[a][b]);
        }
    }
}

void write_markers(const Group& body, const std::vector<Marker>& markers) {
    const Group list = body.create_group("markers");
    for (std::size_t i = 0; i < markers.size(); ++i) {
        const Group group = list.create_group(numbered(i));
        group.write_texts("name", {markers[i].name});
        group.write_vector("position", markers[i].X_RM.p);
        group.write_matrix("rotation", markers[i].X_RM.R);
        group.write_matrix("phi", markers[i].phi);
        group.write_matrix("psi", markers[i].psi);
        for (std::size_t a = 0; a < 3; ++a) write_if_any(group, indexed("gamma", a), markers[i].gamma[a]);
    }
}

/// One 3 x n under the other.
void write_shapes(const Group& group, const std::string& name, const std::vector<Mat3X>& shapes, Index n) {
    if (shapes.empty()) return;
    MatX stacked(3 * static_cast<Index>(shapes.size()), n);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (shapes[i].cols() != n)
            group.complain(name, fmt::format("found {} modes, expected {}", shapes[i].cols(), n));
        stacked.middleRows(3 * static_cast<Index>(i), 3) = shapes[i];
    }
    group.write_matrix(name, stacked);
}

void write_tracks(const Group& body, const std::vector<NumericTrackSpec>& tracks, Index n) {
    const Group list = body.create_group("tracks");
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const Group group = list.create_group(numbered(i));
        group.write_texts("name", {tracks[i].name});
        group.write_matrix("points", tracks[i].points);
        write_shapes(group, "phi", tracks[i].phi, n);
        write_shapes(group, "psi", tracks[i].psi, n);
        group.write_integers("closed", {tracks[i].closed ? 1 : 0});
        group.write_vector("up", tracks[i].up);
    }
}

void write_cuts(const Group& body, const std::vector<NumericCutSpec>& cuts) {
    if (cuts.empty()) return;
    const Group list = body.create_group("cuts");
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        const Group group = list.create_group(numbered(i));
        group.write_texts("name", {cuts[i].name});
        group.write_texts("marker", {cuts[i].marker});
        group.write_integers("beyond", {cuts[i].beyond ? 1 : 0});
        group.write_matrix("frame_share", cuts[i].frame_share);
        write_integrals(group, cuts[i].part);
    }
}

void write_damping(const Group& group, const NumericBodySpec& spec) {
    if (spec.De) {
        group.write_matrix("De", *spec.De);
    } else if (const auto* modal = std::get_if<ModalDamping>(&spec.damping)) {
        group.write_vector("modal_damping", VecX::Constant(1, modal->ratio));
    } else {
        const auto& rayleigh = std::get<RayleighDamping>(spec.damping);
        group.write_vector("rayleigh_damping", Eigen::Vector2d(rayleigh.alpha, rayleigh.beta));
    }
}

void write_body(const Group& root, const NumericBodySpec& spec) {
    const Group group = root.create_group("body");
    group.write_texts("name", {spec.name});
    group.write_matrix("Ke", spec.Ke);
    write_integrals(group, spec.integrals);
    if (spec.Cr0) group.write_matrix("Cr0", *spec.Cr0);
    if (spec.Me) group.write_matrix("Me", *spec.Me);
    write_damping(group, spec);
    group.write_texts("mode_names", spec.mode_names);
    group.write_integers("full_dofs", {spec.full_dofs});
    write_markers(group, spec.markers);
    write_tracks(group, spec.tracks, spec.Ke.rows());
    write_cuts(group, spec.cuts);
}

void write_named(const Group& group, const std::vector<std::pair<std::string, MatX>>& matrices) {
    std::vector<std::string> names;
    for (const auto& [name, matrix] : matrices) {
        group.write_matrix(numbered(names.size()), matrix);
        names.push_back(name);
    }
    group.write_texts("names", names);
}

void write_surface(const Group& root, const SurfaceShapes& surface) {
    const Group group = root.create_group("surface");
    group.write_matrix("points", surface.points);
    std::vector<std::int64_t> sizes, corners;
    for (const auto& face : surface.faces) {
        sizes.push_back(static_cast<std::int64_t>(face.size()));
        corners.insert(corners.end(), face.begin(), face.end());
    }
    group.write_integers("face_sizes", sizes);
    group.write_integers("face_corners", corners);
    group.write_floats("shapes", surface.shapes);
}

void write_provenance(const Group& root, const Provenance& provenance) {
    const Group group = root.create_group("provenance");
    group.write_texts("program", {provenance.program});
    group.write_texts("created", {provenance.created});
    group.write_texts("method", {provenance.method});
    group.write_texts("options", {provenance.options});
    std::vector<std::string> paths, hashes;
    for (const SourceFile& source : provenance.sources) {
        paths.push_back(source.path);
        hashes.push_back(source.sha256);
    }
    group.write_texts("source_paths", paths);
    group.write_texts("source_sha256", hashes);
}

hdf5::File write_groups(const BodyFile& file, const std::string& name) {
    hdf5::File image = hdf5::File::create(name);
    {
        const Group root = image.root();
        root.write_attribute("format", format_name);
        root.write_attribute("version", version);
        root.write_attribute("units", "SI");
        write_body(root, file.body);
        root.write_vector("frequencies", file.frequencies);
        if (file.stress_stiffness) write_named(root.create_group("stress_stiffness"), file.stress_stiffness->loads);
        if (file.surface) write_surface(root, *file.surface);
        if (file.estimator) {
            const Group group = root.create_group("estimator");
            group.write_vector("frequencies", file.estimator->frequencies);
            write_named(group.create_group("matrices"), file.estimator->matrices);
            group.write_texts("columns", file.estimator->columns);
        }
        write_provenance(root, file.provenance);
    }
    return image;
}

}  // namespace

std::string make_body_user_block(std::string_view hdf5_image) { return make_user_block(kind, hdf5_image); }

std::string make_body_image(const BodyFile& file, const std::string& name) {
    std::string bytes = write_groups(file, name).image(body_user_block);
    seal(kind, bytes);
    return bytes;
}

void write_body_file(const std::string& path, const BodyFile& file) {
    const hdf5::File image = write_groups(file, path);
    std::string bytes = image.image(body_user_block);
    auto sealed = std::async(std::launch::async, [&bytes] { seal(kind, bytes); });
    read_body_groups(image);  // nothing is written that could not be read again
    sealed.get();
    write_whole_file(path, bytes);
}

}  // namespace ritz
