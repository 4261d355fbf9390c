#include "bodies/beam.hpp"

#include <fmt/format.h>

#include "scenes/loader/complain_if_thrown.hpp"
#include "scenes/loader/read_body.hpp"

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

BeamLaw read_numbers(Reader& object) {
    Reader law = object.child("law");
    const auto stiffness = [&](const char* key) { return law.optional<double>(key, 0, non_negative()); };
    BeamLaw result;
    result.EA = stiffness("EA");
    result.EIy = stiffness("EIy");
    result.EIz = stiffness("EIz");
    result.GJ = stiffness("GJ");
    result.mass = law.required<double>("mass_per_length", positive());
    result.rho_Iy = stiffness("rho_Iy");
    result.rho_Iz = stiffness("rho_Iz");
    law.finish();
    return result;
}

BeamLaw read_law(Reader& object) {
    const bool by_section = object.has("section") || object.has("material");
    if (object.has("law")) {
        if (by_section) object.complain("law", "found next to \"section\" or \"material\", which it stands for");
        return read_numbers(object);
    }
    const SectionProperties section = read_section(object);
    Reader material = object.child("material");
    const double youngs_modulus = material.required<double>("youngs_modulus", positive());
    const double poissons_ratio = material.optional<double>("poissons_ratio", 0.3, between(-0.99, 0.5));
    const double density = material.required<double>("density", positive());
    material.finish();
    return make_beam_law(section, youngs_modulus, poissons_ratio, density);
}

void read_ends(Reader& object, BeamSpec& spec) {
    const std::vector<std::pair<std::string, RodEnds>> rods = {
        {"fixed-free", RodEnds::fixed_free}, {"fixed-fixed", RodEnds::fixed_fixed}, {"free-free", RodEnds::free_free}};
    spec.ends = object.required_choice<BeamEnds>("ends", {{"pinned-pinned", BeamEnds::pinned_pinned},
                                                          {"clamped-free", BeamEnds::clamped_free},
                                                          {"clamped-clamped", BeamEnds::clamped_clamped},
                                                          {"clamped-pinned", BeamEnds::clamped_pinned},
                                                          {"free-free", BeamEnds::free_free}});
    spec.axial_ends = object.optional_choice("axial_ends", rods, default_axial_ends(spec.ends));
    spec.torsion_ends = object.optional_choice("torsion_ends", rods, default_torsion_ends(spec.ends));
}

void read_modes(Reader& object, BeamSpec& spec) {
    Reader modes = object.child("modes");
    const std::size_t before = modes.diagnostics().count();
    constexpr int most = 100;  // beyond, a beam of Euler and Bernoulli says nothing true any more
    const auto count = [&](const char* key) { return modes.optional<int>(key, 0, between(0, most)); };
    spec.bending_y = count("bending_y");
    spec.bending_z = count("bending_z");
    spec.torsion = count("torsion");
    spec.axial = count("axial");
    modes.finish();
    if (modes && modes.diagnostics().count() == before &&
        spec.bending_y + spec.bending_z + spec.torsion + spec.axial == 0)
        modes.complain("expected at least one mode; a beam that does not bend is a body of type \"rigid\"");
}

void read_markers(Reader& object, KnownBody& body, bool is_length_known, BeamSpec& spec) {
    body.markers = {"start", "end"};
    Reader markers = object.optional_child("markers");
    for (const auto& [name, place] : markers.members()) {
        if (name == "start" || name == "end") {
            place.complain(fmt::format("the marker \"{}\" is always there and cannot be given a place", name));
            continue;
        }
        spec.markers[name] = place.as<double>(is_length_known ? between(0, spec.length) : non_negative());
        body.markers.push_back(name);
    }
}

}  // namespace

void read_beam(Reader& object, KnownBody& body, SceneContext& scene) {
    const std::size_t before = object.diagnostics().count();
    BeamSpec spec;
    spec.name = body.name;
    spec.length = object.required<double>("length", positive());
    const bool is_length_known = object.diagnostics().count() == before;
    spec.law = read_law(object);
    read_ends(object, spec);
    read_modes(object, spec);
    spec.stiffening = object.optional<bool>("geometric_stiffening", true);
    spec.rotary_inertia = object.optional<bool>("rotary_inertia", false);
    spec.damping = read_damping(object);
    read_markers(object, body, is_length_known, spec);
    body.is_elastic = true;
    body.modes = spec.bending_y + spec.bending_z + spec.torsion + spec.axial;
    body.length = spec.length;
    body.tracks = {{"axis", spec.length, false}};
    const ElasticStart start = read_elastic_start(object, body.modes);
    if (object.diagnostics().count() != before) return;
    complain_if_thrown(object, [&] {
        scene.builder.add_elastic_body(std::make_shared<const ElasticBody>(make_beam(spec)), start.q, start.q_dot);
        return true;
    });
}

}  // namespace ritz
