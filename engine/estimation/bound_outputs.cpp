#include "engine/estimation/bound_outputs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "engine/estimation/residual_data.hpp"

namespace ritz {
namespace {

const char* const component_names[] = {"x", "y", "z", "rx", "ry", "rz"};

class Columns {
  public:
    explicit Columns(const Scene& scene) : scene_(scene) {
        for (const Output& output : scene.outputs) taken_.push_back(output.name);
    }

    void add_state(const std::string& body) { add(body + ".bound", {body, {}}); }
    void add_motion(const std::string& body, const MarkerMotion& motion) {
        const std::string name = fmt::format("{}.{}.{}", body, motion.marker, component_names[motion.component]);
        add(name + ".bound", {body, motion});
        add(name + ".corrected", {body, motion, BoundAspect::corrected});
    }
    /// Of all that the scene asks for on this body.
    void add_motions(const std::string& body, const ElasticBody& elastic) {
        if (scene_.spec.outputs)
            for (const OutputSpec& output : *scene_.spec.outputs)
                if (const auto* measure = std::get_if<DeflectionMeasure>(&output.quantity))
                    if (const auto motion = find_measured_motion(*measure, body, elastic)) add_motion(body, *motion);
        for (const BoundMonitor& monitor : scene_.bound_monitors)
            if (monitor.watch.body == body && monitor.watch.output) add_motion(body, *monitor.watch.output);
    }
    std::vector<OutputSpec> take() { return std::move(list_); }

  private:
    void add(const std::string& name, BoundMeasure measure) {
        if (std::find(taken_.begin(), taken_.end(), name) != taken_.end()) return;
        taken_.push_back(name);
        list_.push_back({name, std::move(measure)});
    }

    const Scene& scene_;
    std::vector<std::string> taken_;
    std::vector<OutputSpec> list_;
};

}  // namespace

std::optional<MarkerMotion> find_measured_motion(const DeflectionMeasure& measure, const std::string& name,
                                                 const ElasticBody& body) {
    const FrameSpec& place = measure.place;
    const bool is_plain = !place.x && place.offset.p.isZero(0) && place.offset.R.isIdentity(0);
    if (!is_plain || measure.level != Level::position || measure.component == Component::norm) return {};
    for (const Marker& marker : body.markers) {
        const bool is_named = place.marker.empty() ? place.body == name + "." + marker.name
                                                   : place.body == name && place.marker == marker.name;
        if (is_named) return MarkerMotion{marker.name, static_cast<int>(measure.component)};
    }
    return {};
}

void add_bound_outputs(Scene& scene) {
    if (!scene.settings.observes_bounds) return;
    Columns columns(scene);
    std::vector<std::string> without;
    bool has_any = false;
    for (const BodyEntry& body : scene.model.bodies) {
        const Node& node = scene.model.nodes[body.node];
        if (!node.elastic) continue;
        const auto data = read_residual_data(*scene.model.elastic_bodies[*node.elastic]);
        if (const auto* reason = std::get_if<std::string>(&data)) {
            without.push_back(fmt::format("body \"{}\" has no error bound: {}", body.name, *reason));
            continue;
        }
        has_any = true;
        columns.add_state(body.name);
        columns.add_motions(body.name, *scene.model.elastic_bodies[*node.elastic]);
    }
    if (!has_any)
        throw InputError(fmt::format("{}: /error_bounds: {}", scene.file,
                                     without.empty() ? "the scene has no elastic body" : without.front()));
    scene.notes.insert(scene.notes.end(), without.begin(), without.end());
    SceneSpec spec{scene.name, scene.description, scene.spec, scene.settings};
    spec.system.bound_outputs = columns.take();
    rebuild(spec, scene);
}

}  // namespace ritz
