// ARKODE behind the interface. The choice of methods was made on six coupled, lightly damped nonlinear oscillators from
// 1 to 300 rad/s, 20 s, relative tolerances 1e-3 to 1e-7, by error against evaluations of the right-hand side:
//
// Explicit: Verner 6(5) against Dormand-Prince 5(4) needs 5 to 15 % fewer evaluations and is 5 to 10 times as accurate.
//
// Implicit: ESDIRK4(3)7L[2]SA [Kennedy2019]. L-stable and stiffly accurate, its
// embedded method too; stage order 2, where SDIRK 4(3) has 1 and loses order in stiff modes; the small γ = 1/8 makes
// the error on the imaginary axis small. It needs 40 to 65 % fewer evaluations than SDIRK 4(3) at equal tolerance.
//
// Dense output and root finding are our own. ARKODE 6.4 takes the last stage for f at the end of a step whenever that
// stage lies there, which for Verner's and Fehlberg's methods is another value, so its polynomials fall back to order
// 3; and above the cubic it evaluates f anew for every value asked for. A step is projected before f is evaluated at
// its end, so both ends of our polynomial lie on the invariants.
#include "integrators/arkode.hpp"

#include <algorithm>
#include <utility>

#include <arkode/arkode_arkstep.h>
#include <fmt/format.h>

#include "integrators/dense_step.hpp"
#include "integrators/root_search.hpp"
#include "integrators/sundials.hpp"

namespace ritz {

namespace {

struct ArkodeFree {
    void operator()(void* memory) const { ARKodeFree(&memory); }
};

struct Tableau {
    const char* name;
    int order;
    ARKODE_DIRKTableID implicit_id;
    ARKODE_ERKTableID explicit_id;
};

Tableau choose_explicit(int order) {
    if (order >= 8) return {"Fehlberg 8(7)", 8, ARKODE_DIRK_NONE, ARKODE_FEHLBERG_13_7_8};
    if (order >= 6 || order == 0) return {"Verner 6(5)", 6, ARKODE_DIRK_NONE, ARKODE_VERNER_8_5_6};
    if (order == 5) return {"Dormand-Prince 5(4)", 5, ARKODE_DIRK_NONE, ARKODE_DORMAND_PRINCE_7_4_5};
    if (order == 4) return {"Zonneveld 4(3)", 4, ARKODE_DIRK_NONE, ARKODE_ZONNEVELD_5_3_4};
    if (order == 3) return {"Bogacki-Shampine 3(2)", 3, ARKODE_DIRK_NONE, ARKODE_BOGACKI_SHAMPINE_4_2_3};
    return {"Heun-Euler 2(1)", 2, ARKODE_DIRK_NONE, ARKODE_HEUN_EULER_2_1_2};
}

Tableau choose_implicit(int order) {
    if (order >= 5) return {"ESDIRK 5(4)", 5, ARKODE_ESDIRK547L2SA2_7_4_5, ARKODE_ERK_NONE};
    if (order == 4 || order == 0) return {"ESDIRK 4(3)", 4, ARKODE_ESDIRK437L2SA_7_3_4, ARKODE_ERK_NONE};
    if (order == 3) return {"ESDIRK 3(2)", 3, ARKODE_ESDIRK325L2SA_5_2_3, ARKODE_ERK_NONE};
    return {"TR-BDF2", 2, ARKODE_TRBDF2_3_3_2, ARKODE_ERK_NONE};
}

Tableau choose_tableau(const IntegratorOptions& options) {
    return options.method == Method::erk ? choose_explicit(options.max_order) : choose_implicit(options.max_order);
}

class Arkode final : public SundialsOde {
  public:
    Arkode(OdeProblem problem, const IntegratorOptions& options)
        : Arkode(std::move(problem), options, choose_tableau(options)) {}

