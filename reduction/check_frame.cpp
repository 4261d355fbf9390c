#include "reduction/check_frame.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// Motions that a frame keeps at zero, and what they are called.
struct Held {
    std::vector<Channel> motions;
    std::string what;
};

Channel make_motion(const Structure& structure, const std::string& marker, const Vec6& direction) {
    Channel channel;
    channel.owner = marker;
    channel.direction = direction;
    while (structure.markers[static_cast<std::size_t>(channel.index)].spec.name != marker) ++channel.index;
    return channel;
}

Vec6 displacement(const Vec3& along) { return (Vec6() << along, Vec3::Zero()).finished(); }
Vec6 rotation(const Vec3& about) { return (Vec6() << Vec3::Zero(), about).finished(); }

Held list_held_motions(const Structure& structure, const ReferenceFrameSpec& frame) {
    Held held;
    const auto hold = [&](const std::string& marker, const Vec6& direction) {
        held.motions.push_back(make_motion(structure, marker, direction));
    };
    switch (frame.kind) {
        case ReferenceFrameKind::tangent:
            for (int k = 0; k < 6; ++k) hold(frame.first, Vec6::Unit(k));
            held.what = fmt::format("the marker \"{}\", to which it is tangent", frame.first);
            break;
        case ReferenceFrameKind::chord: {
            for (int k = 0; k < 3; ++k) hold(frame.first, Vec6::Unit(k));
            const Vec3 first = structure.markers[static_cast<std::size_t>(held.motions[0].index)].origin;
            const auto second = static_cast<std::size_t>(make_motion(structure, frame.second, Vec6::Zero()).index);
            const Vec3 x = (structure.markers[second].origin - first).normalized(), y = x.unitOrthogonal();
            hold(frame.second, displacement(y));
            hold(frame.second, displacement(x.cross(y)));
            hold(frame.first, rotation(x));
            held.what = fmt::format("the line from \"{}\" to \"{}\", its chord", frame.first, frame.second);
            break;
        }
        case ReferenceFrameKind::buckens:
            for (int k = 0; k < 6; ++k) {
                Channel momentum;
                momentum.kind = ChannelKind::inertia;
                momentum.direction = Vec6::Unit(k);
                held.motions.push_back(momentum);
            }
            held.what = "its mean axes (Buckens)";
            break;
    }
    return held;
}

}  // namespace

void check_frame(const Structure& structure, const ReferenceFrameSpec& frame, const ChannelBody& reduced) {
    if (structure.rigid_modes.cols() == 0) return;  // supports hold it, not a frame
    const InertiaInvariants& inertia = reduced.body.inertia;
    const Held held = list_held_motions(structure, frame);
    const MatX motion = make_channel_matrix(reduced, held.motions);
    // A shape's motion in the mean over the mass, and the turn that it would be at the size of the body.
    const VecX mean = (inertia.Me.diagonal() / inertia.mass).cwiseMax(0.0).cwiseSqrt();
    const double size = std::sqrt(inertia.J0.trace() / inertia.mass);
    constexpr double tolerance = 1e-4;  // files of other programs have six digits and less
    for (Index k = 0; k < motion.cols(); ++k) {
        const Channel& channel = held.motions[static_cast<std::size_t>(k)];
        double unit = channel.direction.tail<3>().isZero() ? 1 : size;
        if (channel.kind == ChannelKind::inertia) unit = unit == 1 ? 1 / inertia.mass : 1 / (inertia.mass * size);
        if ((unit * motion.col(k).cwiseAbs() - tolerance * mean).maxCoeff() > 0)
            throw InputError(
                fmt::format("it was reduced in another frame than the model's: its shapes move {}; their "
                            "responses cannot be compared",
                            held.what));
    }
}

}  // namespace ritz
