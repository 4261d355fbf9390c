#include "engine/simulation/sampler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "engine/system/statics/coordinate_scales.hpp"

namespace ritz {

Sampler::Sampler(const Scene& scene, const RunOptions& options, RunResult& result, Warnings& warnings)
    : scene_(scene),
      options_(options),
      model_(with_world_poses(scene.model)),
      ws_(model_),
      result_(result),
      warnings_(warnings),
      balance_(0, scene.settings.energy_limit, scene.settings.options.fixed_step > 0),
      validity_(std::in_place, scene.model, warnings),
      length_(compute_model_length(model_)) {}

void Sampler::rebuild() {
    model_ = with_world_poses(scene_.model);
    ws_ = Workspace(model_);
    validity_.emplace(scene_.model, warnings_);
    length_ = compute_model_length(model_);
}

void Sampler::sample(const State& state) {
    validity_->look(state);
    evaluate_for_outputs(model_, view(state), ws_);
    refuse_open_loops(state);
    row_.clear();
    for (const Output& output : scene_.outputs) row_.push_back(measure_output(state, output.quantity));
    const bool was_broken = balance_.is_broken();
    balance_.add(state.t, compute_energies(model_, view(state), ws_), state.work);
    report_energies();
    if (balance_.is_broken() && !was_broken) warnings_.add(balance_.describe());
    if (model_.rows > 0) {
        auto& worst = result_.loop_violation;
        worst.position = std::max(worst.position, ws_.loop_error.lpNorm<Eigen::Infinity>());
        worst.velocity = std::max(worst.velocity, ws_.loop_rate.lpNorm<Eigen::Infinity>());
    }
    record(state);
}

void Sampler::report_energies() {
    result_.energy_initial = balance_.initial();
    result_.energy_final = balance_.last();
    result_.energy_drift = balance_.drift();
}

void Sampler::restore_balance(const EnergyBalance::Record& record) {
    balance_.restore(record);
    report_energies();
}

void Sampler::record(const State& state) {
    if (options_.keep_rows) {
        result_.times.push_back(state.t);
        result_.samples.push_back(row_);
        result_.states.push_back(state);
    }
    for (RowSink* sink : options_.sinks) sink->add(state, row_);
    ++result_.rows;
    last_time_ = state.t;
}

void Sampler::convert_states(const std::function<State(const State&)>& convert) {
    for (State& state : result_.states) state = convert(state);
    for (RowSink* sink : options_.sinks) sink->convert_states(convert);
}

void Sampler::see_energies(const State& state) {
    eval_kinematics(model_, view(state), ws_);
    balance_.see(compute_energies(model_, view(state), ws_));
}

void Sampler::rollback(std::size_t rows, double last_time) {
    last_time_ = last_time;
    if (rows >= result_.rows) return;
    earlier_rows_ = std::min(earlier_rows_, rows);
    if (options_.keep_rows) {
        const std::size_t kept = rows - earlier_rows_;
        result_.times.resize(kept);
        result_.samples.resize(kept);
        result_.states.resize(kept);
    }
    for (RowSink* sink : options_.sinks) sink->rollback(rows);
    result_.rows = rows;
}

/// No method may leave its loops behind unseen.
void Sampler::refuse_open_loops(const State& state) const {
    constexpr double open = 1e-3;  // [rad], or of the largest body
    // Between two projected steps a gap of the size of the tolerance is nobody's fault.
    const double visible = std::max(1e-5, 100 * scene_.settings.options.relative_tolerance);
    for (int k = 0; k < model_.rows; ++k) {
        const bool is_length = !ws_.loop_rows[static_cast<std::size_t>(k)].va.isZero(0);
        const double gap = std::abs(ws_.loop_error[k]);
        const double relative = gap / (is_length ? length_ : measure_row(state, k));
        if (relative > visible)
            warnings_.add(fmt::format(
                "{} is open by more than {:.0e} of the bodies' size: its constraints demand what the bodies have "
                "no shapes for (a beam pinned at both ends needs axial ones), or the tolerance is too loose",
                describe(find_row_owner(model_, k)), visible));
        if (!(relative <= open))
            throw NumericalError(fmt::format(
                "{} is open by {:.3g} {} at t = {:.6g} s: the loops came apart; a singular position, or too loose a "
                "tolerance?",
                describe(find_row_owner(model_, k)), gap, is_length ? "m" : "rad", state.t));
    }
}

/// What a gap in a row without a length is compared to: one radian or, after many turns, the coordinates of a coupling.
double Sampler::measure_row(const State& state, int row) const {
    double size = 1;
    for (const JointCoupling& coupling : model_.couplings)
        if (coupling.row == row) size = std::max(size, compute_coupling_size(model_, coupling, view(state), ws_));
    return size;
}

double Sampler::measure_one(const State& state, const Quantity& quantity) {
    evaluate_for_outputs(model_, view(state), ws_);
    return measure_output(state, quantity);
}

/// Error bounds are no functions of the state: those who follow the run know them.
double Sampler::measure_output(const State& state, const Quantity& quantity) {
    const auto* of_bound = std::get_if<BoundQuantity>(&quantity);
    return of_bound ? options_.measure_bound(state, *of_bound) : measure(model_, view(state), quantity, ws_);
}

}  // namespace ritz
