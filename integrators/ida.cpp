// IDA behind the interface. The start is consistent (the caller gives y and y'), so no initial values are corrected.
// Algebraic variables stay out of the error test: in an index-2 form the multipliers converge one order slower, and a
// test of them would choose the step by their rounding noise.
#include "integrators/ida.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <ida/ida.h>
#include <ida/ida_ls.h>

#include "integrators/sundials.hpp"

namespace ritz {

namespace {

struct IdaFree {
    void operator()(void* memory) const { IDAFree(&memory); }
};

int ida_order_cap(const IntegratorOptions& options) {
    return options.max_order > 0 ? std::min(options.max_order, 5) : 5;
}

class Ida final : public SundialsIntegrator {
  public:
    Ida(DaeProblem problem, const IntegratorOptions& options)
        : SundialsIntegrator(problem.size, RootWatch(problem.roots, problem.root_count), problem.absolute_tolerances,
                             options, fmt::format("IDA BDF, order at most {}", ida_order_cap(options))),
          problem_(std::move(problem)),
          rates_(make_vector()),
          memory_(made(IDACreate(context()))) {
        view(rates_.get()).setZero();
        void* m = memory_.get();
        silence_ida(m);
        require(IDAInit(m, residual, 0, vector(), rates_.get()), "IDAInit");
        require(IDASetUserData(m, this), "IDASetUserData");
        require(IDASVtolerances(m, options_.relative_tolerance, absolute_tolerances()), "IDASVtolerances");
        require(IDASetMaxOrd(m, ida_order_cap(options_)), "IDASetMaxOrd");
        require(IDASetMaxStep(m, options_.max_step), "IDASetMaxStep");
        require(IDASetInitStep(m, options_.initial_step), "IDASetInitStep");
        has_own_newton() ? make_problem_solver() : make_dense_solver();
        require(IDASetLinearSolver(m, linear_solver(), matrix()), "IDASetLinearSolver");
        if (has_own_newton()) require(IDASetJacFn(m, newton_matrix), "IDASetJacFn");
        if (roots_.count() > 0) require(IDARootInit(m, static_cast<int>(roots_.count()), roots), "IDARootInit");
        mark_algebraic();
    }

  private:
    void mark_algebraic() {
        if (problem_.differential.size() == 0) return;
        const VectorPtr id = make_vector();
        view(id.get()) = problem_.differential;
        require(IDASetId(memory_.get(), id.get()), "IDASetId");
        require(IDASetSuppressAlg(memory_.get(), SUNTRUE), "IDASetSuppressAlg");
    }

    static Ida& self(void* data) { return *static_cast<Ida*>(data); }
    static int residual(double t, N_Vector y, N_Vector yp, N_Vector r, void* data) {
        Ida& me = self(data);
        ++me.evaluations_;
        return me.guard_.run(t, r, [&] {
            VecMap out = view(r);
            me.problem_.residual(t, const_view(y), const_view(yp), out);
        });
    }
    bool has_own_newton() const { return problem_.newton && options_.jacobian == JacobianSource::problem; }
    static int newton_matrix(double t, double c, N_Vector y, N_Vector yp, N_Vector, SUNMatrix, void* data, N_Vector,
                             N_Vector, N_Vector) {
        Ida& me = self(data);
        const auto set_up = [&] { me.problem_.newton.setup(t, const_view(y), const_view(yp), c); };
        return me.guard_.keep_exception(set_up) ? 0 : -1;
    }
    void solve_newton(VecMap& x) override { problem_.newton.solve(x); }
    static int roots(double t, N_Vector y, N_Vector, double* g, void* data) { return self(data).eval_roots(t, y, g); }

    void restart(double t, N_Vector y, const VecX& yp) override {
        if (yp.size() != problem_.size)
            throw std::invalid_argument(
                fmt::format("IDA: start with {} rates instead of {}", yp.size(), problem_.size));
        rates_at_start_ = yp;
        view(rates_.get()) = yp;
        require(IDAReInit(memory_.get(), t, y, rates_.get()), "IDAReInit");
    }
    int advance(double t_out, bool one_step, double& t) override {
        return IDASolve(memory_.get(), t_out, &t, vector(), rates_.get(), one_step ? IDA_ONE_STEP : IDA_NORMAL);
    }
    void set_stop_time(double t) override { require(IDASetStopTime(memory_.get(), t), "IDASetStopTime"); }
    int evaluate_dense_output(double t, int derivative, N_Vector out) const override {
        return IDAGetDky(memory_.get(), t, derivative, out);
    }
    int get_roots(int* found) const override { return IDAGetRootInfo(memory_.get(), found); }
    double internal_time() const override {
        double t = 0;
        IDAGetCurrentTime(memory_.get(), &t);
        return t;
    }
    void eval_derivative_at_start(VecX& out) const override { out = rates_at_start_; }

    Statistics counters() const override {
        Statistics s;
        void* m = memory_.get();
        IDAGetNumSteps(m, &s.steps);
        IDAGetNumJacEvals(m, &s.jacobian_evaluations);
        IDAGetNumNonlinSolvIters(m, &s.newton_iterations);
        IDAGetNumErrTestFails(m, &s.error_test_failures);
        IDAGetNumNonlinSolvConvFails(m, &s.convergence_failures);
        IDAGetLastStep(m, &s.last_step);
        IDAGetLastOrder(m, &s.last_order);
        return s;
    }

    Failure classify(int flag) const override {
        switch (flag) {
            case IDA_ERR_FAIL:
                return Failure::error_test;
            case IDA_CONV_FAIL:
                return Failure::convergence;
            case IDA_LSETUP_FAIL:
            case IDA_LSOLVE_FAIL:
                return Failure::linear_solver;
            case IDA_FIRST_RES_FAIL:
                return Failure::function_at_start;
            case IDA_REP_RES_ERR:
                return Failure::function_repeatedly;
            case IDA_RTFUNC_FAIL:
                return Failure::root_function;
            case IDA_TOO_MUCH_ACC:
                return Failure::accuracy;
            default:
                return Failure::other;
        }
    }

    DaeProblem problem_;
    VectorPtr rates_;
    VecX rates_at_start_;
    std::unique_ptr<void, IdaFree> memory_;
};

}  // namespace

std::unique_ptr<Integrator> make_ida(DaeProblem problem, const IntegratorOptions& options) {
    return std::make_unique<Ida>(std::move(problem), options);
}

}  // namespace ritz
