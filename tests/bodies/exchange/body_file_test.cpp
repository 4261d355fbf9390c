#include "bodies/exchange/body_file.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <limits>

#include "bodies/exchange/hdf5.hpp"
#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "tests/bodies/exchange/bodies.hpp"
#include "tests/support/messages.hpp"

using namespace ritz;
using testing::make_full_file;

namespace {

/// Bit for bit, shapes included.
bool same(const MatX& a, const MatX& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           (a.size() == 0 || std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0);
}

bool same(const std::vector<Mat3X>& a, const std::vector<Mat3X>& b) {
    bool equal = a.size() == b.size();
    for (std::size_t i = 0; equal && i < a.size(); ++i) equal = same(MatX(a[i]), MatX(b[i]));
    return equal;
}

bool same(const std::vector<std::pair<std::string, MatX>>& a, const std::vector<std::pair<std::string, MatX>>& b) {
    bool equal = a.size() == b.size();
    for (std::size_t i = 0; equal && i < a.size(); ++i)
        equal = a[i].first == b[i].first && same(a[i].second, b[i].second);
    return equal;
}

void check_integrals(const MassIntegrals& a, const MassIntegrals& b) {
    CHECK(a.mass == b.mass);
    CHECK(same(a.first_moment, b.first_moment));
    CHECK(same(a.J0, b.J0));
    CHECK(same(a.S, b.S));
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(same(a.gamma[i], b.gamma[i]));
        for (std::size_t j = 0; j < 3; ++j) {
            CHECK(same(a.P[i][j], b.P[i][j]));
            CHECK(same(a.Q[i][j], b.Q[i][j]));
            CHECK(same(a.gamma_moment[i][j], b.gamma_moment[i][j]));
        }
    }
}

void check_spec(const NumericBodySpec& a, const NumericBodySpec& b) {
    CHECK(a.name == b.name);
    check_integrals(a.integrals, b.integrals);
    CHECK(same(a.Ke, b.Ke));
    CHECK(same(a.De.value_or(MatX()), b.De.value_or(MatX())));
    CHECK(a.mode_names == b.mode_names);
    CHECK(a.full_dofs == b.full_dofs);
    REQUIRE(a.markers.size() == b.markers.size());
    for (std::size_t i = 0; i < a.markers.size(); ++i) {
        CHECK(a.markers[i].name == b.markers[i].name);
        CHECK(same(a.markers[i].X_RM.R, b.markers[i].X_RM.R));
        CHECK(same(a.markers[i].X_RM.p, b.markers[i].X_RM.p));
        CHECK(same(a.markers[i].phi, b.markers[i].phi));
        CHECK(same(a.markers[i].psi, b.markers[i].psi));
        for (std::size_t k = 0; k < 3; ++k) CHECK(same(a.markers[i].gamma[k], b.markers[i].gamma[k]));
    }
    REQUIRE(a.tracks.size() == b.tracks.size());
    for (std::size_t i = 0; i < a.tracks.size(); ++i) {
        CHECK(a.tracks[i].name == b.tracks[i].name);
        CHECK(same(MatX(a.tracks[i].points), MatX(b.tracks[i].points)));
        CHECK(same(a.tracks[i].phi, b.tracks[i].phi));
        CHECK(same(a.tracks[i].psi, b.tracks[i].psi));
        CHECK(a.tracks[i].closed == b.tracks[i].closed);
        CHECK(same(MatX(a.tracks[i].up), MatX(b.tracks[i].up)));
    }
}

std::string message_about(const std::string& bytes) {
    return testing::message_of([&] { read_body_image(bytes, "body.h5"); });
}

/// A small body's HDF5 image with one thing changed: the writer hands over to a function what it would write.
std::string make_changed(const std::function<void(const hdf5::Group& root, const hdf5::Group& body)>& write) {
    const hdf5::File file = hdf5::File::create("made");
    {
        const hdf5::Group root = file.root();
        write(root, root.create_group("body"));
    }
    const std::string image = file.image(0);
    return make_body_user_block(image) + image;
}

