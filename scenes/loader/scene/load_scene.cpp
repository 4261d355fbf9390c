#include "scenes/loader/scene/load_scene.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/errors.hpp"
#include "scenes/loader/json/foreign_file.hpp"
#include "scenes/loader/json/parameters.hpp"
#include "scenes/loader/model/assembly.hpp"
#include "scenes/loader/model/model.hpp"
#include "scenes/loader/scene/scene_forms.hpp"
#include "scenes/loader/scene/scene_reading.hpp"

namespace ritz {
namespace {

void refuse_other_files(const JsonDocument& document, const std::string& path) {
    if (is_assembly(document.root))
        throw InputError(
            fmt::format("{0}: found an assembly of models, expected a scene; to judge its reductions: ritz compare {0}",
                        document.name));
    if (is_model(document.root) && !document.root.contains("bodies"))
        throw InputError(fmt::format("{}: found a model, expected a scene; to reduce it: ritz reduce {}", path, path));
}

}  // namespace

Scene load_scene(const std::string& path, const std::vector<std::string>& overrides, const Log& log) {
    const auto document = std::make_shared<JsonDocument>(parse_json_file(path));
    refuse_result(document->root, path, "a scene");
    refuse_other_files(*document, path);
    for (const std::string& each : overrides) apply_override(*document, each);
    Diagnostics diagnostics(document->name);
    read_parameters(*document, diagnostics);
    diagnostics.throw_if_any();  // no number can be read without them
    log_parameters(*document, log);
    Reader root(*document, diagnostics);
    const auto reading = std::make_shared<SceneReading>(SceneReading{SceneSource(*document)});
    reading->remarks.log = log;
    SceneSpec spec;
    spec.name = std::filesystem::path(path).stem().string();
    Form form(root);
    fill_scene(form, spec, reading.get());
    Scene scene = make_scene(spec, reading->faults);
    for (const Fault& fault : reading->faults.list())
        diagnostics.add(reading->source.locate(fault.subject), fault.what);
    diagnostics.throw_if_any();
    scene.file = path;
    scene.notes = reading->remarks.notes;
    scene.warnings = reading->remarks.warnings;
    scene.files = reading->remarks.files;
    scene.locate = [document, reading](const Subject& subject) {
        return fmt::format("{}: {}", document->name, reading->source.locate(subject));
    };
    return scene;
}

std::string write_scene(const Scene& scene) {
    SceneSpec spec{scene.name, scene.description, scene.spec, scene.settings};
    Json root = Json::object();
    Form form(root);
    fill_scene(form, spec, nullptr);
    return root.dump(2) + "\n";
}

}  // namespace ritz
