#pragma once
// An elastic body with all the unknowns of its finite element model, driven by what a run of its reduced body recorded:
// the reference for the error of the reduction, by a way that has nothing in common with the engine's elastic row.
//
// In the frame R, with e_a the unit fields and c_b e_a the linear ones on the unknowns, E_ab = e_a e_bᵀ at every node,
// T = α~ + ω~ω~, and the frame's conditions C u = 0 [Fehr2018] (1), theory §1:
//   M u'' + (D + 2 ω~_ab M E_ab) u' + (K + T_ab M E_ab) u = Σ_k B_k (f_k, H(θ_k)ᵀ m_k) - M e_a (a-g)_a - M c_b e_a T_ab
// θ_k are the rotations in the reduced run: the loads are its own. In all modes Φ of the held body u = Φ z this is
//   z_i'' + d_i z_i' + ω_i² z_i = F_i,   F = r(t) - (2 ω~_ab X_ab + D_rest) z' - T_ab X_ab z,   X_ab = Φᵀ M E_ab Φ
// and on each interval of the record F is the polynomial through its values at the recorded points: each oscillator is
// then integrated exactly, by the functions φ_k, and F is found by iteration. What is left is the error of these
// polynomials, which falls by their order when intervals are divided.
#include <memory>

#include "bodies/damping.hpp"
#include "bodies/fe/structure.hpp"
#include "engine/simulation/body_record.hpp"
#include "reduction/reference_frame.hpp"

namespace ritz {

/// Dense: for some hundred unknowns.
class FullBody {
  public:
    /// damping: of the scene, in the place of the model's; modal damping is that of the exact modes. The structure must
    /// outlive this.
    FullBody(const Structure& structure, const ReferenceFrame& frame, const std::optional<Damping>& damping = {});

    const Structure& structure() const { return structure_; }
    const VecX& omega() const { return omega_; }      // of all modes, ascending [rad/s]
    const MatX& modes() const { return modes_; }      // unknowns x modes, ΦᵀMΦ = I
    const MatX& damping() const { return damping_; }  // ΦᵀDΦ
    /// Z with z = Z u for any u that fulfils the frame's conditions.
    MatX coordinates_of(const MatX& u) const;

    // Projections: columns a of Φᵀ M e_a; 3 b + a of Φᵀ M c_b e_a; X_ab.
    const MatX& translations() const { return translations_; }
    const MatX& linear_fields() const { return linear_fields_; }
    const MatX& convection(int a, int b) const { return convection_[static_cast<std::size_t>(3 * a + b)]; }

  private:
    void project_inertia();

    const Structure& structure_;
    VecX omega_;
    MatX modes_, M_modes_, damping_, translations_, linear_fields_;
    std::array<MatX, 9> convection_;
};

/// Of the full body at the ends of the intervals, first the start.
struct FullMotion {
    std::vector<double> times;
    MatX z, z_dot;               // one column a time
    double polynomial_rest = 0;  // the largest last Chebyshev coefficient of F beside the largest F
};

/// V: the basis of the run, by the structure's unknowns; the full body starts where the reduced one does. Throws
/// NumericalError where the iteration does not converge (shorter intervals help).
FullMotion integrate_full_body(const FullBody& body, const MatX& V, const BodyRecord& record);

struct BodyError {
    std::vector<double> times;
    VecX state;       // |u - V q|_M
    MatX outputs;     // C (u - V q), one column a time
    VecX state_size;  // |u|_M
};
/// outputs: rows C by the structure's unknowns.
BodyError compute_body_error(const FullBody& body, const MatX& V, const MatX& outputs, const BodyRecord& record,
                             const FullMotion& motion);

}  // namespace ritz
