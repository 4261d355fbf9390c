#include "scenes/loader/scene/read_section.hpp"

#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/json/limits.hpp"

namespace ritz {
namespace {

enum class SectionKind { rectangle, circle, tube, box, i };

SectionShape read_section_shape(Reader& section) {
    const auto measure = [&](const char* key) { return section.required<double>(key, positive()); };
    switch (section.required_choice<SectionKind>("shape", {{"rectangle", SectionKind::rectangle},
                                                           {"circle", SectionKind::circle},
                                                           {"tube", SectionKind::tube},
                                                           {"box", SectionKind::box},
                                                           {"i", SectionKind::i}})) {
        case SectionKind::rectangle:
            return RectangleSection{measure("width"), measure("height")};
        case SectionKind::circle:
            return CircleSection{measure("diameter")};
        case SectionKind::tube:
            return TubeSection{measure("outer_diameter"), measure("inner_diameter")};
        case SectionKind::box:
            return BoxSection{measure("width"), measure("height"), measure("thickness")};
        case SectionKind::i:
            return ISection{measure("width"), measure("height"), measure("flange_thickness"), measure("web_thickness")};
    }
    return CircleSection{1};
}

}  // namespace

SectionProperties read_section(Reader& object) {
    Reader section = object.child("section");
    if (!section) return {1, 1, 1, 1};
    const std::size_t before = section.diagnostics().count();
    if (!section.has("shape")) {
        const SectionProperties properties{section.required<double>("area", positive()),
                                           section.required<double>("Iy", non_negative()),
                                           section.required<double>("Iz", non_negative()),
                                           section.optional<double>("torsion_constant", 0, non_negative())};
        section.finish();
        return properties;
    }
    const SectionShape shape = read_section_shape(section);
    if (section.diagnostics().count() == before) section.finish();
    if (section.diagnostics().count() != before) return {1, 1, 1, 1};
    return complain_if_thrown(section, [&] { return compute_section(shape); }).value_or(SectionProperties{1, 1, 1, 1});
}

Material read_material(Reader object) {
    Material material;
    material.youngs_modulus = object.required<double>("youngs_modulus", modulus_range());
    material.poissons_ratio = object.optional<double>("poissons_ratio", 0.3, poisson_range());
    material.density = object.required<double>("density", density_range());
    object.finish();
    return material;
}

}  // namespace ritz
