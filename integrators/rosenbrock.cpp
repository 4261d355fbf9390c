// A Rosenbrock-W method of order 3 with an embedded one of order 2, ROS34PW2 of [Rang2005]: L-stable, four stages, one
// matrix I − hγ A. The order holds for *any* matrix A in the place of ∂f/∂y, so that the problem may leave out of A
// what is not stiff, and the derivative of f by t is left out too.
//
//   k_i = h f(t + α_i h, y + Σ_j α_ij k_j) + h A Σ_{j≤i} γ_ij k_j,     y_1 = y + Σ b_i k_i,   ŷ_1 = y + Σ b̂_i k_i
//
// With U_i = Σ_j γ_ij k_j no product with A is left ([Hairer1996], IV.7):
//
//   (I − hγ A) U_i = γ (h f(t + α_i h, y + Σ_j a_ij U_j) + Σ_{j<i} c_ij U_j),   y_1 = y + Σ m_i U_i
//   (a) = (α) Γ⁻¹,   (c) = I/γ − Γ⁻¹,   m = b Γ⁻¹
//
// The last stage lies at t + h but is no evaluation at y_1: f there is evaluated once more, for dense output and as the
// first stage of the next step.
#include "integrators/rosenbrock.hpp"

#include <array>
#include <utility>

#include "integrators/one_step.hpp"

namespace ritz {

namespace {

constexpr int stages = 4;
using Table = Eigen::Matrix<double, stages, stages>;
using Row = Eigen::Matrix<double, 1, stages>;

/// [Rang2005], table of ROS34PW2.
struct Coefficients {
    Table a, c;
    Row m, m_hat;
    Eigen::Matrix<double, stages, 1> alpha;
    double gamma = 4.3586652150845900e-01;

    Coefficients() {
        Table A = Table::Zero(), G = Table::Zero();
        A(1, 0) = 8.7173304301691801e-01;
        A(2, 0) = 8.4457060015369423e-01;
        A(2, 1) = -1.1299064236484185e-01;
        A(3, 2) = 1;
        G(1, 0) = -8.7173304301691801e-01;
        G(2, 0) = -9.0338057013044082e-01;
        G(2, 1) = 5.4180672388095326e-02;
        G(3, 0) = 2.4212380706095346e-01;
        G(3, 1) = -1.2232505839045147e+00;
        G(3, 2) = 5.4526025533510214e-01;
        G.diagonal().setConstant(gamma);
        const Row b(2.4212380706095346e-01, -1.2232505839045147e+00, 1.5452602553351020e+00, gamma);
        const Row b_hat(3.7810903145819369e-01, -9.6042292212423178e-02, 0.5, 2.1793326075422950e-01);
        const Table inverse = G.inverse();
        a = A * inverse;
        c = Table::Identity() / gamma - inverse;
        m = b * inverse;
        m_hat = b_hat * inverse;
        alpha = A.rowwise().sum();
    }
};

class Rosenbrock final : public OneStep {
  public:
    Rosenbrock(OdeProblem problem, const IntegratorOptions& options)
        : OneStep(std::move(problem), options, "Rosenbrock-W 3(2)", 3, 3) {
        for (VecX& u : u_) u.setZero(weights_.size());
        x_.setZero(weights_.size());
        error_ = x_;
    }

  private:
    Attempt attempt(double h, double t_end) override;
    bool keeps_step(double) const override { return false; }  // the matrix is new in every step
    bool eval_stages(double h, double t_end);

    const Coefficients k_;
    std::array<VecX, stages> u_;
    VecX x_, error_;
};

bool Rosenbrock::eval_stages(double h, double t_end) {
    const double t = step_.t1;
    for (int i = 0; i < stages; ++i) {
        VecX& u = u_[static_cast<std::size_t>(i)];
        if (i == 0) {
            u = step_.f1;
        } else {
            x_ = step_.y1;
            for (int j = 0; j < i; ++j)
                if (k_.a(i, j) != 0) x_ += k_.a(i, j) * u_[static_cast<std::size_t>(j)];
            if (!stage_.evaluate(std::min(t + k_.alpha[i] * h, t_end), x_, u)) return false;
        }
        u *= k_.gamma * h;
        for (int j = 0; j < i; ++j) u += k_.gamma * k_.c(i, j) * u_[static_cast<std::size_t>(j)];
        stage_.filter(u);
    }
    return true;
}

OneStep::Attempt Rosenbrock::attempt(double h, double t_end) {
    set_weights(step_.y1, step_.y1);
    if (!stage_.prepare(step_.t1, step_.y1, k_.gamma * h, weights_)) return Attempt::not_finite;
    if (!eval_stages(h, t_end)) return Attempt::not_finite;
    trial_.t0 = step_.t1;
    trial_.t1 = t_end;
    trial_.y0 = step_.y1;
    trial_.f0 = step_.f1;
    trial_.y1 = step_.y1;
    error_.setZero();
    for (int i = 0; i < stages; ++i) {
        trial_.y1 += k_.m[i] * u_[static_cast<std::size_t>(i)];
        error_ += (k_.m[i] - k_.m_hat[i]) * u_[static_cast<std::size_t>(i)];
    }
    if (!is_fixed()) {
        set_weights(trial_.y0, trial_.y1);
        err_ = ImplicitStage::norm(error_, weights_);
        if (!std::isfinite(err_)) return Attempt::not_finite;
        if (err_ > 1) return Attempt::error_too_large;
    }
    if (project_) {
        VecMap y1(trial_.y1.data(), trial_.y1.size());
        project_(t_end, y1);
    }
    return stage_.evaluate(t_end, trial_.y1, trial_.f1) ? Attempt::accepted : Attempt::not_finite;
}

}  // namespace

std::unique_ptr<Integrator> make_rosenbrock(OdeProblem problem, const IntegratorOptions& options) {
    return std::make_unique<Rosenbrock>(std::move(problem), options);
}

}  // namespace ritz
