#include "bodies/fe/fe_properties.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bodies/fe/fe_faults.hpp"

namespace ritz {
namespace {

void append(std::vector<FeFault>& faults, const FeSubject& subject, const std::vector<std::string>& more) {
    for (const std::string& what : more) faults.push_back({subject, what});
}

std::vector<std::string> find_beam_faults(const BeamProperties& beam) {
    std::vector<std::string> faults;
    const auto require = [&](double value, const char* what) {
        if (!(value > 0) || !std::isfinite(value))
            faults.push_back(fmt::format("the {} must be positive, not {}", what, value));
    };
    require(beam.section.area, "area");
    require(beam.section.Iy, "second moment Iy");
    require(beam.section.Iz, "second moment Iz");
    require(beam.section.torsion_constant, "torsion constant");
    if (beam.theory == BeamTheory::timoshenko) {
        require(beam.shear_factor_y, "shear factor of y");
        require(beam.shear_factor_z, "shear factor of z");
    }
    if (beam.z_direction && !(beam.z_direction->norm() > 0 && beam.z_direction->allFinite()))
        faults.push_back("the z direction must be a vector other than zero");
    return faults;
}

/// Gives the elements of each named set what the set says; unknown names are faults.
template <class Value, class Assign>
void visit_sets(const Mesh& mesh, FePart part, const std::map<std::string, Value>& by_set, std::vector<FeFault>& faults,
                Assign assign) {
    std::vector<std::string> known;
    for (const auto& [name, elements] : mesh.element_sets) known.push_back(name);
    for (const auto& [name, value] : by_set) {
        const auto found = mesh.element_sets.find(name);
        if (found == mesh.element_sets.end()) {
            faults.push_back(
                {{part, name}, fmt::format("the mesh has no element set \"{}\"{}", name, suggest(name, known))});
            continue;
        }
        for (int element : found->second) assign(static_cast<std::size_t>(element), value);
    }
}

/// What an element still lacks, "" if nothing.
std::string find_missing(ElementType type, const ElementProperties& p) {
    if (!p.material) return "no material";
    if (type == ElementType::beam2 && !p.beam) return "no beam section";
    if (type == ElementType::quad4 && !(p.thickness > 0 && std::isfinite(p.thickness)))
        return fmt::format("a thickness of {} m, expected a positive one", p.thickness);
    return {};
}

}  // namespace

std::vector<ElementProperties> find_element_properties(const Mesh& mesh, const FeProperties& properties) {
    std::vector<FeFault> faults;
    // A default material that was never filled in is no material, not a wrong one.
    const bool has_default = properties.material.youngs_modulus != 0 || properties.material.density != 0;
    if (has_default) append(faults, {FePart::material}, find_faults(properties.material));
    for (const auto& [name, material] : properties.materials)
        append(faults, {FePart::material, name}, find_faults(material));
    if (properties.beam) append(faults, {FePart::beam}, find_beam_faults(*properties.beam));
    for (const auto& [name, beam] : properties.beams) append(faults, {FePart::beam, name}, find_beam_faults(beam));

    std::vector<ElementProperties> result(mesh.elements.size(),
                                          {has_default ? &properties.material : nullptr,
                                           properties.beam ? &*properties.beam : nullptr, properties.thickness});
    visit_sets(mesh, FePart::material, properties.materials, faults,
               [&](std::size_t e, const Material& material) { result[e].material = &material; });
    visit_sets(mesh, FePart::beam, properties.beams, faults,
               [&](std::size_t e, const BeamProperties& beam) { result[e].beam = &beam; });
    for (std::size_t e = 0; e < result.size(); ++e) {
        const std::string missing = find_missing(mesh.elements[e].type, result[e]);
        if (missing.empty()) continue;
        faults.push_back(
            {{}, fmt::format("element {} ({}) has {}", mesh.elements[e].id, name_of(mesh.elements[e].type), missing)});
        break;  // one is enough: the others lack the same
    }
    throw_if_any(faults);
    return result;
}

}  // namespace ritz
