#include "tests/reduction/small_models.hpp"
#include "core/linear_algebra/dense_solvers.hpp"

#include <random>

namespace ritz::testing {

FeProperties make_steel_properties() {
    FeProperties properties;
    properties.material = {2.1e11, 0.3, 7850};
    return properties;
}

FeModel make_box_model() {
    return assemble(make_box_mesh({.lengths = {0.8, 0.1, 0.06}, .divisions = {8, 2, 2}}), make_steel_properties());
}

FeModel make_frame_model() {
    FeProperties properties = make_steel_properties();
    properties.beam =
        BeamProperties{.section = compute_section(RectangleSection{0.03, 0.05}), .theory = BeamTheory::timoshenko};
    return assemble(make_beam_frame_mesh({{0, 0, 0}, {1, 0, 0}, {1, 0.6, 0.2}}, {{0, 1, 5, ""}, {1, 2, 4, ""}}),
                    properties);
}

FeMarkerSpec make_marker(const std::string& name, MarkerKind kind, std::vector<int> nodes) {
    FeMarkerSpec spec;
    spec.name = name;
    spec.kind = kind;
    spec.nodes = std::move(nodes);
    return spec;
}

Structure make_free_box(MarkerKind kind, double alpha, double beta) {
    FeModel model = make_box_model();
    StructureSpec spec;
    spec.markers = {make_marker("left", kind, model.nodes.sets.at("x0")),
                    make_marker("right", kind, model.nodes.sets.at("x1"))};
    spec.rayleigh = {alpha, beta};
    return make_structure(std::move(model), spec);
}

Structure make_clamped_box(MarkerKind kind, double alpha, double beta) {
    FeModel model = make_box_model();
    StructureSpec spec;
    spec.fixed_dofs = find_set_dofs(model, "x0", {0, 1, 2});
    spec.markers = {make_marker("right", kind, model.nodes.sets.at("x1"))};
    spec.rayleigh = {alpha, beta};
    return make_structure(std::move(model), spec);
}

Structure make_bare_structure(const SparseMat& M, const SparseMat& D, const SparseMat& K) {
    Structure structure;
    structure.M = M;
    structure.D = D;
    structure.K = K + 0.0 * M + 0.0 * D;
    structure.rigid_modes = MatX(K.rows(), 0);
    return structure;
}

SharedModel read_lf10() {
    const std::string folder = find_shared_data("mor");
    if (folder.empty()) return {};
    const auto read = [&](const char* name) { return read_matrix_market(folder + "/LF10_" + name + ".mtx"); };
    return {make_bare_structure(read("M"), read("D"), read("K")), read("B"), read("C")};
}

SharedModel read_building() {
    const std::string folder = find_shared_data("mor");
    if (folder.empty()) return {};
    const auto read = [&](const char* name) { return read_matrix_market(folder + "/building_so_" + name + ".mtx"); };
    const MatX K = read("K"), D = read("D");
    const MatX X = solve_general_eigen(K).vectors.real(),
               M = solve_square(MatX(X * X.transpose()), MatX::Identity(X.rows(), X.rows()));
    const MatX MK = M * K, MD = M * D;
    // A structure with modal damping, as far as the modes are conditioned.
    CHECK(largest(MK - MK.transpose()) < 1e-7 * largest(MK));
    CHECK(largest(MD - MD.transpose()) < 1e-7 * largest(MD));
    const auto symmetric = [](const MatX& A) { return SparseMat(MatX(0.5 * (A + A.transpose())).sparseView()); };
    return {make_bare_structure(symmetric(M), symmetric(MD), symmetric(MK)),
            SparseMat(MatX(M * read("B")).sparseView()), read("Cv")};
}

ReferenceFrame make_no_frame(const Structure& structure) {
    return {MatX(structure.size(), 0), MatX(0, structure.size())};
}

MatX make_random_matrix(Eigen::Index rows, Eigen::Index columns, unsigned seed) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    return MatX::NullaryExpr(rows, columns, [&] { return uniform(generator); });
}

