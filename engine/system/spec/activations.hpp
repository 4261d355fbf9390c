#pragma once
// Elements that are attached and released during a run: joints that close loops, springs, bushings with `active`
// (spec.hpp). Which of them hold follows from the time, from conditions, and from each other.
#include <string>
#include <vector>

#include "engine/system/spec/faults.hpp"
#include "engine/system/spec/spec.hpp"

namespace ritz {

class ActivationPlan {
  public:
    /// Adds a fault for each name that leads nowhere, element that cannot be switched, and circle of elements.
    ActivationPlan(const SystemSpec& spec, Faults& faults);
    /// Of a specification that was found sound.
    explicit ActivationPlan(const SystemSpec& spec);

    struct Element {
        Subject subject;        // a joint or a force
        std::size_t place = 0;  // among the joints or the forces of the specification
        std::vector<TimeSpan> times;
        // Those that it looks at: conditions first, then elements, by their numbers here.
        std::vector<std::size_t> with, unless;
        bool needs_some = false;  // of `with`
    };
    const std::vector<Element>& elements() const { return elements_; }

    /// The first time behind t at which a span begins or ends; infinity if there is none.
    double next_time(double t) const;
    /// Of each element: whether it holds, by the time and by the conditions (in the order of the specification).
    std::vector<char> find_active(double t, const std::vector<char>& conditions) const;

  private:
    void add(const Subject& subject, std::size_t place, const ActivationSpec& active);
    void look_up(const SystemSpec& spec, Faults& faults);
    void order(Faults& faults);

    std::vector<Element> elements_;
    std::vector<std::size_t> order_;  // each behind those that it looks at
    std::size_t conditions_ = 0;
};

/// The switch of an element.
ActivationSpec& activation_of(SystemSpec& spec, const ActivationPlan::Element& element);
const ActivationSpec& activation_of(const SystemSpec& spec, const ActivationPlan::Element& element);

}  // namespace ritz
