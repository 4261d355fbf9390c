// What scenes and models say in the same words: sections, materials, damping.
#include "scenes/loader/json/limits.hpp"
#include "scenes/loader/schema/schema_parts.hpp"

namespace ritz::schema {

Json describe_section() {
    const auto shape = [](const std::string& name, const std::string& description,
                          const std::vector<std::string>& measures) {
        Members members = {{"shape", constant(name)}};
        std::vector<std::string> required = {"shape"};
        for (const std::string& measure : measures) {
            members.emplace_back(measure, positive("[m]"));
            required.push_back(measure);
        }
        return object(description, members, required);
    };
    return one_of(
        {shape("rectangle", "width along y, height along z", {"width", "height"}),
         shape("circle", "solid", {"diameter"}), shape("tube", "hollow circle", {"outer_diameter", "inner_diameter"}),
         shape("box", "hollow rectangle, outer measures", {"width", "height", "thickness"}),
         shape("i", "flanges at top and bottom, web along z, outer measures",
               {"width", "height", "flange_thickness", "web_thickness"}),
         object("by numbers",
                {{"area", positive("[m²]")},
                 {"Iy", non_negative("∫ z² dA, bending in z [m⁴]")},
                 {"Iz", non_negative("∫ y² dA, bending in y [m⁴]")},
                 {"torsion_constant", non_negative("St Venant [m⁴]; 0 if left out")}},
                {"area", "Iy", "Iz"})},
        "the cross section");
}

Json describe_material() {
    return object("",
                  {{"youngs_modulus", within(modulus_range(), "[Pa]")},
                   {"poissons_ratio", within(poisson_range(), "0.3 if left out")},
                   {"density", within(density_range(), "[kg/m³]")}},
                  {"youngs_modulus", "density"});
}

Json describe_damping() {
    return one_of(
        {object("the same ratio for every mode", {{"modal", non_negative("Lehr's damping ratio D")}}, {"modal"}),
         object("Rayleigh damping",
                {{"alpha", non_negative("times the mass [1/s]")}, {"beta", non_negative("times the stiffness [s]")}})},
        "of the elastic coordinates; none if left out");
}

}  // namespace ritz::schema
