// Mass integrals of finite element bodies, and the bodies made of them.
#include <doctest/doctest.h>

#include "bodies/fe/fe_integrals.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "reduction/reduced_body.hpp"
#include "tests/reduction/small_models.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// Kinetic energy of the polynomials of the inertia (bodies/elastic_body.hpp).
double compute_energy(const InertiaInvariants& inertia, const Vec3& v, const Vec3& w, const VecX& q, const VecX& dq) {
    const Vec3 mc = inertia.mc0 + inertia.S * q;
    Mat3X Cr = inertia.Cr0;
    for (int k = 0; k < 3; ++k)
        if (inertia.N[static_cast<std::size_t>(k)].size())
            Cr.row(k) += q.transpose() * inertia.N[static_cast<std::size_t>(k)];
    Mat3 J = inertia.J0;
    const int at[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    for (int e = 0; e < 6; ++e) {
        const MatX& J2 = inertia.J2[static_cast<std::size_t>(e)];
        const double more = inertia.J1.row(e).dot(q) + (J2.size() ? 0.5 * q.dot(J2 * q) : 0.0);
        J(at[e][0], at[e][1]) += more;
        if (at[e][0] != at[e][1]) J(at[e][1], at[e][0]) += more;
    }
    return 0.5 * inertia.mass * v.squaredNorm() + v.dot(w.cross(mc)) + v.dot(inertia.S * dq) + 0.5 * w.dot(J * w) +
           w.dot(Cr * dq) + 0.5 * dq.dot(inertia.Me * dq);
}

/// ½ ∫ ρ |v + ω × (c + u) + u'|² dV over brick elements, by 3 x 3 x 3 Gauss points and shape functions written here.
double integrate_energy(const Mesh& mesh, double density, const MatX& nodal_u, const MatX& nodal_du, const Vec3& v,
                        const Vec3& w) {
    const double points[] = {-std::sqrt(0.6), 0, std::sqrt(0.6)}, weights[] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
    double energy = 0;
    for (const Element& element : mesh.elements) {
        Vec3 low = mesh.nodes.positions.col(element.nodes[0]), high = low;
        for (int node : element.nodes) {
            low = low.cwiseMin(mesh.nodes.positions.col(node));
            high = high.cwiseMax(mesh.nodes.positions.col(node));
        }
        const Vec3 centre = 0.5 * (low + high), half = 0.5 * (high - low);
        for (int i = 0; i < 27; ++i) {
            const int k[] = {i % 3, i / 3 % 3, i / 9};
            Vec3 place = Vec3::Zero(), u = Vec3::Zero(), du = Vec3::Zero();
            for (int node : element.nodes) {
                double N = 1;
                for (int a = 0; a < 3; ++a)
                    N *= 0.5 * (1 + points[k[a]] * (mesh.nodes.positions(a, node) > centre[a] ? 1 : -1));
                place += N * mesh.nodes.positions.col(node);
                u += N * nodal_u.col(node);
                du += N * nodal_du.col(node);
            }
            const Vec3 velocity = v + w.cross(place + u) + du;
            energy +=
                0.5 * density * velocity.squaredNorm() * weights[k[0]] * weights[k[1]] * weights[k[2]] * half.prod();
        }
    }
    return energy;
}

MatX by_nodes(const FeModel& model, const VecX& u) {
    MatX field = MatX::Zero(3, model.nodes.size());
    for (std::size_t i = 0; i < model.dofs.size(); ++i)
        field(model.dofs[i].component, *model.dofs[i].node) = u[static_cast<Eigen::Index>(i)];
    return field;
}

}  // namespace

TEST_CASE("the kinetic energy of a reduced body is the integral over its material") {
    const BoxMeshSpec box{.lengths = {0.8, 0.1, 0.06}, .divisions = {8, 2, 2}};
    Mesh mesh = make_box_mesh(box);
    const Structure body = make_free_box(MarkerKind::rbe2);
    for (const ReferenceFrameSpec& spec : {ReferenceFrameSpec{ReferenceFrameKind::tangent, "left", ""},
                                           ReferenceFrameSpec{ReferenceFrameKind::buckens, "", ""}}) {
        ReductionProblem problem(body, make_reference_frame(body, spec), SparseMat(body.size(), 0),
                                 SparseMat(0, body.size()));
        // All of them: a basis without loss.
        const Basis basis = compute_basis(problem, Modal{}, ByCount{static_cast<int>(body.size()) - 6});
        REQUIRE(basis.V.cols() == body.size() - 6);
        const MatX V = body.T * basis.V;
        const InertiaInvariants inertia = make_invariants(compute_mass_integrals(body.model, V));
        for (unsigned seed = 1; seed < 4; ++seed) {
            // Deformations as large as the body: every order in q counts.
            const VecX q = 0.3 * make_random_matrix(V.cols(), 1, seed), dq = make_random_matrix(V.cols(), 1, seed + 10);
            const Vec3 v = make_random_matrix(3, 1, seed + 20), w = 10 * make_random_matrix(3, 1, seed + 30);
            const double expected =
                integrate_energy(mesh, 7850, by_nodes(body.model, V * q), by_nodes(body.model, V * dq), v, w);
            CHECK(compute_energy(inertia, v, w, q, dq) == doctest::Approx(expected).epsilon(1e-11));
        }
    }
}

