// Markers, supports and rigid motions of finite element bodies.
#include <doctest/doctest.h>

#include "core/errors.hpp"
#include "tests/reduction/small_models.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// The six rigid motions about the origin, read at a place: what a marker there must show.
MatX make_rigid_motion_at(const Vec3& place) {
    MatX motion = MatX::Identity(6, 6);
    motion.topRightCorner(3, 3) = -skew(place);
    return motion;
}

Structure make_marked_box(MarkerKind kind, std::vector<int> nodes, const std::string& name = "marker") {
    FeModel model = make_box_model();
    StructureSpec spec;
    spec.markers = {make_marker(name, kind, std::move(nodes))};
    return make_structure(std::move(model), spec);
}

}  // namespace

TEST_CASE("markers of every kind follow a rigid motion of the body exactly") {
    const FeModel box = make_box_model();
    const int middle = 4 + 9 * (1 + 3 * 1);
    for (const MarkerKind kind : {MarkerKind::rbe2, MarkerKind::rbe3, MarkerKind::node}) {
        const auto nodes = kind == MarkerKind::node ? std::vector<int>{middle} : box.nodes.sets.at("x1");
        const Structure body = make_marked_box(kind, nodes);
        REQUIRE(body.rigid_modes.cols() == 6);
        const FeInterface& marker = body.markers[0];
        const MatX motion = marker.motion * body.rigid_modes;
        // Sums of tens of products of numbers of order 1/size = 10: some thousand roundings.
        CHECK(largest(motion - make_rigid_motion_at(marker.origin)) < 1e-12);
        // T brings the rigid motions of the unknowns back to those of all nodes.
        CHECK(largest(body.T * body.rigid_modes - make_rigid_modes(body.model)) < 1e-14);
    }
    FeModel frame = make_frame_model();
    StructureSpec spec;
    spec.markers = {make_marker("tip", MarkerKind::node, {2}), make_marker("bend", MarkerKind::rbe3, {0, 1, 2})};
    const Structure body = make_structure(std::move(frame), spec);
    for (const FeInterface& marker : body.markers)
        CHECK(largest(marker.motion * body.rigid_modes - make_rigid_motion_at(marker.origin)) < 1e-12);
}

TEST_CASE("a rigid marker on a single node with rotations leaves the body what it is") {
    StructureSpec spec;
    spec.markers = {make_marker("bend", MarkerKind::rbe2, {1})};
    const Structure body = make_structure(make_frame_model(), spec);
    REQUIRE(body.rigid_modes.cols() == 6);
    // T is a permutation there: the same energies in another order.
    const FeModel full = make_frame_model();
    CHECK(largest(MatX(body.T * body.T.transpose()) - MatX::Identity(full.size(), full.size())) == 0);
    CHECK(largest(MatX(body.K) - MatX(body.T.transpose() * full.K * body.T)) == 0);
    CHECK(largest(MatX(body.M) - MatX(body.T.transpose() * full.M * body.T)) == 0);
    CHECK(largest(body.markers[0].motion * body.rigid_modes - make_rigid_motion_at(body.markers[0].origin)) < 1e-12);
}

TEST_CASE("a plate beside the plane z = 0 has three rigid motions") {
    FeProperties sheet = make_steel_properties();
    sheet.thickness = 0.01;
    Mesh lifted = make_plate_mesh(0.5, 0.2, 5, 2);
    lifted.nodes.positions.row(2).setConstant(0.3);  // turns about x and y then look like shifts
    CHECK(make_structure(assemble(lifted, sheet), {}).rigid_modes.cols() == 3);
}

TEST_CASE("tracks follow a rigid motion of the body exactly at each of their nodes") {
    FeModel model = make_box_model();
    StructureSpec spec;
    FeTrackSpec path;
    path.name = "path";
    for (int i = 0; i < 9; ++i) path.nodes.push_back(i + 9 * (1 + 3 * 2));
    spec.tracks = {path};
    const Structure body = make_structure(std::move(model), spec);
    const MatX motion = body.tracks[0].motion * body.rigid_modes;
    for (int k = 0; k < 9; ++k) {
        const Vec3 place = body.model.nodes.positions.col(path.nodes[static_cast<std::size_t>(k)]);
        CHECK(largest(motion.middleRows(6 * k, 6) - make_rigid_motion_at(place)) < 1e-13);
    }
}

TEST_CASE("a load on a marker has the resultant and moment of the load") {
    const FeModel box = make_box_model();
    for (const MarkerKind kind : {MarkerKind::rbe2, MarkerKind::rbe3}) {
        const Structure body = make_marked_box(kind, box.nodes.sets.at("x1"));
        const FeInterface& marker = body.markers[0];
        const MatX loads = MatX(marker.motion.transpose());  // unit forces, then unit torques
        // Work on rigid motions about the origin: forces and moments r × f + m.
        CHECK(largest(body.rigid_modes.transpose() * loads - make_rigid_motion_at(marker.origin).transpose()) < 1e-12);
    }
}

