#pragma once
// Inertia of one elastic body at its state (theory §1).
#include "engine/system/workspace.hpp"

namespace ritz {

/// Fills J, mc, coupling, Me and the inertia biases of `out` from q, q' and the angular velocity w of R.
void eval_elastic_inertia(const InertiaKernel& kernel, ConstVecMap q, ConstVecMap q_dot, const Vec3& w,
                          GeneralData& out);

/// What the mass points add to that: foreshortening to all orders.
void add_mass_points(const InertiaKernel& kernel, const Vec3& w, GeneralData& out);

/// What eval_elastic_inertia writes into.
void size_inertia(const InertiaKernel& kernel, GeneralData& data);

/// ½ ∫ |velocity|² dm from the quantities of eval_elastic_inertia.
double compute_elastic_kinetic_energy(double mass, const GeneralData& data, const Vec3& w, const Vec3& v,
                                      ConstVecMap q_dot);

}  // namespace ritz
