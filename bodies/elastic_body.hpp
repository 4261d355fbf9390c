#pragma once
// A reduced elastic body in its floating frame R (theory §1).
//
// A particle at undeformed place c sits, in R, at
//   d = c + Φ q + ½ e_a (qᵀ Γ_a q)            Γ: foreshortening, the kinematic form of geometric stiffening
// and its kinetic energy, truncated at second order in q, is
//   T = ½ m v² + v·(ω × mc) + v·S(q) q' + ½ ω·J(q) ω + ω·Crᵀ(q) q' + ½ q'·Me q'
// with polynomials in q whose coefficients are computed once (foreshortened bodies add MassPoints, exact in q):
//   mc(q)      = mc0 + S q + ½ e_a (qᵀ S1_a q)       S(q) = ∂mc/∂q
//   Crᵀ(q)     = Cr0 + e_k (qᵀ N_k)                  3 x n
//   J(q)       = J0 + Σ_j J1_j q_j + ½ (qᵀ J2 q)     symmetric, entries in the order xx yy zz xy xz yz
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bodies/beam_shapes.hpp"
#include "bodies/estimator_data.hpp"
#include "bodies/track.hpp"
#include "core/rotation.hpp"

namespace ritz {

struct ElasticBody;
struct BeamSpec;

/// Mass integrals of the FE model or beam, as in theory §1; what the invariants are made of.
struct MassIntegrals {
    double mass = 0;                       // [kg]
    Vec3 first_moment = Vec3::Zero();      // ∫ c dm
    Mat3 J0 = Mat3::Zero();                // rigid inertia about the origin of R
    Mat3X S;                               // ∫ Φ dm
    std::array<std::array<VecX, 3>, 3> P;  // P_ab = ∫ c_a φ_b dm
    std::array<std::array<MatX, 3>, 3> Q;  // Q_ab = ∫ φ_a φ_bᵀ dm
    // Second-order displacement fields ½ e_a (qᵀ Γ_a q); empty where there is no geometric stiffening.
    std::array<MatX, 3> gamma;                        // ∫ Γ_a dm
    std::array<std::array<MatX, 3>, 3> gamma_moment;  // ∫ c_a Γ_b dm
};

/// Empty matrices stand for zero ones; this one is written out.
inline MatX or_zero(const MatX& m, Eigen::Index n) { return m.size() > 0 ? m : MatX::Zero(n, n); }

/// Constant coefficients of the polynomials above. Matrices that are zero are left empty (size 0).
struct InertiaInvariants {
    double mass = 0;
    Vec3 mc0 = Vec3::Zero();
    Mat3 J0 = Mat3::Zero();
    Mat3X S;
    std::array<MatX, 3> S1;  // symmetric
    Mat3X Cr0;
    std::array<MatX, 3> N;
    Mat6X J1;                // column j: ∂J/∂q_j at q = 0
    std::array<MatX, 6> J2;  // symmetric
    MatX Me;
};

InertiaInvariants make_invariants(const MassIntegrals& integrals);

/// A mass of the body with its foreshortening ½ e_a (qᵀ Γ_a q). Some of them carry what foreshortening adds to the
/// inertia, to all orders in q: a truncated polynomial would lose the mass matrix's definiteness wherever the shapes
/// almost contain a rigid motion (a tangent frame that is free to turn).
struct MassPoint {
    double mass = 0;  // [kg]
    Vec3 place = Vec3::Zero();
    Mat3X phi;
    std::array<MatX, 3> gamma;  // empty where zero
};

/// A frame attached to the body at one place: X_RM undeformed, moved by Φ q and turned by Ψ q.
struct Marker {
    std::string name;
    Pose X_RM;
    Mat3X phi;
    Mat3X psi;
    std::array<MatX, 3> gamma;  // second-order displacement Γ_a; empty where zero
};

enum class BeamEnd { start, end };
/// A motion of a beam's end that the shapes hold; component 0..5 = force x, y, z, moment x, y, z of its reaction, in R.
struct HeldMotion {
    BeamEnd end = BeamEnd::start;
    int component = 0;
};

/// How a beam is held in its frame, and the inertia of its sections: for reactions and section forces (theory §1.7).
struct BeamHold {
    BeamEnds ends = BeamEnds::clamped_free;
    double rho_Iy = 0, rho_Iz = 0;  // [kg m]
    bool rotary_inertia = false;
    std::vector<HeldMotion> motions;            // whose reactions do not follow from the balance of the whole body
    std::shared_ptr<const ElasticBody> fields;  // the beam with one virtual field more for each of them; or null
};

/// A plane through a marker, across its x axis, that divides the body, and the inertia of the part on one side: for the
/// forces that pass through (theory §1.8).
struct BodyCut {
    std::string name;
    Marker marker;
    bool beyond = true;               // the part lies where the marker's x axis points
    Mat6 frame_share = Mat6::Zero();  // what the part takes of a wrench (force, moment about the marker) on the frame
    InertiaInvariants part;           // with places from the marker
};

/// Immutable after it is made.
struct ElasticBody {
    std::string name;
    InertiaInvariants inertia;
    std::vector<MassPoint> mass_points;  // with geometric stiffening; their Γ is then not in the invariants
    MatX Ke;
    MatX De;
    std::vector<Marker> markers;
    std::vector<std::pair<std::string, Track>> tracks;
    std::vector<BodyCut> cuts;
    std::optional<BeamShapes> beam;                  // for bodies made from a beam: shapes at any place
    std::optional<BeamHold> hold;                    // ... and how it is held
    std::shared_ptr<const BeamSpec> beam_spec;       // ... and what it was made from
    Eigen::Index full_dofs = 0;                      // of the model it was reduced from; 0 for closed-form shapes
    std::vector<std::string> mode_names;             // "bending z 1", ...
    std::shared_ptr<const EstimatorData> estimator;  // for the bound of the reduction's error; may be null

    Eigen::Index modes() const { return Ke.rows(); }
};

/// The marker of a beam at a place x along its axis (orientation of R).
Marker make_beam_marker(const BeamShapes& beam, const std::string& name, double x, const Mat3& R_RM = Mat3::Identity());

/// Undamped eigenfrequencies [rad/s] of the body held in its frame, ascending.
VecX compute_frequencies(const ElasticBody& body);

}  // namespace ritz
