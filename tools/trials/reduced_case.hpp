#pragma once
// A body of a scene, reduced anew with its basis at hand, so that its run can be put beside the full model.
#include "engine/simulation/body_record.hpp"
#include "engine/simulation/simulate.hpp"
#include "scenes/loader/model/model.hpp"

namespace ritz {

struct ReducedCase {
    ReductionJob job;
    ReferenceFrame frame;
    Basis basis;
    BodyFile file;
};

/// `name` as in find_reduction.
ReducedCase make_reduced_case(ReductionJob job, const std::string& name = {});

/// The scene with this body in the place of the named elastic one; damping as a scene gives it, in the place of the
/// model's.
Scene put_body(const Scene& scene, const std::string& name, const ReducedCase& reduced,
               const std::optional<Damping>& damping = {});

struct RecordedRun {
    RunResult result;
    BodyRecord record;
};
/// Throws NumericalError if the run does not reach its end.
RecordedRun run_recorded(const Scene& scene, const std::string& body, const RecordOptions& options = {});

}  // namespace ritz
