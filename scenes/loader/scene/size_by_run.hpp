#pragma once
// A basis as large as a run of a scene needs: the run is made with monitors that refine the body, and made anew until
// nothing is refined any more.
#include "core/log.hpp"
#include "scenes/loader/model/model.hpp"

namespace ritz {

struct SizedByRun {
    ReducedModel reduced;
    double bound = 0;  // largest along the last run [m √kg]
    int runs = 0;
};

/// `model`: the path of the job's file. Throws InputError where scene and model do not fit, NumericalError where no
/// basis within the limit is enough.
SizedByRun reduce_by_run(const std::string& model, const ReductionJob& job, const ModelReduction& reduction,
                         const Log& log = {}, const ReductionProgress& progress = {});

}  // namespace ritz
