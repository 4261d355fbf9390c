#include <fmt/format.h>

#include <filesystem>

#include "core/errors.hpp"
#include "engine/simulation/scene.hpp"
#include "engine/system/system.hpp"
#include "scenes/loader/json/foreign_file.hpp"
#include "scenes/loader/model/assembly.hpp"
#include "scenes/loader/model/model.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "scenes/loader/scene/read_body.hpp"
#include "scenes/loader/scene/read_force.hpp"
#include "scenes/loader/scene/read_joint.hpp"
#include "scenes/loader/scene/read_quantity.hpp"
#include "scenes/loader/scene/read_settings.hpp"

namespace ritz {
namespace {

/// One evaluation at the start finds what no single member shows: a body without inertia along its joint.
void check_start(const Reader& root, const Scene& scene, const SceneContext& context) {
    Workspace ws(scene.model);
    VecX y, y_dot(scene.model.states());
    pack(scene.initial, y);
    try {
        eval_rates(scene.model, 0, y.data(), y_dot.data(), ws);
    } catch (const NumericalError& error) {
        complain_about_structure(root, error.what(), context);
        return;
    }
    if (y_dot.allFinite()) return;
    for (const Joint& joint : scene.model.joints)
        for (int k : joint.nodes) {
            const Node& node = scene.model.nodes[static_cast<std::size_t>(k)];
            if (!y_dot.segment(scene.model.nq + node.u, node.nu + node.n).allFinite())
                return complain_about_structure(
                    root,
                    fmt::format("the accelerations of joint \"{}\" are not finite at the start: has its body an "
                                "inertia along every coordinate?",
                                joint.name),
                    context);
        }
    root.complain("the accelerations are not finite at the start");
}

void finish_model(const Reader& root, SceneContext& context, Scene& scene) {
    try {
        ModelBuilder::Result result = context.builder.finish();
        scene.model = std::move(result.model);
        scene.initial = std::move(result.state);
    } catch (const InputError& error) {
        for (const std::string& message : error.messages()) complain_about_structure(root, message, context);
        return;
    }
    check_start(root, scene, context);
}

/// The velocity coordinates of a joint, or of one of its coordinates, by name.
std::vector<int> find_coordinates(const Model& model, const std::string& name) {
    for (const Joint& joint : model.joints) {
        const std::vector<std::string> names = coordinate_names(joint.type);
        const int count = static_cast<int>(names.size());
        std::vector<int> all;
        for (int k = 0; k < count; ++k) {
            const bool is_chain = joint.nodes.size() > 1;
            const Node& node = model.nodes[static_cast<std::size_t>(joint.nodes[is_chain ? k : 0])];
            if (node.nu == 0) continue;  // prescribed
            // A free joint's rates are angular first, its coordinates are lengths first.
            const int at = is_chain ? 0 : joint.type == JointType::free ? (k + 3) % 6 : k;
            if (name == joint.name + "." + names[static_cast<std::size_t>(k)]) return {node.u + at};
            all.push_back(node.u + at);
        }
        if (name == joint.name) return all;
    }
    return {};
}

/// Coordinates that the search for an equilibrium leaves alone.
void read_held(Reader& root, Scene& scene) {
    Reader start = root.optional_child("start");
    const auto names = start.optional<std::vector<std::string>>("hold", {});
    std::vector<std::string> known;
    for (const Joint& joint : scene.model.joints)
        for (const std::string& coordinate : coordinate_names(joint.type))
            known.push_back(joint.name + "." + coordinate);
    for (const std::string& name : names) {
        const std::vector<int> found = find_coordinates(scene.model, name);
        if (found.empty())
            start.complain("hold", fmt::format("found \"{}\", expected a joint in the tree with a free coordinate, or "
                                               "one of its coordinates{}",
                                               name, suggest(name, known)));
        scene.settings.static_held.insert(scene.settings.static_held.end(), found.begin(), found.end());
    }
}

void read_scene(Reader& root, Scene& scene) {
    Diagnostics& diagnostics = root.diagnostics();
    scene.description = root.optional<std::string>("description", "");
    scene.settings = read_settings(root);
    SceneContext context(root.required<Vec3>("gravity"));
    context.constants = read_constants(root);
    context.end = scene.settings.end;
    const std::size_t before = diagnostics.count();
    if (!root.has("bodies") && root.exists()) root.complain("\"bodies\" is missing, expected an object of bodies");
    read_bodies(root, context);
    read_joints(root, context);
    if (diagnostics.count() == before) connect_tree(root, context);
    read_forces(root, context);
    read_loads(root, context);
    read_controllers(root, context);
    scene.notes = context.notes;
    scene.warnings = context.warnings;
    scene.outputs = read_outputs(root, context);
    scene.monitors = read_monitors(root, context);
    root.finish();
    if (diagnostics.empty()) finish_model(root, context, scene);
    if (diagnostics.empty()) read_held(root, scene);
}

}  // namespace

Scene load_scene(const std::string& path, const std::vector<std::string>& overrides) {
    JsonDocument document = parse_json_file(path);
    refuse_result(document.root, path, "a scene");
    if (is_assembly(document.root))
        throw InputError(
            fmt::format("{0}: found an assembly of models, expected a scene; to judge its reductions: ritz compare {0}",
                        document.name));
    if (is_model(document.root) && !document.root.contains("bodies"))
        throw InputError(fmt::format("{}: found a model, expected a scene; to reduce it: ritz reduce {}", path, path));
    for (const std::string& each : overrides) apply_override(document, each);
    Diagnostics diagnostics(document.name);
    Reader root(document, diagnostics);
    Scene scene;
    scene.name = std::filesystem::path(path).stem().string();
    scene.file = path;
    read_scene(root, scene);
    diagnostics.throw_if_any();
    return scene;
}

}  // namespace ritz