TEST_CASE("a force on a mean marker is spread by the mass of its nodes, or evenly if asked") {
    FeModel model = make_box_model();
    const std::vector<int> nodes = model.nodes.sets.at("x1");
    StructureSpec spec;
    spec.markers = {make_marker("by mass", MarkerKind::rbe3, nodes), make_marker("even", MarkerKind::rbe3, nodes)};
    spec.markers[1].equal_weights = true;
    const MatX M = model.M;
    const Structure body = make_structure(std::move(model), spec);
    const DofTable table(body.model);
    double total = 0;
    const MatX R = make_rigid_modes(body.model);
    const VecX shares = M * R.col(0);
    for (int node : nodes) total += shares[table.find(node, 0).value()];
    for (int node : nodes) {
        const int dof = table.find(node, 0).value();
        // The face is symmetric about its middle, so that a central force makes no moment.
        CHECK(body.markers[0].motion.coeff(0, dof) == doctest::Approx(shares[dof] / total).epsilon(1e-12));
        CHECK(body.markers[1].motion.coeff(0, dof) == doctest::Approx(1.0 / 9).epsilon(1e-12));
    }
}

TEST_CASE("a structure stores and moves with the energy of its full model") {
    const Structure body = make_free_box(MarkerKind::rbe2);
    const FeModel full = make_box_model();
    CHECK(body.size() == full.size() - 2 * 27 + 2 * 6);
    const VecX u = make_random_matrix(body.size(), 1, 3);
    const VecX u_full = body.T * u;
    CHECK(u.dot(body.K * u) == doctest::Approx(u_full.dot(full.K * u_full)).epsilon(1e-12));
    CHECK(u.dot(body.M * u) == doctest::Approx(u_full.dot(full.M * u_full)).epsilon(1e-12));
    // The nodes of a rigid marker keep their distances to first order: u_i - u_j is normal to the line between.
    const DofTable table(full);
    const std::vector<int>& nodes = full.nodes.sets.at("x1");
    for (int i : nodes)
        for (int j : nodes) {
            Vec3 difference;
            for (int a = 0; a < 3; ++a)
                difference[a] = u_full[table.find(i, a).value()] - u_full[table.find(j, a).value()];
            CHECK(std::abs(difference.dot(full.nodes.positions.col(i) - full.nodes.positions.col(j))) < 1e-14);
        }
}

TEST_CASE("the rigid motions that supports leave free are found") {
    const auto count = [](FeModel model, const std::vector<int>& fixed) {
        StructureSpec spec;
        spec.fixed_dofs = fixed;
        const Structure body = make_structure(std::move(model), spec);
        // What is called free stores no energy: 1e-12 of the stiffness is the rounding of the assembly.
        const MatX& R = body.rigid_modes;
        CHECK(largest(body.K * R) < 1e-12 * body.K.coeffs().maxCoeff() * std::max(1.0, largest(R)));
        return R.cols();
    };
    const FeModel box = make_box_model();
    CHECK(count(box, {}) == 6);
    CHECK(count(box, find_set_dofs(box, "x0", {0, 1, 2})) == 0);
    // One node held: three turns. Two nodes held: the turn about their line. A third: none.
    CHECK(count(box, find_dofs(box, {0}, {0, 1, 2})) == 3);
    CHECK(count(box, find_dofs(box, {0, 8}, {0, 1, 2})) == 1);
    CHECK(count(box, find_dofs(box, {0, 8, 80}, {0, 1, 2})) == 0);
    CHECK(count(make_frame_model(), {}) == 6);
    FeProperties sheet = make_steel_properties();
    sheet.thickness = 0.01;
    const FeModel plate = assemble(make_plate_mesh(0.5, 0.2, 5, 2), sheet);
    CHECK(count(plate, {}) == 3);
    CHECK(count(plate, find_set_dofs(plate, "x0", {0, 1})) == 0);
}

TEST_CASE("markers that make no sense are refused by name") {
    const FeModel box = make_box_model();
    const auto& face = box.nodes.sets.at("x0");
    const auto refusal = [&](const StructureSpec& spec) {
        try {
            make_structure(box, spec);
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    const auto says = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    StructureSpec spec;
    spec.markers = {make_marker("none", MarkerKind::rbe3, {})};
    CHECK(says(refusal(spec), "\"none\": found 0 nodes"));
    spec.markers = {make_marker("far", MarkerKind::rbe3, {100000})};
    CHECK(says(refusal(spec), "no node with index 100000"));
    spec.markers = {make_marker("one", MarkerKind::rbe2, face), make_marker("two", MarkerKind::rbe2, face)};
    CHECK(says(refusal(spec), "\"two\": node 1 is also in \"one\""));
    spec.markers = {make_marker("one", MarkerKind::rbe2, face)};
    spec.fixed_dofs = find_set_dofs(box, "x0", {0, 1, 2});
    CHECK(says(refusal(spec), "\"one\": node 1 is supported"));
    spec.fixed_dofs = {-1};
    CHECK(says(refusal(spec), "no degree of freedom -1"));
    spec.fixed_dofs.clear();
    spec.markers = {make_marker("line", MarkerKind::rbe3, {0, 1, 2, 3})};
    CHECK(says(refusal(spec), "\"line\": its nodes lie on a line"));
    spec.markers = {make_marker("pair", MarkerKind::node, {0, 1})};
    CHECK(says(refusal(spec), "\"pair\": found 2 nodes, expected one"));
    spec.markers.clear();
    FeTrackSpec track;
    track.name = "short";
    track.nodes = {0};
    spec.tracks = {track};
    CHECK(says(refusal(spec), "track \"short\": found 1 nodes"));
}
