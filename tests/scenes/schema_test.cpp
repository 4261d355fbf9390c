// The schema and the loader must speak of the same scenes.
#include "scenes/loader/schema/schema.hpp"

#include <doctest/doctest.h>

#include <set>

#include "scenes/loader/scene/load_scene.hpp"
#include "tests/scenes/edits.hpp"
#include "tests/scenes/model_text.hpp"

using namespace ritz;
using namespace ritz::testing;
namespace fs = std::filesystem;

namespace {

/// As much of JSON Schema as the schema of scenes uses.
class Validator {
  public:
    explicit Validator(Json schema) : root_(std::move(schema)) {}
    bool accepts(const Json& value) const { return accepts(root_, value); }
    const Json& schema() const { return root_; }

  private:
    bool accepts(const Json& schema, const Json& value) const {
        if (schema.is_boolean()) return schema.get<bool>();
        if (schema.contains("$ref") &&
            !accepts(root_.at(Json::json_pointer(schema["$ref"].get<std::string>().substr(1))), value))
            return false;
        if (schema.contains("type") && !has_type(schema["type"], value)) return false;
        if (schema.contains("const") && schema["const"] != value) return false;
        if (schema.contains("enum") &&
            std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end())
            return false;
        if (schema.contains("anyOf") && matches(schema["anyOf"], value) == 0) return false;
        if (schema.contains("oneOf") && matches(schema["oneOf"], value) != 1) return false;
        if (value.is_number() && !accepts_number(schema, value)) return false;
        if (value.is_array() && !accepts_list(schema, value)) return false;
        return !value.is_object() || accepts_object(schema, value);
    }

    int matches(const Json& choices, const Json& value) const {
        int count = 0;
        for (const Json& choice : choices) count += accepts(choice, value);
        return count;
    }

    static bool has_type(const Json& type, const Json& value) {
        if (!type.is_array()) return has_one_type(type.get<std::string>(), value);
        return std::any_of(type.begin(), type.end(), [&](const Json& each) { return has_type(each, value); });
    }

    static bool has_one_type(const std::string& type, const Json& value) {
        if (type == "object") return value.is_object();
        if (type == "array") return value.is_array();
        if (type == "string") return value.is_string();
        if (type == "boolean") return value.is_boolean();
        if (type == "integer") return value.is_number_integer();
        REQUIRE(type == "number");
        return value.is_number();
    }

    static bool accepts_number(const Json& schema, const Json& value) {
        const double x = value;
        return !(schema.contains("minimum") && x < schema["minimum"].get<double>()) &&
               !(schema.contains("maximum") && x > schema["maximum"].get<double>()) &&
               !(schema.contains("exclusiveMinimum") && x <= schema["exclusiveMinimum"].get<double>());
    }

    bool accepts_list(const Json& schema, const Json& value) const {
        if (schema.contains("minItems") && value.size() < schema["minItems"].get<std::size_t>()) return false;
        if (schema.contains("maxItems") && value.size() > schema["maxItems"].get<std::size_t>()) return false;
        if (schema.contains("items"))
            for (const Json& element : value)
                if (!accepts(schema["items"], element)) return false;
        return true;
    }

    bool accepts_object(const Json& schema, const Json& value) const {
        if (schema.contains("required"))
            for (const Json& key : schema["required"])
                if (!value.contains(key.get<std::string>())) return false;
        for (const auto& member : value.items()) {
            if (schema.contains("properties") && schema["properties"].contains(member.key())) {
                if (!accepts(schema["properties"][member.key()], member.value())) return false;
            } else if (schema.contains("additionalProperties") &&
                       !accepts(schema["additionalProperties"], member.value())) {
                return false;
            }
        }
        return true;
    }

    Json root_;
};

void collect_keys(const Json& value, std::set<std::string>& keys) {
    if (value.is_object())
        for (const auto& member : value.items()) keys.insert(member.key());
    if (value.is_structured())
        for (const Json& element : value) collect_keys(element, keys);
}

void collect_properties(const Json& schema, std::set<std::string>& keys) {
    if (schema.is_object() && schema.contains("properties") && schema["properties"].is_object())
        for (const auto& member : schema["properties"].items()) keys.insert(member.key());
    if (schema.is_structured())
        for (const Json& element : schema) collect_properties(element, keys);
}

}  // namespace

TEST_CASE("The schema accepts every example, and every example names it") {
    const Validator validator(make_scene_schema());
    int examples = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(RITZ_SOURCE_DIR) / "scenes")) {
        if (entry.path().extension() != ".json") continue;
        CAPTURE(entry.path().filename().string());
        const JsonDocument document = parse_json_file(entry.path());
        CHECK(validator.accepts(document.root));
        CHECK(document.root.value("$schema", "") == "../docs/scene.schema.json");
        CHECK_NOTHROW(load_scene(entry.path().string()));
        ++examples;
    }
    CHECK(examples > 0);
}

