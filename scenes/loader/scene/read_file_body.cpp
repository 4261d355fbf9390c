#include <fmt/format.h>

#include <filesystem>

#include "bodies/exchange/load_body.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/json/foreign_file.hpp"
#include "scenes/loader/model/model.hpp"
#include "scenes/loader/scene/read_body.hpp"

namespace ritz {
namespace {

/// A body file or SID as it is; a model is reduced here and now.
LoadedBody load_or_reduce(const std::string& path, const std::string& reduction, const std::string& name,
                          const std::optional<Damping>& damping, const Log& log, std::vector<std::string>& warnings) {
    log.info(fmt::format("body \"{}\": reading {}", name, path));
    if (std::filesystem::path(path).extension() != ".json") {
        refuse_foreign_body(path);
        return load_body(path, name, damping);
    }
    const ReductionJob job = load_model(path);
    warnings = job.warnings;
    const ModelReduction& chosen = find_reduction(job, reduction);
    const ReducedModel reduced = reduce_model(job, chosen);
    log.info(fmt::format("body \"{}\": {}", name, describe_reduction(job, chosen, reduced)));
    NumericBodySpec spec = reduced.file.body;
    spec.name = name;
    if (damping) {
        spec.De.reset();
        spec.damping = *damping;
    }
    return {make_numeric_body(spec), {}};
}

}  // namespace

void read_file_body(Reader& object, KnownBody& body, SceneContext& scene) {
    const std::size_t before = object.diagnostics().count();
    body.is_elastic = true;
    const std::filesystem::path file = object.required<std::string>("file");
    std::optional<Damping> damping;
    if (object.has("damping")) damping = read_damping(object);
    const auto reduction = object.optional<std::string>("reduction", "");
    if (object.has("reduction") && file.extension() != ".json")
        object.complain("reduction", "only a model (.json) has reductions to choose from");
    std::optional<LoadedBody> loaded;
    std::vector<std::string> warnings;
    if (object.diagnostics().count() == before)
        loaded = complain_if_thrown(object.value("file"), [&] {
            return load_or_reduce((object.document().folder / file).string(), reduction, body.name, damping, scene.log,
                                  warnings);
        });
    if (!loaded) {
        object.has("initial");  // its size is not known
        return;
    }
    body.modes = static_cast<int>(loaded->body.modes());
    for (const std::string& odd : warnings) scene.warnings.push_back(fmt::format("body \"{}\": {}", body.name, odd));
    for (const std::string& note : loaded->notes) scene.notes.push_back(fmt::format("body {}: {}", body.name, note));
    for (const Marker& marker : loaded->body.markers) body.markers.add(marker.name);
    for (const auto& [name, track] : loaded->body.tracks)
        body.tracks.push_back({name, track_length(track), track_is_closed(track)});
    body.cuts = names_of(loaded->body.cuts);
    const ElasticStart start = read_elastic_start(object, loaded->body.modes());
    if (object.diagnostics().count() != before) return;
    complain_if_thrown(object, [&] {
        scene.builder.add_elastic_body(std::make_shared<const ElasticBody>(std::move(loaded->body)), start.q,
                                       start.q_dot);
        return true;
    });
}

}  // namespace ritz
