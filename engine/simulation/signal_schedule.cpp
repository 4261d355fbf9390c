#include "engine/simulation/signal_schedule.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/errors.hpp"

namespace ritz {
namespace {

using Visit = std::function<void(const Signal&, const std::string&)>;

void visit_three(const std::array<Signal, 3>& signals, const std::string& name, const Visit& visit) {
    for (std::size_t k = 0; k < 3; ++k) visit(signals[k], fmt::format("{} {}", name, "xyz"[k]));
}

std::string name_of_load(const std::string& element) { return fmt::format("load \"{}\", ", element); }

void visit_load(const ForceElement& element, const Visit& visit) {
    const std::string name = name_of_load(element.name);
    if (const auto* point = std::get_if<PointLoad>(&element.kind)) {
        visit_three(point->force, name + "force", visit);
        visit_three(point->torque, name + "torque", visit);
    } else if (const auto* moving = std::get_if<MovingLoad>(&element.kind)) {
        visit(moving->s, name + "s");
        visit_three(moving->force, name + "force", visit);
    } else if (const auto* motor = std::get_if<JointLoad>(&element.kind)) {
        visit(motor->force, name + "force or torque");
    }
}

std::string name_of_motion(const std::string& joint) { return fmt::format("joint \"{}\", motion", joint); }

std::string name_of_motion(const Model& model, MotionId motion) {
    for (const Node& node : model.nodes)
        if (node.motion == motion) return name_of_motion(model.joints[node.joint].name);
    return fmt::format("motion {}", motion.value());
}

}  // namespace

void for_each_signal(const Model& model, const Visit& visit) {
    for (const MotionId k : model.motions.ids()) visit(model.motions[k], name_of_motion(model, k));
    for (const Controller& controller : model.controllers) {
        visit(controller.reference, fmt::format("controller \"{}\", reference", controller.name));
        visit(controller.feed_forward, fmt::format("controller \"{}\", feed_forward", controller.name));
    }
    for (const ForceElement& element : model.forces) visit_load(element, visit);
}

std::string find_signal_not_finite(const Model& model, double t) {
    std::string found;
    for_each_signal(model, [&](const Signal& signal, const std::string& name) {
        const Jet y = signal.at(t);
        if (found.empty() && !(std::isfinite(y.value) && std::isfinite(y.rate) && std::isfinite(y.acceleration)))
            found = name;
    });
    return found;
}

SignalSchedule::SignalSchedule(const Model& model, double end, double relative_tolerance) : end_(end) {
    for_each_signal(model, [&](const Signal& signal, const std::string& name) {
        if (!signal.is_constant()) entries_.push_back({SignalCursor(signal, 0, end, 1e-3 * relative_tolerance), name});
    });
    pass(0);
}

Reach SignalSchedule::reach(double t) {
    // Breakpoints of two signals that differ by rounding only are one.
    const double same = 1e-12 * end_;
    constexpr int most_in_one_place = 10'000;
    for (int passed = 0;; ++passed) {
        Reach all{end_, false};
        window_.end = std::numeric_limits<double>::infinity();
        const Entry* first = nullptr;
        for (Entry& entry : entries_) {
            const Reach one = entry.cursor.reach(t);
            if (one.t > all.t || (one.t == all.t && !one.is_breakpoint)) continue;
            all = one;
            first = &entry;
        }
        if (first != nullptr) limited_by_ = first->name;
        if (all.is_breakpoint && all.t < end_ && all.t - t <= same) {
            if (passed == most_in_one_place) throw NumericalError(describe_accumulation(all.t));
            pass(all.t);
            continue;
        }
        if (all.is_breakpoint) window_.end = first->cursor.before(all.t);
        return all;
    }
}

std::string SignalSchedule::describe_accumulation(double t) const {
    return fmt::format(
        "{} jumps or kinks ever faster towards t = {:.9g} s, less than 1e-12 of the run apart: no run comes to the end "
        "of that; write "
        "it in another way, or end the run before",
        limited_by_, t);
}

std::string SignalSchedule::find_blind(double longer_than) const {
    for (const Entry& entry : entries_)
        if (entry.cursor.longest_blind() > longer_than) return entry.name;
    return {};
}

SignalMemory SignalSchedule::remember() const {
    const auto count = static_cast<Eigen::Index>(entries_.size());
    SignalMemory memory{VecX(count), VecX(count)};
    for (Eigen::Index k = 0; k < count; ++k) {
        const SignalCursor::Seen seen = entries_[static_cast<std::size_t>(k)].cursor.seen();
        memory.sharpest[k] = seen.sharpest;
        memory.size[k] = seen.size;
    }
    return memory;
}

void SignalSchedule::recall(const SignalMemory& memory) {
    for (std::size_t k = 0; k < entries_.size(); ++k) {
        const auto i = static_cast<Eigen::Index>(k);
        entries_[k].cursor.recall({memory.sharpest[i], memory.size[i]});
    }
}

double SignalSchedule::fastest_rate(const std::string& load) const { return fastest_of(name_of_load(load)); }
double SignalSchedule::fastest_motion(const std::string& joint) const { return fastest_of(name_of_motion(joint)); }

double SignalSchedule::fastest_of(const std::string& beginning) const {
    double fastest = 0;
    for (const Entry& entry : entries_)
        if (entry.name.starts_with(beginning)) fastest = std::max(fastest, entry.cursor.fastest_rate());
    return fastest;
}

void SignalSchedule::pass(double t) {
    window_.begin = t;
    for (Entry& entry : entries_) window_.begin = std::max(window_.begin, entry.cursor.start(t));
}

}  // namespace ritz
