#include "scenes/loader/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>

#include "core/errors.hpp"
#include "scenes/loader/problem.hpp"
#include "scenes/loader/start.hpp"

namespace ritz {
namespace {

using Clock = std::chrono::steady_clock;

/// Times at which some signal of the model jumps in its value or derivatives, inside (0, end), ascending.
std::vector<double> collect_breakpoints(const Model& model, double end) {
    std::vector<double> times;
    const auto add = [&](const Signal& signal) {
        for (double t : signal.breakpoints(0, end)) times.push_back(t);
    };
    for (const Signal& motion : model.motions) add(motion);
    for (const Controller& c : model.controllers) {
        add(c.reference);
        add(c.feed_forward);
    }
    for (const ForceElement& element : model.forces)
        std::visit(
            [&](const auto& e) {
                if constexpr (requires { e.s; }) add(e.s);
                if constexpr (requires { e.force[0]; })
                    for (const Signal& s : e.force) add(s);
                else if constexpr (requires { e.force; })
                    add(e.force);
                if constexpr (requires { e.torque; })
                    for (const Signal& s : e.torque) add(s);
            },
            element.kind);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    std::erase_if(times, [&](double t) { return !(t > 0 && t < end); });
    return times;
}

/// Evaluates outputs, energies and loop errors at a state.
class Sampler {
  public:
    Sampler(const Scene& scene, RunResult& result, bool keep_states)
        : scene_(scene), model_(with_world_poses(scene.model)), ws_(model_), result_(result), keep_(keep_states) {}

    void sample(const State& state) {
        evaluate_for_outputs(model_, view(state), ws_);
        result_.times.push_back(state.t);
        auto& row = result_.samples.emplace_back();
        row.reserve(scene_.outputs.size());
        for (const Output& output : scene_.outputs) row.push_back(measure(model_, view(state), output.quantity, ws_));
        const Energies e = compute_energies(model_, view(state), ws_);
        const double work = state.z[model_.nz - 1];
        if (result_.times.size() == 1) result_.energy_initial = e.total();
        result_.energy_final = e.total();
        // Gravity's zero is arbitrary, so its size is counted from where the run began.
        if (result_.times.size() == 1) gravity_start_ = e.gravity;
        // A system at rest has only rounding to be compared with, which must not look like a drift.
        const double rounding = 1e-6 * (std::abs(e.gravity) + e.elastic + e.spring) + 1e-18;
        scale_ = std::max(
            {scale_, rounding, e.kinetic, e.elastic, e.spring, std::abs(e.gravity - gravity_start_), std::abs(work)});
        const double drift = std::abs(e.total() - result_.energy_initial - work);
        largest_drift_ = std::max(largest_drift_, drift);
        result_.energy_drift = scale_ > 0 ? largest_drift_ / scale_ : 0;
        if (model_.rows > 0) {
            auto& worst = result_.loop_violation;
            worst.position = std::max(worst.position, ws_.loop_error.lpNorm<Eigen::Infinity>());
            worst.velocity = std::max(worst.velocity, ws_.loop_rate.lpNorm<Eigen::Infinity>());
        }
        if (keep_) result_.states.push_back(state);
    }

    double measure_one(const State& state, const Quantity& quantity) {
        evaluate_for_outputs(model_, view(state), ws_);
        return measure(model_, view(state), quantity, ws_);
    }

  private:
    const Scene& scene_;
    const Model model_;
    Workspace ws_;
    RunResult& result_;
    bool keep_;
    double scale_ = 0, largest_drift_ = 0, gravity_start_ = 0;
};

/// A scene's monitor as a step observer.
class MonitorObserver : public StepObserver {
  public:
    MonitorObserver(const Model& model, const Monitor& monitor, Sampler& sampler)
        : model_(model), monitor_(monitor), sampler_(sampler) {}

    StepVerdict after_step(double, const Integrator& integrator) override {
        unpack(model_, integrator.time(), integrator.state().data(), state_);
        const double value = sampler_.measure_one(state_, monitor_.quantity);
        const bool high = monitor_.above && value > *monitor_.above, low = monitor_.below && value < *monitor_.below;
        if (!high && !low) return Continue{};
        return Stop{fmt::format("monitor \"{}\": {:.6g} is {} its limit {:.6g} at t = {:.6g} s", monitor_.name, value,
                                high ? "above" : "below", high ? *monitor_.above : *monitor_.below, integrator.time())};
    }

