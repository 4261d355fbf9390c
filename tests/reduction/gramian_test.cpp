// The frequency-weighted Gramian against Lyapunov equations, and the bases made from it.
#include <doctest/doctest.h>

#include <fstream>

#include "core/linear_algebra/dense_solvers.hpp"
#include "reduction/columns.hpp"
#include "tests/reduction/small_models.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// The exact Gramian of a band (Gawronski & Juang 1990): S P + P Sᴴ with S = 1/2π ∫_{-ω}^{ω} (iν - A)⁻¹ dν, whose
/// eigenvalues are (log(iω - λ) - log(-iω - λ))/2πi; the part of the places.
MatX compute_band_gramian(const ReducedSystem& system, const Band& band) {
    const FirstOrder form = make_first_order(system);
    const MatX P = solve_lyapunov(form.A, form.B);
    const GeneralEigen eigen = solve_general_eigen(form.A);
    const MatXc X = eigen.vectors;
    const auto below = [&](double omega) -> MatX {
        VecXc s(P.rows());
        for (Eigen::Index i = 0; i < s.size(); ++i)
            s[i] = (std::log(Complex(0, omega) - eigen.values[i]) - std::log(Complex(0, -omega) - eigen.values[i])) /
                   Complex(0, 2 * pi);
        const MatXc S = X * s.asDiagonal() * solve_square(X, MatXc::Identity(X.rows(), X.rows()));
        return (S * P.cast<Complex>() + P.cast<Complex>() * S.adjoint()).real();
    };
    return form.places * (below(2 * pi * band.high) - below(2 * pi * band.low)) * form.places.transpose();
}

double quadrature_error(const Structure& body, const SparseMat& B, const Band& band, int samples) {
    const HeldSystem held(body, make_no_frame(body));
    const MatX exact = compute_band_gramian(make_dense(body, B, SparseMat(1, body.size())), band);
    const MatX Z = sample_gramian(held, MatX(B), {band, samples}, {});
    return (Z * Z.transpose() - exact).norm() / exact.norm();
}

/// The largest error of the response in the band, relative to its largest size there.
double compute_peak_error(ReductionProblem& problem, const MatX& V, const Gramian& gramian) {
    const VecX omega = spread_over(gramian.band, 400);
    const auto H = compute_response(make_dense(problem.structure(), problem.inputs(), problem.outputs()), omega);
    const auto reduced = compute_response(project(problem.structure(), problem.inputs(), problem.outputs(), V), omega);
    double error = 0, size = 0;
    for (std::size_t k = 0; k < H.size(); ++k) {
        const double rate = gramian.of_velocities ? omega[static_cast<Eigen::Index>(k)] : 1.0;
        error = std::max(error, rate * (H[k] - reduced[k]).norm());
        size = std::max(size, rate * H[k].norm());
    }
    return error / size;
}

}  // namespace

TEST_CASE("the building's response is that of the collection") {
    const SharedModel building = read_building();
    const std::string path = find_shared_data("mor/building_w_mag.txt");
    if (!building || path.empty()) return;
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    std::vector<double> omega, magnitude;
    for (double w, m; file >> w >> m;) omega.push_back(w), magnitude.push_back(m);
    REQUIRE(omega.size() > 100);
    const HeldSystem held(building.structure, make_no_frame(building.structure));
    const VecX places = Eigen::Map<const VecX>(omega.data(), static_cast<Eigen::Index>(omega.size()));
    const auto H = compute_response(held, building.B, building.C, places);
    double worst = 0;
    for (std::size_t k = 0; k < H.size(); ++k)  // its output is a velocity
        worst = std::max(worst, std::abs(omega[k] * std::abs(H[k](0, 0)) / magnitude[k] - 1));
    CHECK(worst < 1e-9);  // cond K of the model is 1e4, the file has 16 digits
}

TEST_CASE("LF10 has the first frequency and the static gain of its description") {
    const SharedModel lf10 = read_lf10();
    if (!lf10) return;
    const HeldSystem held(lf10.structure, make_no_frame(lf10.structure));
    CHECK(held.compute_modes(1).omega[0] == doctest::Approx(1233.70658951).epsilon(1e-10));
    CHECK((lf10.C * held.solve_static(MatX(lf10.B)))(0, 0) == doctest::Approx(.00206988).epsilon(1e-5));
}

TEST_CASE("the sampled Gramian converges to that of the band") {
    const auto check = [](const Structure& body, const SparseMat& B, const Band& band, int enough) {
        const double coarse = quadrature_error(body, B, band, enough / 4),
                     fine = quadrature_error(body, B, band, enough);
        MESSAGE("Gramian of [" << band.low << ", " << band.high << "] Hz: error " << coarse << " with " << enough / 4
                               << " samples, " << fine << " with " << enough);
        CHECK(fine < 1e-6);  // what the eigenvectors of A leave of the reference
        CHECK(fine < 1e-2 * coarse);
    };
    const Structure box = make_clamped_box(MarkerKind::rbe3, 800, 2e-5);
    check(box, SparseMat(SparseMat(box.markers[0].motion.topRows(3)).transpose()), {50, 900}, 96);
    if (const SharedModel lf10 = read_lf10()) check(lf10.structure, lf10.B, {0, 400}, 64);
    if (const SharedModel building = read_building()) check(building.structure, building.B, {0, 3}, 256);
}

