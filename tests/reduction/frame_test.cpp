// The reference frames of free bodies: what they hold, and what they must not change.
#include <doctest/doctest.h>

#include "bodies/fe/fe_integrals.hpp"
#include "bodies/numeric_body.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "tests/reduction/small_models.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

const ReferenceFrameSpec tangent{ReferenceFrameKind::tangent, "left", ""},
    chord{ReferenceFrameKind::chord, "left", "right"}, buckens{ReferenceFrameKind::buckens, "", ""};

SparseMat make_marker_inputs(const Structure& body) {
    std::vector<SparseMat> motions;
    SparseMat B(body.size(), 6 * static_cast<Eigen::Index>(body.markers.size()));
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t m = 0; m < body.markers.size(); ++m)
        for (Eigen::Index j = 0; j < body.size(); ++j)
            for (SparseMat::InnerIterator entry(body.markers[m].motion, j); entry; ++entry)
                entries.emplace_back(static_cast<int>(j), static_cast<int>(6 * m) + static_cast<int>(entry.row()),
                                     entry.value());
    B.setFromTriplets(entries.begin(), entries.end());
    return B;
}

}  // namespace

TEST_CASE("every frame reads the six rigid motions as they are, and takes them out of a motion") {
    for (const MarkerKind kind : {MarkerKind::rbe2, MarkerKind::rbe3}) {
        const Structure body = make_free_box(kind);
        for (const ReferenceFrameSpec& spec : {tangent, chord, buckens}) {
            const ReferenceFrame frame = make_reference_frame(body, spec);
            REQUIRE(frame.C.rows() == 6);
            // A few hundred products: roundings of 1e-16 of entries of order ten.
            CHECK(largest(frame.C * frame.R - MatX::Identity(6, 6)) < 1e-12);
            const MatX u = make_random_matrix(body.size(), 3, 1);
            CHECK(largest(frame.C * frame.hold(u)) < 1e-11);
            CHECK(largest(frame.R.transpose() * frame.balance(u)) < 1e-11);
        }
    }
}

TEST_CASE("frames hold what they say: the marker, the line of two markers, the momentum") {
    const Structure body = make_free_box(MarkerKind::rbe3);
    const MatX u = make_random_matrix(body.size(), 4, 2);
    const FeInterface &left = body.markers[0], &right = body.markers[1];
    CHECK(largest(left.motion * make_reference_frame(body, tangent).hold(u)) < 1e-11);
    const MatX on_line = make_reference_frame(body, chord).hold(u);
    CHECK(largest((left.motion * on_line).topRows(4)) < 1e-11);  // place, and the turn about the line (x)
    CHECK(largest((right.motion * on_line).middleRows(1, 2)) < 1e-11);
    CHECK(largest((right.motion * on_line).row(0)) > 1e-3);  // the line may grow
    const MatX mean = make_reference_frame(body, buckens).hold(u);
    CHECK(largest(body.rigid_modes.transpose() * (body.M * mean)) < 1e-12 * largest(body.M * body.rigid_modes) * 243);
}

TEST_CASE("the held static solution balances the load with the reactions of its frame") {
    const Structure body = make_free_box(MarkerKind::rbe3);
    const MatX F = make_random_matrix(body.size(), 3, 5);
    MatX first;
    for (const ReferenceFrameSpec& spec : {tangent, chord, buckens}) {
        const HeldSystem held(body, make_reference_frame(body, spec));
        const MatX u = held.solve_static(F);
        const ReferenceFrame& frame = held.frame();
        const MatX residual = body.K * u - (F - frame.C.transpose() * (frame.R.transpose() * F));
        // Backward error of a Cholesky solution: rounding of K u, whose terms are this large.
        const double terms = largest(MatX(body.K.cwiseAbs() * u.cwiseAbs()));
        CHECK(largest(residual) < 1e-13 * terms);
        CHECK(largest(frame.C * u) < 1e-11 * largest(frame.C) * largest(u));
    }
}

