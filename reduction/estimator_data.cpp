#include "reduction/estimator_data.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "bodies/fe/fe_integrals.hpp"
#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/sparse_products.hpp"
#include "reduction/static_directions.hpp"

namespace ritz {
namespace {

using Eigen::Index;

constexpr std::array<const char*, 3> axes = {"x", "y", "z"};
constexpr std::array<const char*, 6> load_names = {"fx", "fy", "fz", "mx", "my", "mz"};

Index count_loads(const Structure& structure) {
    Index count = 6 * static_cast<Index>(structure.markers.size());
    for (const FeTrack& track : structure.tracks) count += track.motion.rows();
    return count;
}

/// M_ab V on the unknowns, side by side.
MatX multiply_parts(const Structure& structure, const MassParts& parts, const MatX& V) {
    const MatX V_full = structure.T * V;
    MatX products(V.rows(), 9 * V.cols());
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            products.middleCols((3 * a + b) * V.cols(), V.cols()) =
                structure.T.transpose() * parts.multiply(a, b, V_full);
    return products;
}

/// B, M e_i, M c_b e_a, M_ab V, K V.
MatX make_columns(const Structure& structure, const MassParts& parts, const MatX& V) {
    const Index n = V.cols(), loads = count_loads(structure);
    MatX X(structure.size(), loads + 12 + 10 * n);
    Index at = 0;
    const auto add = [&](const MatX& columns) {
        X.middleCols(at, columns.cols()) = columns;
        at += columns.cols();
    };
    for (const FeInterface& marker : structure.markers) add(MatX(marker.motion.transpose()));
    for (const FeTrack& track : structure.tracks) add(MatX(track.motion.transpose()));
    const FeModel& model = structure.model;
    add(structure.T.transpose() * multiply_symmetric(model.M, make_rigid_modes(model).leftCols(3)));
    const MatX linear = structure.T.transpose() * multiply_symmetric(model.M, make_linear_fields(model));
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) add(linear.col(3 * b + a));  // c_b along a
    add(multiply_parts(structure, parts, V));
    add(multiply_symmetric(structure.K, V));
    return X;
}

MatX stack_marker_motions(const Structure& structure) {
    MatX C(6 * static_cast<Index>(structure.markers.size()), structure.size());
    for (std::size_t i = 0; i < structure.markers.size(); ++i)
        C.middleRows(6 * static_cast<Index>(i), 6) = structure.markers[i].motion;
    return C;
}

/// sqrt of the diagonal of C (K⁻¹ - ΦΩ⁻²Φᵀ) Cᵀ and of C K⁻¹ Cᵀ.
MatX compute_output_norms(const HeldSystem& system, const MatX& C, const MatX& C_Phi, const VecX& omega) {
    const MatX solved = system.solve_static(C.transpose());
    MatX norms(C.rows(), 2);
    for (Index i = 0; i < C.rows(); ++i) {
        const double whole = std::max(0.0, C.row(i).dot(solved.col(i)));
        const double modes = C_Phi.row(i).cwiseQuotient(omega.transpose()).squaredNorm();
        // Both are known to some 1e-12 of the whole.
        norms(i, 0) = std::sqrt(std::max(whole - modes, 1e-12 * whole));
        norms(i, 1) = std::sqrt(whole);
    }
    return norms;
}

}  // namespace

std::vector<std::string> list_estimator_columns(const Structure& structure, Index shapes) {
    std::vector<std::string> names;
    for (const FeInterface& marker : structure.markers)
        for (const char* load : load_names) names.push_back(fmt::format("marker {} {}", marker.spec.name, load));
    for (const FeTrack& track : structure.tracks)
        for (Index k = 0; k < track.motion.rows() / 6; ++k)
            for (const char* load : load_names)
                names.push_back(fmt::format("track {} {} {}", track.spec.name, k, load));
    for (const char* a : axes) names.push_back(fmt::format("a {}", a));
    for (const char* a : axes)
        for (const char* b : axes) names.push_back(fmt::format("T {}{}", a, b));
    for (const char* a : axes)
        for (const char* b : axes)
            for (Index i = 1; i <= shapes; ++i) names.push_back(fmt::format("{}{} shape {}", a, b, i));
    for (const char* kind : {"stiffness", "inertia"})
        for (Index i = 1; i <= shapes; ++i) names.push_back(fmt::format("{} shape {}", kind, i));
    return names;
}