VecX compute_held_spectrum(const MatX& K, const MatX& M, const MatX& C) {
    const MatX N = compute_null_space(C, 1e-12);
    return compute_symmetric_eigenvalues(N.transpose() * K * N, N.transpose() * M * N);
}

MatXc solve_held_dense(const Structure& structure, const ReferenceFrame& frame, Complex s, const MatXc& F) {
    const Eigen::Index n = structure.size(), c = frame.C.rows();
    MatXc A = MatXc::Zero(n + c, n + c), load = MatXc::Zero(n + c, F.cols());
    A.topLeftCorner(n, n) = MatX(structure.K).cast<Complex>() + s * MatX(structure.D).cast<Complex>() +
                            (s * s) * MatX(structure.M).cast<Complex>();
    // The multipliers scaled like stiffness, so that the pivots are comparable.
    const double scale = structure.K.coeffs().cwiseAbs().maxCoeff() / std::max(1e-300, largest(frame.C));
    A.topRightCorner(n, c) = (scale * frame.C.transpose()).cast<Complex>();
    A.bottomLeftCorner(c, n) = (scale * frame.C).cast<Complex>();
    load.topRows(n) = F;
    return solve_square(A, load).topRows(n);
}

FirstOrder make_first_order(const ReducedSystem& system, bool of_velocities) {
    const Eigen::Index n = system.K.rows();
    const MatX L = system.K.llt().matrixL(), G = system.M.llt().matrixL();
    const auto divide = [&G](const MatX& X) { return MatX(G.triangularView<Eigen::Lower>().solve(X)); };
    const MatX coupling = divide(L);  // G⁻¹ L
    FirstOrder result{MatX::Zero(2 * n, 2 * n), MatX::Zero(2 * n, system.B.cols()), {}, MatX::Zero(n, 2 * n)};
    result.A.topRightCorner(n, n) = coupling.transpose();
    result.A.bottomLeftCorner(n, n) = -coupling;
    result.A.bottomRightCorner(n, n) = -divide(MatX(divide(system.D).transpose())).transpose();
    result.B.bottomRows(n) = divide(system.B);
    result.places.leftCols(n) = L.transpose().triangularView<Eigen::Upper>().solve(MatX::Identity(n, n));
    result.C = system.C * result.places;
    if (of_velocities) {
        result.C.setZero();
        result.C.rightCols(n) = divide(system.C.transpose()).transpose();
    }
    return result;
}

MatX solve_lyapunov(const MatX& A, const MatX& B) {
    const GeneralEigen eigen = solve_general_eigen(A);
    const MatXc X = eigen.vectors;
    const MatXc b = solve_square(X, B.cast<Complex>());
    MatXc Y = b * b.adjoint();
    for (Eigen::Index i = 0; i < Y.rows(); ++i)
        for (Eigen::Index j = 0; j < Y.cols(); ++j) Y(i, j) /= -(eigen.values[i] + std::conj(eigen.values[j]));
    return (X * Y * X.adjoint()).real();
}

double compute_h2_norm(const FirstOrder& system) {
    return std::sqrt(std::max(0.0, (system.C * solve_lyapunov(system.A, system.B) * system.C.transpose()).trace()));
}

double compute_h2_error(const ReducedSystem& full, const ReducedSystem& reduced, bool of_velocities) {
    const FirstOrder a = make_first_order(full, of_velocities), b = make_first_order(reduced, of_velocities);
    const Eigen::Index n = a.A.rows(), m = b.A.rows();
    FirstOrder difference{MatX::Zero(n + m, n + m), MatX(n + m, a.B.cols()), MatX(a.C.rows(), n + m), {}};
    difference.A.topLeftCorner(n, n) = a.A;
    difference.A.bottomRightCorner(m, m) = b.A;
    difference.B << a.B, b.B;
    difference.C << a.C, -b.C;
    return compute_h2_norm(difference);
}

ReducedSystem make_dense(const Structure& structure, const SparseMat& B, const SparseMat& C) {
    return {MatX(structure.M), MatX(structure.D), MatX(structure.K), MatX(B), MatX(C)};
}

}  // namespace ritz::testing
