#include "scenes/loader/scene/size_by_run.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "bodies/numeric_body.hpp"
#include "core/errors.hpp"
#include "engine/estimation/guarded_run.hpp"
#include "scenes/loader/model/refinable_body.hpp"
#include "scenes/loader/scene/load_scene.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

bool is_made_from(const BodySpec& body, const Scene& scene, const fs::path& model) {
    const auto* made = std::get_if<MadeBodySpec>(&body.kind);
    if (made == nullptr || made->file.empty()) return false;
    std::error_code error;
    return fs::equivalent(fs::path(scene.file).parent_path() / made->file, model, error);
}

BodySpec& find_body(SystemSpec& system, const Scene& scene, const fs::path& model, const std::string& name,
                    const std::string& place) {
    BodySpec* found = nullptr;
    for (BodySpec& body : system.bodies) {
        const bool fits = name.empty() ? is_made_from(body, scene, model) : body.name == name;
        if (fits && found != nullptr)
            throw InputError(
                fmt::format("{}: \"body\" is missing: {} has several bodies made from this model", place, scene.file));
        if (fits) found = &body;
    }
    if (found == nullptr || !std::holds_alternative<MadeBodySpec>(found->kind))
        throw InputError(fmt::format("{}: {} has no body {} that is made from a file", place, scene.file,
                                     name.empty() ? "of this model" : "\"" + name + "\""));
    return *found;
}

std::shared_ptr<const ElasticBody> make_body(const BodyFile& file, const std::string& name,
                                             const std::optional<Damping>& damping) {
    NumericBodySpec numbers = file.body;
    numbers.name = name;
    if (damping) {
        numbers.De.reset();
        numbers.damping = *damping;
    }
    ElasticBody body = make_numeric_body(numbers);
    body.estimator = std::make_shared<EstimatorData>(*file.estimator);
    return std::make_shared<const ElasticBody>(std::move(body));
}

}  // namespace

SizedByRun reduce_by_run(const std::string& model, const ReductionJob& job, const ModelReduction& reduction,
                         const Log& log, const ReductionProgress& progress) {
    const RunSize& wanted = *reduction.by_run;
    const std::string place = fmt::format("{}: reduction \"{}\": time_domain_error", job.file, reduction.name);
    if (job.estimator_modes == 0)
        throw InputError(place + ": the model has no \"estimator\", without which there is no error bound");
    ModelReduction plain = reduction;
    plain.by_run.reset();
    SizedByRun result{reduce_model(job, plain, progress)};
    Scene scene = load_scene((fs::path(model).parent_path() / wanted.scene).string());
    SceneSpec spec{scene.name, scene.description, scene.spec, scene.settings};
    BodySpec& body = find_body(spec.system, scene, model, wanted.body, place);
    const std::string name = body.name;
    const std::optional<Damping> damping = std::get<MadeBodySpec>(body.kind).damping;
    body = {name, MadeBodySpec{make_body(result.reduced.file, name, damping), {}, {}, damping}};
    BoundWatchSpec watch;
    watch.body = name;
    watch.above = wanted.error;
    watch.action = BoundAction::refine;
    watch.most_refinements = wanted.largest;
    watch.largest_size = wanted.largest;
    spec.system.monitors = {{"time_domain_error", watch}};
    rebuild(spec, scene);

    // The model's own folder, so that its files are found; the same reduction, so that the basis is.
    const MadeBodySpec made{make_body(result.reduced.file, name, damping), fs::path(model).filename().string(),
                            reduction.name, damping};
    RefinableBody refinable(fs::path(model).parent_path().string(), name, made, job.sources);
    GuardOptions guard;
    guard.refine = [&](const RefinementWish& wish) {
        if (progress) progress("refining", 0);
        return refinable.refine(wish.bound.modes, wish.bound.state, wish.places, wish.point);
    };
    RunOptions options;
    options.keep_rows = false;
    if (progress)
        options.progress = [&](double simulated, double end, double) {
            progress(fmt::format("run {}", result.runs + 1), simulated / end);
            return true;
        };
    for (;;) {
        const RunResult run = simulate_guarded(scene, options, guard);
        ++result.runs;
        for (const BoundSummary& bound : run.bounds)
            if (bound.body == name) result.bound = bound.state_max;
        if (run.status != RunStatus::completed) throw NumericalError(fmt::format("{}: {}", place, run.reason));
        if (run.refinements.empty()) break;
        log.info(fmt::format("run {}: {} shapes", result.runs, run.refinements.back().size_after));
    }
    if (!refinable.file()) return result;
    const Provenance provenance = result.reduced.file.provenance;
    result.reduced.file = *refinable.file();
    result.reduced.file.provenance = provenance;
    return result;
}

}  // namespace ritz
