#pragma once
// Inertia of one elastic body at its state (theory §1).
#include "engine/system/workspace.hpp"

namespace ritz {

/// Fills J, mc, Crt, Sq, Me and the inertia biases of `out` from q, q' and the angular velocity w of R.
void eval_elastic_inertia(const ElasticBody& body, ConstVecMap q, ConstVecMap q_dot, const Vec3& w, GeneralData& out);

/// The same of the polynomials alone, for bodies and parts of them without mass points. Me is left as it is.
void eval_inertia_polynomials(const InertiaInvariants& inertia, const ConstVecMap& q, const ConstVecMap& q_dot,
                              const Vec3& w, GeneralData& out);

/// What eval_elastic_inertia writes into.
void size_inertia(Eigen::Index modes, GeneralData& data);

/// ½ ∫ |velocity|² dm from the quantities of eval_elastic_inertia.
double compute_elastic_kinetic_energy(const ElasticBody& body, const GeneralData& data, const Vec3& w, const Vec3& v,
                                      ConstVecMap q_dot);

}  // namespace ritz
