// Markers of beams and the eigenfrequencies of a body, (Ke - ω² Me) q = 0.
#include "bodies/elastic_body.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"

namespace ritz {
namespace {

/// Zeros that rounding has blurred, as at a clamped end: a marker that does not move must be known not to.
void clear_rounding(const BeamShapes& beam, Marker& marker) {
    for (Eigen::Index j = 0; j < beam.size(); ++j) {
        double phi = 0, psi = 0;  // the size of the terms that cancel
        for (Eigen::Index i = 0; i <= j; ++i) {
            const BeamMode& mode = beam.modes[static_cast<std::size_t>(i)];
            const double share = beam.mix.size() > 0 ? std::abs(beam.mix(i, j)) : (i == j ? 1.0 : 0.0);
            phi += share * mode.scale;
            psi += share * mode.scale * (is_bending(mode.motion) ? mode.shape.beta / beam.length : 1);
        }
        for (Eigen::Index a = 0; a < 3; ++a) {
            if (std::abs(marker.phi(a, j)) < 1e-13 * phi) marker.phi(a, j) = 0;
            if (std::abs(marker.psi(a, j)) < 1e-13 * psi) marker.psi(a, j) = 0;
        }
    }
}

}  // namespace

Marker make_beam_marker(const BeamShapes& beam, const std::string& name, double x, const Mat3& R_RM) {
    if (!(x >= 0 && x <= beam.length))
        throw InputError(
            fmt::format("the marker \"{}\" at x = {} m lies outside the beam, 0 to {} m", name, x, beam.length));
    Marker marker;
    marker.name = name;
    marker.X_RM = {R_RM, Vec3(x, 0, 0)};
    marker.phi.resize(3, beam.size());
    marker.psi.resize(3, beam.size());
    beam.eval(x, 0, marker.phi, marker.psi);
    clear_rounding(beam, marker);
    if (beam.has_gamma()) {
        MatX gamma(beam.size(), beam.size());
        beam.eval_gamma(x, 0, gamma);
        if ((gamma.array() != 0).any()) marker.gamma[0] = gamma;
    }
    return marker;
}

VecX compute_frequencies(const ElasticBody& body) {
    if (body.modes() == 0) return {};
    return compute_symmetric_eigenvalues(body.Ke, body.inertia.Me).cwiseMax(0).cwiseSqrt();
}

}  // namespace ritz
