// Where the finite elements of a model come from, and what they are made of.
#include <fmt/format.h>

#include "bodies/fe/generators.hpp"
#include "bodies/import/abaqus.hpp"
#include "bodies/import/calculix.hpp"
#include "bodies/import/matrix_models.hpp"
#include "bodies/import/mesh_files.hpp"
#include "bodies/import/units.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/json/form_kinds.hpp"
#include "scenes/loader/json/limits.hpp"
#include "scenes/loader/model/model_forms.hpp"
#include "scenes/loader/scene/section_forms.hpp"

namespace ritz {
namespace {

/// Makes the mesh or the matrices, once all has been read; may throw InputError.
using Maker = std::function<void(FeSource&)>;

/// Names of files in the model, and where they are.
class FileNames {
  public:
    FileNames(Form& form, FeSource& source) : form_(form), source_(source) {}
    void required(const char* key, std::string& path, const std::string& words) {
        form_.required(key, path, words + ", relative to the model");
        locate(path);
    }
    void optional(const char* key, std::string& path, const std::string& words) {
        form_.optional(key, path, std::string(), words + ", relative to the model");
        locate(path);
    }

  private:
    void locate(std::string& name) {
        if (name.empty() || !form_.reads()) return;
        source_.files.push_back(name);
        name = (form_.reader().document().folder / name).string();
    }
    Form& form_;
    FeSource& source_;
};

const char* const stiffness_words = "the stiffness matrix";
const char* const mass_words = "the mass matrix";
const char* const damping_words = "the damping matrix";
const char* const mapping_words = "equation, node and direction of each row";

Maker fill_calculix(Form& form, FeSource& source) {
    FileNames files(form, source);
    CalculixFiles spec;
    files.required("stiffness", spec.stiffness, "job.sti");
    files.required("mass", spec.mass, "job.mas");
    files.required("dofs", spec.dofs, "job.dof");
    files.required("nodes", spec.nodes, "the deck job.inp, or job.frd");
    return [spec](FeSource& made) { made.matrices = read_calculix(spec); };
}

Maker fill_abaqus(Form& form, FeSource& source) {
    FileNames files(form, source);
    AbaqusFiles spec;
    files.required("stiffness", spec.stiffness, stiffness_words);
    files.required("mass", spec.mass, mass_words);
    files.required("nodes", spec.nodes, "the deck");
    files.optional("damping", spec.damping, damping_words);
    files.optional("mapping", spec.mapping, mapping_words);
    return [spec](FeSource& made) { made.matrices = read_abaqus(spec); };
}

Maker fill_ansys(Form& form, FeSource& source) {
    FileNames files(form, source);
    AnsysFiles spec;
    files.required("stiffness", spec.stiffness, stiffness_words);
    files.required("mass", spec.mass, mass_words);
    files.required("mapping", spec.mapping, mapping_words);
    files.required("nodes", spec.nodes, "a table");
    files.optional("damping", spec.damping, damping_words);
    return [spec](FeSource& made) { made.matrices = read_ansys(spec); };
}

Maker fill_matrix_market(Form& form, FeSource& source) {
    FileNames files(form, source);
    MatrixMarketFiles spec;
    files.required("stiffness", spec.stiffness, stiffness_words);
    if (form.reads() && form.reader().optional<std::string>("mass", "") == "identity")
        spec.mass = "identity";
    else
        files.required("mass", spec.mass, "the mass matrix, or \"identity\"");
    files.optional("damping", spec.damping, damping_words);
    files.optional("nodes", spec.nodes, "a table, a deck or a mesh");
    files.optional("mapping", spec.mapping, mapping_words);
    return [spec](FeSource& made) { made.matrices = read_matrix_market_model(spec); };
}

void fill_divisions(Form& form, std::array<int, 3>& divisions) {
    form.member("divisions", true, schema::list_of(schema::count(1, ""), 3, "numbers of elements along x, y, z"),
                [&](Reader& reader) {
                    const std::size_t before = reader.diagnostics().count();
                    const auto list = reader.required<std::vector<int>>("divisions", at_least(1));
                    if (list.size() == 3)
                        std::copy(list.begin(), list.end(), divisions.begin());
                    else if (reader.diagnostics().count() == before)
                        reader.complain("divisions",
                                        fmt::format("found {} numbers, expected 3: along x, y and z", list.size()));
                });
}

Maker fill_box(Form& form, FeSource&) {
    BoxMeshSpec spec;
    form.required("lengths", spec.lengths, length_range(), "along x, y, z [m]");
    fill_divisions(form, spec.divisions);
    form.choice("element", spec, &BoxMeshSpec::type,
                {{"hex8", ElementType::hex8}, {"hex20", ElementType::hex20}, {"tet10", ElementType::tet10}}, "");
    return [spec](FeSource& made) { made.mesh = make_box_mesh(spec); };
}

Maker fill_hollow_cylinder(Form& form, FeSource&) {
    HollowCylinderMeshSpec spec;
    form.required("inner_radius", spec.inner_radius, length_range(), "[m]");
    form.required("wall", spec.wall, length_range(), "[m]");
    form.required("length", spec.length, length_range(), "[m]");
    form.required("around", spec.around, at_least(3), "number of elements");
    form.optional("through", spec, &HollowCylinderMeshSpec::through, at_least(1), "number of elements");
    form.required("along", spec.along, at_least(1), "number of elements");
    return [spec](FeSource& made) { made.mesh = make_hollow_cylinder_mesh(spec); };
}

Maker fill_plate(Form& form, FeSource&) {
    double length = 0, height = 0;
    int along = 0, across = 0;
    form.required("length", length, length_range(), "along x [m]");
    form.required("height", height, length_range(), "along y [m]");
    form.required("along", along, at_least(1), "number of elements along x");
    form.required("across", across, at_least(1), "number of elements along y");
    return [=](FeSource& made) { made.mesh = make_plate_mesh(length, height, along, across); };
}

Maker fill_beam_frame(Form& form, FeSource&) {
    std::vector<Vec3> points;
    form.required("points", points, place_range(), "[m]; the first nodes, in this order");
    const Range ends = form.reads() ? between(0, std::max(0, static_cast<int>(points.size()) - 1)) : at_least(0);
    std::vector<FrameMember> members;
    fill_list(form, "members", true, "straight, each of several beam2", "an object with \"start\" and \"end\"",
              [&](Form& inner) {
                  FrameMember member{};
                  inner.required("start", member.start, ends, "a point, from 0");
                  inner.required("end", member.end, ends, "a point, from 0");
                  inner.optional("divisions", member, &FrameMember::divisions, at_least(1), "number of elements");
                  inner.optional("set", member, &FrameMember::set, "element set it belongs to");
                  members.push_back(member);
              });
    return [=](FeSource& made) { made.mesh = make_beam_frame_mesh(points, members); };
}

/// One of the keys of "fe".
struct SourceKind {
    enum class Result { matrices, file_mesh, generated_mesh };
    std::string key, words;
    Result result;
    Maker (*fill)(Form&, FeSource&);  // the members of the object; none: it is the name of a file

