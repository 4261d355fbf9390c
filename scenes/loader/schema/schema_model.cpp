#include "scenes/loader/json/limits.hpp"
#include "scenes/loader/schema/schema.hpp"
#include "scenes/loader/schema/schema_parts.hpp"

namespace ritz {
namespace {

using namespace schema;

Json file(const std::string& description) { return text(description + ", relative to the model"); }

/// {"key": value} and nothing else that says where the elements come from.
Json source(const std::string& key, Json value, bool takes_units, bool takes_position) {
    Members members = {{key, std::move(value)}};
    if (takes_units) members.emplace_back("units", see("units"));
    if (takes_position) members.emplace_back("position", list_of(within(place_range(), ""), 3, "shifts the mesh [m]"));
    return object("", members, {key});
}

Json make_matrix_sources() {
    const Json K = file("the stiffness matrix"), M = file("the mass matrix"), D = file("the damping matrix");
    const Json mapping = file("equation, node and direction of each row");
    return one_of(
        {source("calculix",
                object("matrix storage of CalculiX",
                       {{"stiffness", file("job.sti")},
                        {"mass", file("job.mas")},
                        {"dofs", file("job.dof")},
                        {"nodes", file("the deck job.inp, or job.frd")}},
                       {"stiffness", "mass", "dofs", "nodes"}),
                true, false),
         source(
             "abaqus",
             object("*MATRIX GENERATE of Abaqus",
                    {{"stiffness", K}, {"mass", M}, {"nodes", file("the deck")}, {"damping", D}, {"mapping", mapping}},
                    {"stiffness", "mass", "nodes"}),
             true, false),
         source(
             "ansys",
             object("matrices of Ansys in Matrix Market form",
                    {{"stiffness", K}, {"mass", M}, {"mapping", mapping}, {"nodes", file("a table")}, {"damping", D}},
                    {"stiffness", "mass", "mapping", "nodes"}),
             true, false),
         source("matrix_market",
                object("matrices of any program in Matrix Market form",
                       {{"stiffness", K},
                        {"mass", file("the mass matrix, or \"identity\"")},
                        {"damping", D},
                        {"nodes", file("a table, a deck or a mesh")},
                        {"mapping", mapping}},
                       {"stiffness", "mass"}),
                true, false)});
}

Json make_meshes() {
    const Json member = object("",
                               {{"start", count(0, "a point, from 0")},
                                {"end", count(0, "a point, from 0")},
                                {"divisions", count(1, "number of elements; 1 if left out")},
                                {"set", text("element set it belongs to")}},
                               {"start", "end"});
    return one_of(
        {source("mesh", file("an .inp deck of Abaqus or CalculiX, or Gmsh's .msh"), true, true),
         source("box",
                object("from the origin; faces x0, x1, y0, y1, z0, z1",
                       {{"lengths", list_of(within(length_range(), ""), 3, "along x, y, z [m]")},
                        {"divisions", list_of(count(1, ""), 3, "numbers of elements along x, y, z")},
                        {"element", choice({"hex8", "hex20", "tet10"}, "hex8 if left out")}},
                       {"lengths", "divisions"}),
                false, true),
         source("hollow_cylinder",
                object("hex8 about z, from z = 0; sets inner, outer, z0, z1, inner_z0, inner_z1, outer_z0, outer_z1",
                       {{"inner_radius", within(length_range(), "[m]")},
                        {"wall", within(length_range(), "[m]")},
                        {"length", within(length_range(), "[m]")},
                        {"around", count(3, "number of elements")},
                        {"through", count(1, "number of elements; 1 if left out")},
                        {"along", count(1, "number of elements")}},
                       {"inner_radius", "wall", "length", "around", "along"}),
                false, true),
         source("plate",
                object("quad4 in the x-y plane; edges x0, x1, y0, y1",
                       {{"length", within(length_range(), "along x [m]")},
                        {"height", within(length_range(), "along y [m]")},
                        {"along", count(1, "number of elements along x")},
                        {"across", count(1, "number of elements along y")}},
                       {"length", "height", "along", "across"}),
                false, true),
         source("beam_frame",
                object("beams between points",
                       {{"points",
                         list_of(list_of(within(place_range(), ""), 3, ""), -1, "[m]; the first nodes, in this order")},
                        {"members", list_of(member, -1, "straight, each of several beam2")}},
                       {"points", "members"}),
                false, true)});
}

Json make_material() {
    return object("",
                  {{"youngs_modulus", within(modulus_range(), "[Pa]")},
                   {"poissons_ratio", within(poisson_range(), "0.3 if left out")},
                   {"density", within(density_range(), "[kg/m³]")}},
                  {"youngs_modulus", "density"});
}

Json make_beam_properties() {
    return object("of beam elements",
                  {{"section", see("section")},
                   {"theory", choice({"euler", "timoshenko"}, "euler if left out")},
                   {"shear_factor_y", positive("timoshenko; 5/6 if left out")},
                   {"shear_factor_z", positive("timoshenko; 5/6 if left out")},
                   {"rotary_inertia", flag("of the sections in bending; true if left out")},
                   {"z_direction", vector(3, "where the section's height points; as near to z as can be if left out")}},
                  {"section"});
}

Json make_node_set() {
    const Json box = object("", {{"min", vector(3, "[m]")}, {"max", vector(3, "[m]")}}, {"min", "max"});
    return object("all nodes that its members name; with a box, those of them inside it",
                  {{"nodes", list_of(count(1, ""), -1, "numbers")},
                   {"ranges", list_of(list_of(count(1, ""), -1, "first, last, step"), -1, "of numbers")},
                   {"sets", list_of(text(""), -1, "other sets")},
                   {"near", vector(3, "the node, or nodes, nearest to this place [m]")},
                   {"count", count(1, "how many of them; 1 if left out")},
                   {"radius", positive("all nearer than this instead [m]")},
                   {"box", box}});
}

void define_parts(Json& definitions) {
    definitions["nodes"] = any_of({text("the name of a set, of the mesh or of node_sets"),
                                   list_of(count(1, ""), -1, "numbers"), see("node_set")});
    definitions["support"] =
        object("nodes that are held",
               {{"nodes", see("nodes")},
                {"components", list_of(choice({"x", "y", "z", "rx", "ry", "rz"}, ""), -1, "all of them if left out")}},
               {"nodes"});
    definitions["marker"] =
        object("where joints and forces take hold",
               joined({{{"type", choice({"rbe2", "rbe3", "node"},
                                        "its nodes are rigid with it, it follows their mean motion, or it is a node")},
                        {"nodes", see("nodes")},
                        {"position", vector(3, "of its origin [m]; the middle of its nodes if left out")},
                        {"weights", choice({"mass", "equal"}, "of the nodes of rbe3; mass if left out")}},
                       with_degrees("rotation", vector(3, ""), "of its axes, rotation vector [rad]")}),
               {"type", "nodes"});
    definitions["track"] = object("a smooth curve through nodes, on which something slides",
                                  {{"nodes", see("nodes")},
                                   {"along", vector(3, "nodes are taken in their order along this direction")},
                                   {"around", vector(3, "nodes are taken in their order around this axis")},
                                   {"closed", flag("whether the last node joins the first; false if left out")},
                                   {"up", vector(3, "keeps the frame's z axis near; [0, 0, 1] if left out")}},
                                  {"nodes"});
}

Json make_channel(bool is_input) {
    const std::vector<std::string> components = is_input ? std::vector<std::string>{"fx", "fy", "fz", "mx", "my", "mz"}
                                                         : std::vector<std::string>{"x", "y", "z", "rx", "ry", "rz"};
    const Json direction = any_of({choice({"x", "y", "z", "radial"}, ""), vector(3, "")});
    std::vector<Json> kinds = {
        object("",
               {{"marker", text("its name")},
                {"components", list_of(choice(components, ""), -1, "in the marker's axes; all if left out")}},
               {"marker"}),
        object("",
               {{"track", text("its name")},
                {"directions", any_of({direction, list_of(direction, -1, "")}, "x, y, z if left out")},
                {"every", count(1, "takes only every second, third, ... node; 1 if left out")}},
               {"track"})};
    if (is_input)
        kinds.push_back(object("a force that moves along a track, approximated by functions of its place",
                               {{"track", text("its name")},
                                {"directions", any_of({direction, list_of(direction, -1, "")}, "x, y, z if left out")},
                                {"functions", choice({"legendre", "cubic", "fourier"}, "fourier on closed tracks")},
                                {"count", count(1, "of the functions; of the elements of cubic")}},
                               {"track", "functions", "count"}));
    if (is_input)
        kinds.push_back(object(
            "", {{"inertia", flag("the body's inertia as it is accelerated along and about x, y, z")}}, {"inertia"}));
    Json list = list_of(
        one_of(kinds), -1,
        is_input ? "loads; all of every marker if left out" : "what is measured; where the inputs act if left out");
    list["minItems"] = 1;
    return list;
}

Json reduction(const std::string& method, const std::string& description, Members options,
               std::vector<std::string> required) {
    Members members = {{"method", constant(method)}, {"inputs", see("inputs")}};
    members.insert(members.end(), options.begin(), options.end());
    required.insert(required.begin(), "method");
    return object(description, members, required);
}

Json make_reduction() {
    const Members modes = {{"modes", count(0, "how many")},
                           {"below", within(positive_frequency_range(), "all below this frequency [Hz]")},
                           {"frf_error", see("frf_error")}};
    const Members size = {{"size", count(0, "how many columns")}, {"frf_error", see("frf_error")}};
    const Member band = {"band", see("band")},
                 samples = {"samples", count(2, "frequencies in the band; 24 if left out")};
    const Member quantity = {"quantity",
                             choice({"displacement", "velocity"}, "what matters; displacement if left out")};
    const Members run = {{"duration", positive("of the run [s]")}, {"step", positive("[s]")}};
    const Members krylov = {
        {"shifts", list_of(within(frequency_range(), ""), -1, "frequencies [Hz], instead of size and band")},
        band,
        {"moments", count(1, "matched at each shift; 1 if left out")}};
    const Members irka = {band,
                          {"runs", count(1, "from different random shifts; 1 if left out")},
                          {"iterations", count(1, "30 if left out")},
                          {"tolerance", positive("relative change of the shifts; 1e-4 if left out")},
                          {"seed", count(0, "of the random numbers; 1 if left out")}};
    const Members path = {
        {"modes", count(1, "common to all supports")},
        {"track", text("on which the load moves")},
        {"direction", any_of({choice({"x", "y", "z", "radial"}, ""), vector(3, "")}, "z if left out")},
        {"supports", count(2, "bases along the track")},
        {"weights", choice({"cubic", "linear"}, "between the supports; cubic if left out")},
        {"at", non_negative("where the load rests in the body that is written [m]; 0 if left out")}};
    const std::vector<std::string> path_keys = {"modes", "track", "supports"};
    return one_of(
        {reduction("modal", "the lowest modes of the held body", modes, {}),
         reduction("guyan", "static condensation to the markers", {}, {}),
         reduction("craig_bampton", "static condensation, and modes with all markers held", modes, {}),
         reduction("cms", "modes of the held body, and static answers to the inputs", modes, {}),
         reduction("krylov", "moments of the transfer function at shifts", joined({size, krylov}), {}),
         reduction("so_irka", "shifts iterated until they are optimal", joined({size, irka}), {}),
         reduction("gramian", "leading directions of the frequency-weighted Gramian",
                   joined({size, {band, samples, quantity}}), {}),
         reduction("cms_gram", "static condensation, and the Gramian of the inside", joined({size, {band, samples}}),
                   {}),
         reduction("pod", "leading directions of a run under step loads", joined({size, run}), {"duration", "step"}),
         reduction("symplectic_pod", "the same with places and momenta joined",
                   joined({size, run, {{"complex_svd", flag("false if left out")}}}), {"duration", "step"}),
         reduction("aligned", "modes and the static answer to a load on a track, interpolated between supports", path,
                   path_keys),
         reduction("panzer", "the same with the coordinates of Panzer et al.", path, path_keys),
         reduction("amsallem_farhat", "the same with the coordinates of Amsallem and Farhat", path, path_keys)},
        "how it is reduced");
}

void define_choices(Json& definitions) {
    definitions["band"] = list_of(within(frequency_range(), ""), 2, "low and high end [Hz]");
    definitions["frf_error"] = object("as many columns as this relative error of the frequency response takes",
                                      {{"error", positive("in the whole band")},
                                       {"band", see("band")},
                                       {"samples", count(2, "frequencies in the band; 12 if left out")},
                                       {"largest", count(1, "gives up beyond; 400 if left out")},
                                       {"resonances", count(0, "of those in the band the lowest; 24 if left out")}},
                                      {"error"});
    definitions["units"] =
        any_of({choice({"SI", "mm_t_s"}, ""),
                object("what one unit of the files is in SI",
                       {{"length", positive("[m]")}, {"mass", positive("[kg]")}, {"time", positive("[s]")}})},
               "of the files; SI if left out");
    definitions["inputs"] = make_channel(true);
    definitions["frame"] =
        one_of({object("clamped at a marker", {{"type", constant("tangent")}, {"marker", text("its name")}},
                       {"type", "marker"}),
                object("through two markers",
                       {{"type", constant("chord")}, {"first", text("a marker")}, {"second", text("a marker")}},
                       {"type", "first", "second"}),
                object("mean axes", {{"type", constant("buckens")}}, {"type"})},
               "the reference frame of a free body; buckens if left out");
    definitions["reduction"] = make_reduction();
}

Json make_model(const Json& definitions) {
    return object(
        "A finite element model and how it is reduced to an elastic body. SI units.",
        {{"$schema", text("where this schema is")},
         {"parameters", parameters("names for numbers, each a number or an expression of those before it; wherever a "
                                   "number may stand, a text is an expression of them")},
         {"name", text("of the body; that of the file if left out")},
         {"fe", one_of({make_matrix_sources(), make_meshes()}, "where the finite elements come from")},
         {"material", make_material()},
         {"materials", named(make_material(), "by element set")},
         {"beam", make_beam_properties()},
         {"beams", named(make_beam_properties(), "by element set")},
         {"thickness", within(length_range(), "of quad4 [m]")},
         {"damping",
          object("Rayleigh damping, besides that of the matrices",
                 {{"alpha", non_negative("times the mass [1/s]")}, {"beta", non_negative("times the stiffness [s]")}})},
         {"node_sets", named(make_node_set(), "sets of nodes besides those of the mesh", "nodes")},
         {"supports", list_of(see("support"), -1, "where the body is held")},
         {"markers", named(definitions["marker"], "frames on the body", "marker")},
         {"tracks", named(definitions["track"], "curves on the body", "track")},
         {"cuts", named(object("", {{"marker", text("the plane passes through it, across its x axis")}}, {"marker"}),
                        "planes that divide the body, for the forces that pass through them", "cut")},
         {"inputs", see("inputs")},
         {"outputs", make_channel(false)},
         {"frame", see("frame")},
         {"band", see("band")},
         {"reduction", see("reduction")},
         {"reductions", named(definitions["reduction"], "several, by name", "reduction")},
         {"stress_stiffness", flag("stiffening by inertia; false if left out")},
         {"estimator", count(0, "exact modes kept for the error bound; none if left out")},
         {"surface", flag("keeps the shapes of the surface for pictures; true if left out")}},
        {"fe"});
}

}  // namespace

Json make_model_schema() {
    Json definitions = Json::object();
    Json bodies = Json::object();
    define_bodies(bodies);
    definitions["section"] = bodies["section"];
    definitions["node_set"] = make_node_set();
    define_parts(definitions);
    define_choices(definitions);
    Json root;
    root["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    root["title"] = "Ritz model";
    const Json model = make_model(definitions);  // items() refers to it
    for (const auto& member : model.items()) root[member.key()] = member.value();
    root["$defs"] = definitions;
    return root;
}

std::string make_model_schema_text() { return make_model_schema().dump(1) + "\n"; }

}  // namespace ritz