void write_head(const hdf5::Group& root, int version = 1, const std::string& units = "SI") {
    root.write_attribute("format", "ritz body");
    root.write_attribute("version", version);
    root.write_attribute("units", units);
}

}  // namespace

TEST_CASE("a body file gives back every number bit for bit") {
    const testing::Folder folder;
    const BodyFile file = make_full_file();
    write_body_file(folder / "rod.h5", file);
    const BodyFile back = read_body_file(folder / "rod.h5");
    check_spec(file.body, back.body);
    CHECK(same(file.frequencies, back.frequencies));
    CHECK(same(file.stress_stiffness->loads, back.stress_stiffness->loads));
    CHECK(same(file.estimator->frequencies, back.estimator->frequencies));
    CHECK(same(file.estimator->matrices, back.estimator->matrices));
    CHECK(file.estimator->columns == back.estimator->columns);
    CHECK(same(MatX(file.surface->points), MatX(back.surface->points)));
    CHECK(file.surface->faces == back.surface->faces);
    CHECK(file.surface->shapes == back.surface->shapes);
    CHECK(file.provenance.options == back.provenance.options);
    CHECK(file.provenance.created == back.provenance.created);
    REQUIRE(back.provenance.sources.size() == 2);
    CHECK(back.provenance.sources[1].path == "other mesh.inp");
    CHECK(back.provenance.sources[1].sha256 == std::string(64, 'b'));
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path), {}) == 1);  // nothing is left beside it
    CHECK(make_body_image(file, "a") == make_body_image(file, "b"));                  // equal bodies, equal files
}

TEST_CASE("a body file without the optional parts, with Cr0, Me and Rayleigh damping, gives back what it was given") {
    BodyFile file;
    file.body = testing::make_rod_numbers(false);
    const InertiaInvariants inertia = make_invariants(file.body.integrals);
    file.body.integrals.P = {};
    file.body.integrals.Q = {};
    file.body.Cr0 = inertia.Cr0;
    file.body.Me = inertia.Me;
    file.body.De.reset();
    file.body.damping = RayleighDamping{0.1, 1e-5};
    file.body.tracks.clear();
    file.body.markers.clear();
    const BodyFile back = read_body_image(make_body_image(file, "x"), "x");
    check_spec(file.body, back.body);
    CHECK(same(*file.body.Cr0, *back.body.Cr0));
    CHECK(same(*file.body.Me, *back.body.Me));
    CHECK(std::get<RayleighDamping>(back.body.damping).alpha == 0.1);
    CHECK(std::get<RayleighDamping>(back.body.damping).beta == 1e-5);
    CHECK_FALSE(back.surface);
    CHECK_FALSE(back.estimator);
    CHECK_FALSE(back.stress_stiffness);
}

TEST_CASE("files that are no body files are named and refused") {
    const std::string whole = make_body_image(make_full_file(), "x");
    CHECK(message_about("") == "body.h5: found something else, expected a Ritz body file");
    CHECK(message_about("solid cube\n") == "body.h5: found something else, expected a Ritz body file");
    CHECK(message_about(whole.substr(512)) ==
          "body.h5: found an HDF5 file that Ritz did not write, expected a Ritz body file");
    CHECK(message_about("RITZ BODY 3\n" + whole.substr(12)) ==
          "body.h5: found a body file of version 3, expected at most 2: it is newer than this program");
    CHECK(message_about(whole.substr(0, 400)) ==
          "body.h5: found a body file that is cut off or damaged, expected a whole one");
    CHECK(message_about("RITZ BODY x\n" + whole.substr(12)).find("cut off or damaged") != std::string::npos);
    const std::string misfit =
        "body.h5: found a body file whose checksum does not fit, expected it as it was written: it is damaged";
    CHECK(message_about(whole.substr(0, whole.size() - 1)) == misfit);
    CHECK(message_about(whole + "x") == misfit);
    CHECK_THROWS_WITH_AS(read_body_file("no/such.h5"), "no/such.h5: there is no such file", InputError);
    CHECK_THROWS_WITH_AS(read_body_file("/"), "/: is a folder, expected a file", InputError);
    CHECK_THROWS_AS(write_body_file("no/such/folder/body.h5", make_full_file()), InputError);
}