EstimatorData compute_estimator_data(ReductionProblem& problem, const Basis& basis, int modes,
                                     const ReductionProgress& progress) {
    const HeldSystem& system = problem.system();
    const Structure& structure = problem.structure();
    const MassParts parts(structure.model);
    const MatX& V = basis.V;
    const MatX M_V = multiply_symmetric(system.M(), V);
    const MatX X = make_columns(structure, parts, V);
    const MatX projection = multiply_transposed(V, X);
    MatX columns(system.size(), X.cols() + V.cols());
    columns << system.frame().balance(X), M_V;
    auto projected = columns.leftCols(X.cols());
    for (int round = 0; round < 2; ++round)  // the second takes out what rounding left of large columns
        projected -= multiply(M_V, multiply_transposed(V, projected));
    if (progress) progress("exact modes for the error bound", 0);
    const Eigenmodes exact = system.compute_modes(modes + 1);
    const Index m = std::min<Index>(modes, exact.omega.size());
    const VecX omega = exact.omega.head(m);
    const MatX Phi = exact.modes.leftCols(m), M_Phi = multiply_symmetric(system.M(), Phi);
    if (progress) progress("static residuals for the error bound", 0.3);
    const auto solve_rest = [&](const MatX& loads, const MatX& by_modes) {
        MatX Y = system.solve_static(loads - multiply(M_Phi, by_modes));
        return MatX(Y - multiply(Phi, multiply_transposed(M_Phi, Y)));
    };
    const MatX by_modes = multiply_transposed(Phi, columns);
    const MatX statics = solve_rest(columns, by_modes);
    const MatX coupled = multiply_parts(structure, parts, Phi);
    const MatX coupling = multiply_transposed(Phi, coupled);
    const MatX coupled_statics = solve_rest(coupled, coupling);
    if (progress) progress("static directions for the error bound", 0.7);
    const Index loads = count_loads(structure);
    // The error is a small part of the motion, and so are the couplings of its modes.
    VecX weights(columns.cols() + coupled.cols());
    weights << choose_weights(columns, statics, basis.omega, exact.omega[0], loads), choose_coupling_weights(omega);
    MatX all(statics.rows(), weights.size());
    all << statics, coupled_statics;
    const StaticDirections directions = compress_statics(system.M(), system.K(), all, weights, 1e-9);
    const Index p = columns.cols();
    const MatX C = stack_marker_motions(structure), C_Phi = C * Phi;
    EstimatorData data;
    data.frequencies = exact.omega;
    data.columns = list_estimator_columns(structure, V.cols());
    const MatX damping =
        structure.rayleigh ? MatX(Eigen::RowVector2d(structure.rayleigh->alpha, structure.rayleigh->beta)) : MatX(1, 0);
    data.matrices = {{"projection", projection},
                     {"modes", by_modes},
                     {"static", directions.R.leftCols(p)},
                     {"static_omega", directions.omega},
                     {"tail", directions.tail.transpose()},
                     {"weights", weights.head(p)},
                     {"mode_coupling", coupling},
                     {"static_coupling", directions.R.rightCols(coupled.cols())},
                     {"coupling_weights", weights.tail(coupled.cols())},
                     {"feedback", multiply_transposed(Phi, multiply_parts(structure, parts, directions.Y))},
                     {"output_modes", C_Phi},
                     {"output_static", C * directions.Y},
                     {"output_rest", compute_output_norms(system, C, C_Phi, omega)},
                     {"damping", damping},
                     {"is_exact", MatX::Constant(1, 1, parts.are_exact() ? 1.0 : 0.0)}};
    for (std::size_t i = 0; i < structure.tracks.size(); ++i)
        data.matrices.emplace_back(fmt::format("track {}", i),
                                   structure.model.nodes.positions(Eigen::all, structure.tracks[i].spec.nodes));
    return data;
}

}  // namespace ritz
