#include "integrators/own_solver.hpp"

namespace ritz {
namespace {

using Solve = std::function<int(N_Vector)>;

SUNMatrix_ID get_id(SUNMatrix) { return SUNMATRIX_CUSTOM; }
void destroy(SUNMatrix matrix) { SUNMatFreeEmpty(matrix); }
int set_zero(SUNMatrix) { return 0; }

SUNLinearSolver_Type get_type(SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; }
int solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, double) {
    N_VScale(1, b, x);
    return (*static_cast<const Solve*>(solver->content))(x);
}
int release(SUNLinearSolver solver) {
    solver->content = nullptr;  // not owned
    SUNLinSolFreeEmpty(solver);
    return 0;
}

}  // namespace

SundialsPtr<SUNMatrix> make_matrix_without_entries(SUNContext context) {
    SundialsPtr<SUNMatrix> matrix(made(SUNMatNewEmpty(context)));
    matrix->ops->getid = get_id;
    matrix->ops->destroy = destroy;
    matrix->ops->zero = set_zero;
    return matrix;
}

SundialsPtr<SUNLinearSolver> make_own_solver(const Solve& how, SUNContext context) {
    SundialsPtr<SUNLinearSolver> solver(made(SUNLinSolNewEmpty(context)));
    solver->ops->gettype = get_type;
    solver->ops->solve = solve;
    solver->ops->free = release;
    solver->content = const_cast<Solve*>(&how);  // SUNDIALS keeps a plain pointer
    return solver;
}

}  // namespace ritz
