// Eigenvalues of the equations linearised in the tangent space of the loops (engine/system/statics/linearization.hpp).
#include "engine/simulation/modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "engine/simulation/signal_schedule.hpp"
#include "engine/simulation/simulate.hpp"
#include "engine/simulation/start.hpp"
#include "engine/system/statics/coordinate_scales.hpp"
#include "engine/system/statics/linearization.hpp"
#include "engine/system/system.hpp"

namespace ritz {
namespace {

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

/// Away from an equilibrium the linearised equations say how neighbouring motions part, not how the system vibrates.
void warn_if_not_at_rest(const Model& model, const Linearization& linear, Warnings& warnings) {
    // Where would the system go within about a second? Modal accelerations over stiffness, or over 1/s² where there is
    // none; in coordinates of the order of one radian or one body.
    constexpr double visible = 1e-5;
    const MatX K = 0.5 * (linear.K + linear.K.transpose());
    const SymmetricEigen eigen = solve_symmetric_eigen(K, linear.M);
    const VecX modal = eigen.vectors.transpose() * linear.acceleration;
    const VecX away = modal.cwiseQuotient((eigen.values.cwiseAbs().array() + 1.0).matrix());
    const VecX scale = compute_coordinate_scales(model);
    const VecX moves = (linear.Z * (eigen.vectors * away)).cwiseQuotient(scale).cwiseAbs();
    Eigen::Index k = 0;
    if (!(moves.maxCoeff(&k) > visible)) return;
    const VecX acceleration = linear.Z * (eigen.vectors * modal);
    warnings.add(fmt::format(
        "this is no equilibrium: {} accelerates with {:.3g} (in its own unit per s²), so that the eigenvalues hold for "
        "this instant only; \"start\": {{\"static_equilibrium\": true}} finds a balance, --at TIME another moment",
        name_coordinates(model)[static_cast<std::size_t>(k)], acceleration[k]));
}

/// Whether the linearised equations are others a moment later: those of a rotor that turns evenly are not. With loops
/// they cannot be compared in the same coordinates.
bool are_others_at(double t, const Scene& scene, State state, const Linearization& now) {
    if (scene.model.rows > 0) return true;
    state.t = t;
    const Linearization then = linearize(scene.model, state);
    const auto differ = [](const MatX& a, const MatX& b) {
        return (a - b).norm() > 1e-6 * (a.norm() + b.norm());  // differences leave 1e-8
    };
    return differ(now.M, then.M) || differ(now.D, then.D) || differ(now.K, then.K);
}

/// Of a system that something moves or loads by the clock, eigenvalues say nothing about a moment later.
void warn_if_driven(const Scene& scene, const State& state, const Linearization& linear, Warnings& warnings) {
    const double soon = state.t + 1e-3 * scene.settings.end;  // a rate may be zero just now
    std::size_t visited = 0;
    for_each_signal(scene.model, [&](const Signal& signal, const std::string& name) {
        const bool is_motion = visited++ < scene.model.motions.size();  // these come first
        if (signal.is_constant()) return;
        const Jet now = signal.at(state.t), next = signal.at(soon);
        if (now.value == next.value && now.rate == 0 && now.acceleration == 0 && next.rate == 0) return;
        const bool is_even = is_motion && now.acceleration == 0 && next.acceleration == 0;
        if (is_even && !are_others_at(soon, scene, state, linear)) return;
        warnings.add(fmt::format(
            "the equations depend on time ({} changes here), so that the eigenvalues hold for this instant only",
            name));
    });
}

/// There the law has two slopes.
void warn_at_edges(const Model& model, const State& state, Warnings& warnings) {
    const std::vector<SwitchInfo> switches = list_switches(model);
    VecX values(static_cast<Eigen::Index>(switches.size()));
    VecMap map(values.data(), values.size());
    Workspace ws(model);
    eval_switches(model, view(state), ws, map);
    const double edge = 1e-9 * std::max(1.0, compute_model_length(model));
    for (std::size_t k = 0; k < switches.size(); ++k)
        if (switches[k].hold && std::abs(values[static_cast<Eigen::Index>(k)]) < edge)
            warnings.add(fmt::format(
                "{}: the system stands at the very edge of this contact, so that the eigenvalues hold on one side of "
                "it only",
                switches[k].what));
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
    const Linearization linear = linearize(model, state);
    const Eigen::Index n = linear.size();
    if (n == 0) throw InputError("the system has no free coordinate: nothing can oscillate");
    warn_if_not_at_rest(model, linear, warnings);
    warn_if_driven(scene, state, linear, warnings);
    warn_at_edges(model, state, warnings);
    const MatX A = linear.make_system_matrix(), basis = linear.make_motion_basis();
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
        const Eigen::VectorXcd v = basis * solver.vectors.col(k).segment(n, n);
        // A mode at rest (λ = 0) has no velocity; its positions say what is free to move.
        const Eigen::VectorXcd x = basis * solver.vectors.col(k).head(n);
        mode.moves = describe_motion(model, std::abs(lambda) > 1e-6 ? v : x, mass, names);
        modes.push_back(mode);
    }
    std::stable_sort(modes.begin(), modes.end(),
                     [](const SystemMode& a, const SystemMode& b) { return a.frequency < b.frequency; });
    return modes;
}

}  // namespace ritz
