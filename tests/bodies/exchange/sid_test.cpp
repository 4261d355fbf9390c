#include "bodies/exchange/sid.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "bodies/exchange/load_body.hpp"
#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "tests/bodies/exchange/bodies.hpp"
#include "tests/support/shared_data.hpp"

using namespace ritz;
using Eigen::Index;

namespace {

double largest(const MatX& m) { return m.size() > 0 ? m.cwiseAbs().maxCoeff() : 0; }

/// The first-order term of a mode, zero where the file leaves it out.
MatX m1(const SidTaylor& taylor, Index j) {
    return taylor.m1.empty() ? MatX(MatX::Zero(taylor.m0.rows(), taylor.m0.cols()))
                             : taylor.m1[static_cast<std::size_t>(j)];
}

Mat3 full_inertia(const MatX& J) {
    Mat3 full;
    full << J(0), J(3), J(4), J(3), J(1), J(5), J(4), J(5), J(2);
    return full;
}

void check_equal(const SidFile& a, const SidFile& b) {
    CHECK(a.header == b.header);
    CHECK(a.mass == b.mass);
    CHECK(a.mode_names == b.mode_names);
    CHECK(a.nodes == b.nodes);
    const auto blocks = [](const SidFile& s) {
        return std::vector<SidTaylor>{s.mdCM, s.J, s.Ct, s.Cr, s.Me, s.Gr, s.Ge, s.Oe, s.ksigma, s.Ke, s.De};
    };
    CHECK(blocks(a) == blocks(b));
}

struct RealFile {
    std::string name;
    Index modes;
    std::size_t nodes;
    double mass;
};
const std::vector<RealFile> real_files = {
    {"balken1m.SID_FEM", 1, 3, 0.784999999999}, {"Beam_3m.SID_FEM", 4, 21, 706.5}, {"beam.SID_FEM", 11, 6, 12.5604}};

/// The identities between the integrals that every writer of SID must keep; the files carry 12 digits.
void check_identities(const SidFile& sid, double tolerance) {
    const Index n = sid.modes();
    for (Index j = 0; j < n; ++j) {
        CHECK(largest(sid.Ct.m0.row(j).transpose() - m1(sid.mdCM, j)) == 0);
        const Mat3 Gr = sid.Gr.m0.middleCols(3 * j, 3), J1 = full_inertia(m1(sid.J, j));
        CHECK(largest(0.5 * (Gr + Gr.transpose()) - J1) <= tolerance * largest(Gr));
        MatX Oe(1, 6);
        Oe << -0.5 * J1(0, 0), -0.5 * J1(1, 1), -0.5 * J1(2, 2), -J1(0, 1), -J1(1, 2), -J1(0, 2);
        CHECK(largest(sid.Oe.m0.row(j) - Oe) <= tolerance * largest(sid.Oe.m0));
        for (Index k = 0; k < 3; ++k)
            CHECK(largest(sid.Ge.m0.col(k * n + j) - 2 * m1(sid.Cr, j).col(k)) <= tolerance * largest(sid.Ge.m0));
    }
    for (const SidNode& node : sid.nodes)
        for (Index j = 0; j < n; ++j) {
            CHECK(largest(m1(node.origin, j) - node.phi.m0.col(j)) == 0);
            const Mat3 turned = skew(Vec3(node.psi.m0.col(j))) * node.AP.m0;
            CHECK(largest(m1(node.AP, j) - turned) <= tolerance * largest(turned));
        }
}

}  // namespace

TEST_CASE("the files of other programs load, and their integrals belong together as SID says") {
    for (const RealFile& real : real_files) {
        const std::string path = testing::find_shared_data("sid/" + real.name);
        if (path.empty()) return;
        CAPTURE(real.name);
        const SidFile sid = read_sid(path);
        CHECK(sid.modes() == real.modes);
        CHECK(sid.nodes.size() == real.nodes);
        CHECK(sid.mass == doctest::Approx(real.mass).epsilon(1e-12));
        CHECK(sid.notes.empty());      // they are of the standard dialect
        check_identities(sid, 1e-11);  // twelve digits, one of them lost in sums
        for (Index j = 0; j < sid.modes(); ++j) {
            const std::string& name = sid.mode_names[static_cast<std::size_t>(j)];
            const double frequency = std::stod(name.substr(name.find(':') + 1));
            const double hertz = std::sqrt(sid.Ke.m0(j, j) / sid.Me.m0(j, j)) / (2 * std::numbers::pi);
            CHECK(std::abs(frequency - hertz) < 0.00051);  // three decimals are printed
        }
    }
}

