#include "tools/trials/reduced_case.hpp"

#include <algorithm>

#include "bodies/numeric_body.hpp"
#include "core/errors.hpp"

namespace ritz {

ReducedCase make_reduced_case(ReductionJob job, const std::string& name) {
    ReducedCase result{std::move(job), {}, {}, {}};
    const ModelReduction& reduction = find_reduction(result.job, name);
    ReductionProblem problem = make_problem(result.job, reduction.inputs);
    result.frame = problem.frame();
    result.basis = compute_basis(problem, reduction.method, reduction.size);
    result.file = make_body_file(result.job, problem, result.basis);
    return result;
}

Scene put_body(const Scene& scene, const std::string& name, const ReducedCase& reduced,
               const std::optional<Damping>& damping) {
    NumericBodySpec numbers = reduced.file.body;
    numbers.name = name;
    if (damping) {
        numbers.De.reset();
        numbers.damping = *damping;
    }
    SceneSpec spec{scene.name, scene.description, scene.spec, scene.settings};
    ElasticBody made = make_numeric_body(numbers);
    if (reduced.file.estimator) made.estimator = std::make_shared<EstimatorData>(*reduced.file.estimator);
    for (BodySpec& body : spec.system.bodies)
        if (body.name == name) body.kind = MadeBodySpec{std::make_shared<const ElasticBody>(made)};
    return make_scene(spec);
}

RecordedRun run_recorded(const Scene& scene, const std::string& body, const RecordOptions& options) {
    BodyRecorder recorder(scene, body, options);
    RunOptions run;
    run.observers = {&recorder};
    RecordedRun recorded{simulate(scene, run), recorder.record()};
    if (recorded.result.status != RunStatus::completed) throw NumericalError(recorded.result.reason);
    return recorded;
}

}  // namespace ritz
