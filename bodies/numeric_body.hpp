#pragma once
// An elastic body given by its matrices, as another program or a paper prints them.
#include <optional>
#include <string>
#include <vector>

#include "bodies/damping.hpp"
#include "bodies/elastic_body.hpp"

namespace ritz {

/// A curve through points of the body, with its shapes at every point (none for a body without modes).
struct NumericTrackSpec {
    std::string name;
    Mat3X points;            // 3 x k [m]
    std::vector<Mat3X> phi;  // k times 3 x n
    std::vector<Mat3X> psi;  // k times 3 x n
    bool closed = false;
    Vec3 up = Vec3::UnitZ();
};

/// A plane through a marker, across its x axis, and the mass integrals of the body on one side of it.
struct NumericCutSpec {
    std::string name, marker;
    bool beyond = true;               // the part lies where the marker's x axis points
    Mat6 frame_share = Mat6::Zero();  // what the part takes of a wrench (force, moment about the marker) on the frame
    MassIntegrals part;               // with places from the marker, P and Q, without foreshortening
};

/// The modes must not contain rigid motions: Ke is positive definite (theory §1, reference frame).
/// Where P is not known, Cr0 is given instead, and J1 = 0; where Q is not known, Me is given instead, and N = 0, J2 =
/// 0: the body then lacks the terms of the inertia that change with q.
struct NumericBodySpec {
    std::string name;
    MassIntegrals integrals;
    std::optional<Mat3X> Cr0;  // ∫ c~ Φ dm, instead of P
    std::optional<MatX> Me;    // ∫ Φᵀ Φ dm, instead of Q
    MatX Ke;
    std::optional<MatX> De;            // if given, damping is not used
    Damping damping = ModalDamping{};  // otherwise
    std::vector<Marker> markers;
    std::vector<NumericTrackSpec> tracks;
    std::vector<NumericCutSpec> cuts;
    std::vector<std::string> mode_names;  // none: "mode 1", ...
    Eigen::Index full_dofs = 0;           // of the model it was reduced from, if known
};

/// Throws InputError with everything that is wrong, each sentence naming the matrix.
ElasticBody make_numeric_body(const NumericBodySpec& spec);

/// [m, m c~ᵀ, S; m c~, J0, Cr0; Sᵀ, Cr0ᵀ, Me]: the mass matrix of (v, ω, q') at q = 0, [FlexibleBodies] (9).
MatX compute_mass_matrix_at_rest(const InertiaInvariants& inertia);

}  // namespace ritz