TEST_CASE("invariants of complete bases are those of the full body, seen in other coordinates") {
    const Structure body = make_clamped_box(MarkerKind::rbe2);
    ReductionProblem problem(body, make_no_frame(body), SparseMat(body.size(), 0), SparseMat(0, body.size()));
    const int n = static_cast<int>(body.size());
    const MatX V = compute_basis(problem, CraigBampton{}, ByCount{n - 6}).V;
    REQUIRE(V.cols() == n);
    const MassIntegrals full = compute_mass_integrals(body.model, MatX(body.T));
    const MassIntegrals reduced = compute_mass_integrals(body.model, body.T * V);
    const MatX back = solve_square(V, MatX::Identity(V.rows(), V.rows()));
    const auto agrees = [](const MatX& found, const MatX& expected) {
        return largest(found - expected) < 1e-9 * largest(expected);
    };
    CHECK(agrees(reduced.S * back, full.S));
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b) {
            CHECK(agrees(back.transpose() * reduced.P[a][b], full.P[a][b]));
            CHECK(agrees(back.transpose() * reduced.Q[a][b] * back, full.Q[a][b]));
        }
    const MatX Me = make_invariants(reduced).Me;
    CHECK(agrees(back.transpose() * Me * back, MatX(body.M)));
}

TEST_CASE("the coupling of a beam frame's shapes with its rotation is its angular momentum, that of its sections too") {
    FeModel frame = make_frame_model();
    const MatX V = make_random_matrix(frame.size(), 4, 11);
    const MatX momentum = make_rigid_modes(frame).rightCols(3).transpose() * (frame.M * V);
    const Mat3X Cr0 = make_invariants(compute_mass_integrals(frame, V)).Cr0;
    CHECK(largest(Cr0 - momentum) < 1e-12 * largest(momentum));
}

TEST_CASE("a box has the mass, centre and inertia of a box") {
    const FeModel model = make_box_model();
    const MassIntegrals integrals = compute_mass_integrals(model, MatX(model.size(), 0));
    const Vec3 l(0.8, 0.1, 0.06);
    const double m = 7850 * l.prod();
    CHECK(integrals.mass == doctest::Approx(m).epsilon(1e-13));
    CHECK(largest(integrals.first_moment - 0.5 * m * l) < 1e-13 * m);
    const Mat3 C0 = 0.25 * m * l * l.transpose() + Mat3((m / 12 * l.cwiseAbs2()).asDiagonal());  // ∫ c cᵀ dm
    CHECK(largest(integrals.J0 - (C0.trace() * Mat3::Identity() - C0)) < 1e-13 * m);
}

TEST_CASE("a reduced body is one the engine takes: frequencies, markers, tracks and surface") {
    FeModel model = make_box_model();
    StructureSpec spec;
    spec.markers = {make_marker("left", MarkerKind::rbe2, model.nodes.sets.at("x0")),
                    make_marker("right", MarkerKind::rbe3, model.nodes.sets.at("x1"))};
    FeTrackSpec path;
    path.name = "path";
    for (int i = 0; i < 9; ++i) path.nodes.push_back(i + 9 * (1 + 3 * 2));
    spec.tracks = {path};
    spec.rayleigh = {5, 1e-6};
    const Structure body = make_structure(std::move(model), spec);
    const SparseMat C = body.markers[1].motion;
    ReductionProblem problem(body, make_reference_frame(body, {ReferenceFrameKind::tangent, "left", ""}),
                             SparseMat(C.transpose()), C);
    const Basis basis = compute_basis(problem, Cms{}, ByCount{6});
    const BodyFile file = make_reduced_body(body, basis, {"box", true});
    const ElasticBody elastic = make_numeric_body(file.body);
    CHECK(elastic.modes() == 12);
    CHECK((compute_frequencies(elastic) - basis.omega).cwiseAbs().maxCoeff() < 1e-9 * basis.omega.maxCoeff());
    CHECK(elastic.inertia.mass == doctest::Approx(7850 * 0.8 * 0.1 * 0.06).epsilon(1e-12));
    const MatX expected = 5 * MatX::Identity(12, 12) + 1e-6 * MatX(basis.omega.cwiseAbs2().asDiagonal());
    CHECK(largest(elastic.De - expected) < 1e-10 * largest(expected));
    // The clamped marker stays, the other answers its own force with the full body's compliance.
    CHECK(largest(elastic.markers[0].phi) + largest(elastic.markers[0].psi) < 1e-9);
    const MatX right = (MatX(6, 12) << elastic.markers[1].phi, elastic.markers[1].psi).finished();
    const MatX compliance = right * solve_definite(elastic.Ke, right.transpose());
    const MatX full = C * problem.system().solve_static(MatX(problem.inputs()));
    CHECK(largest(compliance - full) < 1e-9 * largest(full));
    REQUIRE(elastic.tracks.size() == 1);
    REQUIRE(file.surface);
    CHECK(file.surface->shapes.cols() == 12);
    // Shapes on the surface are those of the nodes: found again by their place.
    const MatX V = body.T * basis.V;
    const DofTable table(body.model);
    for (Eigen::Index p = 0; p < file.surface->points.cols(); p += 7)
        for (int node = 0; node < body.model.nodes.size(); ++node)
            if ((body.model.nodes.positions.col(node) - file.surface->points.col(p)).norm() < 1e-12)
                for (int a = 0; a < 3; ++a)
                    CHECK(file.surface->shapes.row(3 * p + a) == V.row(table.find(node, a).value()).cast<float>());
}
