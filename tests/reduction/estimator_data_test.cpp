// The offline half of the error bound beside the full vectors that it stands for.
#include <doctest/doctest.h>

#include "bodies/fe/fe_integrals.hpp"
#include "reduction/estimator_data.hpp"
#include "tests/reduction/small_models.hpp"

using namespace ritz;
using namespace ritz::testing;
using Eigen::Index;

namespace {

MatX find_matrix(const EstimatorData& data, const std::string& name) {
    for (const auto& [key, value] : data.matrices)
        if (key == name) return value;
    FAIL("no matrix " << name);
    return {};
}

ReductionProblem make_tip_problem(const Structure& structure, const ReferenceFrame& frame) {
    const SparseMat tip = structure.markers.back().motion.transpose();
    return {structure, frame, tip, tip.transpose()};
}

}  // namespace

TEST_CASE("The data of the error bound give modes, static answers and outputs of the full residual") {
    const Structure box = make_free_box(MarkerKind::rbe2, 1, 1e-6);
    for (const ReferenceFrameKind kind : {ReferenceFrameKind::tangent, ReferenceFrameKind::buckens}) {
        ReductionProblem problem = make_tip_problem(box, make_reference_frame(box, {kind, "left", ""}));
        const Basis basis = compute_basis(problem, Cms{}, ByCount{3});
        const int modes = 6;
        const EstimatorData data = compute_estimator_data(problem, basis, modes);
        const HeldSystem& system = problem.system();
        const Index n = basis.V.cols(), loads = 12, p = static_cast<Index>(data.columns.size());
        REQUIRE(p == loads + 12 + 11 * n);
        REQUIRE(find_matrix(data, "static").cols() == p);
        // Columns that a test can make itself: loads, translations, stiffness; all of unit size.
        MatX X(system.size(), loads + 3 + n);
        MatX V_full = box.T * basis.V;
        X << MatX(box.markers[0].motion.transpose()), MatX(box.markers[1].motion.transpose()),
            box.T.transpose() * (box.model.M * make_rigid_modes(box.model).leftCols(3)), system.K() * basis.V;
        VecX a = VecX::Zero(p), own = make_random_matrix(X.cols(), 1, 5);
        own.tail(n) = own.tail(n).cwiseQuotient(basis.omega);
        own.head(loads) *= 100;
        a.head(loads + 3) = own.head(loads + 3);
        a.segment(loads + 12 + 9 * n, n) = own.tail(n);
        VecX rho = problem.frame().balance(X * own);
        rho -= system.M() * (basis.V * (basis.V.transpose() * rho));
        const Eigenmodes exact = system.compute_modes(modes + 1);
        const MatX Phi = exact.modes.leftCols(modes);
        const VecX y = system.solve_static(rho - system.M() * (Phi * (Phi.transpose() * rho)));
        CHECK((data.frequencies - exact.omega).norm() < 1e-9 * exact.omega.norm());
        CHECK((find_matrix(data, "projection") * a.head(p - n) - basis.V.transpose() * X * own).norm() <
              1e-9 * (basis.V.transpose() * X * own).norm());
        CHECK((find_matrix(data, "modes") * a).norm() == doctest::Approx((Phi.transpose() * rho).norm()).epsilon(1e-7));
        const VecX s = find_matrix(data, "static") * a;
        // The tail is below a millionth here, static solutions are known to some 1e-8.
        CHECK(s.norm() == doctest::Approx(std::sqrt(y.dot(system.M() * y))).epsilon(1e-6));
        CHECK(s.cwiseProduct(find_matrix(data, "static_omega")).norm() ==
              doctest::Approx(std::sqrt(y.dot(system.K() * y))).epsilon(1e-6));
        const VecX tip = box.markers[1].motion * y;
        CHECK((find_matrix(data, "output_static").bottomRows(6) * s - tip).norm() < 1e-6 * tip.norm());
        // What the tail promises holds for every a.
        const VecX weights = find_matrix(data, "weights");
        const double left = find_matrix(data, "tail")(0) * a.cwiseQuotient(weights).norm();
        CHECK(std::abs(s.norm() - std::sqrt(y.dot(system.M() * y))) < left + 1e-7 * s.norm());
    }
}

TEST_CASE("The mass parts of a solid sum up to the mass, and those of beams with rotations do so too") {
    for (const FeModel& model : {make_box_model(), make_frame_model()}) {
        const MassParts parts(model);
        const MatX V = make_random_matrix(model.size(), 3, 11);
        MatX sum = MatX::Zero(V.rows(), V.cols());
        for (int a = 0; a < 3; ++a) sum += parts.multiply(a, a, V);
        CHECK((sum - model.M * V).norm() < 1e-12 * sum.norm());
        const MassIntegrals integrals = compute_mass_integrals(model, V);
        for (std::size_t a = 0; a < 3; ++a)
            for (std::size_t b = 0; b < 3; ++b)
                CHECK((V.transpose() * parts.multiply(static_cast<int>(a), static_cast<int>(b), V) - integrals.Q[a][b])
                          .norm() < 1e-11 * sum.norm() * V.norm());
    }
}