    bool takes_units() const { return result != Result::generated_mesh; }  // generated meshes are in SI
    bool takes_position() const { return result != Result::matrices; }
};

const std::vector<SourceKind>& source_kinds() {
    using enum SourceKind::Result;
    static const std::vector<SourceKind> kinds = {
        {"calculix", "matrix storage of CalculiX", matrices, fill_calculix},
        {"abaqus", "*MATRIX GENERATE of Abaqus", matrices, fill_abaqus},
        {"ansys", "matrices of Ansys in Matrix Market form", matrices, fill_ansys},
        {"matrix_market", "matrices of any program in Matrix Market form", matrices, fill_matrix_market},
        {"mesh", "an .inp deck of Abaqus or CalculiX, or Gmsh's .msh", file_mesh, nullptr},
        {"box", "from the origin; faces x0, x1, y0, y1, z0, z1", generated_mesh, fill_box},
        {"hollow_cylinder",
         "hex8 about z, from z = 0; sets inner, outer, z0, z1, inner_z0, inner_z1, outer_z0, outer_z1", generated_mesh,
         fill_hollow_cylinder},
        {"plate", "quad4 in the x-y plane; edges x0, x1, y0, y1", generated_mesh, fill_plate},
        {"beam_frame", "beams between points", generated_mesh, fill_beam_frame}};
    return kinds;
}

const Choices<Units>& unit_systems() {
    static const Choices<Units> systems = {{"SI", Units{}}, {"mm_t_s", millimetre_tonne_second}};
    return systems;
}

void fill_unit_numbers(Form& form, Units& units) {
    form.optional("length", units, &Units::length, positive(), "[m]");
    form.optional("mass", units, &Units::mass, positive(), "[kg]");
    form.optional("time", units, &Units::time, positive(), "[s]");
}

void fill_units(Form& fe, Units& units) {
    fe.member("units", false, schema::see("units"), [&](Reader& reader) {
        const Reader value = reader.optional_value("units");
        if (!value) return;
        if (value.is_string()) {
            units = reader.required_choice("units", unit_systems());
            return;
        }
        Reader object = reader.child("units");
        Form inner(object);
        fill_unit_numbers(inner, units);
        inner.finish();
    });
}

/// The file or the object that says what is read or made.
Maker fill_made(Form& fe, const SourceKind& kind, FeSource& source) {
    if (kind.fill == nullptr) {
        std::string path;
        FileNames(fe, source).required(kind.key.c_str(), path, kind.words);
        return [path](FeSource& made) { made.mesh = read_mesh(path); };
    }
    Maker make;
    fe.group(kind.key, true, kind.words, [&](Form& inner) { make = kind.fill(inner, source); });
    return make;
}

void refuse_foreign(Form& fe, const SourceKind& kind) {
    if (!kind.takes_units() && fe.has("units"))
        fe.reader().complain("units", "found with a generated mesh, whose measures are SI");
    if (!kind.takes_position() && fe.has("position"))
        fe.reader().complain("position", "found with matrices of another program, whose nodes stay where they are");
}

void fill_source_kind(Form& fe, const SourceKind& kind, FeSource& source) {
    const std::size_t before = fe.complaints();
    const Maker make = fill_made(fe, kind, source);
    Units units;
    Vec3 position = Vec3::Zero();
    if (kind.takes_units()) fill_units(fe, units);
    if (kind.takes_position())
        fe.optional<Vec3>("position", position, Vec3::Zero(), place_range(), "shifts the mesh [m]");
    if (!fe.reads()) return;
    refuse_foreign(fe, kind);
    if (fe.complaints() != before) return;
    complain_if_thrown(fe.reader().value(kind.key), [&] {
        make(source);
        if (source.matrices) source.matrices = convert_to_si(std::move(*source.matrices), units);
        if (source.mesh) source.mesh->nodes.positions *= units.length;
        if (source.mesh) source.mesh->nodes.positions.colwise() += position;
        return true;
    });
}

void fill_fe(Form& fe, FeSource& source) {
    std::vector<FormKind> kinds;
    for (const SourceKind& kind : source_kinds())
        kinds.push_back({kind.key, "", [&](Form& inner) { fill_source_kind(inner, kind, source); }});
    fill_kind_present(fe, kinds);
}

void fill_beam_properties(Form& form, BeamProperties& beam) {
    fill_section(form, beam.section);
    form.choice("theory", beam, &BeamProperties::theory,
                {{"euler", BeamTheory::euler}, {"timoshenko", BeamTheory::timoshenko}}, "");
    form.optional("shear_factor_y", beam, &BeamProperties::shear_factor_y, positive(), "timoshenko");
    form.optional("shear_factor_z", beam, &BeamProperties::shear_factor_z, positive(), "timoshenko");
    form.optional("rotary_inertia", beam, &BeamProperties::rotary_inertia, "of the sections in bending");
    form.optional("z_direction", beam.z_direction, any_number(),
                  "where the section's height points; as near to z as can be if left out");
    form.finish();
}

/// An object that may be absent: fill(form, value) also says which of its keys are not known.
template <class Value, class Fill>
void fill_object(Form& root, const std::string& key, std::optional<Value>& value, const Json& brick, Fill fill) {
    root.member(key, false, brick, [&](Reader& reader) {
        if (!reader.has(key)) return;
        Reader object = reader.child(key);
        Form form(object);
        fill(form, value.emplace());
    });
}

void fill_properties(Form& root, FeSource& source) {
    FeProperties& properties = source.properties;
    std::optional<Material> material;
    fill_object(root, "material", material, schema::see("material"), fill_material);
    if (material) properties.material = *material;
    for (auto& [name, each, place] :
         fill_named_values<Material>(root, "materials", "by element set", fill_material, "material")) {
        properties.materials[name] = each;
        source.material_places[name] = place;
    }
    fill_object(root, "beam", properties.beam, schema::see("beam"), fill_beam_properties);
    for (auto& [name, each, place] :
         fill_named_values<BeamProperties>(root, "beams", "by element set", fill_beam_properties, "beam")) {
        properties.beams[name] = each;
        source.beam_places[name] = place;
    }
    std::optional<double> thickness;
    root.optional("thickness", thickness, length_range(), "of quad4 [m]");
    properties.thickness = thickness.value_or(0);
}

}  // namespace

void fill_fe_source(Form& root, FeSource& source) {
    const std::size_t before = root.complaints();
    root.group("fe", true, "where the finite elements come from", [&](Form& fe) { fill_fe(fe, source); });
    if (root.complaints() != before) {  // nobody shall complain about nodes that may be elsewhere
        source.mesh.reset();
        source.matrices.reset();
    }
    fill_properties(root, source);
    if (!root.reads()) return;
    if (source.mesh && !root.has("material") && !root.has("materials"))
        root.reader().complain("\"material\" is missing, expected what the elements are made of");
    if (!source.matrices) return;
    for (const char* key : {"material", "materials", "beam", "beams", "thickness"})
        if (root.has(key))
            root.reader().complain(key, "found next to matrices of another program, which hold it already");
}

Json describe_units() {
    std::vector<std::string> names;
    for (const auto& system : unit_systems()) names.push_back(system.first);
    Units units;
    return schema::any_of(
        {schema::choice(names, ""), Form::describe_object("what one unit of the files is in SI",
                                                          [&](Form& form) { fill_unit_numbers(form, units); })},
        "of the files; SI if left out");
}

Json describe_beam_properties() {
    BeamProperties beam;
    return Form::describe_object("of beam elements", [&](Form& form) { fill_beam_properties(form, beam); });
}

}  // namespace ritz
