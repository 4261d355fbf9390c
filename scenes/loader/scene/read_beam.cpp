#include "bodies/beam.hpp"

#include <fmt/format.h>

#include "engine/simulation/validity.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/scene/read_body.hpp"
#include "scenes/loader/scene/read_section.hpp"

namespace ritz {
namespace {

BeamLaw read_law_numbers(Reader& object) {
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

BeamLaw read_beam_law(Reader& object) {
    const bool by_section = object.has("section") || object.has("material");
    if (object.has("law")) {
        if (by_section) object.complain("law", "found next to \"section\" or \"material\", which it stands for");
        return read_law_numbers(object);
    }
    const SectionProperties section = read_section(object);
    const Material material = read_material(object.child("material"));
    return make_beam_law(section, material.youngs_modulus, material.poissons_ratio, material.density);
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
    body.markers.add("start");
    body.markers.add("end");
    Reader markers = object.optional_child("markers");
    for (const auto& [name, place] : markers.members()) {
        if (name == "start" || name == "end") {
            place.complain(fmt::format("the marker \"{}\" is always there and cannot be given a place", name));
            continue;
        }
        spec.markers[name] = place.as<double>(is_length_known ? between(0, spec.length) : non_negative());
        body.markers.add(name);
    }
}

}  // namespace

void read_beam(Reader& object, KnownBody& body, SceneContext& scene) {
    const std::size_t before = object.diagnostics().count();
    BeamSpec spec;
    spec.name = body.name;
    spec.length = object.required<double>("length", positive());
    const bool is_length_known = object.diagnostics().count() == before;
    spec.law = read_beam_law(object);
    read_ends(object, spec);
    read_modes(object, spec);
    spec.stiffening = object.optional<bool>("geometric_stiffening", true);
    spec.rotary_inertia = object.optional<bool>("rotary_inertia", false);
    spec.end_shapes = object.optional<bool>("end_shapes", false);
    spec.damping = read_damping(object);
    read_markers(object, body, is_length_known, spec);
    body.is_elastic = true;
    body.modes = count_shapes(spec);
    body.length = spec.length;
    body.tracks = {{"axis", spec.length, false}};
    const ElasticStart start = read_elastic_start(object, body.modes);
    if (object.diagnostics().count() != before) return;
    for (const std::string& odd : find_odd_measures(spec))
        scene.warnings.push_back(fmt::format("body \"{}\": {}", body.name, odd));
    complain_if_thrown(object, [&] {
        scene.builder.add_elastic_body(std::make_shared<const ElasticBody>(make_beam(spec)), start.q, start.q_dot);
        return true;
    });
}

}  // namespace ritz
