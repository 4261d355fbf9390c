#include "tools/trials/full_loads.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/errors.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// H(θ) of ω = H θ' for a rotation vector (theory §1.5).
Mat3 make_turn_rate(const Vec3& theta) {
    const double x = theta.squaredNorm(), angle = std::sqrt(x);
    const bool small = angle < 1e-3;  // the next terms of the series are below rounding
    const double b = small ? 0.5 - x / 24 : (1 - std::cos(angle)) / x;
    const double c = small ? 1.0 / 6 - x / 120 : (angle - std::sin(angle)) / (x * angle);
    const Mat3 cross = skew(theta);
    return Mat3::Identity() + b * cross + c * cross * cross;
}

}  // namespace

Spin make_spin(const RecordedPoint& point) {
    const Mat3 cross = skew(point.w);
    return {skew(point.alpha) + cross * cross, cross};
}

FullLoads::FullLoads(const FullBody& body, const MatX& V, const BodyRecord& record)
    : body_(body), reduced_(body.coordinates_of(V)) {
    for (const RecordedPlace& place : record.places) place.is_track ? add_track(place.name) : add_marker(place.name);
}

void FullLoads::add_marker(const std::string& name) {
    for (const FeInterface& marker : body_.structure().markers)
        if (marker.spec.name == name) {
            motions_.emplace_back(marker.motion * body_.modes());
            tracks_.emplace_back();
            return;
        }
    throw InputError(fmt::format("the full body has no marker \"{}\"", name));
}

/// The curve of the engine through the same nodes, with all modes on it.
void FullLoads::add_track(const std::string& name) {
    for (const FeTrack& track : body_.structure().tracks)
        if (track.spec.name == name) {
            const MatX motion = track.motion * body_.modes();
            const Mat3X points = body_.structure().model.nodes.positions(Eigen::all, track.spec.nodes);
            std::vector<Mat3X> phi, psi;
            for (Index k = 0; k < points.cols(); ++k) {
                phi.emplace_back(motion.middleRows(6 * k, 3));
                psi.emplace_back(motion.middleRows(6 * k + 3, 3));
            }
            motions_.emplace_back();
            tracks_.emplace_back(SplineTrack(points, phi, psi, track.spec.closed, track.spec.up));
            return;
        }
    throw InputError(fmt::format("the full body has no track \"{}\"", name));
}

void FullLoads::add(const RecordedLoad& load, const MatX& phi, const MatX& psi, const VecX& q, VecX& force) const {
    const Vec3 theta = psi * (reduced_ * q);
    force += phi.transpose() * load.force + psi.transpose() * (make_turn_rate(theta).transpose() * load.moment);
}

VecX FullLoads::collect(const RecordedPoint& point) const {
    VecX force = -(body_.translations() * point.a);
    const Mat3 T = make_spin(point).T;
    for (int b = 0; b < 3; ++b)
        for (int a = 0; a < 3; ++a) force -= T(a, b) * body_.linear_fields().col(3 * b + a);
    for (std::size_t i = 0; i < point.loads.size(); ++i) {
        const RecordedLoad& load = point.loads[i];
        if (!tracks_[i]) {
            add(load, motions_[i].topRows(3), motions_[i].bottomRows(3), point.q, force);
        } else {
            TrackSample sample = make_track_sample(*tracks_[i]);
            eval_track(*tracks_[i], load.s, sample);
            add(load, sample.phi, sample.psi, point.q, force);
        }
    }
    return force;
}

}  // namespace ritz
