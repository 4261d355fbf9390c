// Tracks seen alike, theory §3. On a beam c(s) = s e_x, R0 = I.
#include "bodies/track.hpp"

#include <cmath>

namespace ritz {

void BeamTrack::eval(double s, TrackSample& out) const {
    out.c = Vec3(s, 0, 0);
    out.t = Vec3::UnitX();
    out.k.setZero();
    out.R0.setIdentity();
    out.w0.setZero();
    out.w0_prime.setZero();
    beam.eval_all(s, {&out.phi, &out.phi_1, &out.phi_2}, {&out.psi, &out.psi_1, &out.psi_2});
    out.has_gamma = beam.has_gamma();
    if (!out.has_gamma) return;
    beam.eval_gamma(s, 0, out.gamma[0]);
    beam.eval_gamma(s, 1, out.gamma_1[0]);
    beam.eval_gamma(s, 2, out.gamma_2[0]);
}

double track_length(const Track& track) {
    return std::visit([](const auto& kind) { return kind.length(); }, track);
}

bool track_is_closed(const Track& track) {
    const auto* spline = std::get_if<SplineTrack>(&track);
    return spline != nullptr && spline->closed();
}

bool is_on_track(const Track& track, double s) {
    if (std::holds_alternative<ContinuedTrack>(track)) return std::isfinite(s);
    return track_is_closed(track) || (s >= 0 && s <= track_length(track));
}

bool is_off_shapes(const Track& track, double s) {
    const auto* on = std::get_if<ContinuedTrack>(&track);
    return on != nullptr && (-s >= on->transition || s - on->length() >= on->transition);
}

TrackSample make_track_sample(const Track& track) {
    TrackSample sample;
    eval_track(track, 0, sample);  // sizes everything
    return sample;
}

void eval_track(const Track& track, double s, TrackSample& out) {
    std::visit([&](const auto& kind) { kind.eval(s, out); }, track);
}

}  // namespace ritz