  private:
    const Model& model_;
    const Monitor& monitor_;
    Sampler& sampler_;
    State state_;
};

/// A root is found a hair behind the end of a track; nothing is evaluated there. False if a prescribed slide is behind.
bool keep_on_tracks(const Model& model, State& state) {
    const auto is_inside = [&](int track, double s) {
        return track_is_closed(model.tracks[track]) || (s >= 0 && s <= track_length(model.tracks[track]));
    };
    const auto put_inside = [&](int track, double& s) {
        if (!is_inside(track, s)) s = std::clamp(s, 0.0, track_length(model.tracks[track]));
    };
    for (const Node& node : model.nodes) {
        if (node.kind != JointKind::slide) continue;
        if (node.motion >= 0 && !is_inside(node.track, model.motions[node.motion].value(state.t))) return false;
        if (node.motion < 0) put_inside(node.track, state.q[node.q]);
    }
    for (const LoopConstraint& loop : model.loops)
        if (loop.s >= 0) put_inside(loop.track, state.q[loop.s]);
    return true;
}

/// Out of memory: drops the row that was being made, and of the states, which only the motion needs, all but a few.
void keep_what_fits(RunResult& result) {
    const std::size_t width = result.samples.empty() ? 0 : result.samples.front().size();
    while (!result.samples.empty() && result.samples.back().size() != width) result.samples.pop_back();
    const std::size_t rows = std::min(result.times.size(), result.samples.size());
    result.times.resize(rows);
    result.samples.resize(rows);
    constexpr std::size_t most = 100;
    const std::size_t stride = result.states.size() / most + 1;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < result.states.size(); i += stride) std::swap(result.states[kept++], result.states[i]);
    result.states.resize(kept);
}

class Run {
  public:
    Run(const Scene& scene, const RunOptions& options)
        : scene_(scene),
          options_(options),
          begin_(Clock::now()),
          warnings_(options.warn),
          sampler_(scene, result_, options.keep_states) {
        for (const Monitor& monitor : scene.monitors)
            monitors_.push_back(std::make_unique<MonitorObserver>(scene.model, monitor, sampler_));
    }

    RunResult execute() {
        state_ = make_consistent_start(scene_, warnings_);
        switches_ = list_switches(scene_.model);
        IntegratorChoice choice = choose_integrator(scene_, state_);
        limit_step(choice.options);
        result_.integrator_reason = choice.reason;
        integrator_ = std::make_unique<ModelIntegrator>(scene_.model, state_, choice.options,
                                                        static_cast<Eigen::Index>(switches_.size()));
        result_.integrator = integrator().description();
        if (options_.started) options_.started(result_);
        sampler_.sample(state_);
        next_output_ = 1;
        try {
            integrate();
            sample_end();
        } catch (const NumericalError& error) {
            result_.status = RunStatus::failed;
            result_.reason = error.what();
        } catch (const std::bad_alloc&) {
            reserve_.reset();
            keep_what_fits(result_);
            result_.status = RunStatus::failed;
            result_.reason = fmt::format(
                "out of memory at t = {:.6g} s, with {} rows of outputs; a larger output_step or fewer outputs need "
                "less",
                integrator().time(), result_.times.size());
        }
        result_.simulated_time = integrator().time();
        result_.statistics = integrator().statistics();
        result_.wall_time = seconds();
        result_.warnings = warnings_.list();
        return std::move(result_);
    }

