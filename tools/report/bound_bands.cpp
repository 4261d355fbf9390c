#include "tools/report/bound_bands.hpp"

#include <algorithm>

#include "engine/estimation/bound_outputs.hpp"

namespace ritz {

std::vector<BoundBand> find_bound_bands(const Scene& scene, std::size_t outputs) {
    std::vector<BoundBand> bands;
    if (!scene.spec.outputs) return bands;
    const auto column = [&](const std::string& name) {
        const auto found = std::find_if(scene.outputs.begin(), scene.outputs.end(),
                                        [&](const Output& output) { return output.name == name; });
        return static_cast<std::size_t>(found - scene.outputs.begin());
    };
    for (const OutputSpec& given : *scene.spec.outputs) {
        const auto* measure = std::get_if<DeflectionMeasure>(&given.quantity);
        const std::size_t at = column(given.name);
        if (measure == nullptr || at >= std::min(outputs, scene.outputs.size())) continue;
        for (std::size_t k = 0; k < scene.outputs.size(); ++k) {
            const auto* bound = std::get_if<BoundQuantity>(&scene.outputs[k].quantity);
            if (bound == nullptr || !bound->motion || bound->aspect != BoundAspect::bound) continue;
            const Node& node = scene.model.nodes[bound->node];
            const auto motion = find_measured_motion(*measure, node.name, *scene.model.elastic_bodies[*node.elastic]);
            if (!motion || motion->marker != bound->motion->marker || motion->component != bound->motion->component)
                continue;
            bands.push_back({at, k});
            break;
        }
    }
    return bands;
}

}  // namespace ritz
