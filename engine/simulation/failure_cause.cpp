#include "engine/simulation/failure_cause.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/errors.hpp"
#include "engine/simulation/signal_schedule.hpp"

namespace ritz {
namespace {

std::string describe_coordinate(const Model& model, Eigen::Index i, bool is_rate) {
    const char* what = is_rate ? "rate" : "coordinate";
    for (const Node& node : model.nodes) {
        const int joint = is_rate ? node.u : node.q, count = is_rate ? node.nu : node.nq;
        const int elastic = is_rate ? node.eu : node.eq;
        if (i >= joint && i < joint + count)
            return fmt::format("{} {} of joint \"{}\"", what, i - joint + 1, model.joints[node.joint].name);
        if (i >= elastic && i < elastic + node.n)
            return fmt::format("elastic {} {} of body \"{}\"", what, i - elastic + 1,
                               model.elastic_bodies[*node.elastic]->name);
    }
    for (const LoopConstraint& loop : model.loops)
        if (!is_rate && loop.s == i) return fmt::format("the place on the track of joint \"{}\"", loop.name);
    return fmt::format("{} {}", what, i + 1);
}

/// A pole of order p makes the signal 10^p times as large with each tenth of the distance; a pulse, however steep,
/// stops growing. Runs end some 1e-10 of their time before the pole.
bool runs_into_pole(const Signal& signal, double t, double end) {
    constexpr double growth = 2.5;  // of a pole of order 1/2 or more, with some room
    double before = std::abs(signal.value(t - 1e-4 * end));
    for (const double distance : {1e-5, 1e-6, 1e-7, 1e-8}) {
        const double size = std::abs(signal.value(t - distance * end));
        if (!(size > growth * before)) return false;
        before = size;
    }
    return true;
}

/// The signal that grows without bounds towards t, or has grown beyond anything a machine bears; or "".
std::string find_growing_signal(const Model& model, double t, double end) {
    constexpr double boundless = 1e30;  // no machine has it; products of its effects overflow soon
    std::string found;
    for_each_signal(model, [&](const Signal& signal, const std::string& name) {
        if (!found.empty() || signal.is_constant() || t <= 1e-4 * end) return;
        const double here = signal.value(t), earlier = t - 1e-3 * end;
        const double soon = signal.value(t + 1e-3 * end);  // as a step that failed may have seen it
        if (runs_into_pole(signal, t, end) || std::abs(here) > boundless || !(std::abs(soon) <= boundless))
            found = fmt::format("{} grows without bounds: it is {:.3g} there, after {:.3g} at t = {:.6g} s", name, here,
                                signal.value(earlier), earlier);
    });
    return found;
}

}  // namespace

std::string describe_state(const Model& model, Eigen::Index component) {
    if (component < model.nq) return describe_coordinate(model, component, false);
    if (component < model.nq + model.nu) return describe_coordinate(model, component - model.nq, true);
    return component == model.states() - 1 ? "the work of the forces" : "a state of a controller";
}

std::string find_cause(const Model& model, double t, const VecX& y, double end, const IntegratorOptions& options) {
    for (double ahead = 0; ahead<1e-3 * end; ahead = ahead> 0 ? 10 * ahead : 1e-15 * end) {
        const std::string signal = find_signal_not_finite(model, t + ahead);
        if (!signal.empty()) return fmt::format("{} is not finite at t = {:.12g} s", signal, t + ahead);
    }
    if (const std::string signal = find_growing_signal(model, t, end); !signal.empty()) return signal;
    Workspace ws(model);
    const Eigen::Index n = model.states();
    const VecX now = y.head(n);
    VecX f(n), f_soon(n);
    // Where the equations cannot be evaluated at all, the failure has said so already.
    const auto eval = [&](const VecX& at, VecX& rates) {
        try {
            eval_rates(model, t, at.data(), rates.data(), ws);
            return true;
        } catch (const NumericalError&) {
            return false;
        }
    };
    if (!eval(now, f)) return {};
    for (Eigen::Index i = 0; i < n; ++i)
        if (!std::isfinite(f[i]))
            return fmt::format("the rate of change of {} is not finite", describe_state(model, i));
    const double h = 1e-9 * end;
    const VecX soon = now + h * f;
    if (!eval(soon, f_soon)) return {};
    const VecX weights =
        (options.relative_tolerance * now.cwiseAbs().array() + options.absolute_tolerance).matrix().cwiseInverse();
    const VecX change = (f_soon - f).cwiseProduct(weights).head(n - 1);
    if (change.size() == 0 || !change.allFinite() || change.cwiseAbs().maxCoeff() == 0) return {};
    Eigen::Index worst = 0;
    change.cwiseAbs().maxCoeff(&worst);
    return fmt::format("what changes fastest there, beside its tolerance, is {}", describe_state(model, worst));
}

}  // namespace ritz
