#include "reduction/estimator_data.hpp"

#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/sparse_products.hpp"
#include "reduction/orthonormalise.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// R with ||R a||² = (Y a)ᵀ A (Y a), from an A-orthonormal basis of the columns: a Gram matrix would lose half the
/// digits.
MatX factor_norm(const SparseMat& A, const MatX& Y) {
    const MatX Q = orthonormalise(A, Y, 1e-13);
    return multiply_transposed(multiply_symmetric(A, Q), Y);
}

}  // namespace

EstimatorData compute_estimator_data(ReductionProblem& problem, const Basis& basis, int modes,
                                     const ReductionProgress& progress) {
    const HeldSystem& system = problem.system();
    const MatX& V = basis.V;
    const MatX B = problem.inputs(), R = make_rigid_modes(problem.structure().model);
    const MatX M_R = problem.structure().T.transpose() * (problem.structure().model.M * R);
    MatX X(system.size(), B.cols() + 3 * V.cols() + M_R.cols());
    X << B, system.M() * V, system.D() * V, system.K() * V, M_R;
    X = system.frame().balance(X);
    if (progress) progress("exact modes for the error bound", 0);
    const Eigenmodes exact = system.compute_modes(modes + 1);
    const Index m = std::min<Index>(modes, exact.omega.size());
    const MatX Phi = exact.modes.leftCols(m), M_Phi = system.M() * Phi;
    EstimatorData data;
    data.frequencies = exact.omega;
    const MatX loads = multiply_transposed(Phi, X);
    if (progress) progress("static residuals for the error bound", 0.5);
    const MatX Y = system.solve_static(X - multiply(M_Phi, loads));
    const MatX C = problem.outputs();
    const MatX output_modes = C * Phi;
    const MatX compliance = C * system.solve_static(C.transpose());
    const VecX rest =
        compliance.diagonal() -
        (output_modes * exact.omega.head(m).cwiseAbs2().cwiseInverse().asDiagonal() * output_modes.transpose())
            .diagonal();
    const MatX columns =
        (MatX(1, 5) << double(B.cols()), double(V.cols()), double(V.cols()), double(V.cols()), double(M_R.cols()))
            .finished();
    data.matrices = {{"loads", loads},
                     {"static_K", factor_norm(system.K(), Y)},
                     {"static_M", factor_norm(system.M(), Y)},
                     {"output_modes", output_modes},
                     {"output_static", C * Y},
                     {"output_compliance", rest.cwiseMax(0.0)},
                     {"columns", columns}};
    return data;
}

}  // namespace ritz
