#include "reduction/stiffening.hpp"

#include <fmt/format.h>

namespace ritz {
namespace {

using Eigen::Index;

const char* const axis_names[] = {"x", "y", "z"};

std::string name_of_field(int column) {
    if (column < 3) return fmt::format("a_{}", axis_names[column]);
    return fmt::format("c_{} a_{}", axis_names[(column - 3) / 3], axis_names[(column - 3) % 3]);
}

}  // namespace

void add_stiffening(ReductionProblem& problem, const MeshedModel& stressed, const Basis& basis, BodyFile& file,
                    const ReductionProgress& progress) {
    const Structure& structure = problem.structure();
    const Index markers = static_cast<Index>(structure.markers.size());
    MatX loads(structure.size(), 12 + 3 * markers);
    loads.leftCols(12) =
        structure.T.transpose() * compute_acceleration_loads(stressed.mesh, stressed.properties, structure.model);
    for (Index m = 0; m < markers; ++m)
        loads.middleCols(12 + 3 * m, 3) =
            MatX(structure.markers[static_cast<std::size_t>(m)].motion).topRows(3).transpose();
    const MatX u_full = structure.T * problem.system().solve_static(loads), V_full = structure.T * basis.V;
    const StressStiffness stiffness(stressed.mesh, stressed.properties, structure.model);
    StressMatrices matrices;
    std::vector<MatX> gamma;
    for (Index k = 0; k < loads.cols(); ++k) {
        if (progress) progress("stress stiffness", static_cast<double>(k) / static_cast<double>(loads.cols()));
        const MatX K = stiffness.compute_reduced(u_full.col(k), V_full);
        const std::string name =
            k < 12 ? name_of_field(static_cast<int>(k))
                   : fmt::format("{} f_{}", structure.markers[static_cast<std::size_t>((k - 12) / 3)].spec.name,
                                 axis_names[(k - 12) % 3]);
        matrices.loads.emplace_back(name, 0.5 * (K + K.transpose()));
        gamma.push_back(-matrices.loads.back().second);
    }
    MassIntegrals& integrals = file.body.integrals;
    for (std::size_t a = 0; a < 3; ++a) {
        integrals.gamma[a] = gamma[a];
        for (std::size_t b = 0; b < 3; ++b) integrals.gamma_moment[a][b] = gamma[3 + 3 * a + b];
    }
    for (std::size_t m = 0; m < file.body.markers.size(); ++m)
        for (std::size_t a = 0; a < 3; ++a) file.body.markers[m].gamma[a] = gamma[12 + 3 * m + a];
    file.stress_stiffness = std::move(matrices);
}

}  // namespace ritz
