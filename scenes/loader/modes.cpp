// Linearisation in the tangent space of the loops: δq = N Z a, δu = Z b, with the columns of Z a basis of {G v = 0}:
//   a' = b,   b' = Zᵀ (∂u'/∂q N Z a + ∂u'/∂u Z b),   and the control states beside them.
// The derivatives come by central differences of the right-hand side.
#include "scenes/loader/modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <complex>
#include <numeric>

#include "core/dense_solvers.hpp"
#include "core/errors.hpp"
#include "engine/linearization.hpp"
#include "engine/system.hpp"
#include "scenes/loader/simulate.hpp"
#include "scenes/loader/start.hpp"

namespace ritz {
namespace {

/// Central differences of (u', z') with respect to (a, b, z).
class Linearization {
  public:
    Linearization(const Model& model, const State& state)
        : model_(model), state_(state), ws_(model), Z_(compute_tangent_basis(model, state)) {}

    MatX matrix() {
        const Eigen::Index n = Z_.cols(), nz = model_.nz - 1;
        MatX A = MatX::Zero(2 * n + nz, 2 * n + nz);
        A.block(0, n, n, n).setIdentity();
        for (Eigen::Index k = 0; k < 2 * n + nz; ++k) {
            const VecX d = derivative(k, n);
            A.block(n, k, n, 1) = Z_.transpose() * d.head(model_.nu);
            A.block(2 * n, k, nz, 1) = d.segment(model_.nu, nz);
        }
        return A;
    }
    const MatX& basis() const { return Z_; }

  private:
    VecX derivative(Eigen::Index k, Eigen::Index n) {
        // Elastic coordinates are small and stiff, joint coordinates of order one: one step serves both within the
        // digits an engineer reads (h² against eps/h).
        constexpr double h = 1e-6;
        return (rates(k, n, h) - rates(k, n, -h)) / (2 * h);
    }

    VecX rates(Eigen::Index k, Eigen::Index n, double h) {
        State moved = state_;
        if (k < n) {
            move_along(model_, h * Z_.col(k), moved.q);
            if (model_.rows > 0) {
                const VecX u = moved.u;
                if (project(model_, moved, ws_) < 0) throw NumericalError("the loops come apart near this position");
                if (u.isZero(0)) moved.u = u;
            }
        } else if (k < 2 * n) {
            moved.u += h * Z_.col(k - n);
        } else {
            moved.z[k - 2 * n] += h;
        }
        VecX y, y_dot(model_.states());
        pack(moved, y);
        eval_rates(model_, moved.t, y.data(), y_dot.data(), ws_);
        return y_dot.tail(model_.nu + model_.nz);
    }

    const Model& model_;
    const State& state_;
    Workspace ws_;
    MatX Z_;
};

/// What each velocity coordinate belongs to.
std::vector<std::string> name_coordinates(const Model& model) {
    std::vector<std::string> names(static_cast<std::size_t>(model.nu));
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const Node& node = model.nodes[i];
        std::string joint = node.name;
        for (const Joint& j : model.joints)
            for (std::size_t k = 0; k < j.nodes.size(); ++k)
                if (j.nodes[k] == static_cast<int>(i)) joint = "joint " + j.name;
        for (int k = 0; k < node.nu; ++k) names[static_cast<std::size_t>(node.u + k)] = joint;
        for (int k = 0; k < node.n; ++k) {
            const auto& modes = model.elastic_bodies[node.elastic]->mode_names;
            names[static_cast<std::size_t>(node.eu + k)] =
                fmt::format("{}: {}", node.name,
                            static_cast<std::size_t>(k) < modes.size() ? modes[k] : fmt::format("mode {}", k + 1));
        }
    }
    return names;
}

/// Shares of the kinetic energy ½ v̄ᵀ M v by coordinate: lengths, angles and modal coordinates become comparable.
std::string describe_motion(const Model& model, const Eigen::VectorXcd& velocity, const MatX& mass,
                            const std::vector<std::string>& names) {
    const Eigen::VectorXcd momentum = mass * velocity;
    std::vector<std::pair<std::string, double>> shares;
    double total = 0;
    for (Eigen::Index k = 0; k < model.nu; ++k) {
        const double share = std::abs(std::conj(velocity[k]) * momentum[k]);
        total += share;
        const auto& name = names[static_cast<std::size_t>(k)];
        auto found = std::find_if(shares.begin(), shares.end(), [&](const auto& s) { return s.first == name; });
        if (found == shares.end())
            shares.emplace_back(name, share);
        else
            found->second += share;
    }
    if (!(total > 0)) return "control states";
    std::sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string text;
    for (std::size_t k = 0; k < shares.size() && k < 3; ++k) {
        const double percent = 100 * shares[k].second / total;
        if (k > 0 && percent < 5) break;
        text += fmt::format("{}{} ({:.0f} %)", k > 0 ? ", " : "", shares[k].first, percent);
    }
    return text;
}

/// What differences and the eigensolver leave of a zero is no frequency and no damping.
std::complex<double> without_noise(std::complex<double> lambda, double largest) {
    const double size = std::abs(lambda);
    if (size < 1e-7 + 1e-9 * largest) return 0;
    return {std::abs(lambda.real()) < 1e-9 * size ? 0 : lambda.real(), lambda.imag()};
}

}  // namespace

std::vector<SystemMode> compute_modes(const Scene& scene, Warnings& warnings, double at_time) {
    State state = make_consistent_start(scene, warnings);
    if (at_time > 0) {
        Scene until = scene;
        until.settings.end = at_time;
        until.settings.output_step = at_time;
        const RunResult run = simulate(until);
        if (run.status != RunStatus::completed) throw NumericalError(run.reason);
        state = run.states.back();
    }
    const Model& model = scene.model;
    Linearization linear(model, state);
    const MatX A = linear.matrix();
    const Eigen::Index n = linear.basis().cols();
    if (n == 0) throw InputError("the system has no free coordinate: nothing can oscillate");
    const GeneralEigen solver = solve_general_eigen(A);
    const MatX mass = compute_mass_matrix(model, state);
    const std::vector<std::string> names = name_coordinates(model);
    const double largest = solver.values.cwiseAbs().maxCoeff();
    std::vector<SystemMode> modes;
    for (Eigen::Index k = 0; k < A.rows(); ++k) {
        const std::complex<double> lambda = without_noise(solver.values[k], largest);
        if (lambda.imag() < 0) continue;
        SystemMode mode;
        mode.real = lambda.real();
        mode.imaginary = lambda.imag();
        mode.frequency = std::abs(lambda) / (2 * EIGEN_PI);
        mode.damping = std::abs(lambda) > 0 ? 0.0 - lambda.real() / std::abs(lambda) : 0.0;  // never "-0"
        const Eigen::VectorXcd v = linear.basis() * solver.vectors.col(k).segment(n, n);
        // A mode at rest (λ = 0) has no velocity; its positions say what is free to move.
        const Eigen::VectorXcd x = linear.basis() * solver.vectors.col(k).head(n);
        mode.moves = describe_motion(model, std::abs(lambda) > 1e-6 ? v : x, mass, names);
        modes.push_back(mode);
    }
    std::stable_sort(modes.begin(), modes.end(),
                     [](const SystemMode& a, const SystemMode& b) { return a.frequency < b.frequency; });
    return modes;
}

}  // namespace ritz
