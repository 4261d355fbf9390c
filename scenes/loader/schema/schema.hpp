#pragma once
// The JSON Schemas of scenes, their parts, models and assemblies (draft 2020-12): for editors, and for whoever wants to
// know what a scene may contain. It describes every key with its type, range and unit; what depends on several members
// together only the loader knows.
#include <string>

#include "scenes/loader/json/json_document.hpp"

namespace ritz {

Json make_scene_schema();
/// As `ritz schema scene` prints it and docs/scene.schema.json holds it.
std::string make_scene_schema_text();

/// The same for who writes a part of a scene.
Json make_part_schema();
/// As `ritz schema part` prints it and docs/part.schema.json holds it.
std::string make_part_schema_text();

Json make_model_schema();
/// As `ritz schema model` prints it and docs/model.schema.json holds it.
std::string make_model_schema_text();

Json make_assembly_schema();
/// As `ritz schema assembly` prints it and docs/assembly.schema.json holds it.
std::string make_assembly_schema_text();

}  // namespace ritz
