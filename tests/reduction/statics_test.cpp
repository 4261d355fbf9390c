// Bases that are exact at rest: Guyan, Craig-Bampton, CMS; and modal ones.
#include <doctest/doctest.h>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "reduction/columns.hpp"
#include "tests/reduction/small_models.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

SparseMat stack_motions(const Structure& body) {
    MatX C(6 * static_cast<Eigen::Index>(body.markers.size()), body.size());
    for (std::size_t m = 0; m < body.markers.size(); ++m)
        C.middleRows(6 * static_cast<Eigen::Index>(m), 6) = MatX(body.markers[m].motion);
    return C.sparseView();
}

ReductionProblem make_marker_problem(const Structure& body, const ReferenceFrame& frame) {
    const SparseMat C = stack_motions(body);
    return {body, frame, SparseMat(C.transpose()), C};
}

/// How far the reduced static answer to the inputs is from the full one, in the energy norm, relative.
double compute_static_error(ReductionProblem& problem, const MatX& V) {
    const Structure& body = problem.structure();
    const MatX exact = problem.system().solve_static(MatX(problem.inputs()));
    const MatX K = V.transpose() * (body.K * V);
    const MatX reduced = V * solve_definite(K, V.transpose() * MatX(problem.inputs()));
    const MatX error = reduced - exact;
    // Relative to the largest of forces, and of torques: loads on a held marker deform nothing.
    const VecX lost = error.cwiseProduct(MatX(body.K * error)).colwise().sum().cwiseMax(0.0).cwiseSqrt();
    const VecX stored = exact.cwiseProduct(MatX(body.K * exact)).colwise().sum().cwiseSqrt();
    double worst = 0;
    for (Eigen::Index j = 0; j < exact.cols(); ++j) {
        double size = 0;
        for (Eigen::Index i = 0; i < exact.cols(); ++i)
            if (i % 6 / 3 == j % 6 / 3) size = std::max(size, stored[i]);
        worst = std::max(worst, lost[j] / size);
    }
    return worst;
}

void check_basis(const Structure& body, const ReferenceFrame& frame, const Basis& basis) {
    const Eigen::Index n = basis.V.cols();
    CHECK(largest(basis.V.transpose() * (body.M * basis.V) - MatX::Identity(n, n)) < 1e-11);
    const MatX K = basis.V.transpose() * (body.K * basis.V);
    const MatX Omega = basis.omega.cwiseAbs2().asDiagonal();
    CHECK(largest(K - Omega) < 1e-11 * largest(Omega));
    if (frame.C.rows()) CHECK(largest(frame.C * basis.V) < 1e-9 * largest(frame.C) * largest(basis.V));
}

}  // namespace

TEST_CASE("condensation and modes of the inside answer loads on a supported body's markers exactly at rest") {
    const Structure body = make_clamped_box(MarkerKind::rbe2);
    const ReferenceFrame frame = make_no_frame(body);
    ReductionProblem problem = make_marker_problem(body, frame);
    for (const ReductionMethod& method :
         std::vector<ReductionMethod>{Guyan{}, CraigBampton{}, Cms{}, CmsGram{{0, 2000}, 12}}) {
        CAPTURE(name_of(method));
        const Basis basis = compute_basis(problem, method, ByCount{5});
        check_basis(body, frame, basis);
        CHECK(basis.V.cols() == (std::holds_alternative<Guyan>(method) ? 6 : 11));
        // The square root of rounding is not reached: the error itself is computed, 1e-16 x cond K = 1e7.
        CHECK(compute_static_error(problem, basis.V) < 1e-9);
    }
    // Modes alone are not: that is why the others exist.
    CHECK(compute_static_error(problem, compute_basis(problem, Modal{}, ByCount{11}).V) > 1e-3);
}

TEST_CASE("on a free body condensation is exact at rest where the frame's reactions act on markers") {
    const Structure body = make_free_box(MarkerKind::rbe2);
    const auto error = [&](const ReferenceFrameSpec& spec, const ReductionMethod& method) {
        const ReferenceFrame frame = make_reference_frame(body, spec);
        ReductionProblem problem = make_marker_problem(body, frame);
        const Basis basis = compute_basis(problem, method, ByCount{5});
        check_basis(body, frame, basis);
        // 12 motions of markers less 6 rigid ones: no noise is kept in place of those.
        if (std::holds_alternative<Guyan>(method)) CHECK(basis.V.cols() == 6);
        if (std::holds_alternative<CraigBampton>(method)) CHECK(basis.V.cols() == 11);
        return compute_static_error(problem, basis.V);
    };
    for (const ReferenceFrameSpec& spec : {ReferenceFrameSpec{ReferenceFrameKind::tangent, "left", ""},
                                           ReferenceFrameSpec{ReferenceFrameKind::chord, "left", "right"}})
        for (const ReductionMethod& method : std::vector<ReductionMethod>{Guyan{}, CraigBampton{}, Cms{}}) {
            CAPTURE(name_of(method));
            CHECK(error(spec, method) < 1e-8);
        }
    // In mean axes the reactions are inertia forces inside the body: CMS knows them, condensation cannot.
    const ReferenceFrameSpec mean{ReferenceFrameKind::buckens, "", ""};
    CHECK(error(mean, Cms{}) < 1e-8);
    CHECK(error(mean, Guyan{}) > 1e-3);
    CHECK(error(mean, CraigBampton{}) > 1e-6);
}

