#include "scenes/loader/schema/schema.hpp"

#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {

Json make_scene_schema() {
    Json root;
    root["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    root["title"] = "Ritz scene";
    SceneSpec scene;
    const Json properties = Form::describe_object(
        "An elastic multibody system and what to do with it. SI units; angles in rad, or in degrees under the key's "
        "twin "
        "with _deg.",
        [&](Form& form) { fill_scene(form, scene, nullptr); });
    for (const auto& member : properties.items()) root[member.key()] = member.value();
    root["required"].push_back("bodies");
    root["$defs"] = describe_definitions();
    return root;
}

std::string make_scene_schema_text() { return make_scene_schema().dump(1) + "\n"; }

}  // namespace ritz
