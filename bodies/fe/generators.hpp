#pragma once
// Meshes of simple bodies.
#include <array>

#include "bodies/fe/mesh.hpp"

namespace ritz {

struct BoxMeshSpec {
    Vec3 lengths = Vec3::Ones();  // along x, y, z from the origin [m]
    std::array<int, 3> divisions{1, 1, 1};
    ElementType type = ElementType::hex8;  // hex8, hex20, or tet10 (six to a cell)
};
/// Nodes x fastest, then y, then z. Sets of nodes: the faces "x0", "x1", "y0", "y1", "z0", "z1".
Mesh make_box_mesh(const BoxMeshSpec& spec);

/// A plate in the x-y plane of quad4; sets "x0", "x1", "y0", "y1".
Mesh make_plate_mesh(double length, double height, int along, int across);

struct HollowCylinderMeshSpec {
    double inner_radius = 0, wall = 0, length = 0;  // [m]
    int around = 0, through = 1, along = 1;         // numbers of hex8
};
/// The axis is z, from 0. Node i + around (l + (through + 1) k): i around, l outward, k along z; i = 0 at y = 0.
/// Sets: "inner", "outer", "z0", "z1" and the rings "inner_z0", "inner_z1", "outer_z0", "outer_z1".
Mesh make_hollow_cylinder_mesh(const HollowCylinderMeshSpec& spec);

struct FrameMember {
    int start, end;     // indices of points
    int divisions = 1;  // number of beam2
    std::string set;    // element set it belongs to, if any
};
/// The points come first among the nodes, then those inside the members, one member after the other.
Mesh make_beam_frame_mesh(const std::vector<Vec3>& points, const std::vector<FrameMember>& members);

}  // namespace ritz
