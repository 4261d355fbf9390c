// Where the finite elements of a model come from, and what they are made of.
#include <fmt/format.h>

#include "bodies/fe/generators.hpp"
#include "bodies/import/abaqus.hpp"
#include "bodies/import/calculix.hpp"
#include "bodies/import/matrix_models.hpp"
#include "bodies/import/mesh_files.hpp"
#include "bodies/import/units.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/json/limits.hpp"
#include "scenes/loader/model/read_model.hpp"
#include "scenes/loader/scene/read_section.hpp"

namespace ritz {
namespace {

/// Names of files in the model, and where they are.
class FileNames {
  public:
    FileNames(Reader& object, FeSource& source) : object_(object), source_(source) {}
    std::string required(const char* key) { return locate(object_.required<std::string>(key)); }
    std::string optional(const char* key) {
        return object_.has(key) ? locate(object_.required<std::string>(key)) : std::string();
    }

  private:
    std::string locate(const std::string& name) {
        if (name.empty()) return {};
        source_.files.push_back(name);
        return (object_.document().folder / name).string();
    }
    Reader& object_;
    FeSource& source_;
};

Units read_units(Reader& fe) {
    const Reader value = fe.optional_value("units");
    if (!value) return {};
    if (value.is_string())
        return fe.required_choice<Units>("units", {{"SI", Units{}}, {"mm_t_s", millimetre_tonne_second}});
    Reader object = fe.child("units");
    Units units;
    units.length = object.optional<double>("length", 1, positive());
    units.mass = object.optional<double>("mass", 1, positive());
    units.time = object.optional<double>("time", 1, positive());
    object.finish();
    return units;
}

/// Everything about the object has been said. After a complaint there is nothing to make, and nothing more to say.
void finish_or_stop(Reader& object, std::size_t complaints_before) {
    object.finish();
    if (object.diagnostics().count() != complaints_before) throw InputError(std::vector<std::string>{});
}

FeModel read_matrices(const std::string& kind, Reader& object, FeSource& source) {
    FileNames files(object, source);
    const std::size_t before = object.diagnostics().count();
    const auto read = [&](const auto& read_files, const auto& spec) {
        finish_or_stop(object, before);
        return read_files(spec);
    };
    if (kind == "calculix") {
        const CalculixFiles spec{files.required("stiffness"), files.required("mass"), files.required("dofs"),
                                 files.required("nodes")};
        return read(read_calculix, spec);
    }
    if (kind == "abaqus") {
        const AbaqusFiles spec{files.required("stiffness"), files.required("mass"), files.required("nodes"),
                               files.optional("damping"), files.optional("mapping")};
        return read(read_abaqus, spec);
    }
    if (kind == "ansys") {
        const AnsysFiles spec{files.required("stiffness"), files.required("mass"), files.required("mapping"),
                              files.required("nodes"), files.optional("damping")};
        return read(read_ansys, spec);
    }
    MatrixMarketFiles spec;
    spec.stiffness = files.required("stiffness");
    const bool is_identity = object.required<std::string>("mass") == "identity";
    spec.mass = is_identity ? "identity" : files.required("mass");
    spec.damping = files.optional("damping");
    spec.nodes = files.optional("nodes");
    spec.mapping = files.optional("mapping");
    return read(read_matrix_market_model, spec);
}

std::array<int, 3> read_divisions(Reader& object) {
    const std::size_t before = object.diagnostics().count();
    const auto list = object.required<std::vector<int>>("divisions", at_least(1));
    if (list.size() == 3) return {list[0], list[1], list[2]};
    if (object.diagnostics().count() == before)
        object.complain("divisions", fmt::format("found {} numbers, expected 3: along x, y and z", list.size()));
    return {1, 1, 1};
}

Mesh make_box(Reader& object) {
    const std::size_t before = object.diagnostics().count();
    BoxMeshSpec spec;
    spec.lengths = object.required<Vec3>("lengths", length_range());
    spec.divisions = read_divisions(object);
    spec.type = object.optional_choice<ElementType>(
        "element", {{"hex8", ElementType::hex8}, {"hex20", ElementType::hex20}, {"tet10", ElementType::tet10}},
        ElementType::hex8);
    finish_or_stop(object, before);
    return make_box_mesh(spec);
}

Mesh make_cylinder(Reader& object) {
    const std::size_t before = object.diagnostics().count();
    HollowCylinderMeshSpec spec;
    spec.inner_radius = object.required<double>("inner_radius", length_range());
    spec.wall = object.required<double>("wall", length_range());
    spec.length = object.required<double>("length", length_range());
    spec.around = object.required<int>("around", at_least(3));
    spec.through = object.optional<int>("through", 1, at_least(1));
    spec.along = object.required<int>("along", at_least(1));
    finish_or_stop(object, before);
    return make_hollow_cylinder_mesh(spec);
}

Mesh make_plate(Reader& object) {
    const std::size_t before = object.diagnostics().count();
    const double length = object.required<double>("length", length_range());
    const double height = object.required<double>("height", length_range());
    const int along = object.required<int>("along", at_least(1)), across = object.required<int>("across", at_least(1));
    finish_or_stop(object, before);
    return make_plate_mesh(length, height, along, across);
}

Mesh make_beam_frame(Reader& object) {
    const std::size_t before = object.diagnostics().count();
    const auto points = object.required<std::vector<Vec3>>("points", place_range());
    std::vector<FrameMember> members;
    const int last = std::max(0, static_cast<int>(points.size()) - 1);
    object.value("members");
    for (Reader& member : object.list("members")) {
        FrameMember each;
        each.start = member.required<int>("start", between(0, last));
        each.end = member.required<int>("end", between(0, last));
        each.divisions = member.optional<int>("divisions", 1, at_least(1));
        each.set = member.optional<std::string>("set", "");
        member.finish();
        members.push_back(each);
    }
    finish_or_stop(object, before);
    return make_beam_frame_mesh(points, members);
}

const std::vector<std::string>& matrix_kinds() {
    static const std::vector<std::string> kinds = {"calculix", "abaqus", "ansys", "matrix_market"};
    return kinds;
}

Mesh make_generated(const std::string& kind, Reader& object) {
    if (kind == "box") return make_box(object);
    if (kind == "hollow_cylinder") return make_cylinder(object);
    if (kind == "plate") return make_plate(object);
    return make_beam_frame(object);
}

/// The mesh or the matrices under one key of "fe"; none after a complaint.
void read_kind(Reader& fe, const std::string& kind, const Units& units, FeSource& source) {
    Reader place = fe.value(kind);
    const std::size_t before = fe.diagnostics().count();
    if (kind == "mesh") {
        FileNames files(fe, source);
        const std::string path = files.required("mesh");
        if (fe.diagnostics().count() == before)
            source.mesh = complain_if_thrown(place, [&] { return read_mesh(path); });
        if (source.mesh) source.mesh->nodes.positions *= units.length;
        return;
    }
    Reader object = fe.child(kind);
    if (!object) return;
    const bool is_matrices = std::find(matrix_kinds().begin(), matrix_kinds().end(), kind) != matrix_kinds().end();
    if (is_matrices)
        source.matrices =
            complain_if_thrown(object, [&] { return convert_to_si(read_matrices(kind, object, source), units); });
    else
        source.mesh = complain_if_thrown(object, [&] { return make_generated(kind, object); });
}

BeamProperties read_beam_properties(Reader& object) {
    BeamProperties beam;
    beam.section = read_section(object);
    beam.theory = object.optional_choice<BeamTheory>(
        "theory", {{"euler", BeamTheory::euler}, {"timoshenko", BeamTheory::timoshenko}}, BeamTheory::euler);
    beam.shear_factor_y = object.optional<double>("shear_factor_y", 5.0 / 6, positive());
    beam.shear_factor_z = object.optional<double>("shear_factor_z", 5.0 / 6, positive());
    beam.rotary_inertia = object.optional<bool>("rotary_inertia", true);
    if (object.has("z_direction")) beam.z_direction = object.required<Vec3>("z_direction");
    object.finish();
    return beam;
}

void read_properties(Reader& root, FeSource& source) {
    FeProperties& properties = source.properties;
    if (root.has("material")) properties.material = read_material(root.child("material"));
    for (auto& [name, object] : root.named("materials")) properties.materials[name] = read_material(object);
    if (root.has("beam")) {
        Reader beam = root.child("beam");
        properties.beam = read_beam_properties(beam);
    }
    for (auto& [name, object] : root.named("beams")) properties.beams[name] = read_beam_properties(object);
    if (root.has("thickness")) properties.thickness = root.required<double>("thickness", length_range());
    if (source.mesh && !root.has("material") && !root.has("materials"))
        root.complain("\"material\" is missing, expected what the elements are made of");
    if (!source.matrices) return;
    for (const char* key : {"material", "materials", "beam", "beams", "thickness"})
        if (root.has(key)) root.complain(key, "found next to matrices of another program, which hold it already");
}

}  // namespace

FeSource read_fe_source(Reader& root) {
    FeSource source;
    const std::size_t before = root.diagnostics().count();
    Reader fe = root.child("fe");
    const Units units = read_units(fe);
    const Vec3 position = fe.optional<Vec3>("position", Vec3::Zero(), place_range());
    const std::string kind = fe.exactly_one_of(
        {"calculix", "abaqus", "ansys", "matrix_market", "mesh", "box", "hollow_cylinder", "plate", "beam_frame"});
    if (!kind.empty()) read_kind(fe, kind, units, source);
    const bool is_generated = source.mesh && kind != "mesh";
    if (is_generated && fe.has("units")) fe.complain("units", "found with a generated mesh, whose measures are SI");
    if (source.matrices && fe.has("position"))
        fe.complain("position", "found with matrices of another program, whose nodes stay where they are");
    fe.finish();
    if (root.diagnostics().count() != before) {  // nobody shall complain about nodes that may be elsewhere
        source.mesh.reset();
        source.matrices.reset();
    }
    if (source.mesh) source.mesh->nodes.positions.colwise() += position;
    read_properties(root, source);
    return source;
}

}  // namespace ritz
