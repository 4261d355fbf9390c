// Tracks seen alike, theory §3. On a beam c(s) = s e_x, R0 = I.
#include "bodies/track.hpp"

namespace ritz {
namespace {

void eval(const BeamTrack& track, double s, TrackSample& out) {
    const BeamShapes& beam = track.beam;
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

void eval(const SplineTrack& track, double s, TrackSample& out) { track.eval(s, out); }

}  // namespace

double track_length(const Track& track) {
    if (const auto* beam = std::get_if<BeamTrack>(&track)) return beam->beam.length;
    return std::get<SplineTrack>(track).length();
}

bool track_is_closed(const Track& track) {
    const auto* spline = std::get_if<SplineTrack>(&track);
    return spline != nullptr && spline->closed();
}

TrackSample make_track_sample(const Track& track) {
    TrackSample sample;
    eval_track(track, 0, sample);  // sizes everything
    return sample;
}

void eval_track(const Track& track, double s, TrackSample& out) {
    std::visit([&](const auto& kind) { eval(kind, s, out); }, track);
}

}  // namespace ritz
