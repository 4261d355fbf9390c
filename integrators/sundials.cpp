#include "integrators/sundials.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "core/errors.hpp"
#include "integrators/own_solver.hpp"

namespace ritz {

namespace {

SundialsPtr<SUNContext> make_context() {
    SUNContext context = nullptr;
    if (create_context(context) != 0) throw std::bad_alloc();
    silence(context);
    return SundialsPtr<SUNContext>(context);
}

}  // namespace

SundialsIntegrator::SundialsIntegrator(Eigen::Index size, RootWatch roots, const VecX& absolute_tolerances,
                                       const IntegratorOptions& options, std::string description)
    : options_(options),
      roots_(std::move(roots)),
      description_(std::move(description)),
      context_(make_context()),
      vector_(made(N_VNew_Serial(size, context_.get()))),
      tolerances_(make_vector()),
      output_(make_vector()) {
    view(vector()).setZero();
    view(tolerances_.get()).setConstant(options.absolute_tolerance);
    if (absolute_tolerances.size() > 0) view(tolerances_.get()) = absolute_tolerances;
}

VectorPtr SundialsIntegrator::make_vector() const { return VectorPtr(made(N_VClone(vector()))); }

void SundialsIntegrator::make_dense_solver() {
    const sunindextype n = NV_LENGTH_S(vector());
    matrix_.reset(made(SUNDenseMatrix(n, n, context())));
    linear_solver_.reset(made(SUNLinSol_Dense(vector(), matrix(), context())));
}

void SundialsIntegrator::make_problem_solver() {
    solve_ = [this](N_Vector x) {
        return guard_.run(guard_.last_time(), x, [&] {
            VecMap out = view(x);
            solve_newton(out);
        });
    };
    matrix_ = make_matrix_without_entries(context());
    linear_solver_ = make_own_solver(solve_, context());
}

void SundialsIntegrator::require(int flag, const char* call) const {
    if (flag < 0) throw NumericalError(fmt::format("{}: {} failed with flag {}", description_, call, flag));
}

int SundialsIntegrator::eval_roots(double t, N_Vector y, double* g) noexcept {
    bool finite = false;
    const bool returned = guard_.keep_exception([&] {
        VecMap values(g, roots_.count());
        finite = roots_.evaluate(t, const_view(y), values);
    });
    return returned && finite ? 0 : -1;
}

void SundialsIntegrator::start(double t, const VecX& y, const VecX& yp) {
    if (y.size() != NV_LENGTH_S(vector()))
        throw std::invalid_argument(
            fmt::format("{}: start with {} states instead of {}", description_, y.size(), NV_LENGTH_S(vector())));
    before_ = statistics();
    guard_.clear();
    t_begin_ = t_ = t;
    y_ = y;
    stepped_ = false;
    roots_.start(t, y);
    view(vector()) = y;
    restart(t, vector(), yp);
}

StepEnd SundialsIntegrator::step(double t_limit) {
    require_forward(description_, t_, t_limit);
    if (t_limit - t_ <= time_roundoff(t_, t_limit)) {
        t_begin_ = t_ = t_limit;
        return {t_limit, {}};
    }
    require_steps_left(description_, t_, statistics().steps, options_);

    // Behind a root the last internal step reaches further than what has been returned of it.
    const bool inside = stepped_ && t_limit < internal_time();
    if (!inside) set_stop_time(t_limit);
    guard_.clear();
    double t = t_;
    const int flag = advance(t_limit, !inside, t);
    guard_.rethrow();
    if (flag < 0) give_up(classify(flag));
    const bool at_root = flag == root_return;
    if (!at_root && t <= t_) give_up(Failure::convergence);  // a step below the rounding of t

    project_state(t, !at_root && !inside);
    guard_.rethrow();
    t_begin_ = t_;
    t_ = t;
    y_ = const_view(vector());
    stepped_ = true;
    StepEnd end{t, {}};
    if (at_root) {
        end.roots = found_roots();
        roots_.fired(t, y_, end.roots);
    }
    return end;
}

void SundialsIntegrator::interpolate(double t, int derivative, VecX& out) const {
    require_inside(description_, t, t_begin_, t_);
    out.resize(y_.size());
    if (derivative == 0 && (t == t_ || !stepped_)) {
        out = y_;  // with its projection
        return;
    }
    if (!stepped_) {
        eval_derivative_at_start(out);
        return;
    }
    const int flag = evaluate_dense_output(std::min(t, internal_time()), derivative, output_.get());
    guard_.rethrow();
    if (flag < 0) throw NumericalError(fmt::format("{}: no dense output at t = {:.12g} s", description_, t));
    out = const_view(output_.get());
}

Statistics SundialsIntegrator::statistics() const {
    Statistics s;
    if (stepped_) s = counters();  // before that SUNDIALS still counts what happened before the start
    s.steps += before_.steps;
    s.rhs_evaluations = evaluations_ + dense_output_evaluations();
    s.jacobian_evaluations += before_.jacobian_evaluations;
    s.newton_iterations += before_.newton_iterations;
    s.error_test_failures += before_.error_test_failures;
    s.convergence_failures += before_.convergence_failures;
    if (s.last_step == 0) s.last_step = before_.last_step;
    if (s.last_order == 0) s.last_order = before_.last_order;
    return s;
}

std::vector<Root> SundialsIntegrator::found_roots() const {
    std::vector<int> directions(static_cast<std::size_t>(roots_.count()), 0);
    require(get_roots(directions.data()), "the root information");
    std::vector<Root> found;
    for (std::size_t i = 0; i < directions.size(); ++i)
        if (directions[i] != 0) found.push_back({static_cast<int>(i), directions[i]});
    return found;
}

void SundialsIntegrator::give_up(Failure failure) const {
    const NotFinite& where = guard_.not_finite();
    const double tried = std::max(std::abs(guard_.last_time() - t_), time_roundoff(t_, t_));
    fail(description_, t_, tried, failure, where.t >= t_ ? where : NotFinite());  // older trouble was overcome
}

SundialsOde::SundialsOde(OdeProblem problem, const IntegratorOptions& options, std::string description)
    : SundialsIntegrator(problem.size, RootWatch(problem.roots, problem.root_count), problem.absolute_tolerances,
                         options, std::move(description)),
      problem_(std::move(problem)) {}

int SundialsOde::eval_rhs(double t, N_Vector y, N_Vector ydot) noexcept {
    ++evaluations_;
    return guard_.run(t, ydot, [&] {
        VecMap out = view(ydot);
        problem_.rhs(t, const_view(y), out);
    });
}

int SundialsOde::project(double t, N_Vector y) noexcept {
    return guard_.run(t, y, [&] {
        VecMap state_view = view(y);
        problem_.project(t, state_view);
    });
}

int SundialsOde::set_up_newton(double t, N_Vector y, double gamma) noexcept {
    return guard_.keep_exception([&] { problem_.newton.setup(t, const_view(y), gamma); }) ? 0 : -1;
}

bool SundialsOde::eval_f(double t, const VecX& y, VecX& ydot) const {
    VecMap out(ydot.data(), ydot.size());
    problem_.rhs(t, ConstVecMap(y.data(), y.size()), out);
    return ydot.allFinite();
}

void SundialsOde::eval_derivative_at_start(VecX& out) const { eval_f(time(), state(), out); }

}  // namespace ritz
