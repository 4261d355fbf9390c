#pragma once
// JSON text to a value, strictly: comments are allowed, but no duplicate keys, no NaN, no endless nesting, and whoever
// wrote it wrong learns the line and the column.
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace ritz {

using Json = nlohmann::ordered_json;  // keeps the order of the file, which is the order of bodies and outputs

/// Numbers by name, for expressions wherever a number may stand.
using Parameters = std::map<std::string, double>;

struct JsonDocument {
    Json root;
    std::string name;              // of the file, for messages
    std::filesystem::path folder;  // other files are named relative to it
    // What read_parameters (parameters.hpp) found; without it a text is never a number.
    std::optional<Parameters> parameters = {};
};

/// Throws InputError "scene.json:LINE:COLUMN: what".
JsonDocument parse_json_file(const std::filesystem::path& path);
JsonDocument parse_json_text(const std::string& text, const std::string& name);

/// Replaces the value at a JSON pointer, or adds a member to an object that exists: "/bodies/0/mass=2.5"; only a
/// parameter must be there already. The value is JSON, or else plain text.
void apply_override(JsonDocument& document, const std::string& pointer_and_value);

/// One more step of a JSON pointer, with ~ and / escaped.
std::string pointer_to(const std::string& parent, const std::string& key);
std::string pointer_to(const std::string& parent, std::size_t index);

}  // namespace ritz
