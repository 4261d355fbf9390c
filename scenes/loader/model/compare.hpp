#pragma once
// Reduced bodies from files and models, to be judged against the finite element model of a model file.
#include "reduction/judging.hpp"
#include "scenes/loader/model/model.hpp"

namespace ritz {

/// A body file, a SID file, another model (reduced now), or the name of one of the model's reductions.
Candidate load_candidate(const ReductionJob& job, const std::string& what, const ReductionProgress& progress = {});

/// Several of them, with distinct names; all reductions if the list is empty. What is neither a file nor a reduction
/// throws InputError before the work; what fails later is noted.
std::vector<Candidate> load_candidates(const ReductionJob& job, const std::vector<std::string>& list,
                                       std::vector<FailedBody>& failed, const ReductionProgress& progress = {});

/// Throws InputError for a model without inputs, outputs or nodes.
Comparison compare_bodies(const ReductionJob& job, const Band& band, int points,
                          const std::vector<Candidate>& candidates, const ReductionProgress& progress = {});

}  // namespace ritz
