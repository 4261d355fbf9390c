#pragma once
// What our own one-step methods share: the choice of the step, its repetition where it fails, dense output and root
// finding. A method only says how it makes one step of a given size, and how large the error of that step is.
#include <string>

#include "integrators/dense_step.hpp"
#include "integrators/implicit_stage.hpp"
#include "integrators/integrator.hpp"
#include "integrators/root_search.hpp"

namespace ritz {

class OneStep : public Integrator {
  public:
    OneStep(const OneStep&) = delete;  // the search refers to the watch beside it
    OneStep& operator=(const OneStep&) = delete;

    void start(double t, const VecX& y, const VecX& yp) final;
    StepEnd step(double t_limit) final;
    double time() const final { return t_; }
    const VecX& state() const final { return y_; }
    void interpolate(double t, int derivative, VecX& out) const final;
    Statistics statistics() const final;
    std::string description() const final { return description_; }

  protected:
    enum class Attempt { accepted, no_convergence, not_finite, error_too_large };

    /// error_order: that of the error estimate in the step size.
    OneStep(OdeProblem problem, const IntegratorOptions& options, std::string description, int order, int error_order);

    bool is_fixed() const { return options_.fixed_step > 0; }
    void set_weights(const VecX& ya, const VecX& yb) {
        weights_ = (options_.relative_tolerance * ya.cwiseAbs().cwiseMax(yb.cwiseAbs()) + tolerances_).cwiseInverse();
    }

    IntegratorOptions options_;
    Projection project_;
    ImplicitStage stage_;
    // A step goes from the end of step_, whose rate f1 is known, into trial_.
    DenseStep step_, trial_;
    VecX weights_;
    double err_ = 0;  // of the last attempt, 1 is what is tolerated

  private:
    /// Makes trial_ from t0 = step_.t1 to t_end: y1 and f1, projected; err_ unless the step is fixed.
    virtual Attempt attempt(double h, double t_end) = 0;
    /// Before the first step behind a start: a is y'' there.
    virtual void begin_from(const VecX& /*a*/) {}
    /// Factors within these bounds leave the step as it is.
    virtual bool keeps_step(double factor) const = 0;

    void begin(double t_limit);
    double choose_step(double t_limit) const;
    void make_step(double t_limit);
    void propose_step(double h);
    StepEnd finish(double t_end);
    void eval_dense(double t, VecX& y);

    std::string description_;
    int order_, error_order_;
    VecX tolerances_;
    RootWatch watch_;
    RootSearch roots_;
    double t_begin_ = 0, t_ = 0;  // what has been returned; behind a root this ends before step_ does
    VecX y_;
    bool begun_ = false;
    double h_next_ = 0;
    double err_before_ = 1;
    VecX moved_, rate_;
    Statistics counts_;
};

}  // namespace ritz