TEST_CASE("numbers that are not finite are not written") {
    BodyFile file = make_full_file();
    file.body.Ke(0, 0) = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH_AS(make_body_image(file, "x"),
                         "x: /body/Ke: found a number that is not finite, expected finite numbers", InputError);
}

TEST_CASE("a wrong head, a missing dataset, a wrong shape, type or size is named by its place") {
    using hdf5::Group;
    const auto after_head = [](const std::function<void(const Group& body)>& write) {
        return message_about(make_changed([&](const Group& root, const Group& body) {
            write_head(root);
            write(body);
        }));
    };
    CHECK(message_about(make_changed([](const Group&, const Group&) {})) ==
          "body.h5: /format: found no such attribute, expected a short text");
    CHECK(message_about(make_changed([](const Group& root, const Group&) { write_head(root, 7); })) ==
          "body.h5: /version: found 7, expected 1 to 2");
    CHECK(message_about(make_changed([](const Group& root, const Group&) { write_head(root, 1, "mm"); })) ==
          "body.h5: /units: found \"mm\", expected \"SI\"");
    CHECK(after_head([](const Group&) {}) == "body.h5: /body/name: found nothing, expected texts");
    CHECK(after_head([](const Group& body) { body.write_vector("name", VecX::Ones(1)); }) ==
          "body.h5: /body/name: found real numbers of 64 bits, expected texts");
    CHECK(after_head([](const Group& body) { body.create_group("name"); }) ==
          "body.h5: /body/name: found something else, expected texts");
    CHECK(after_head([](const Group& body) {
              body.write_texts("name", {"a", "b"});
          }) == "body.h5: /body/name: found 2 values, expected 1 values");
    const auto with_Ke = [&](const std::function<void(const Group& body)>& write) {
        return after_head([&](const Group& body) {
            body.write_texts("name", {"a"});
            write(body);
        });
    };
    CHECK(with_Ke([](const Group& body) {
              body.write_integers("Ke", {1, 2});
          }) == "body.h5: /body/Ke: found integers of 64 bits, expected real numbers");
    CHECK(with_Ke([](const Group& body) { body.write_matrix("Ke", MatX::Ones(2, 3)); }) ==
          "body.h5: /body/Ke: found 2 x 3, expected a square matrix");
    CHECK(with_Ke([](const Group& body) { body.write_vector("Ke", VecX::Ones(4)); }) ==
          "body.h5: /body/Ke: found 4 values, expected any x any");
    CHECK(with_Ke([](const Group& body) {
              body.write_matrix("Ke", MatX::Identity(2, 2));
              body.write_vector("mass", VecX::Ones(1));
              body.write_vector("first_moment", VecX::Ones(2));
          }) == "body.h5: /body/first_moment: found 2 values, expected 3 values");
}

TEST_CASE("faces must have three or four corners among the points") {
    BodyFile file = make_full_file();
    file.surface->faces[0] = {0, 1, 5};
    CHECK(message_about(make_body_image(file, "x")) ==
          "body.h5: /surface/face_corners: found the point 5, expected 0 to 4");
    file.surface->faces[0] = {0, 1};
    CHECK(message_about(make_body_image(file, "x")) ==
          "body.h5: /surface/face_sizes: found a face of 2 corners, expected 3 or 4");
    file = make_full_file();
    file.surface->shapes.setZero(3, 6);
    CHECK(message_about(make_body_image(file, "x")) == "body.h5: /surface/shapes: found 3 x 6, expected 15 x 6");
    file = make_full_file();
    file.stress_stiffness->loads[1].second = MatX::Zero(2, 2);
    CHECK(message_about(make_body_image(file, "x")) == "body.h5: /stress_stiffness/0001: found 2 x 2, expected 6 x 6");
    const testing::Folder folder;
    CHECK_THROWS_AS(write_body_file(folder / "x.h5", file), InputError);
    CHECK_FALSE(std::filesystem::exists(folder / "x.h5"));
}