  private:
    Integrator& integrator() const { return **integrator_; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

    /// A long smooth step could jump into a contact and out of it again unseen. What is looked at every output step is
    /// searched as often; the ends of tracks are passed once and need less.
    void limit_step(IntegratorOptions& options) const {
        if (switches_.empty() || options.max_step > 0) return;
        const bool contacts = std::any_of(switches_.begin(), switches_.end(), [](const SwitchInfo& s) {
            return s.kind == SwitchInfo::Kind::stop || s.kind == SwitchInfo::Kind::lift_off;
        });
        options.max_step = scene_.settings.output_step * (contacts ? 1 : 10);
    }

    void integrate() {
        const double end = scene_.settings.end;
        if (!monitors_.empty() && !ask_observers(0)) return;  // a limit may be passed from the start
        std::vector<double> stops = collect_breakpoints(scene_.model, end);
        stops.push_back(end);
        for (double stop : stops) {
            while (integrator().time() < stop) {
                const double t_begin = integrator().time();
                const StepEnd step = integrator().step(stop);
                sample_until(step.t);
                if (!ask_observers(t_begin) || !act_on_roots(step) || !report(end)) return;
            }
            if (stop < end) start_anew();  // the equations change their form here
        }
    }

    /// Outputs at the output step, by dense output.
    void sample_until(double t) {
        const double dt = scene_.settings.output_step;
        // The last output is the end itself, whatever rounding says.
        const auto last = std::llround(scene_.settings.end / dt);
        for (; next_output_ <= last; ++next_output_) {
            const double at = next_output_ == last ? std::min(scene_.settings.end, last * dt) : next_output_ * dt;
            if (at > t) return;
            integrator().interpolate(at, 0, y_);
            unpack(scene_.model, at, y_.data(), state_);
            sampler_.sample(state_);
        }
    }

    /// The state in which a run ends is worth a row, also between two output times.
    void sample_end() {
        const double t = integrator().time();
        if (t - result_.times.back() < 1e-9 * scene_.settings.output_step) return;
        unpack(scene_.model, t, integrator().state().data(), state_);
        if (keep_on_tracks(scene_.model, state_)) sampler_.sample(state_);
    }

    bool ask_observers(double t_begin) {
        const auto ask = [&](StepObserver& observer) {
            const StepVerdict verdict = observer.after_step(t_begin, integrator());
            if (const auto* stop = std::get_if<Stop>(&verdict)) {
                result_.status = RunStatus::stopped;
                result_.reason = stop->reason;
                return false;
            }
            return true;
        };
        for (const auto& monitor : monitors_)
            if (!ask(*monitor)) return false;
        for (StepObserver* observer : options_.observers)
            if (!ask(*observer)) return false;
        return true;
    }

    bool act_on_roots(const StepEnd& step) {
        if (step.roots.empty()) return true;
        for (const Root& root : step.roots) {
            const SwitchInfo& info = switches_[static_cast<std::size_t>(root.index)];
            const std::string text = fmt::format("t = {:.9g} s: {}", step.t, info.what);
            if (info.kind == SwitchInfo::Kind::end_of_track && root.direction < 0) {
                result_.status = RunStatus::stopped;
                result_.reason = text + "; the run ends here (a stop before the end would hold it)";
                return false;
            }
            if (result_.events.size() < 1000) result_.events.push_back(text);
        }
        start_anew();
        return true;
    }

    void start_anew() {
        unpack(scene_.model, integrator().time(), integrator().state().data(), state_);
        integrator_->restart(state_);
    }

    bool report(double end) {
        if (!options_.progress) return true;
        if (options_.progress(integrator().time(), end, seconds())) return true;
        result_.status = RunStatus::stopped;
        result_.interrupted = true;
        result_.reason = fmt::format("interrupted at t = {:.6g} s", integrator().time());
        return false;
    }

    const Scene& scene_;
    const RunOptions& options_;
    Clock::time_point begin_;
    RunResult result_;
    Warnings warnings_;
    Sampler sampler_;
    // Given back when the memory is full: what the rows leave free lies in pieces, too small to write the results with.
    static constexpr std::size_t reserve_bytes = std::size_t{1} << 24;
    std::unique_ptr<char[]> reserve_ =
        std::make_unique_for_overwrite<char[]>(reserve_bytes);  // untouched, so that it costs only addresses
    std::vector<std::unique_ptr<MonitorObserver>> monitors_;
    std::vector<SwitchInfo> switches_;
    std::unique_ptr<ModelIntegrator> integrator_;
    State state_;
    VecX y_;
    long long next_output_ = 1;
};

}  // namespace

RunResult simulate(const Scene& scene, const RunOptions& options) { return Run(scene, options).execute(); }

}  // namespace ritz