TEST_CASE("the files of other programs are written again without a change") {
    for (const RealFile& real : real_files) {
        const std::string path = testing::find_shared_data("sid/" + real.name);
        if (path.empty()) return;
        CAPTURE(real.name);
        const SidFile sid = read_sid(path);
        check_equal(sid, read_sid_text(make_sid_text(sid), "copy"));
    }
}

TEST_CASE("the files of other programs become bodies with their integrals and nodes") {
    for (const RealFile& real : real_files) {
        const std::string path = testing::find_shared_data("sid/" + real.name);
        if (path.empty()) return;
        CAPTURE(real.name);
        const SidFile sid = read_sid(path);
        const LoadedBody loaded = load_body(path, "beam");
        CHECK(loaded.body.modes() == real.modes);
        CHECK(loaded.body.markers.size() == real.nodes);
        CHECK(loaded.body.markers[0].name == "node_" + std::to_string(sid.nodes[0].id));
        const InertiaInvariants& inertia = loaded.body.inertia;
        CHECK(inertia.mass == sid.mass);
        CHECK(largest(inertia.S - sid.Ct.m0.transpose()) == 0);
        // P was taken apart and put together: rounding.
        CHECK(largest(inertia.Cr0 - sid.Cr.m0.transpose()) <= 1e-14 * largest(inertia.J1));
        for (Index j = 0; j < real.modes; ++j)
            CHECK(largest(inertia.J1.col(j) - m1(sid.J, j)) <= 1e-14 * largest(inertia.J1));
        // Oe.m1 is in J2; on the diagonal of the modes nothing is changed.
        CHECK(inertia.J2[0](0, 0) == -2 * sid.Oe.m1[0](0, 0));
        CHECK(inertia.J2[4](0, 0) == -sid.Oe.m1[0](0, 5));
        CHECK(inertia.J2[5](0, 0) == -sid.Oe.m1[0](0, 4));
    }
}

TEST_CASE("a file whose modes carry more momentum than their mass allows is a body with a note") {
    const std::string path = testing::find_shared_data("sid/balken1m.SID_FEM");
    if (path.empty()) return;
    const SidFile sid = read_sid(path);
    // |∫ φ dm|² ≤ ∫ dm ∫ φ² dm by Cauchy and Schwarz: no distribution of mass has these numbers.
    REQUIRE(sid.Ct.m0.squaredNorm() > 2 * sid.mass * sid.Me.m0(0, 0));
    const std::vector<std::string> notes = load_body(path, "beam").notes;
    REQUIRE(notes.size() == 2);
    CHECK(notes[0].find("not positive definite") != std::string::npos);
    CHECK(notes[1].find("Oe.m1 does not belong to Me") != std::string::npos);
    const std::string good = testing::find_shared_data("sid/beam.SID_FEM");
    for (const std::string& note : load_body(good, "beam").notes)
        CHECK(note.find("not positive definite") == std::string::npos);
}

TEST_CASE("the products of the angular velocity do the work of an energy: bending in y and z at once") {
    const std::string path = testing::find_shared_data("sid/Beam_3m.SID_FEM");
    if (path.empty()) return;
    // Modes 1 and 2 bend in z and y. PY_SID writes 2 ∫ φ_1z φ_2y dm = -1.781 in one place and almost 0 in the other;
    // an energy has the mean in both.
    const ElasticBody body = load_body(path, "beam").body;
    CHECK(body.inertia.J2[5](0, 1) == body.inertia.J2[5](1, 0));
    CHECK(body.inertia.J2[5](0, 1) == doctest::Approx(0.5 * (1.78079046682 - 7.89049805654e-3)).epsilon(1e-11));
}

