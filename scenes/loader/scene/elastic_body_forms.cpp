// Elastic bodies of a scene: beams, bodies by their matrices, bodies from files.
#include <fmt/format.h>

#include <filesystem>

#include "bodies/exchange/load_body.hpp"
#include "core/overloaded.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/json/foreign_file.hpp"
#include "scenes/loader/model/body_cache.hpp"
#include "scenes/loader/model/model.hpp"
#include "scenes/loader/scene/scene_forms.hpp"
#include "scenes/loader/scene/section_forms.hpp"

namespace ritz {
namespace {

void fill_law_numbers(Form& law, BeamLaw& numbers) {
    const auto stiffness = [&](const char* key, double& value, const std::string& words) {
        law.optional(key, value, 0.0, non_negative(), words);
    };
    stiffness("EA", numbers.EA, "[N]");
    stiffness("EIy", numbers.EIy, "bending in z [N m²]");
    stiffness("EIz", numbers.EIz, "bending in y [N m²]");
    stiffness("GJ", numbers.GJ, "torsion [N m²]");
    law.required("mass_per_length", numbers.mass, positive(), "[kg/m]");
    stiffness("rho_Iy", numbers.rho_Iy, "∫ z² dm per length [kg m]");
    stiffness("rho_Iz", numbers.rho_Iz, "∫ y² dm per length [kg m]");
}

/// "section" and "material", or the numbers that follow from them. The numbers are what is kept and written.
void fill_law(Form& form, BeamLaw& law) {
    const bool by_section = form.has("section") || form.has("material");
    if (form.has("law") && by_section)
        form.reader().complain("law", "found next to \"section\" or \"material\", which it stands for");
    if (form.description()) form.describe("law", schema::see("beam_law"), false);
    if (form.description() || (form.reads() && !form.has("law"))) {
        SectionProperties section;
        Material material;
        fill_section(form, section, false);
        form.member("material", false, schema::see("material"), [&](Reader& reader) {
            Reader object = reader.child("material");
            Form inner(object);
            fill_material(inner, material);
        });
        if (form.reads())
            law = make_beam_law(section, material.youngs_modulus, material.poissons_ratio, material.density);
        return;
    }
    form.group("law", true, "", [&](Form& inner) { fill_law_numbers(inner, law); });
}

void fill_ends(Form& form, BeamSpec& beam) {
    const Choices<RodEnds> rods = {
        {"fixed-free", RodEnds::fixed_free}, {"fixed-fixed", RodEnds::fixed_fixed}, {"free-free", RodEnds::free_free}};
    form.choice<BeamEnds>("ends", beam.ends,
                          {{"pinned-pinned", BeamEnds::pinned_pinned},
                           {"clamped-free", BeamEnds::clamped_free},
                           {"clamped-clamped", BeamEnds::clamped_clamped},
                           {"clamped-pinned", BeamEnds::clamped_pinned},
                           {"free-free", BeamEnds::free_free}},
                          "how the bending modes are held: this is also how the beam hangs in its floating frame");
    if (form.description()) {
        for (const char* key : {"axial_ends", "torsion_ends"})
            form.describe(key,
                          schema::choice({"fixed-free", "fixed-fixed", "free-free"}, "follows from ends if left out"),
                          false);
        return;
    }
    form.choice("axial_ends", beam.axial_ends, rods, default_axial_ends(beam.ends), "");
    form.choice("torsion_ends", beam.torsion_ends, rods, default_torsion_ends(beam.ends), "");
}

void fill_modes(Form& modes, BeamSpec& beam) {
    const std::size_t before = modes.complaints();
    constexpr int most = 100;  // beyond, a beam of Euler and Bernoulli says nothing true any more
    modes.optional("bending_y", beam, &BeamSpec::bending_y, between(0, most), "bending in y");
    modes.optional("bending_z", beam, &BeamSpec::bending_z, between(0, most), "bending in z");
    modes.optional("torsion", beam, &BeamSpec::torsion, between(0, most), "about x");
    modes.optional("axial", beam, &BeamSpec::axial, between(0, most), "along x");
    if (modes.reads() && modes.complaints() == before &&
        beam.bending_y + beam.bending_z + beam.torsion + beam.axial == 0)
        modes.reader().complain("expected at least one mode; a beam that does not bend is a body of type \"rigid\"");
}

void fill_beam_markers(Form& form, bool is_length_known, BeamSpec& beam) {
    Json brick{{"type", "object"},
               {"description", "names of places x along the beam [m]; start and end are always there"}};
    brick["additionalProperties"] = schema::non_negative("[m]");
    form.member(
        "markers", false, brick,
        [&](Reader& reader) {
            Reader markers = reader.optional_child("markers");
            for (const auto& [name, place] : markers.members()) {
                if (name == "start" || name == "end")
                    place.complain(fmt::format("the marker \"{}\" is always there and cannot be given a place", name));
                else
                    beam.markers[name] = place.as<double>(is_length_known ? between(0, beam.length) : non_negative());
            }
        },
        [&] {
            Json all = Json::object();
            for (const auto& [name, x] : beam.markers) all[name] = x;
            return all.empty() ? Json() : all;
        });
}

/// A model that is reduced here and now; one that was odd is reduced again, so that its warnings are heard.
BodyFile reduce_or_find(const std::string& path, const std::string& reduction, const std::string& name,
                        BodyRemarks& remarks, std::vector<std::string>& warnings) {
    const BodyCache cache(remarks.cache);
    if (std::optional<BodyFile> known = cache.find(path, reduction)) {
        remarks.log.info(fmt::format("body \"{}\": taken from {}", name, remarks.cache.string()));
        return std::move(*known);
    }
    const ReductionJob job = load_model(path);
    warnings = job.warnings;
    const ModelReduction& chosen = find_reduction(job, reduction);
    ReducedModel reduced = reduce_model(job, chosen);
    remarks.log.info(fmt::format("body \"{}\": {}", name, describe_reduction(job, chosen, reduced)));
    if (warnings.empty()) cache.keep(path, reduction, reduced.file);
    return std::move(reduced.file);
}

/// A body file or SID as it is, or a model.
LoadedBody load_or_reduce(const std::string& path, const MadeBodySpec& made, const std::string& name,
                          BodyRemarks& remarks, std::vector<std::string>& warnings) {
    remarks.log.info(fmt::format("body \"{}\": reading {}", name, path));
    if (std::filesystem::path(path).extension() != ".json") {
        refuse_foreign_body(path);
        remarks.files.push_back({path, compute_file_sha256(path)});
        return load_body(path, name, made.damping);
    }
    BodyFile file = reduce_or_find(path, made.reduction, name, remarks, warnings);
    remarks.files.insert(remarks.files.end(), file.provenance.sources.begin(), file.provenance.sources.end());
    file.body.name = name;
    if (made.damping) {
        file.body.De.reset();
        file.body.damping = *made.damping;
    }
    LoadedBody loaded{make_numeric_body(file.body), {}};
    if (file.estimator) loaded.body.estimator = std::make_shared<EstimatorData>(std::move(*file.estimator));
    if (file.surface) loaded.surface = std::make_shared<const SurfaceShapes>(std::move(*file.surface));
    return loaded;
}

/// What a body is loaded from; its name is that of the first who asked.
std::string describe_request(const std::string& path, const MadeBodySpec& body) {
    std::string damping;
    if (body.damping)
        std::visit(Overloaded{[&](const ModalDamping& d) { damping = fmt::format("modal {}", d.ratio); },
                              [&](const RayleighDamping& d) { damping = fmt::format("{} {}", d.alpha, d.beta); }},
                   *body.damping);
    return fmt::format("{}\n{}\n{}", path, body.reduction, damping);
}

void load_file_body(Reader& object, const std::string& name, MadeBodySpec& body, BodyRemarks& remarks) {
    const std::string path = (object.document().folder / body.file).string();
    const std::string request = describe_request(path, body);
    auto known = remarks.known->find(request);
    if (known == remarks.known->end()) {
        std::vector<std::string> odd;
        auto loaded =
            complain_if_thrown(object.value("file"), [&] { return load_or_reduce(path, body, name, remarks, odd); });
        if (!loaded) return;
        const KnownBody file{std::make_shared<const ElasticBody>(std::move(loaded->body)), loaded->notes, odd,
                             loaded->surface};
        known = remarks.known->emplace(request, file).first;
    }
    for (const std::string& each : known->second.warnings)
        remarks.warnings.push_back(fmt::format("body \"{}\": {}", name, each));
    for (const std::string& note : known->second.notes) remarks.notes.push_back(fmt::format("body {}: {}", name, note));
    body.body = known->second.body;
}

}  // namespace

void fill_beam(Form& form, BeamSpec& beam) {
    const std::size_t before = form.complaints();
    form.required("length", beam.length, positive(), "[m]");
    const bool is_length_known = form.complaints() == before;
    fill_law(form, beam.law);
    fill_ends(form, beam);
    form.group("modes", true, "numbers of modes", [&](Form& modes) { fill_modes(modes, beam); });
    form.optional("geometric_stiffening", beam, &BeamSpec::stiffening, "bending shortens the beam");
    form.optional("rotary_inertia", beam, &BeamSpec::rotary_inertia, "of the sections in bending (Rayleigh)");
    form.optional("end_shapes", beam, &BeamSpec::end_shapes, "also the static shapes of loads at the free ends");
    fill_damping(form, beam.damping);
    fill_beam_markers(form, is_length_known, beam);
}

void fill_file_body(Form& form, const std::string& name, MadeBodySpec& body, BodyRemarks& remarks) {
    const std::size_t before = form.complaints();
    form.required("file", body.file,
                  "a Ritz body file, Standard Input Data or a model to be reduced, relative to the scene");
    form.optional("reduction", body, &MadeBodySpec::reduction, "which of the reductions of a model");
    if (form.has("reduction") && std::filesystem::path(body.file).extension() != ".json")
        form.reader().complain("reduction", "only a model (.json) has reductions to choose from");
    if (form.description() || form.has("damping") || (form.writes() && body.damping)) {
        Damping damping = body.damping.value_or(ModalDamping{});
        fill_damping(form, damping);
        if (form.reads()) body.damping = damping;
    }
    if (form.reads() && form.complaints() == before) load_file_body(form.reader(), name, body, remarks);
}

Json describe_beam_law() {
    BeamLaw law;
    return Form::describe_object("stiffnesses and masses per length, instead of section and material",
                                 [&](Form& form) { fill_law_numbers(form, law); });
}

}  // namespace ritz