  private:
    Arkode(OdeProblem problem, const IntegratorOptions& options, const Tableau& tableau)
        : SundialsOde(std::move(problem), options, fmt::format("ARKODE {}", tableau.name)),
          order_(tableau.order),
          dense_(std::make_unique<DenseStep>()),
          search_(roots_, NV_LENGTH_S(vector())),
          rate_(make_vector()),
          memory_(made(ARKStepCreate(explicit_rhs(), implicit_rhs(), 0, vector(), context()))) {
        dense_->resize(NV_LENGTH_S(vector()));
        void* m = memory_.get();
        silence_arkode(m);
        require(ARKodeSetUserData(m, this), "ARKodeSetUserData");
        require(ARKodeSVtolerances(m, options_.relative_tolerance, absolute_tolerances()), "ARKodeSVtolerances");
        require(ARKStepSetTableNum(m, tableau.implicit_id, tableau.explicit_id), "ARKStepSetTableNum");
        require(ARKodeSetInterpolantDegree(m, 3), "ARKodeSetInterpolantDegree");
        require(ARKodeSetMaxStep(m, options_.max_step), "ARKodeSetMaxStep");
        if (options_.fixed_step > 0) require(ARKodeSetFixedStep(m, options_.fixed_step), "ARKodeSetFixedStep");
        if (has_projection()) require(ARKodeSetPostprocessStepFn(m, postprocess), "ARKodeSetPostprocessStepFn");
        if (is_explicit()) return;
        has_own_newton() ? make_problem_solver() : make_dense_solver();
        require(ARKodeSetLinearSolver(m, linear_solver(), matrix()), "ARKodeSetLinearSolver");
        if (has_own_newton()) require(ARKodeSetLinSysFn(m, newton_matrix), "ARKodeSetLinSysFn");
        require(ARKodeSetMaxNonlinIters(m, 5), "ARKodeSetMaxNonlinIters");
        require(ARKodeSetDeltaGammaMax(m, 0.05), "ARKodeSetDeltaGammaMax");
        has_own_newton() ? renew_matrix_each_step() : keep_matrix_with_care();
        // With a fixed step there is no smaller one to try: let the iteration take its time, with a new Jacobian each
        // step.
        if (options_.fixed_step <= 0) return;
        require(ARKodeSetMaxNonlinIters(m, 20), "ARKodeSetMaxNonlinIters");
        require(ARKodeSetJacEvalFrequency(m, 1), "ARKodeSetJacEvalFrequency");
        require(ARKodeSetLSetupFrequency(m, 1), "ARKodeSetLSetupFrequency");
    }

    /// The problem's own matrix costs about one right-hand side: a fresh one for each step of six stages saves more
    /// iterations than it costs, the more so from guesses that extrapolate the last step. (elastic_chain at 1e-5:
    /// 11,200 right-hand sides instead of 18,800, and no failure to converge instead of 229.)
    void renew_matrix_each_step() {
        require(ARKodeSetLSetupFrequency(memory_.get(), 1), "ARKodeSetLSetupFrequency");
        require(ARKodeSetPredictorMethod(memory_.get(), 1), "ARKodeSetPredictorMethod");
    }
    /// ARKODE estimates the rate of convergence across stages and steps. An iteration that once converged at once makes
    /// it believe the first correction of all later ones, though the matrix is by then that of another step size: on a
    /// plain oscillator it accepted steps with 1e6 times the tolerated error. With a rate that never falls, only a
    /// correction below the tolerance counts.
    void keep_matrix_with_care() { require(ARKodeSetNonlinCRDown(memory_.get(), 1), "ARKodeSetNonlinCRDown"); }

    bool is_explicit() const { return options_.method == Method::erk; }
    ARKRhsFn explicit_rhs() const { return is_explicit() ? rhs : nullptr; }
    ARKRhsFn implicit_rhs() const { return is_explicit() ? nullptr : rhs; }

    static Arkode& self(void* data) { return *static_cast<Arkode*>(data); }
    static int rhs(double t, N_Vector y, N_Vector ydot, void* data) {
        Arkode& me = self(data);
        // The first stage of a step lies where the last one ended: dense output may have evaluated it already.
        if (me.is_explicit() && me.dense_->knows_rate_at(t, const_view(y))) {
            view(ydot) = me.dense_->f1;
            return 0;
        }
        return me.eval_rhs(t, y, ydot);
    }
    static int newton_matrix(double t, N_Vector y, N_Vector, SUNMatrix, SUNMatrix, int, int* is_new, double gamma,
                             void* data, N_Vector, N_Vector, N_Vector) {
        *is_new = 1;
        return self(data).set_up_newton(t, y, gamma);
    }
    static int postprocess(double t, N_Vector y, void* data) { return self(data).project(t, y); }

    void restart(double t, N_Vector y, const VecX&) override {
        require(ARKStepReInit(memory_.get(), explicit_rhs(), implicit_rhs(), t, y), "ARKStepReInit");
        set_initial_step(options_.initial_step);
        dense_->start(t, const_view(y));
        search_.start(t, dense_->y1);
    }
    void set_initial_step(double h) {
        if (options_.fixed_step > 0) return;  // ARKODE keeps both in one place
        require(ARKodeSetInitStep(memory_.get(), h), "ARKodeSetInitStep");
    }

