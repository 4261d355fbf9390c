#pragma once
// A body of a scene that can be given a larger basis while the scene is simulated: its model, read again, and the basis
// that it has.
#include "engine/simulation/body_record.hpp"
#include "engine/simulation/simulate.hpp"
#include "scenes/loader/model/model.hpp"

namespace ritz {

class RefinableBody {
  public:
    /// `made`: the body as the scene has it, reduced from a model or read from a body file beside it. Throws InputError
    /// if there is no model, or if it is not the one that the body was made from.
    RefinableBody(const std::string& folder, const std::string& name, const MadeBodySpec& made,
                  const std::vector<SourceFile>& files);
    RefinableBody(const RefinableBody&) = delete;  // its parts refer to each other
    RefinableBody& operator=(const RefinableBody&) = delete;

    /// A body whose basis also holds the exact mode that `modes` (coordinates of the error in the exact modes) has most
    /// of or, where that is less than a third of the bound, the static answer to what acts on the body.
    Replacement refine(const VecX& modes, double bound, const std::vector<RecordedPlace>& places,
                       const RecordedPoint& point);
    /// As the last refinement has made it, without provenance.
    const std::optional<BodyFile>& file() const { return file_; }

  private:
    MatX find_direction(const VecX& modes, double bound, const std::vector<RecordedPlace>& places,
                        const RecordedPoint& point);
    VecX collect_load(const std::vector<RecordedPlace>& places, const RecordedPoint& point) const;

    std::string name_;
    std::optional<Damping> damping_;
    ReductionJob job_;
    std::optional<ReductionProblem> problem_;
    Basis basis_;
    std::optional<BodyFile> file_;
    MatX exact_;  // exact modes, when they are first asked for
};

}  // namespace ritz
