#pragma once
// What CVODE, IDA and ARKODE share: owned handles, vectors, callbacks that let no exception into C, and the stepping.
#include <cmath>
#include <exception>
#include <memory>
#include <string>

#include <nvector/nvector_serial.h>

#include "integrators/failure.hpp"
#include "integrators/integrator.hpp"
#include "integrators/root_watch.hpp"
#include "integrators/sundials_handles.hpp"
#include "integrators/sundials_versions.hpp"

namespace ritz {

inline VecMap view(N_Vector v) { return VecMap(NV_DATA_S(v), NV_LENGTH_S(v)); }
inline ConstVecMap const_view(N_Vector v) { return ConstVecMap(NV_DATA_S(v), NV_LENGTH_S(v)); }

/// Lets no exception through to C, and remembers where a value was not finite.
class CallGuard {
  public:
    /// The return value of a SUNDIALS callback: 0, 1 (recoverable: try a smaller step) or -1 (stop).
    template <class Call>
    int run(double t, N_Vector result, Call&& call) noexcept {
        t_last_ = t;
        if (!keep_exception(call)) return -1;
        const double* value = NV_DATA_S(result);
        for (Eigen::Index i = 0; i < NV_LENGTH_S(result); ++i)
            if (!std::isfinite(value[i])) {
                not_finite_ = {t, i};
                return 1;
            }
        return 0;
    }
    /// False if the call threw; the exception is kept.
    template <class Call>
    bool keep_exception(Call&& call) noexcept {
        try {
            call();
            return true;
        } catch (...) {
            thrown_ = std::current_exception();
            return false;
        }
    }
    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }
    void clear() { thrown_ = nullptr; }
    bool threw() const { return static_cast<bool>(thrown_); }
    const NotFinite& not_finite() const { return not_finite_; }
    double last_time() const { return t_last_; }

  private:
    std::exception_ptr thrown_;
    NotFinite not_finite_;
    double t_last_ = 0;  // of the last call: tells the step that was being tried
};

/// The stepping that the three packages have in common; their calls are the private virtual functions.
class SundialsIntegrator : public Integrator {
  public:
    SundialsIntegrator(const SundialsIntegrator&) = delete;
    SundialsIntegrator& operator=(const SundialsIntegrator&) = delete;

    void start(double t, const VecX& y, const VecX& yp) final;
    StepEnd step(double t_limit) final;
    double time() const final { return t_; }
    const VecX& state() const final { return y_; }
    void interpolate(double t, int derivative, VecX& out) const final;
    Statistics statistics() const final;
    std::string description() const final { return description_; }

  protected:
    SundialsIntegrator(Eigen::Index size, RootWatch roots, const VecX& absolute_tolerances,
                       const IntegratorOptions& options, std::string description);

    VectorPtr make_vector() const;
    SUNContext context() const { return context_.get(); }
    N_Vector vector() const { return vector_.get(); }
    /// A dense matrix and its LU solver, owned here.
    void make_dense_solver();
    /// A solver that hands right-hand sides to the problem's own, by solve_newton.
    void make_problem_solver();
    SUNMatrix matrix() const { return matrix_.get(); }
    SUNLinearSolver linear_solver() const { return linear_solver_.get(); }
    /// Throws if a set-up call of SUNDIALS failed.
    void require(int flag, const char* call) const;
    /// Root functions as C calls them; the integrator is the user data.
    int eval_roots(double t, N_Vector y, double* g) noexcept;
    N_Vector absolute_tolerances() const { return tolerances_.get(); }

    IntegratorOptions options_;
    CallGuard guard_;
    RootWatch roots_;
    long evaluations_ = 0;

  private:
    static constexpr int root_return = 2;  // the same number in CVODE, IDA and ARKODE

    virtual void restart(double t, N_Vector y, const VecX& yp) = 0;
    virtual int advance(double t_out, bool one_step, double& t) = 0;
    virtual void set_stop_time(double t) = 0;
    virtual int evaluate_dense_output(double t, int derivative, N_Vector out) const = 0;
    virtual int get_roots(int* found) const = 0;
    virtual double internal_time() const = 0;  // end of the last internal step, behind a root
    virtual Statistics counters() const = 0;   // since the last restart
    virtual long dense_output_evaluations() const { return 0; }
    virtual Failure classify(int flag) const = 0;
    virtual void solve_newton(VecMap& /*x*/) {}
    virtual void eval_derivative_at_start(VecX& out) const = 0;
    /// Puts the state (vector(), at time t) onto the invariants; `at_mesh` if the integrator goes on from there.
    virtual void project_state(double /*t*/, bool /*at_mesh*/) {}

    std::vector<Root> found_roots() const;
    [[noreturn]] void give_up(Failure failure) const;

    std::string description_;
    SundialsPtr<SUNContext> context_;
    VectorPtr vector_;
    VectorPtr tolerances_;
    VectorPtr output_;  // of the interpolation: made here, since SUNDIALS 7 does not survive a full memory
    SundialsPtr<SUNMatrix> matrix_;
    std::function<int(N_Vector)> solve_;
    SundialsPtr<SUNLinearSolver> linear_solver_;

    double t_begin_ = 0;  // of the last step
    double t_ = 0;
    VecX y_;
    bool stepped_ = false;  // since the last start
    Statistics before_;     // counted before the last start
};

/// What CVODE and ARKODE share beyond that: an ODE with its projection.
class SundialsOde : public SundialsIntegrator {
  protected:
    SundialsOde(OdeProblem problem, const IntegratorOptions& options, std::string description);

    int eval_rhs(double t, N_Vector y, N_Vector ydot) noexcept;
    int project(double t, N_Vector y) noexcept;
    /// The right-hand side outside C, for dense output; false if a component is not finite.
    bool eval_f(double t, const VecX& y, VecX& ydot) const;
    bool has_projection() const { return static_cast<bool>(problem_.project); }
    bool has_own_newton() const { return problem_.newton && options_.jacobian == JacobianSource::problem; }
    /// I - γ J of the problem's own solver, as C calls for it.
    int set_up_newton(double t, N_Vector y, double gamma) noexcept;

  private:
    void eval_derivative_at_start(VecX& out) const final;
    void solve_newton(VecMap& x) final { problem_.newton.solve(x); }

    OdeProblem problem_;
};

}  // namespace ritz
