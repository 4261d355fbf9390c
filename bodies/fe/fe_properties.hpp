#pragma once
// What a mesh is made of: materials, beam sections, thickness.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bodies/fe/material.hpp"
#include "bodies/fe/mesh.hpp"
#include "bodies/section.hpp"

namespace ritz {

enum class BeamTheory : std::uint8_t { euler, timoshenko };

struct BeamProperties {
    SectionProperties section;
    BeamTheory theory = BeamTheory::euler;
    double shear_factor_y = 5.0 / 6, shear_factor_z = 5.0 / 6;  // κ of shear along y and z; Timoshenko only
    bool rotary_inertia = true;                                 // of the sections in bending
    /// A direction beside the axis that shows where the section's z (its height) points. Without it z is as near to
    /// the global z as it can be; on members along the global z it is the global y.
    std::optional<Vec3> z_direction = {};
};

struct FeProperties {
    Material material;                            // of every element that no set below names
    std::map<std::string, Material> materials;    // by element set
    std::optional<BeamProperties> beam;           // of every beam2 that no set below names
    std::map<std::string, BeamProperties> beams;  // by element set
    double thickness = 0;                         // of quad4 [m]
};

/// The properties of one element. Views into the FeProperties they were found in.
struct ElementProperties {
    const Material* material;
    const BeamProperties* beam;  // nullptr unless beam2
    double thickness;
};

/// One for each element; throws FeError naming unknown sets, impossible numbers and what is missing.
std::vector<ElementProperties> find_element_properties(const Mesh& mesh, const FeProperties& properties);

}  // namespace ritz
