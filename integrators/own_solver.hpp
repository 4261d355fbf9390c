#pragma once
// A problem's own solver in the form that SUNDIALS asks for: a matrix without entries, which only says that there is
// one, and a linear solver that hands each right-hand side to the problem.
#include <functional>

#include "integrators/sundials_handles.hpp"

namespace ritz {

SundialsPtr<SUNMatrix> make_matrix_without_entries(SUNContext context);

/// solve(x) replaces x by the solution and returns 0, 1 (recoverable) or -1. It must outlive the solver.
SundialsPtr<SUNLinearSolver> make_own_solver(const std::function<int(N_Vector)>& solve, SUNContext context);

}  // namespace ritz
