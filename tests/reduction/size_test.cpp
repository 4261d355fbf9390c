// Bases whose size is found: by a frequency limit, and by the error of the frequency response.
#include <doctest/doctest.h>

#include "core/errors.hpp"
#include "tests/reduction/small_models.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

ReductionProblem make_tip_problem(const Structure& body) {
    const SparseMat C = body.markers[0].motion.topRows(3);
    return {body, make_no_frame(body), SparseMat(C.transpose()), C};
}

double compute_band_error(ReductionProblem& problem, const MatX& V, const ByResponseError& wanted) {
    const VecX omega = spread_over(wanted.band, wanted.samples);
    const auto H = compute_response(problem.system(), problem.inputs(), problem.outputs(), omega);
    return compute_relative_errors(
               H, compute_response(project(problem.structure(), problem.inputs(), problem.outputs(), V), omega))
        .maxCoeff();
}

}  // namespace

TEST_CASE("modes below a frequency limit are all there are below it") {
    const Structure body = make_clamped_box(MarkerKind::rbe2);
    ReductionProblem problem = make_tip_problem(body);
    const VecX exact = compute_held_spectrum(MatX(body.K), MatX(body.M), MatX(0, body.size())).cwiseSqrt() / (2 * pi);
    for (double limit : {exact[0] * 1.01, 0.5 * (exact[4] + exact[5]), 0.5 * (exact[9] + exact[10])}) {
        const auto below = (exact.array() < limit).count();
        CHECK(compute_basis(problem, Modal{}, BelowFrequency{limit}).V.cols() == below);
        CHECK(compute_basis(problem, Cms{}, BelowFrequency{limit}).V.cols() == below + 3);
    }
    CHECK_THROWS_WITH_AS(compute_basis(problem, Modal{}, BelowFrequency{0.5 * exact[0]}),
                         doctest::Contains("the lowest is at"), InputError);
    // Craig-Bampton counts the modes with all markers held.
    const Basis basis = compute_basis(problem, CraigBampton{}, BelowFrequency{exact[9]});
    const auto& masters = body.markers[0].masters;
    MatX C = MatX::Zero(6, body.size());
    for (int k = 0; k < 6; ++k) C(k, masters[static_cast<std::size_t>(k)].value()) = 1;
    const VecX inside = compute_held_spectrum(MatX(body.K), MatX(body.M), C).cwiseSqrt() / (2 * pi);
    CHECK(basis.V.cols() == 6 + (inside.array() < exact[9]).count());
}

TEST_CASE("a wanted error of the response is reached, and not with one column fewer") {
    const Structure body = make_clamped_box(MarkerKind::rbe2, 20, 1e-6);
    ReductionProblem problem = make_tip_problem(body);
    const ByResponseError wanted{1e-3, {0, 3000}, 15, 150, 0};
    const auto shorter = [&](const ReductionMethod& method, int count) {
        return compute_basis(problem, method, ByCount{count}).V;
    };
    struct Case {
        ReductionMethod method;
        int fixed;  // static columns beside the chosen ones
    };
    for (const Case& c : {Case{Modal{}, 0}, Case{Cms{}, 3}, Case{CraigBampton{}, 6}, Case{Gramian{{0, 3000}, 24}, 0}}) {
        CAPTURE(name_of(c.method));
        const Basis basis = compute_basis(problem, c.method, wanted);
        const int n = static_cast<int>(basis.V.cols());
        MESSAGE(name_of(c.method) << " needs " << n << " columns for 1e-3, reaches " << basis.error);
        CHECK(basis.error <= wanted.error);
        CHECK(compute_band_error(problem, basis.V, wanted) == doctest::Approx(basis.error).epsilon(1e-6));
        REQUIRE(n > c.fixed + 1);
        CHECK(compute_band_error(problem, shorter(c.method, n - c.fixed - 1), wanted) > wanted.error);
    }
}

TEST_CASE("the wanted error holds at narrow resonances too") {
    // Damping of 1e-4 and less: peaks a hundredth as wide as the samples' distance.
    const Structure body = make_clamped_box(MarkerKind::rbe2, 0.2, 1e-9);
    ReductionProblem problem = make_tip_problem(body);
    ByResponseError wanted{1e-2, {0, 3000}, 12, 150};
    const VecX exact = compute_held_spectrum(MatX(body.K), MatX(body.M), MatX(0, body.size())).cwiseSqrt();
    std::vector<double> places;
    for (const double w : exact)
        if (w < 2 * pi * 3000)
            for (const double aside : {-2e-4, -1e-4, 1e-4, 2e-4}) places.push_back(w * (1 + aside));
    const VecX omega = Eigen::Map<const VecX>(places.data(), static_cast<Eigen::Index>(places.size()));
    const auto H = compute_response(problem.system(), problem.inputs(), problem.outputs(), omega);
    const auto error_at_peaks = [&](const Basis& basis) {
        return compute_relative_errors(
                   H, compute_response(project(body, problem.inputs(), problem.outputs(), basis.V), omega))
            .maxCoeff();
    };
    const ReductionMethod condensed = CraigBampton{};  // whose frequencies are those of the body only nearly
    // Between the frequencies looked at the error may be somewhat larger, not many times.
    CHECK(error_at_peaks(compute_basis(problem, condensed, wanted)) < 3 * wanted.error);
    wanted.resonances = 0;
    CHECK(error_at_peaks(compute_basis(problem, condensed, wanted)) > 3 * wanted.error);
}

TEST_CASE("the wanted error can be had without damping") {
    const Structure body = make_clamped_box(MarkerKind::rbe2);
    ReductionProblem problem = make_tip_problem(body);
    const ByResponseError wanted{1e-2, {0, 3000}, 12, 150};
    for (const ReductionMethod& method : {ReductionMethod(Modal{}), ReductionMethod(Cms{}),
                                          ReductionMethod(CraigBampton{}), ReductionMethod(Krylov{{}, {0, 3000}, 1})}) {
        const Basis basis = compute_basis(problem, method, wanted);
        CHECK(basis.error <= wanted.error);
        CHECK(compute_band_error(problem, basis.V, wanted) <= wanted.error);
    }
}

TEST_CASE("an error that cannot be reached is said with the one that can") {
    const Structure body = make_clamped_box(MarkerKind::rbe2, 20, 1e-6);
    ReductionProblem problem = make_tip_problem(body);
    CHECK_THROWS_WITH_AS(compute_basis(problem, Modal{}, ByResponseError{1e-9, {0, 3000}, 8, 12}),
                         doctest::Contains("modal reaches an error of"), InputError);
    CHECK_THROWS_AS(compute_basis(problem, Guyan{}, ByResponseError{1e-9, {0, 3000}, 8, 12}), InputError);
    ReductionProblem blind(body, make_no_frame(body), SparseMat(body.size(), 0), SparseMat(0, body.size()));
    CHECK_THROWS_WITH_AS(compute_basis(blind, Modal{}, ByResponseError{1e-3, {0, 100}}),
                         doctest::Contains("needs inputs and outputs"), InputError);
    CHECK_THROWS_AS(compute_basis(problem, Modal{}, ByResponseError{1e-3, {100, 0}}), InputError);
    CHECK_THROWS_AS(compute_basis(problem, Modal{}, ByResponseError{1e-3, {0, 100}, 0}), InputError);
    CHECK_THROWS_AS(compute_basis(problem, Modal{}, ByResponseError{1e-3, {0, 100}, 8, 0}), InputError);
}