TEST_CASE("complete bases give the exact frequencies whatever the method") {
    const Structure body = make_clamped_box(MarkerKind::rbe2);
    ReductionProblem problem = make_marker_problem(body, make_no_frame(body));
    const VecX exact = compute_held_spectrum(MatX(body.K), MatX(body.M), MatX(0, body.size())).cwiseSqrt();
    const Basis basis = compute_basis(problem, CraigBampton{}, ByCount{static_cast<int>(body.size()) - 6});
    REQUIRE(basis.V.cols() == body.size());
    // Relative to the largest: eigenvalues of a dense symmetric matrix are exact to rounding of its norm.
    CHECK((basis.omega - exact).cwiseAbs().maxCoeff() < 1e-9 * exact.maxCoeff());
    const Basis modal = compute_basis(problem, Modal{}, ByCount{8});
    for (int i = 0; i < 8; ++i) CHECK(modal.full_omega[i] == doctest::Approx(exact[i]).epsilon(1e-9));
}

TEST_CASE("frequencies of a reduced body are never below those of the full one, and fall with more modes") {
    const Structure body = make_clamped_box(MarkerKind::rbe2);
    ReductionProblem problem = make_marker_problem(body, make_no_frame(body));
    const VecX exact = problem.system().compute_modes(6).omega;
    VecX before = VecX::Constant(6, std::numeric_limits<double>::infinity());
    for (int count = 2; count <= 14; count += 4) {
        const VecX found = compute_basis(problem, CraigBampton{}, ByCount{count}).omega.head(6);
        for (int i = 0; i < 6; ++i) {
            CHECK(found[i] > exact[i] * (1 - 1e-9));
            CHECK(found[i] <= before[i] * (1 + 1e-9));
        }
        before = found;
    }
}

TEST_CASE("condensation without markers, or to means of nodes, is refused") {
    const Structure mean = make_free_box(MarkerKind::rbe3), bare = make_structure(make_box_model(), {});
    ReductionProblem to_mean(mean, make_reference_frame(mean, {}), SparseMat(mean.size(), 0),
                             SparseMat(0, mean.size()));
    CHECK_THROWS_WITH_AS(compute_basis(to_mean, CraigBampton{}, ByCount{3}), doctest::Contains("marker \"left\""),
                         InputError);
    ReductionProblem to_none(bare, make_reference_frame(bare, {}), SparseMat(bare.size(), 0),
                             SparseMat(0, bare.size()));
    CHECK_THROWS_WITH_AS(compute_basis(to_none, Guyan{}, ByCount{0}), doctest::Contains("no markers"), InputError);
    CHECK_THROWS_AS(compute_basis(to_none, Krylov{{}, {0, 100}, 1}, ByCount{3}), InputError);
    CHECK_THROWS_AS(compute_basis(to_none, Irka{{0, 100}}, ByCount{3}), InputError);
    CHECK_THROWS_AS(compute_basis(to_none, Pod{0.1, 0.01}, ByCount{3}), InputError);
    CHECK_THROWS_AS(compute_basis(to_none, Gramian{{0, 100}}, ByCount{3}), InputError);
    CHECK_THROWS_AS(compute_basis(to_none, Modal{}, ByCount{0}), InputError);
    CHECK_THROWS_AS(compute_basis(to_none, Modal{}, ByCount{-1}), InputError);
    SparseMat B(bare.size(), 1), C(1, bare.size());
    B.insert(0, 0) = 1, C.insert(0, 5) = 1;
    ReductionProblem driven(bare, make_reference_frame(bare, {}), B, C);
    CHECK_THROWS_AS(compute_basis(driven, Krylov{{}, {100, 50}, 1}, ByCount{3}), InputError);
    CHECK_THROWS_AS(compute_basis(driven, Krylov{{}, {0, 50}, 0}, ByCount{3}), InputError);
    CHECK_THROWS_AS(compute_basis(driven, Irka{{100, 50}}, ByCount{3}), InputError);
    CHECK_THROWS_AS(compute_basis(driven, Gramian{{100, 50}}, ByCount{3}), InputError);
    CHECK_THROWS_AS(compute_basis(driven, Gramian{{0, 50}, 0}, ByCount{3}), InputError);
    CHECK_THROWS_AS(compute_basis(driven, Pod{0.1, 0}, ByCount{3}), InputError);
    CHECK_THROWS_AS(compute_basis(driven, Gramian{{0, 50}}, BelowFrequency{100}), InputError);
}
