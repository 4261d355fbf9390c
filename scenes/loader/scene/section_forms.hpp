#pragma once
// What beams and finite elements are made of.
#include "bodies/fe/material.hpp"
#include "bodies/section.hpp"
#include "scenes/loader/json/form.hpp"

namespace ritz {

/// The member "section" of an object that is only read and described: a shape with its measures, or area and moments.
void fill_section(Form& form, SectionProperties& section, bool is_required = true);
Json describe_section();
/// The members of the material itself.
void fill_material(Form& form, Material& material);
Json describe_material();

}  // namespace ritz