TEST_CASE("a band as wide as the spectrum gives the Gramian of the Lyapunov equation") {
    const SharedModel building = read_building();
    if (!building) return;
    const ReducedSystem full = make_dense(building.structure, building.B, building.C);
    const FirstOrder form = make_first_order(full);
    const MatX exact = form.places * solve_lyapunov(form.A, form.B) * form.places.transpose();
    const HeldSystem held(building.structure, make_no_frame(building.structure));
    // The highest frequency is 16 Hz; beyond a hundred times that L⁻¹ ~ 1/ω² leaves 1e-6.
    MatX P = MatX::Zero(24, 24);
    const double edges[] = {0, 3, 6, 10, 20, 100, 2000};
    for (int i = 0; i + 1 < 7; ++i) {
        const MatX Z = sample_gramian(held, MatX(building.B), {{edges[i], edges[i + 1]}, 400}, {});
        P += Z * Z.transpose();
    }
    CHECK((P - exact).norm() < 1e-6 * exact.norm());
}

TEST_CASE("bases of the Gramian beat as many modes, at every size") {
    const auto compare = [](const SharedModel& model, const Gramian& gramian, const std::vector<int>& sizes) {
        ReductionProblem problem(model.structure, make_no_frame(model.structure), model.B, model.C);
        const ReducedSystem full = make_dense(model.structure, model.B, model.C);
        const double norm = compute_h2_norm(make_first_order(full, gramian.of_velocities));
        const auto h2 = [&](const MatX& V) {
            const ReducedSystem reduced = project(model.structure, model.B, model.C, V);
            return compute_h2_error(full, reduced, gramian.of_velocities) / norm;
        };
        for (int n : sizes) {
            const MatX V = compute_basis(problem, gramian, ByCount{n}).V;
            const MatX modal = compute_basis(problem, Modal{}, ByCount{n}).V;
            REQUIRE(V.cols() == n);
            const double in_band = compute_peak_error(problem, V, gramian),
                         modal_in_band = compute_peak_error(problem, modal, gramian);
            MESSAGE("n = " << n << ": band " << in_band << " (modal " << modal_in_band << "), H2 " << h2(V)
                           << " (modal " << h2(modal) << ")");
            CHECK(h2(V) < h2(modal));
            // What the Gramian makes small is the mean over the band; its largest value just follows.
            CHECK(in_band < 1.1 * modal_in_band);
        }
    };
    if (const SharedModel lf10 = read_lf10()) compare(lf10, {{0, 2000}, 200}, {2, 3, 4});
    // Its output is a velocity.
    if (const SharedModel building = read_building())
        compare(building, {{0, 16}, 200, true}, {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14});
}

TEST_CASE("an undamped body has a Gramian basis too, and the resonances are met") {
    const Structure body = make_clamped_box(MarkerKind::rbe3);
    const SparseMat C = body.markers[0].motion.topRows(3);
    ReductionProblem problem(body, make_no_frame(body), SparseMat(C.transpose()), C);
    const VecX exact = problem.system().compute_modes(4).omega;
    const VecX found = compute_basis(problem, Gramian{{0, 1.2 * exact[3] / (2 * pi)}, 40}, ByCount{16}).omega;
    for (int i = 0; i < 3; ++i) {
        double nearest = 1;
        for (double w : found) nearest = std::min(nearest, std::abs(w / exact[i] - 1));
        CHECK(nearest < 1e-4);
    }
}

TEST_CASE("the inside that moves with its markers is met by CMS-Gram, the nearer the more directions") {
    const Structure body = make_clamped_box(MarkerKind::rbe2, 60, 1e-6);
    const SparseMat tip = body.markers[0].motion;
    ReductionProblem problem(body, make_no_frame(body), SparseMat(tip.transpose()), tip);
    const Band band{0, 3000};
    const auto error_of = [&](const ReductionMethod& method, int count) {
        const MatX V = compute_basis(problem, method, ByCount{count}).V;
        CHECK(V.cols() == 6 + count);
        return compute_peak_error(problem, V, {band, 0});
    };
    // Six motions of a marker drive the inside by its inertia alone: with all that they excite in the band, H is met.
    const double guyan = error_of(Guyan{}, 0), few = error_of(CmsGram{band, 24}, 12),
                 many = error_of(CmsGram{band, 24}, 24);
    MESSAGE("peak error of the response: " << guyan << " by condensation, " << few << " and " << many
                                           << " with 12 and 24 directions");
    CHECK(few < 0.1 * guyan);
    CHECK(many < 1e-7 * guyan);
}
