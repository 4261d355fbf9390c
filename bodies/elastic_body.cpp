// Markers of beams and the eigenfrequencies of a body, (Ke - ω² Me) q = 0.
#include "bodies/elastic_body.hpp"

#include <fmt/format.h>

#include "core/dense_solvers.hpp"
#include "core/errors.hpp"

namespace ritz {

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
