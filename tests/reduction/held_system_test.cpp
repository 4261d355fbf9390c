// Static and shifted solutions of held bodies against dense ones.
#include <doctest/doctest.h>

#include "bodies/import/calculix.hpp"
#include "core/errors.hpp"
#include "tests/reduction/small_models.hpp"

using namespace ritz;
using namespace ritz::testing;

TEST_CASE("shifted solutions of a free body are those with the frame's reactions as multipliers") {
    const Structure body = make_free_box(MarkerKind::rbe3, 20, 1e-6);
    const MatXc F = make_random_matrix(body.size(), 2, 4).cast<Complex>();
    for (const ReferenceFrameSpec& spec : {ReferenceFrameSpec{ReferenceFrameKind::tangent, "left", ""},
                                           ReferenceFrameSpec{ReferenceFrameKind::chord, "left", "right"},
                                           ReferenceFrameSpec{ReferenceFrameKind::buckens, "", ""}}) {
        const HeldSystem held(body, make_reference_frame(body, spec));
        // From a hundred-thousandth of the first frequency (some 500 Hz), where K + sD + s²M is nearly singular on
        // rigid motions, to beyond the tenth.
        for (const Complex s :
             {Complex(0, 0), Complex(0, 0.03), Complex(0, 3), Complex(0, 3e3), Complex(500, 3e4), Complex(2e3, 0)}) {
            CAPTURE(s);
            const MatXc expected = solve_held_dense(body, held.frame(), s, F);
            // Dense and sparse elimination each lose cond K = 1e7 times rounding, near a resonance somewhat more.
            CHECK(largest(MatXc(held.shift(s)(F) - expected)) < 1e-8 * largest(expected));
        }
    }
}

TEST_CASE("solutions at many shifts arrive once each and in their place") {
    const Structure body = make_clamped_box(MarkerKind::rbe2, 20, 1e-6);
    const HeldSystem held(body, make_no_frame(body));
    const MatXc F = make_random_matrix(body.size(), 1, 4).cast<Complex>();
    const VecXc shifts = Complex(0, 1) * VecX::LinSpaced(7, 0, 6e3).cast<Complex>();
    std::vector<int> seen(7, 0);
    held.solve_all_shifted(shifts, F, [&](Eigen::Index i, const MatXc& X) {
        ++seen[static_cast<std::size_t>(i)];
        const MatXc expected = solve_held_dense(body, held.frame(), shifts[i], F);
        CHECK(largest(MatXc(X - expected)) < 1e-8 * largest(expected));
    });
    CHECK(seen == std::vector<int>(7, 1));
}

TEST_CASE("a failure at one shift ends the work with its message") {
    const Structure body = make_clamped_box(MarkerKind::rbe2);
    const HeldSystem held(body, make_no_frame(body));
    const VecXc shifts = Complex(0, 1) * VecX::LinSpaced(5, 100, 500).cast<Complex>();
    const auto refuse = [](Eigen::Index, const MatXc&) { throw InputError("enough"); };
    CHECK_THROWS_WITH_AS(held.solve_all_shifted(shifts, MatXc::Ones(body.size(), 1), refuse), "enough", InputError);
}

TEST_CASE("modes of held bodies are those of a dense eigenvalue solver") {
    const Structure clamped = make_clamped_box(MarkerKind::rbe2), free = make_free_box(MarkerKind::rbe3);
    const auto check = [](const Structure& body, const ReferenceFrame& frame) {
        const HeldSystem held(body, frame);
        const VecX exact = compute_held_spectrum(MatX(body.K), MatX(body.M), frame.C).cwiseSqrt();
        const Eigenmodes modes = held.compute_modes(12);
        REQUIRE(modes.omega.size() == 12);
        for (int i = 0; i < 12; ++i) CHECK(modes.omega[i] == doctest::Approx(exact[i]).epsilon(1e-9));
        const MatX& V = modes.modes;
        CHECK(largest(V.transpose() * (body.M * V) - MatX::Identity(12, 12)) < 1e-11);
        CHECK(largest(MatX(frame.C * V)) <= 1e-9 * largest(frame.C) * largest(V));
        // By a limit: exactly those below it.
        const double limit = 0.5 * (exact[6] + exact[7]);
        CHECK(held.compute_modes_below(limit).omega.size() == (exact.array() < limit).count());
        CHECK(held.compute_modes_below(0.5 * exact[0]).omega.size() == 0);
    };
    check(clamped, make_no_frame(clamped));
    check(free, make_reference_frame(free, {ReferenceFrameKind::buckens, "", ""}));
    check(free, make_reference_frame(free, {ReferenceFrameKind::tangent, "left", ""}));
    check(free, make_reference_frame(free, {ReferenceFrameKind::chord, "left", "right"}));
}

TEST_CASE("a body with massless directions has the frequencies CalculiX finds") {
    const std::string folder = find_shared_data("ccx");
    if (folder.empty()) return;
    const std::string job = folder + "/cant_fixed";
    FeModel model = read_calculix({job + ".sti", job + ".mas", job + ".dof", job + ".inp"});
    const Structure body = make_structure(std::move(model), {});
    CHECK(body.rigid_modes.cols() == 0);
    ReductionProblem problem(body, make_no_frame(body), SparseMat(body.size(), 0), SparseMat(0, body.size()));
    const Basis basis = compute_basis(problem, Modal{}, ByCount{10});
    // Printed by CalculiX 2.20 with seven digits.
    const double hertz[] = {514.1108,   514.1108,   2017.69207, 2722.58745, 2722.58745,
                            3158.44096, 6175.18207, 6175.18207, 6365.09215, 7427.03353};
    for (int i = 0; i < 10; ++i) CHECK(basis.omega[i] / (2 * pi) == doctest::Approx(hertz[i]).epsilon(1e-7));
    // All there are: the rank of M is 60, and asking for more is answered with them.
    CHECK(problem.system().compute_modes(84).omega.size() == 60);
    // The response keeps the massless part: dense and sparse agree, static included.
    SparseMat B(body.size(), 1), C(1, body.size());
    B.insert(body.size() - 1, 0) = 1;
    C.insert(0, 5) = 1;
    for (const Complex s : {Complex(0, 0), Complex(0, 2e3), Complex(10, 2e4)}) {
        const MatXc expected = solve_held_dense(body, make_no_frame(body), s, MatX(B).cast<Complex>());
        CHECK(largest(MatXc(problem.system().shift(s)(MatX(B).cast<Complex>()) - expected)) < 1e-9 * largest(expected));
    }
}

TEST_CASE("a mechanism is refused with words") {
    const FeModel box = make_box_model();
    StructureSpec spec;
    spec.fixed_dofs = find_dofs(box, {0}, {0, 1, 2});
    Structure body = make_structure(box, spec);
    body.rigid_modes = MatX(body.size(), 0);  // as if nobody had noticed that it can turn
    CHECK_THROWS_WITH_AS(HeldSystem(body, make_no_frame(body)), doctest::Contains("a mechanism"), InputError);
}
