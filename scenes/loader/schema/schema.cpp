#include "scenes/loader/schema/schema.hpp"

#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {

namespace {

Json make_schema(const std::string& title, const std::string& words, SceneRole role) {
    Json root;
    root["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    root["title"] = title;
    SceneSpec scene;
    const Json properties =
        Form::describe_object(words + "SI units; angles in rad, or in degrees under the key's twin with _deg.",
                              [&](Form& form) { fill_scene(form, scene, nullptr, role); });
    for (const auto& member : properties.items()) root[member.key()] = member.value();
    for (const char* key : {"bodies", "instances"}) root["anyOf"].push_back(Json{{"required", Json::array({key})}});
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

std::string make_scene_schema_text() { return make_scene_schema().dump(1) + "\n"; }
std::string make_part_schema_text() { return make_part_schema().dump(1) + "\n"; }

}  // namespace ritz