    int advance(double t_out, bool, double& t) override {
        if (time() >= dense_->t1) {  // otherwise behind a root: the rest of the step
            const int flag = evolve(t_out, t);
            if (flag < 0) return flag;
            take_ends(t);
        }
        const double t_end = std::min(t_out, dense_->t1);
        int flag = ARK_SUCCESS;
        guard_.keep_exception([&] { flag = search_roots(t_end, t); });
        return flag;
    }
    int search_roots(double t_end, double& t) {
        const auto root = search_.find(time(), t_end, [this](double at, VecX& y) { eval_dense(at, 0, y); });
        t = root.value_or(t_end);
        eval_dense(t, 0, scratch_);
        view(vector()) = scratch_;
        return root ? ARK_ROOT_RETURN : ARK_SUCCESS;
    }
    int evolve(double t_out, double& t) {
        int flag = ARKodeEvolve(memory_.get(), t_out, vector(), &t, ARK_ONE_STEP);
        // ARKODE gives up when an explicit stage is not finite; one-step methods lose nothing by a fresh start with a
        // smaller step from the last point.
        const int most_retries = 50;
        for (int retry = 0; retry < most_retries && not_finite_behind_start(flag); ++retry) {
            const double h = 0.5 * (guard_.last_time() - time());
            view(vector()) = state();
            require(ARKodeReset(memory_.get(), time(), vector()), "ARKodeReset");
            set_initial_step(h);
            set_stop_time(t_out);
            flag = ARKodeEvolve(memory_.get(), t_out, vector(), &t, ARK_ONE_STEP);
        }
        return flag;
    }
    void take_ends(double t) {
        dense_->advance(t, const_view(vector()));
        if (is_explicit()) return;  // the rates are evaluated if dense output is asked for
        // At its end the derivative of ARKODE's polynomial is f, evaluated already (and safe in stiff problems).
        double t_internal = 0;  // within the rounding of t
        ARKodeGetCurrentTime(memory_.get(), &t_internal);
        require(ARKodeGetDky(memory_.get(), t_internal, 1, rate_.get()), "ARKodeGetDky");
        dense_->set_end_rate(const_view(rate_.get()));
    }
    void eval_dense(double t, int derivative, VecX& out) const {
        if (derivative == 0 && t == dense_->t1) {
            out = dense_->y1;
            return;
        }
        const auto evaluate = [this](double at, const VecX& y, VecX& f) { return eval_f(at, y, f); };
        if (order_ >= 4) dense_->refine(evaluate, !is_explicit());
        if (!dense_->complete(evaluate)) fail(description(), t, 0, Failure::function_at_start, guard_.not_finite());
        dense_->evaluate(t, derivative, out);
    }
    bool not_finite_behind_start(int flag) const {
        const bool rhs_failed =
            flag == ARK_RHSFUNC_FAIL || flag == ARK_UNREC_RHSFUNC_ERR || flag == ARK_REPTD_RHSFUNC_ERR;
        return rhs_failed && is_explicit() && options_.fixed_step <= 0 && !guard_.threw() &&
               guard_.last_time() > time();
    }

    void set_stop_time(double t) override { require(ARKodeSetStopTime(memory_.get(), t), "ARKodeSetStopTime"); }
    int evaluate_dense_output(double t, int derivative, N_Vector out) const override {
        VecX y(NV_LENGTH_S(out));
        eval_dense(t, derivative, y);
        view(out) = y;
        return 0;
    }
    int get_roots(int* found) const override {
        for (const Root& root : search_.roots()) found[root.index] = root.direction;
        return 0;
    }
    double internal_time() const override { return dense_->t1; }
    void project_state(double t, bool at_mesh) override {
        if (has_projection() && !at_mesh) project(t, vector());  // on the mesh: done inside the step
    }

    long dense_output_evaluations() const override { return dense_->evaluations(); }
    Statistics counters() const override {
        Statistics s;
        void* m = memory_.get();
        ARKodeGetNumSteps(m, &s.steps);
        if (!is_explicit()) {
            ARKodeGetNumJacEvals(m, &s.jacobian_evaluations);
            ARKodeGetNumNonlinSolvIters(m, &s.newton_iterations);
            ARKodeGetNumNonlinSolvConvFails(m, &s.convergence_failures);
        }
        ARKodeGetNumErrTestFails(m, &s.error_test_failures);
        ARKodeGetLastStep(m, &s.last_step);
        s.last_order = order_;
        return s;
    }

    Failure classify(int flag) const override {
        switch (flag) {
            case ARK_ERR_FAILURE:
                return Failure::error_test;
            case ARK_CONV_FAILURE:
                return Failure::convergence;
            case ARK_LSETUP_FAIL:
            case ARK_LSOLVE_FAIL:
                return Failure::linear_solver;
            case ARK_FIRST_RHSFUNC_ERR:
                return Failure::function_at_start;
            case ARK_RHSFUNC_FAIL:  // also what a value that is not finite ends as
            case ARK_REPTD_RHSFUNC_ERR:
            case ARK_UNREC_RHSFUNC_ERR:
                return Failure::function_repeatedly;
            case ARK_RTFUNC_FAIL:
                return Failure::root_function;
            case ARK_POSTPROCESS_STEP_FAIL:
                return Failure::projection;
            case ARK_TOO_MUCH_ACC:
                return Failure::accuracy;
            default:
                return Failure::other;
        }
    }

    int order_;
    std::unique_ptr<DenseStep> dense_;  // its quintic is made when first asked for
    RootSearch search_;
    VectorPtr rate_;
    VecX scratch_;
    std::unique_ptr<void, ArkodeFree> memory_;
};

}  // namespace

std::unique_ptr<Integrator> make_arkode(OdeProblem problem, const IntegratorOptions& options) {
    return std::make_unique<Arkode>(std::move(problem), options);
}

}  // namespace ritz
