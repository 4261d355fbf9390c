#pragma once
// Which refinements a run has had, and what was wished for: a checkpoint keeps the wishes, from which the bodies can be
// made again.
#include "engine/estimation/guarded_run.hpp"

namespace ritz {

class RefinementHistory : public StepObserver {
  public:
    StepVerdict after_step(double, const Integrator&) override { return Continue{}; }
    ObserverMemory remember() const override;
    /// Takes the longer history: a run that goes back does not forget why.
    void recall(const ObserverMemory& memory) override;

    void add(RefinementNote note, RefinementWish wish) {
        notes_.push_back(std::move(note));
        wishes_.push_back(std::move(wish));
    }
    long count(const std::string& body) const;
    const std::vector<RefinementNote>& notes() const { return notes_; }
    const std::vector<RefinementWish>& wishes() const { return wishes_; }

  private:
    std::vector<RefinementNote> notes_;
    std::vector<RefinementWish> wishes_;
};

}  // namespace ritz
