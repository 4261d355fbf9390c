#include "scenes/loader/schema/schema.hpp"

#include "scenes/loader/model/assembly.hpp"
#include "scenes/loader/model/model_forms.hpp"
#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

/// A whole file: fill states its members.
template <class Fill>
Json make_schema(const std::string& title, const std::string& words, Fill fill) {
    Json root;
    root["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    root["title"] = title;
    const Json properties = Form::describe_object(words, fill);  // items() refers to it
    for (const auto& member : properties.items()) root[member.key()] = member.value();
    return root;
}

Json require_key(const char* key) { return Json{{"required", Json::array({key})}}; }

Json make_schema(const std::string& title, const std::string& words, SceneRole role) {
    SceneSpec scene;
    Json root = make_schema(title, words + "SI units; angles in rad, or in degrees under the key's twin with _deg.",
                            [&](Form& form) { fill_scene(form, scene, nullptr, role); });
    for (const char* key : {"bodies", "instances"}) root["anyOf"].push_back(require_key(key));
    root["$defs"] = describe_definitions();
    return root;
}

}  // namespace

Json make_scene_schema() {
    return make_schema("Ritz scene", "An elastic multibody system and what to do with it. ", SceneRole::whole);
}

Json make_part_schema() {
    return make_schema("Ritz part",
                       "A scene that is a part of others, by their \"instances\": it needs no time and no gravity. ",
                       SceneRole::part);
}

Json make_model_schema() {
    ReductionJob job;
    ModelReading reading;
    Json root = make_schema("Ritz model", "A finite element model and how it is reduced to an elastic body. SI units.",
                            [&](Form& form) { fill_model(form, job, reading); });
    for (const char* key : {"reduction", "reductions"}) root["oneOf"].push_back(require_key(key));
    root["$defs"] = describe_model_definitions();
    return root;
}

Json make_assembly_schema() {
    Assembly assembly;
    Json root = make_schema("Ritz assembly", "Models clamped together, to judge their reductions. SI units.",
                            [&](Form& form) { fill_assembly(form, assembly, {}); });
    root["$defs"]["band"] = describe_band();
    return root;
}

std::string make_scene_schema_text() { return make_scene_schema().dump(1) + "\n"; }
std::string make_part_schema_text() { return make_part_schema().dump(1) + "\n"; }
std::string make_model_schema_text() { return make_model_schema().dump(1) + "\n"; }
std::string make_assembly_schema_text() { return make_assembly_schema().dump(1) + "\n"; }

}  // namespace ritz
