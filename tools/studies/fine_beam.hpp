#pragma once
// The arm as a beam, for bodies by exact modes: the same beam of finite elements, whose frequencies are those of the
// exact modes to some 1e-8, is what they are compared with.
#include "bodies/beam_shapes.hpp"
#include "bodies/fe/structure.hpp"
#include "reduction/reference_frame.hpp"

namespace ritz {

struct FineBeam {
    Structure structure;  // markers start and end, at the ends
    ReferenceFrame frame;
};

/// A bar of steel along x, of a rectangular section.
struct BeamMeasures {
    double length = 1, height = 0.05, thickness = 0.01;  // [m]; height in y
    double youngs_modulus = 2.1e11, density = 7850;
    double area() const { return height * thickness; }
    double inertia_y() const { return height * thickness * thickness * thickness / 12; }   // bending in z
    double inertia_z() const { return thickness * height * height * height / 12; }         // bending in y
    double torsion() const { return 0.291 * height * thickness * thickness * thickness; }  // of a section of 5 to 1
};

FineBeam make_fine_beam(const BeamMeasures& measures, int elements);

/// The exact modes at the unknowns of the elements.
MatX sample_shapes(const FineBeam& beam, const BeamShapes& shapes);

}  // namespace ritz
