#pragma once
// Chains for the benchmark: links of 1 m, pinned about z, hanging from the origin along x.
#include <cmath>
#include <memory>
#include <string>

#include "bodies/beam.hpp"
#include "engine/system/spec/builder.hpp"

namespace ritz::bench {

inline JointSpec pin(int i) {
    JointSpec joint;
    joint.name = "pin" + std::to_string(i);
    joint.type = JointType::revolute;
    joint.position = VecX::Constant(1, 0.1 * std::sin(i));
    joint.rate = VecX::Constant(1, 0.2 * std::cos(i));
    joint.child.body = "link" + std::to_string(i);
    if (i > 1) joint.parent.body = "link" + std::to_string(i - 1);
    return joint;
}

/// The rigid chain of the reference data: 1 kg, solid cylinders of radius 0.02 m.
inline ModelBuilder::Result rigid_chain(int links) {
    ModelBuilder builder(Vec3(0, -9.81, 0));
    const double r = 0.02, l = 1;
    const double J = (3 * r * r + l * l) / 12;
    for (int i = 1; i <= links; ++i) {
        JointSpec joint = pin(i);
        builder.add_rigid_body(joint.child.body,
                               make_rigid_inertia(1, Vec3(0.5, 0, 0), Vec3(0.5 * r * r, J, J).asDiagonal()));
        if (i > 1) joint.parent.offset.p = Vec3(1, 0, 0);
        builder.add_joint(joint);
    }
    return builder.finish();
}

/// Steel strips with six modes each, or a multiple of them; geometric stiffening on or off.
inline ModelBuilder::Result elastic_chain(int links, bool stiffening, int sixes = 1) {
    ModelBuilder builder(Vec3(0, -9.81, 0));
    for (int i = 1; i <= links; ++i) {
        BeamSpec spec;
        spec.name = "link" + std::to_string(i);
        spec.length = 1;
        spec.law = make_beam_law(compute_section(RectangleSection{0.02, 0.02}), 2.1e11, 0.3, 7850);
        spec.bending_y = 2 * sixes;
        spec.bending_z = 2 * sixes;
        spec.torsion = sixes;
        spec.axial = sixes;
        spec.stiffening = stiffening;
        builder.add_elastic_body(std::make_shared<const ElasticBody>(make_beam(spec)));
        JointSpec joint = pin(i);
        joint.child.marker = "start";
        if (i > 1) joint.parent.marker = "end";
        builder.add_joint(joint);
    }
    return builder.finish();
}

}  // namespace ritz::bench
