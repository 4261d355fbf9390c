#pragma once
// A signal that is set from outside while a run goes on: value and rate, held until they are set again.
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/signals/signal.hpp"

namespace ritz {

/// What was set last; whoever drives the run writes it between two steps.
struct InputSlot {
    double value = 0;
    double rate = 0;
    double since = 0;  // [s]

    double at(double t) const { return value + rate * (t - since); }
};

class Input {
  public:
    /// A name alone is an input that nobody sets: build() (engine/system) gives it its slot.
    explicit Input(std::string name, std::shared_ptr<const InputSlot> slot = std::make_shared<const InputSlot>())
        : name_(std::move(name)), slot_(std::move(slot)) {}

    const std::string& name() const { return name_; }
    Jet at(double t) const { return {slot_->at(t), slot_->rate, 0}; }
    bool is_constant() const { return false; }
    std::vector<double> breakpoints() const { return {}; }
    double next_breakpoint(double) const { return std::numeric_limits<double>::infinity(); }
    SignalBounds bounds(double t_begin, double t_end) const {
        const double a = slot_->at(t_begin), b = slot_->at(t_end);
        return {{a < b ? a : b, a < b ? b : a}, 0};
    }

  private:
    std::string name_;
    std::shared_ptr<const InputSlot> slot_;
};

}  // namespace ritz