TEST_CASE("a beam written as SID reads back equal in every digit, and its integrals belong together") {
    const testing::Folder folder;
    const SidFile sid = make_sid(make_numeric_body(testing::make_rod_numbers(false)));
    write_sid(folder / "rod.sid", sid);
    const SidFile back = read_sid(folder / "rod.sid");
    check_equal(sid, back);
    CHECK(back.notes.empty());
    check_identities(sid, 1e-14);
    // Beyond what the files of PY_SID keep: vee(Gr_j - Gr_jᵀ) = -2 Cr.m0 and the trace of Oe.m1 is -2 Me.
    for (Index j = 0; j < sid.modes(); ++j) {
        const Mat3 Gr = sid.Gr.m0.middleCols(3 * j, 3), A = Gr - Gr.transpose();
        CHECK((Vec3(A(2, 1), A(0, 2), A(1, 0)) + 2 * sid.Cr.m0.row(j).transpose()).norm() < 1e-14 * Gr.norm());
        CHECK((sid.Oe.m1[static_cast<std::size_t>(j)].leftCols(3).rowwise().sum() + 2 * sid.Me.m0.col(j)).norm() <
              1e-13);
    }
}

TEST_CASE("a body without foreshortening survives SID: its mass integrals come back from J, Cr and Oe") {
    const NumericBodySpec spec = testing::make_rod_numbers(false);
    const SidFile sid = read_sid_text(make_sid_text(make_sid(make_numeric_body(spec))), "rod");
    std::vector<std::string> notes;
    const NumericBodySpec back = make_sid_spec(sid, "rod", notes);
    CHECK(notes.empty());
    CHECK_FALSE(back.Me);
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b) {  // sums and differences of numbers of the size of Me and P: rounding
            CHECK((back.integrals.P[a][b] - spec.integrals.P[a][b]).norm() < 1e-13);
            CHECK((back.integrals.Q[a][b] - spec.integrals.Q[a][b]).norm() < 1e-13);
        }
    const ElasticBody body = make_sid_body(sid, "rod", notes), original = make_numeric_body(spec);
    for (std::size_t e = 0; e < 6; ++e)
        CHECK(largest((body.inertia.J2[e].size() ? body.inertia.J2[e] : MatX::Zero(6, 6)) -
                      (original.inertia.J2[e].size() ? original.inertia.J2[e] : MatX::Zero(6, 6))) < 1e-13);
    CHECK((body.De - original.De).norm() == 0);
    REQUIRE(body.markers.size() == 2);
    CHECK(body.markers[1].name == "node_2");
    CHECK((body.markers[1].X_RM.R - original.markers[1].X_RM.R).norm() == 0);
    CHECK((body.markers[1].psi - original.markers[1].psi).norm() == 0);
}

TEST_CASE("foreshortening survives SID to second order: as it accelerates, spins and takes forces at nodes") {
    const ElasticBody beam = make_beam(testing::make_rod_spec(true));
    REQUIRE_FALSE(beam.mass_points.empty());
    const InertiaInvariants truncated = make_invariants(testing::make_rod_numbers(true).integrals);
    std::vector<std::string> notes;
    const ElasticBody body = make_sid_body(read_sid_text(make_sid_text(make_sid(beam)), "rod"), "rod", notes);
    CHECK(notes.size() == 1);  // Oe.m1 holds more than Me, and says so
    const Index bending = 4;   // torsion's own foreshortening off the axis is not in the points
    const auto differ = [&](const MatX& a, const MatX& b) {
        REQUIRE(a.size() > 0);
        REQUIRE(b.size() > 0);
        return largest((a - b).topLeftCorner(bending, bending)) / largest(b);
    };
    // The points are those of a quadrature, the integrals of another: each to 1e-9 or better.
    CHECK(differ(body.inertia.S1[0], truncated.S1[0]) < 1e-9);
    CHECK(differ(body.inertia.J2[1], truncated.J2[1]) < 1e-9);
    CHECK(differ(body.inertia.J2[2], truncated.J2[2]) < 1e-9);
    REQUIRE(body.markers[1].gamma[0].size() > 0);
    CHECK((body.markers[1].gamma[0] - beam.markers[1].gamma[0]).norm() == 0);
}
