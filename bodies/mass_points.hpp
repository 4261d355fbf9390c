#pragma once
// Geometric stiffening of bodies of which only the mass integrals are known, by a few mass points (theory §4.6).
#include "bodies/elastic_body.hpp"

namespace ritz {

/// Points whose sums are the body's mass, moments of mass, S, P and integrals of Γ. None if there is no Γ.
std::vector<MassPoint> make_mass_points(const MassIntegrals& integrals);

/// The invariants with what the mass points add, truncated at second order in q: for formats that are polynomials.
InertiaInvariants truncate_inertia(const ElasticBody& body);

}  // namespace ritz
