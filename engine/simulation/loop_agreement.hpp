#pragma once
// Rows of loops that others contain already hold by themselves where all bodies are rigid and what drives them agrees.
// Where they do not, the loop is open although every row that was chosen is closed: prescribed motions contradict each
// other, or the geometry does. Deflected bodies may disagree at second order; loops with these are not looked at here.
#include <optional>
#include <string>

#include "core/errors.hpp"
#include "engine/system/system.hpp"

namespace ritz {

/// Nothing that an integrator could try anew.
class LoopContradiction : public NumericalError {
  public:
    using NumericalError::NumericalError;
};

struct Contradiction {
    std::string joint;     // that closes the loop
    std::string sentence;  // names the loop, the gap and the motions
};

class LoopAgreement {
  public:
    explicit LoopAgreement(const Model& model);

    /// False if there is nothing to look at: no loop of rigid bodies alone.
    bool is_needed() const { return !rigid_.empty(); }
    /// Prescribed motions reach the loops: these may part at any time.
    bool is_driven() const { return is_driven_; }
    /// None if all rows agree once those that hold are closed.
    std::optional<Contradiction> find(const State& state);
    /// Throws LoopContradiction if there is one.
    void require(const State& state);

  private:
    struct Gap {
        std::optional<LoopId> loop;
        double size = 0, relative = 0;
        bool is_length = true;
    };
    /// After closing the rows that hold, the widest of the others.
    Gap find_gap(const State& state);
    std::string blame(LoopId loop) const;

    const Model& model_;
    double length_;  // of the model [m]
    Workspace ws_;
    State closed_;
    std::vector<LoopId> rigid_;
    bool is_driven_ = false;
};

}  // namespace ritz
