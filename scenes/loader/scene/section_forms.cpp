#include "scenes/loader/scene/section_forms.hpp"

#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/json/form_kinds.hpp"
#include "scenes/loader/json/limits.hpp"

namespace ritz {
namespace {

constexpr SectionProperties harmless_section{1, 1, 1, 1};

void fill_numbers(Form& form, SectionProperties& section) {
    form.required("area", section.area, positive(), "[m²]");
    form.required("Iy", section.Iy, non_negative(), "∫ z² dA, bending in z [m⁴]");
    form.required("Iz", section.Iz, non_negative(), "∫ y² dA, bending in y [m⁴]");
    form.optional("torsion_constant", section, &SectionProperties::torsion_constant, non_negative(), "St Venant [m⁴]");
}

void fill_measure(Form& form, const char* key, double& value) { form.required(key, value, positive(), "[m]"); }

void fill_measures(Form& form, RectangleSection& shape) {
    fill_measure(form, "width", shape.width);
    fill_measure(form, "height", shape.height);
}

void fill_measures(Form& form, CircleSection& shape) { fill_measure(form, "diameter", shape.diameter); }

void fill_measures(Form& form, TubeSection& shape) {
    fill_measure(form, "outer_diameter", shape.outer_diameter);
    fill_measure(form, "inner_diameter", shape.inner_diameter);
}

void fill_measures(Form& form, BoxSection& shape) {
    fill_measure(form, "width", shape.width);
    fill_measure(form, "height", shape.height);
    fill_measure(form, "thickness", shape.thickness);
}

void fill_measures(Form& form, ISection& shape) {
    fill_measure(form, "width", shape.width);
    fill_measure(form, "height", shape.height);
    fill_measure(form, "flange_thickness", shape.flange_thickness);
    fill_measure(form, "web_thickness", shape.web_thickness);
}

template <class Shape>
FormKind make_kind(const std::string& name, const std::string& words, SectionShape& shape) {
    return {name, words, [&shape](Form& form) {
                Shape measures{};
                fill_measures(form, measures);
                shape = measures;
            }};
}

bool fill_shape(Form& form, SectionShape& shape) {
    return fill_kind_named(
        form, "shape",
        {make_kind<RectangleSection>("rectangle", "width along y, height along z", shape),
         make_kind<CircleSection>("circle", "solid", shape), make_kind<TubeSection>("tube", "hollow circle", shape),
         make_kind<BoxSection>("box", "hollow rectangle, outer measures", shape),
         make_kind<ISection>("i", "flanges at top and bottom, web along z, outer measures", shape)});
}

SectionProperties read_section(Reader section) {
    SectionProperties properties = harmless_section;
    if (!section) return properties;
    Form form(section);
    if (!form.has("shape")) {
        fill_numbers(form, properties);
        form.finish();
        return properties;
    }
    const std::size_t before = form.complaints();
    SectionShape shape = CircleSection{1};
    fill_shape(form, shape);
    if (form.complaints() == before) form.finish();
    if (form.complaints() != before) return properties;
    return complain_if_thrown(section, [&] { return compute_section(shape); }).value_or(properties);
}

}  // namespace

void fill_section(Form& form, SectionProperties& section, bool is_required) {
    form.member("section", is_required, schema::see("section"),
                [&](Reader& reader) { section = read_section(reader.child("section")); });
}

Json describe_section() {
    FormDescription description;
    Form form(description);
    SectionShape shape;
    fill_shape(form, shape);
    SectionProperties section;
    description.alternatives.push_back(
        Form::describe_object("by numbers", [&](Form& inner) { fill_numbers(inner, section); }));
    return description.make_schema("the cross section");
}

void fill_material(Form& form, Material& material) {
    form.required("youngs_modulus", material.youngs_modulus, modulus_range(), "[Pa]");
    form.optional("poissons_ratio", material, &Material::poissons_ratio, poisson_range(), "");
    form.required("density", material.density, density_range(), "[kg/m³]");
    form.finish();
}

Json describe_material() {
    Material material;
    return Form::describe_object("", [&](Form& form) { fill_material(form, material); });
}

}  // namespace ritz
