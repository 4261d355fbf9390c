#pragma once
// Tangential interpolation at mirrored poles on small dense systems: the inner part of SO-IRKA.
#include "reduction/frequency_response.hpp"

namespace ritz {

/// Shifts with the directions in which H(s) b is matched. Of each conjugate pair only the one with Im ≥ 0.
struct InterpolationPoints {
    VecXc shifts;      // [rad/s]
    MatXc directions;  // inputs x shifts, unit columns
};

/// Real columns a shift brings.
inline int columns_of(Complex shift) { return shift.imag() == 0 ? 1 : 2; }

/// [Re, Im] of (K + sD + s²M)⁻¹ B b for all shifts, M-orthonormal.
MatX interpolate(const ReducedSystem& system, const InterpolationPoints& points);

/// The mirrored poles -λ̄ of a reduced system with their directions Bᵀφ: those that weigh most in H (residue over
/// damping), as many as bring `count` columns.
InterpolationPoints mirror_poles(const ReducedSystem& reduced, int count);

/// ||H_a - H_b|| in H2, by poles and residues; poles without damping are given 0.1 %, as above.
double compute_h2_distance(const ReducedSystem& a, const ReducedSystem& b);

/// The largest relative distance of a shift to its nearest in the other set.
double compute_change(const VecXc& before, const VecXc& after);

/// The fixed point on a dense system, from a start. `change` receives the last relative change of the shifts.
InterpolationPoints iterate_to_mirror_poles(const ReducedSystem& system, InterpolationPoints start, int count,
                                            int iterations, double tolerance, double* change = nullptr);

}  // namespace ritz
