#pragma once
// From a beam's section, material and wanted modes to an elastic body.
#include <map>
#include <string>

#include "bodies/damping.hpp"
#include "bodies/elastic_body.hpp"
#include "bodies/section.hpp"

namespace ritz {

/// Stiffnesses and masses per length; what a beam is to the mechanics.
struct BeamLaw {
    double EA = 0;            // [N]
    double EIy = 0, EIz = 0;  // [N m²] bending in z, bending in y
    double GJ = 0;            // [N m²]
    double mass = 0;          // μ [kg/m]
    double rho_Iy = 0;        // ρ Iy [kg m], mass moment ∫ z² dm per length
    double rho_Iz = 0;        // ρ Iz [kg m]

    bool operator==(const BeamLaw&) const = default;
};
BeamLaw make_beam_law(const SectionProperties& section, double youngs_modulus, double poissons_ratio, double density);

struct BeamSpec {
    std::string name;
    double length = 0;
    BeamLaw law;
    BeamEnds ends = BeamEnds::clamped_free;
    RodEnds axial_ends = RodEnds::fixed_free;
    RodEnds torsion_ends = RodEnds::fixed_free;
    int bending_y = 0, bending_z = 0, torsion = 0, axial = 0;  // numbers of modes
    bool stiffening = true;
    bool rotary_inertia = false;  // of the sections in bending (Rayleigh beam)
    bool end_shapes = false;      // static shapes of loads at the free ends, for every kind of motion with modes
    Damping damping = ModalDamping{};
    std::map<std::string, double> markers;  // name -> x [m]; "start" and "end" are always there

    bool operator==(const BeamSpec&) const = default;
};

/// How a rod's ends move when nothing else is said: e.g. clamped-free -> fixed-free.
RodEnds default_axial_ends(BeamEnds ends);
RodEnds default_torsion_ends(BeamEnds ends);

/// Modes and end shapes.
int count_shapes(const BeamSpec& spec);

/// The inertia of a beam with any shapes, foreshortening by points of the axis.
void add_beam_inertia(const BeamSpec& spec, const BeamShapes& shapes, ElasticBody& body);

/// Throws InputError with every reason why the numbers make no beam.
/// Shapes are mass-normalised; equal frequencies (square sections) are all kept. The track is named "axis".
ElasticBody make_beam(const BeamSpec& spec);

}  // namespace ritz
