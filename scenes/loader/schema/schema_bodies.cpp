#include "scenes/loader/json/limits.hpp"
#include "scenes/loader/schema/schema_parts.hpp"

namespace ritz::schema {
namespace {

Json make_section() {
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

Json make_law() {
    return object("stiffnesses and masses per length, instead of section and material; 0 if left out",
                  {{"EA", non_negative("[N]")},
                   {"EIy", non_negative("bending in z [N m²]")},
                   {"EIz", non_negative("bending in y [N m²]")},
                   {"GJ", non_negative("torsion [N m²]")},
                   {"mass_per_length", positive("[kg/m]")},
                   {"rho_Iy", non_negative("∫ z² dm per length [kg m]")},
                   {"rho_Iz", non_negative("∫ y² dm per length [kg m]")}},
                  {"mass_per_length"});
}

Json make_damping() {
    return one_of(
        {object("the same ratio for every mode", {{"modal", non_negative("Lehr's damping ratio D")}}, {"modal"}),
         object("Rayleigh damping",
                {{"alpha", non_negative("times the mass [1/s]")}, {"beta", non_negative("times the stiffness [s]")}})},
        "of the elastic coordinates; none if left out");
}

Json make_initial() {
    return object("elastic coordinates at the start; zero if left out",
                  {{"q", vector(-1, "one for each mode")}, {"q_dot", vector(-1, "[1/s]")}});
}

Json make_beam() {
    const std::vector<std::string> rods = {"fixed-free", "fixed-fixed", "free-free"};
    Json places{{"type", "object"},
                {"description", "names of places x along the beam [m]; start and end are always there"}};
    places["additionalProperties"] = non_negative("[m]");
    return object(
        "a straight uniform beam along x, by its closed-form modes",
        {{"type", constant("beam")},
         {"length", positive("[m]")},
         {"section", see("section")},
         {"material", object("",
                             {{"youngs_modulus", within(modulus_range(), "[Pa]")},
                              {"poissons_ratio", within(poisson_range(), "0.3 if left out")},
                              {"density", within(density_range(), "[kg/m³]")}},
                             {"youngs_modulus", "density"})},
         {"law", see("beam_law")},
         {"ends", choice({"pinned-pinned", "clamped-free", "clamped-clamped", "clamped-pinned", "free-free"},
                         "how the bending modes are held: this is also how the beam hangs in its floating frame")},
         {"axial_ends", choice(rods, "of the axial modes; follows from ends if left out")},
         {"torsion_ends", choice(rods, "of the torsion modes; follows from ends if left out")},
         {"modes", object("numbers of modes; 0 if left out", {{"bending_y", count(0, "bending in y")},
                                                              {"bending_z", count(0, "bending in z")},
                                                              {"torsion", count(0, "about x")},
                                                              {"axial", count(0, "along x")}})},
         {"damping", see("damping")},
         {"geometric_stiffening", flag("bending shortens the beam; true if left out")},
         {"rotary_inertia", flag("of the sections in bending (Rayleigh); false if left out")},
         {"end_shapes", flag("also the static shapes of loads at the free ends; false if left out")},
         {"markers", places},
         {"initial", see("elastic_start")}},
        {"type", "length", "ends", "modes"});
}

Members rigid_places() { return {{"markers", see("rigid_markers")}, {"tracks", see("rigid_tracks")}}; }

Json make_inertia(const std::string& description) {
    return any_of({vector(3, "Ixx, Iyy, Izz"), list_of(vector(3, ""), 3, "the symmetric matrix")}, description);
}

Json make_rigid() {
    return object("a rigid body by numbers",
                  joined({{{"type", constant("rigid")},
                           {"mass", positive("[kg]")},
                           {"center", vector(3, "of mass, in the body's frame [m]; its origin if left out")},
                           {"inertia", make_inertia("about the centre of mass [kg m²]; a point mass if left out")}},
                          rigid_places()}),
                  {"type", "mass"});
}

Json make_solid() {
    const Json shape = one_of(
        {object("", {{"box", list_of(positive(""), 3, "edges along x, y, z [m]")}}, {"box"}),
         object("",
                {{"cylinder",
                  object("along z", {{"radius", positive("[m]")}, {"length", positive("[m]")}}, {"radius", "length"})}},
                {"cylinder"}),
         object("", {{"sphere", object("", {{"radius", positive("[m]")}}, {"radius"})}}, {"sphere"})},
        "a solid about its centre");
    return object(
        "a rigid body by its shape",
        joined({{{"type", constant("rigid")},
                 {"shape", shape},
                 {"density", positive("[kg/m³], or mass")},
                 {"mass", positive("[kg], or density")},
                 {"position", vector(3, "of the shape's centre in the body's frame [m]")}},
                with_degrees("rotation", vector(3, ""), "of the shape in the body's frame, rotation vector [rad]"),
                rigid_places()}),
        {"type", "shape"});
}

Json make_elastic() {
    const Json marker = object("",
                               joined({{{"position", vector(3, "undeformed [m]")}},
                                       with_degrees("rotation", vector(3, ""), "undeformed, rotation vector [rad]"),
                                       {{"phi", matrix("displacement by each mode, 3 rows of n")},
                                        {"psi", matrix("rotation by each mode, 3 rows of n; zero if left out")}}}),
                               {"phi"});
    const Json track = object("",
                              {{"points", list_of(vector(3, ""), -1, "undeformed [m]")},
                               {"phi", list_of(matrix(""), -1, "displacement by each mode at each point, 3 rows of n")},
                               {"psi", list_of(matrix(""), -1, "rotation by each mode at each point, 3 rows of n")},
                               {"closed", flag("whether the last point joins the first; false if left out")},
                               {"up", vector(3, "keeps the frame's z axis near; [0, 0, 1] if left out")}},
                              {"points"});
    return object("an elastic body by its matrices, with n modes in its floating frame",
                  {{"type", constant("elastic")},
                   {"mass", positive("[kg]")},
                   {"center", vector(3, "of mass, undeformed [m]; the origin if left out")},
                   {"inertia", make_inertia("about the origin of the floating frame [kg m²]")},
                   {"Ct", matrix("(∫ Φ dm)ᵀ, n rows of 3")},
                   {"P", list_of(list_of(vector(-1, ""), 3, ""), 3, "P_ab = ∫ c_a φ_b dm, 3 rows of 3 lists of n")},
                   {"Cr0", matrix("∫ c~ Φ dm, 3 rows of n, where P is not known")},
                   {"Q", list_of(list_of(matrix(""), 3, ""), 3, "Q_ab = ∫ φ_a φ_bᵀ dm, 3 rows of 3 matrices")},
                   {"Me", matrix("modal mass, n rows of n, where Q is not known")},
                   {"Ke", matrix("modal stiffness, n rows of n")},
                   {"De", matrix("modal damping, n rows of n, or damping")},
                   {"damping", see("damping")},
                   {"markers", named(marker, "frames on the body")},
                   {"tracks", named(track, "curves on the body")},
                   {"initial", see("elastic_start")}},
                  {"type", "mass", "inertia", "Ct", "Ke"});
}

Json make_file() {
    return object(
        "an elastic body from a file, with its markers and tracks",
        {{"type", constant("file")},
         {"file", text("a Ritz body file, Standard Input Data or a model to be reduced, relative to the scene")},
         {"reduction", text("which of the reductions of a model")},
         {"damping", see("damping")},
         {"initial", see("elastic_start")}},
        {"type", "file"});
}

}  // namespace

void define_bodies(Json& definitions) {
    definitions["section"] = make_section();
    definitions["beam_law"] = make_law();
    definitions["damping"] = make_damping();
    definitions["elastic_start"] = make_initial();
    definitions["rigid_markers"] = named(pose(), "frames on the body", "pose");
    definitions["rigid_tracks"] = named(rigid_track(), "curves on the body", "rigid_track");
    definitions["body"] = one_of({make_beam(), make_rigid(), make_solid(), make_elastic(), make_file()});
    definitions["bodies"] = named(definitions["body"], "what moves", "body");
}

}  // namespace ritz::schema
