#pragma once
// A finite element model made ready for reduction: supports removed, rigid markers (RBE2) condensed to their six master
// unknowns, and every marker and track expressed by the unknowns that are left.
//   u_full = T u,   K = Tᵀ K_full T,  M = Tᵀ M_full T,   motion of a marker = C_m u,  loads enter by C_mᵀ
#include <optional>
#include <string>
#include <vector>

#include "bodies/damping.hpp"
#include "bodies/fe/fe_model.hpp"
#include "core/rotation.hpp"

namespace ritz {

enum class MarkerKind {
    rbe2,  // its nodes move rigidly with it
    rbe3,  // it follows the weighted mean motion of its nodes
    node   // it sits on one node; the rotation is that of the node or, without rotations, of its neighbourhood
};

struct FeMarkerSpec {
    std::string name;
    MarkerKind kind = MarkerKind::rbe3;
    std::vector<int> nodes;      // indices
    std::optional<Vec3> origin;  // the mean place of the nodes if not given
    Mat3 R_RM = Mat3::Identity();
    bool equal_weights = false;  // RBE3: otherwise weighted by the mass that the nodes carry
};

/// A track through the nodes in this order.
struct FeTrackSpec {
    std::string name;
    std::vector<int> nodes;
    bool closed = false;
    Vec3 up = Vec3::UnitZ();
};

struct FeInterface {
    FeMarkerSpec spec;
    Vec3 origin = Vec3::Zero();
    SparseMat motion;  // 6 x unknowns: displacement, then rotation, in the axes of R
    /// RBE2: its six unknowns, none out of the plane of a plane model; empty for other kinds.
    std::vector<std::optional<int>> masters;
};

struct FeTrack {
    FeTrackSpec spec;
    SparseMat motion;  // six rows for each node of the path, as above
};

/// A plane through a marker, across its x axis.
struct FeCutSpec {
    std::string name;
    int marker = 0;
};

/// The part of the model on one side of it.
struct FeCut {
    FeCutSpec spec;
    VecX weights;        // of the nodes: 1 in the part, 0 outside, ½ on the plane
    bool beyond = true;  // the part lies where the marker's x axis points
};

struct StructureSpec {
    std::vector<int> fixed_dofs;  // equations of the model that are held at zero: the body is supported
    std::vector<FeMarkerSpec> markers;
    std::vector<FeTrackSpec> tracks;
    std::vector<FeCutSpec> cuts;
    RayleighDamping rayleigh{0, 0};  // D = α M + β K, added to the model's own D
};

struct Structure {
    FeModel model;                            // without K and D, which live on below
    SparseMat T;                              // full dofs x unknowns
    SparseMat K, M, D;                        // the pattern of K holds those of M and D
    std::optional<RayleighDamping> rayleigh;  // where D is nothing else
    MatX rigid_modes;                         // unknowns x 6 (fewer for planar models, none for supported ones)
    std::vector<FeInterface> markers;
    std::vector<FeTrack> tracks;
    std::vector<FeCut> cuts;

    Eigen::Index size() const { return K.rows(); }
};

/// The six rigid motions of the unknowns: translations, and rotations about a point.
MatX make_unknown_rigid_modes(const Structure& structure, const Vec3& about = Vec3::Zero());

/// Throws FeError (fe_faults.hpp) with everything that is wrong with the markers and tracks, or with a cut.
Structure make_structure(FeModel model, const StructureSpec& spec);

}  // namespace ritz