TEST_CASE("a load in balance deforms a free body the same whatever its frame") {
    const Structure body = make_free_box(MarkerKind::rbe3);
    const ReferenceFrame mean = make_reference_frame(body, buckens);
    const MatX F = mean.balance(make_random_matrix(body.size(), 3, 6));  // without resultant or moment
    const MatX reference = HeldSystem(body, mean).solve_static(F);
    for (const ReferenceFrameSpec& spec : {tangent, chord}) {
        const MatX u = HeldSystem(body, make_reference_frame(body, spec)).solve_static(F);
        CHECK(largest(u - reference) > 1e-2 * largest(reference));             // they do differ by a rigid motion,
        CHECK(largest(mean.hold(u) - reference) < 1e-9 * largest(reference));  // and by nothing else (cond K ~ 1e7)
    }
}

TEST_CASE("the frequencies of a free body do not depend on its frame") {
    const Structure body = make_free_box(MarkerKind::rbe3);
    const VecX exact = compute_symmetric_eigenvalues(MatX(body.K), MatX(body.M)).tail(body.size() - 6);
    for (const ReferenceFrameSpec& spec : {tangent, chord, buckens}) {
        ReductionProblem problem(body, make_reference_frame(body, spec), SparseMat(body.size(), 0),
                                 SparseMat(0, body.size()));
        const Basis basis = compute_basis(problem, Modal{}, ByCount{static_cast<int>(body.size()) - 6});
        REQUIRE(basis.V.cols() == body.size() - 6);
        const MatX M =
            compute_mass_matrix_at_rest(make_invariants(compute_mass_integrals(body.model, body.T * basis.V)));
        MatX K = MatX::Zero(M.rows(), M.rows());
        K.bottomRightCorner(basis.V.cols(), basis.V.cols()) = basis.omega.cwiseAbs2().asDiagonal();
        const VecX found = compute_symmetric_eigenvalues(K, M);
        CHECK(found.head(6).cwiseAbs().maxCoeff() < 1e-6 * exact[0]);
        // Lowest ten of a spectrum that spans 1e5: rounding of the largest, 1e-16 x 1e5, and of the basis, 1e-10.
        for (int i = 0; i < 10; ++i) CHECK(found[6 + i] == doctest::Approx(exact[i]).epsilon(1e-8));
        // In mean axes the held body itself has them; a clamped one is softer or stiffer, never the same.
        if (spec.kind == ReferenceFrameKind::buckens)
            for (int i = 0; i < 10; ++i) CHECK(basis.omega[i] == doctest::Approx(std::sqrt(exact[i])).epsilon(1e-9));
        else
            CHECK(std::abs(basis.omega[0] / std::sqrt(exact[0]) - 1) > 0.1);
    }
}

TEST_CASE("shapes in mean axes carry no momentum and no moment of momentum") {
    const Structure body = make_free_box(MarkerKind::rbe2);
    ReductionProblem problem(body, make_reference_frame(body, buckens), make_marker_inputs(body),
                             SparseMat(0, body.size()));
    const MassIntegrals integrals =
        compute_mass_integrals(body.model, body.T * compute_basis(problem, Cms{}, ByCount{6}).V);
    const InertiaInvariants inertia = make_invariants(integrals);
    // Shapes have unit mass norm; momentum of a rigid unit motion would be sqrt(m) = 6: rounding of the static
    // solution.
    CHECK(largest(inertia.S) < 1e-8);
    CHECK(largest(inertia.Cr0) < 1e-8);
}

TEST_CASE("frames that hold nothing, or hold by markers that are not there, are refused") {
    const Structure body = make_free_box(MarkerKind::rbe3);
    CHECK_THROWS_WITH_AS(make_reference_frame(body, {ReferenceFrameKind::tangent, "lefft", ""}),
                         doctest::Contains("did you mean \"left\""), InputError);
    CHECK_THROWS_WITH_AS(make_reference_frame(body, {ReferenceFrameKind::chord, "left", "left"}),
                         doctest::Contains("at one place"), InputError);
}
