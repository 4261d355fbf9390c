#include "engine/system/statics/coordinate_scales.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ritz {
namespace {

/// Radius of gyration, the size of a body in its own inertia [m].
double compute_size(double mass, const Mat3& J) { return mass > 0 ? std::sqrt(0.5 * J.trace() / mass) : 0; }

/// Slopes of the shapes along a track: between markers high modes turn more than at their ends.
void collect_slopes(const Track& track, VecX& slope) {
    TrackSample sample = make_track_sample(track);
    constexpr int places = 16;
    for (int i = 0; i <= places; ++i) {
        eval_track(track, track_length(track) * i / places, sample);
        if (sample.psi.cols() == slope.size()) slope = slope.cwiseMax(sample.psi.colwise().norm().transpose());
    }
}

/// Reach of each elastic coordinate: its mean deflection is the body's size, or its largest slope one radian.
VecX compute_elastic_scales(const ElasticBody& body) {
    const InertiaInvariants& I = body.inertia;
    VecX slope = VecX::Zero(body.modes());
    for (const Marker& marker : body.markers)
        if (marker.psi.cols() == slope.size()) slope = slope.cwiseMax(marker.psi.colwise().norm().transpose());
    for (const auto& [name, track] : body.tracks) collect_slopes(track, slope);
    const double size = compute_size(I.mass, I.J0);
    VecX scale(body.modes());
    for (Eigen::Index k = 0; k < scale.size(); ++k) {
        scale[k] = size > 0 && I.Me(k, k) > 0 ? size * std::sqrt(I.mass / I.Me(k, k)) : 1;
        if (slope[k] > 0) scale[k] = std::min(scale[k], 1 / slope[k]);
    }
    return scale;
}

bool is_length(const Node& node, int k) {
    return node.kind == JointKind::prismatic || node.kind == JointKind::slide ||
           (node.kind == JointKind::free && k >= 3);
}

}  // namespace

double compute_model_length(const Model& model) {
    double length = 0;
    for (const Node& node : model.nodes) {
        length = std::max(length, node.n > 0 ? compute_size(model.elastic_bodies[*node.elastic]->inertia.mass,
                                                            model.elastic_bodies[*node.elastic]->inertia.J0)
                                             : compute_size(node.inertia.mass, node.inertia.J));
        length = std::max(length, node.inboard.offset.p.norm());
    }
    return length > 0 ? length : 1;
}

VecX compute_coordinate_scales(const Model& model) {
    const double length = compute_model_length(model);
    VecX scale = VecX::Ones(model.nu);
    for (const Node& node : model.nodes) {
        for (int k = 0; k < node.nu; ++k) scale[node.u + k] = is_length(node, k) ? length : 1;
        if (node.n > 0) scale.segment(node.eu, node.n) = compute_elastic_scales(*model.elastic_bodies[*node.elastic]);
    }
    return scale;
}

std::vector<std::string> name_coordinates(const Model& model) {
    std::vector<std::string> names(static_cast<std::size_t>(model.nu));
    for (const Node& node : model.nodes) {
        for (int k = 0; k < node.nu; ++k)
            names[static_cast<std::size_t>(node.u + k)] = "joint " + model.joints[node.joint].name;
        for (int k = 0; k < node.n; ++k) {
            const auto& modes = model.elastic_bodies[*node.elastic]->mode_names;
            names[static_cast<std::size_t>(node.eu + k)] =
                fmt::format("{}: {}", node.name,
                            static_cast<std::size_t>(k) < modes.size() ? modes[k] : fmt::format("mode {}", k + 1));
        }
    }
    return names;
}

}  // namespace ritz