TEST_CASE("The schema accepts what the loader accepts, and knows no key that is not in use") {
    const Validator validator(make_scene_schema());
    const Json scene = parse_json_text(full_scene(), "scene.json").root;
    CHECK(validator.accepts(scene));
    std::set<std::string> used, offered, idle;
    collect_keys(scene, used);
    collect_properties(validator.schema(), offered);
    std::set_difference(offered.begin(), offered.end(), used.begin(), used.end(), std::inserter(idle, idle.begin()));
    // These exclude others that the scene uses; the tests of the loader go through them.
    const std::set<std::string> excluded = {"area",
                                            "Iy",
                                            "Iz",
                                            "torsion_constant",
                                            "diameter",
                                            "outer_diameter",
                                            "inner_diameter",
                                            "thickness",
                                            "flange_thickness",
                                            "web_thickness",
                                            "file",
                                            "reduction",
                                            "cut",
                                            "drives",
                                            "share",
                                            "column",
                                            "x_column",
                                            "t_column",
                                            "ends",
                                            "max_velocity",
                                            "max_acceleration",
                                            "max_jerk",
                                            "error_bounds",
                                            "fixed_step",
                                            "hold",
                                            "y",
                                            "z",
                                            "rx",
                                            "ry",
                                            "spectral_radius",
                                            "parameters",
                                            "instances",
                                            "with",
                                            "repeat",
                                            "count",
                                            "as",
                                            "chain",
                                            "lower_deg",
                                            "upper_deg",
                                            "name"};
    std::set<std::string> unexplained;
    std::set_difference(idle.begin(), idle.end(), excluded.begin(), excluded.end(),
                        std::inserter(unexplained, unexplained.begin()));
    CHECK(unexplained == std::set<std::string>{});
}

TEST_CASE("The schema refuses what the loader refuses: unknown keys, wrong types, wrong ranges") {
    const Validator validator(make_scene_schema());
    for (const char* edit : {"/gravty=[0, 0, 0]", "/gravity=[0, 0]", "/time/end=0", "/bodies/beam/length=-1",
                             "/bodies/mass/mass=[1]", "/bodies/mass/colour=1", "/joints/hinge/type=hinge",
                             "/joints/hinge/axes=[0, 0, 1]", "/forces/spring/lenght=1", "/loads/push/axes=cart",
                             "/controllers/pid/gain=1", "/outputs/b/component=w", "/monitors/far/beyond=1"}) {
        CAPTURE(edit);
        JsonDocument document = parse_json_text(full_scene(), "scene.json");
        apply_override(document, edit);
        CHECK_FALSE(validator.accepts(document.root));
        CHECK_FALSE(complaints_about(document.root.dump()).empty());
    }
}

TEST_CASE("The schema knows parts of scenes, and that a part needs no time") {
    const Validator scenes(make_scene_schema()), parts(make_part_schema());
    const std::string text = R"({"gravity": [0, 0, 0], "time": {"end": 1, "output_step": 0.1}, "instances": {"left": {
        "file": "arm.json", "with": {"l": "2*k"}, "world": {"body": "base", "position": [0, 0, "k"]},
        "repeat": {"count": "n", "as": "k", "chain": "link.tip"}}}})";
    CHECK(scenes.accepts(parse_json_text(text, "scene.json").root));
    for (const char* edit :
         {"-/instances/left/file", "/instances/left/with/l=[1]", "/instances/left/fiel=1", "/instances/left/world=1",
          "-/instances/left/repeat/count", "/instances/left/repeat/count=-1", "/instances/left/repeat/as=1",
          "/instances/left/repeat/step=1", "-/instances", "-/time"}) {
        CAPTURE(edit);
        CHECK_FALSE(scenes.accepts(parse_json_text(edited(text, edit), "scene.json").root));
    }
    CHECK(parts.accepts(parse_json_text(edited(edited(text, "-/time"), "-/gravity"), "part.json").root));
    CHECK_FALSE(parts.accepts(parse_json_text(edited(text, "-/instances"), "part.json").root));
    CHECK_FALSE(parts.accepts(parse_json_text(edited(text, "/gravty=1"), "part.json").root));
}

TEST_CASE("Lists of named things are in the schema, too") {
    const Validator validator(make_scene_schema());
    JsonDocument document = parse_json_text(full_scene(), "scene.json");
    for (const char* section :
         {"bodies", "joints", "couplings", "forces", "loads", "controllers", "outputs", "monitors"}) {
        Json list = Json::array();
        for (const auto& member : document.root[section].items()) {
            Json element = member.value();
            element["name"] = member.key();
            list.push_back(element);
        }
        document.root[section] = list;
    }
    CHECK(validator.accepts(document.root));
    CHECK(complaints_about(document.root.dump()) == std::vector<std::string>{});
    document.root["joints"][0].erase("name");
    CHECK_FALSE(validator.accepts(document.root));
}

TEST_CASE("The schema in the documentation is the program's own") {
    CHECK(read_whole_file(fs::path(RITZ_SOURCE_DIR) / "docs" / "scene.schema.json") == make_scene_schema_text());
    CHECK(read_whole_file(fs::path(RITZ_SOURCE_DIR) / "docs" / "part.schema.json") == make_part_schema_text());
}

TEST_CASE("The schema of models accepts what the loader accepts, and every example names it") {
    const Validator validator(make_model_schema());
    const Json model = parse_json_text(full_model(), "model.json").root;
    CHECK(validator.accepts(model));
    for (const char* name :
         {"cylinder/cylinder.json", "elastic_pendulum_fe/bar.json", "elastic_pendulum_fe/bar_generated.json"}) {
        CAPTURE(name);
        const Json example = parse_json_file(fs::path(RITZ_SOURCE_DIR) / "scenes" / name).root;
        CHECK(validator.accepts(example));
        CHECK(example.value("$schema", "") == "../../docs/model.schema.json");
    }
    for (const char* edit : {"/fe/box/lenghts=[1, 1, 1]", "/material/density=0", "/markers/left/type=rbe4",
                             "/reductions/modal/samples=3", "/frame/type=chrod", "/inputs/0/marker=3", "/colour=1"}) {
        CAPTURE(edit);
        CHECK_FALSE(validator.accepts(parse_json_text(edited(full_model(), edit), "model.json").root));
    }
}
