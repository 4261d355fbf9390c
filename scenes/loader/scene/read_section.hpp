#pragma once
// What beams and finite elements are made of.
#include "bodies/fe/material.hpp"
#include "bodies/section.hpp"
#include "scenes/loader/json/json_reader.hpp"

namespace ritz {

/// The member "section" of an object: a shape with its measures, or area and moments.
SectionProperties read_section(Reader& object);
/// The reader stands at the material itself.
Material read_material(Reader object);

}  // namespace ritz
