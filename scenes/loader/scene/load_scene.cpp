#include "scenes/loader/scene/load_scene.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "engine/estimation/bound_outputs.hpp"
#include "scenes/loader/json/parameters.hpp"
#include "scenes/loader/scene/body_surfaces.hpp"
#include "scenes/loader/scene/scene_forms.hpp"
#include "scenes/loader/scene/scene_reading.hpp"

namespace ritz {
namespace {

/// What stays alive with a scene, so that its elements are found in its files.
struct SceneFiles {
    explicit SceneFiles(const std::string& path) : diagnostics(path), whole(diagnostics) {}
    Diagnostics diagnostics;
    WholeReading whole;
};

std::vector<std::string> joined(std::vector<std::string> list, const std::vector<std::string>& more) {
    list.insert(list.end(), more.begin(), more.end());
    return list;
}

std::string describe_place(const SceneSource& source, const std::string& name, const Subject& subject) {
    const ScenePlace place = source.locate(subject);
    return fmt::format("{}: {}{}", place.document->name, place.pointer,
                       describe_instance(place.instance, fmt::format("{}: {}", name, place.entry)));
}

Scene read_scene(const std::string& path, const std::vector<std::string>& overrides, const Log& log,
                 const std::string& body_cache, BodySurfaces* surfaces) {
    const auto files = std::make_shared<SceneFiles>(path);
    SceneFile& file = *(files->whole.files[name_file(path)] = open_scene_file(path));
    Diagnostics& diagnostics = files->diagnostics;
    for (const std::string& each : overrides) apply_override(file.document, each);
    read_parameters(file.document, diagnostics);
    diagnostics.throw_if_any();  // no number can be read without them
    log_parameters(file.document, log);
    Reader root(file.document, diagnostics);
    SceneReading reading{files->whole, file};
    reading.remarks.log = log;
    reading.remarks.cache = body_cache;
    SceneSpec spec;
    spec.name = std::filesystem::path(path).stem().string();
    Form form(root);
    fill_scene(form, spec, &reading);
    if (!files->whole.is_complete) diagnostics.throw_if_any();  // many a name would lead nowhere
    Scene scene = make_scene(spec, reading.faults);
    for (const Fault& fault : reading.faults.list()) reading.tell(fault);
    diagnostics.throw_if_any();
    scene.file = path;
    scene.notes = joined(reading.remarks.notes, files->whole.notes);
    scene.warnings = joined(joined(reading.remarks.warnings, files->whole.warnings), scene.warnings);
    scene.files = reading.remarks.files;
    scene.locate = [files, source = &file.source, name = file.document.name](const Subject& subject) {
        return describe_place(*source, name, subject);
    };
    add_bound_outputs(scene);
    if (surfaces != nullptr)
        for (const auto& [request, known] : *reading.remarks.known) surfaces->add(known.body, known.surface);
    return scene;
}

}  // namespace

Scene load_scene(const std::string& path, const std::vector<std::string>& overrides, const Log& log,
                 const std::string& body_cache) {
    return read_scene(path, overrides, log, body_cache, nullptr);
}

Scene load_scene(const std::string& path, const std::vector<std::string>& overrides, const Log& log,
                 const std::string& body_cache, BodySurfaces& surfaces) {
    return read_scene(path, overrides, log, body_cache, &surfaces);
}

std::string write_scene(const Scene& scene) {
    SceneSpec spec{scene.name, scene.description, scene.spec, scene.settings};
    Json root = Json::object();
    Form form(root);
    fill_scene(form, spec, nullptr);
    return root.dump(2) + "\n";
}

}  // namespace ritz
