// How a model is reduced: method, its options, and how large.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numbers>

#include "core/errors.hpp"
#include "core/name_index.hpp"
#include "scenes/loader/json/form_kinds.hpp"
#include "scenes/loader/json/limits.hpp"
#include "scenes/loader/model/model_forms.hpp"

namespace ritz {
namespace {

/// A method by its name, with the statement of its options.
struct MethodForm {
    std::string name, words;
    std::function<void(Form&, ModelReduction&, const ReductionContext&)> fill;
};

constexpr int most_modes = 100000;

/// Of its own, or that of the model.
void fill_required_band(Form& form, Band& band, const std::optional<Band>& of_model) {
    std::optional<Band> own;
    fill_band(form, own);
    if (own)
        band = *own;
    else if (of_model)
        band = *of_model;
    else if (form.reads())
        form.reader().complain("\"band\" is missing, expected [low, high] in Hz here or in the model");
}

void fill_response_error(Form& form, ByResponseError& wanted, const std::optional<Band>& band) {
    form.required("error", wanted.error, positive(), "in the whole band");
    fill_required_band(form, wanted.band, band);
    form.optional("samples", wanted, &ByResponseError::samples, between(2, 10000), "frequencies in the band");
    form.optional("largest", wanted, &ByResponseError::largest, between(1, most_modes), "gives up beyond");
    form.optional("resonances", wanted, &ByResponseError::resonances, between(0, 10000),
                  "of those in the band the lowest");
}

void fill_by_error(Form& form, SizeChoice& size, const ReductionContext& context) {
    form.member("frf_error", false, schema::see("frf_error"), [&](Reader& reader) {
        Reader object = reader.child("frf_error");
        Form inner(object);
        ByResponseError wanted;
        fill_response_error(inner, wanted, context.band);
        inner.finish();
        size = wanted;
    });
}

void fill_count(Form& form, const char* key, SizeChoice& size, int least, const std::string& words) {
    std::optional<int> count;
    form.optional(key, count, between(least, most_modes), words);
    if (count) size = ByCount{*count};
}

/// The key that chooses the size, while reading; any while describing.
class SizeKey {
  public:
    SizeKey(Form& form, const std::vector<std::string>& keys)
        : takes_all_(!form.reads()), key_(form.reads() ? form.reader().exactly_one_of(keys) : "") {}
    bool is(const char* key) const { return takes_all_ || key_ == key; }

  private:
    bool takes_all_;
    std::string key_;
};

/// How many modes. Static columns alone are a basis, too; a basis of nothing is none.
void fill_modes(Form& form, SizeChoice& size, const ReductionContext& context, int least) {
    const SizeKey key(form, {"modes", "below", "frf_error"});
    size = ByCount{1};
    if (key.is("modes")) fill_count(form, "modes", size, least, "how many");
    if (key.is("below")) {
        std::optional<double> limit;
        form.optional("below", limit, positive_frequency_range(), "all below this frequency [Hz]");
        if (limit) size = BelowFrequency{*limit};
    }
    if (key.is("frf_error")) fill_by_error(form, size, context);
}

/// How many columns.
void fill_columns(Form& form, SizeChoice& size, const ReductionContext& context, int least = 1) {
    const SizeKey key(form, {"size", "frf_error"});
    size = ByCount{1};
    if (key.is("size")) fill_count(form, "size", size, least, "how many columns");
    if (key.is("frf_error")) fill_by_error(form, size, context);
}

void fill_shifts(Form& form, std::vector<Complex>& shifts) {
    std::optional<std::vector<double>> frequencies;
    const std::size_t before = form.complaints();
    form.optional("shifts", frequencies, frequency_range(), "frequencies [Hz], instead of size and band");
    if (!frequencies) return;
    for (const double f : *frequencies) shifts.emplace_back(0, 2 * std::numbers::pi * f);
    if (shifts.empty() && form.complaints() == before)
        form.reader().complain("shifts", "found an empty list, expected frequencies in Hz");
    for (const char* key : {"band", "size", "frf_error"})
        if (form.has(key)) form.reader().complain(key, "found next to \"shifts\", which decide the size");
}

void fill_krylov(Form& form, ModelReduction& reduction, const ReductionContext& context) {
    Krylov krylov;
    const bool has_shifts = form.has("shifts");
    if (!has_shifts) fill_columns(form, reduction.size, context);
    fill_shifts(form, krylov.shifts);
    if (!has_shifts) fill_required_band(form, krylov.band, context.band);
    form.optional("moments", krylov, &Krylov::moments, between(1, 100), "matched at each shift");
    reduction.method = krylov;
}

void fill_irka(Form& form, ModelReduction& reduction, const ReductionContext& context) {
    Irka irka;
    fill_columns(form, reduction.size, context);
    fill_required_band(form, irka.band, context.band);
    form.optional("runs", irka, &Irka::runs, between(1, 1000), "from different random shifts");
    form.optional("iterations", irka, &Irka::iterations, between(1, 100000), "");
    form.optional("tolerance", irka, &Irka::tolerance, positive(), "relative change of the shifts");
    int seed = static_cast<int>(irka.seed);
    form.optional("seed", seed, static_cast<int>(irka.seed), at_least(0), "of the random numbers");
    irka.seed = static_cast<unsigned>(seed);
    reduction.method = irka;
}

template <class Method>
void fill_samples(Form& form, Method& method) {
    form.optional("samples", method, &Method::samples, between(2, 1000), "frequencies in the band");
}

void fill_gramian(Form& form, ModelReduction& reduction, const ReductionContext& context) {
    Gramian gramian;
    fill_columns(form, reduction.size, context);
    fill_required_band(form, gramian.band, context.band);
    fill_samples(form, gramian);
    form.choice("quantity", gramian, &Gramian::of_velocities, {{"displacement", false}, {"velocity", true}},
                "what matters");
    reduction.method = gramian;
}

void fill_cms_gram(Form& form, ModelReduction& reduction, const ReductionContext& context) {
    CmsGram gramian;
    fill_columns(form, reduction.size, context, 0);
    fill_required_band(form, gramian.band, context.band);
    fill_samples(form, gramian);
    reduction.method = gramian;
}

void fill_run(Form& form, Pod& pod) {
    const std::size_t before = form.complaints();
    form.required("duration", pod.duration, positive(), "of the run [s]");
    form.required("step", pod.step, positive(), "[s]");
    if (!form.reads() || form.complaints() != before) return;
    constexpr double most_steps = 1e5;
    if (pod.step > pod.duration)
        form.reader().complain("step", "found a step longer than the duration");
    else if (pod.duration > most_steps * pod.step)
        form.reader().complain("step", fmt::format("makes {:.3g} steps of the duration, expected at most {:.0g}",
                                                   pod.duration / pod.step, most_steps));
}

void fill_pod(Form& form, ModelReduction& reduction, const ReductionContext& context) {
    Pod pod;
    fill_columns(form, reduction.size, context);
    fill_run(form, pod);
    reduction.method = pod;
}

void fill_symplectic_pod(Form& form, ModelReduction& reduction, const ReductionContext& context) {
    Pod pod;
    pod.symplectic = true;
    fill_columns(form, reduction.size, context);
    fill_run(form, pod);
    form.optional("complex_svd", pod, &Pod::complex_svd, "");
    reduction.method = pod;
}

/// Modes, with nothing else to be told.
template <class Method>
auto fill_modal_method(int least) {
    return [least](Form& form, ModelReduction& reduction, const ReductionContext& context) {
        fill_modes(form, reduction.size, context, least);
        reduction.method = Method{};
    };
}

/// Bases at supports along a track, and between them interpolated matrices.
void fill_path(Form& form, ModelReduction& reduction, const ReductionContext& context, Alignment alignment) {
    const std::size_t before = form.complaints();
    ParametricOptions options;
    options.alignment = alignment;
    form.required("modes", options.common_modes, between(1, most_modes), "common to all supports");
    const std::vector<FeTrackSpec>& tracks = context.parts.tracks;
    const auto index = form.reference("track", "track", names_of(tracks), "on which the load moves");
    TrackDirection direction{"z", false, Vec3::UnitZ()};
    form.member("direction", false, describe_track_direction("z if left out"), [&](Reader& reader) {
        if (const Reader value = reader.optional_value("direction")) direction = read_track_direction(value);
    });
    // A track whose nodes are wrong has been complained about.
    const bool is_known = index && context.nodes && tracks[*index].nodes.size() > 1;
    const FeTrackSpec track = is_known ? tracks[*index] : FeTrackSpec{};
    int supports = 0;
    form.required("supports", supports,
                  between(track.closed ? 3 : 2, is_known ? static_cast<int>(track.nodes.size()) : most_modes),
                  "bases along the track");
    form.choice("weights", options, &ParametricOptions::weights,
                {{"cubic", PathWeights::cubic}, {"linear", PathWeights::linear}}, "between the supports");
    double at = PathReduction{}.at;
    form.optional("at", at, PathReduction{}.at, at_least(0), "where the load rests in the body that is written [m]");
    if (!is_known || form.complaints() != before) return;
    const double length = make_node_path(track, *context.nodes).length();
    if (at > length)
        return form.reader().complain(
            "at", fmt::format("found {} m, expected a place on the track, from 0 to {:.6g} m", at, length));
    reduction.path = make_path_reduction(track, static_cast<int>(*index), *context.nodes, direction, supports);
    reduction.path->options = options;
    reduction.path->at = at;
}

auto fill_path_method(Alignment alignment) {
    return [alignment](Form& form, ModelReduction& reduction, const ReductionContext& context) {
        fill_path(form, reduction, context, alignment);
    };
}

const std::vector<MethodForm>& method_forms() {
    static const std::vector<MethodForm> methods = {
        {"modal", "the lowest modes of the held body", fill_modal_method<Modal>(1)},
        {"guyan", "static condensation to the markers",
         [](Form&, ModelReduction& reduction, const ReductionContext&) { reduction.method = Guyan{}; }},
        {"craig_bampton", "static condensation, and modes with all markers held", fill_modal_method<CraigBampton>(0)},
        {"cms", "modes of the held body, and static answers to the inputs", fill_modal_method<Cms>(0)},
        {"krylov", "moments of the transfer function at shifts", fill_krylov},
        {"so_irka", "shifts iterated until they are optimal", fill_irka},
        {"gramian", "leading directions of the frequency-weighted Gramian", fill_gramian},
        {"cms_gram", "static condensation, and the Gramian of the inside", fill_cms_gram},
        {"pod", "leading directions of a run under step loads", fill_pod},
        {"symplectic_pod", "the same with places and momenta joined", fill_symplectic_pod},
        {"aligned", "modes and the static answer to a load on a track, interpolated between supports",
         fill_path_method(Alignment::aligned)},
        {"panzer", "the same with the coordinates of Panzer et al.", fill_path_method(Alignment::panzer)},
        {"amsallem_farhat", "the same with the coordinates of Amsallem and Farhat",
         fill_path_method(Alignment::amsallem_farhat)}};
    return methods;
}

/// The options that a method states.
std::vector<std::string> find_keys(const MethodForm& method) {
    FormDescription description;
    Form form(description);
    ModelReduction reduction;
    const ModelParts parts;
    method.fill(form, reduction, {{}, {}, parts});
    std::vector<std::string> keys;
    for (const schema::Member& member : description.members) keys.push_back(member.first);
    return keys;
}

/// Complains about options of other methods.
void refuse_foreign_options(Form& form, const MethodForm& method) {
    const std::vector<std::string> own = find_keys(method);
    std::vector<std::string> known = own;
    for (const MethodForm& other : method_forms())
        for (const std::string& key : find_keys(other)) {
            if (std::find(known.begin(), known.end(), key) != known.end()) continue;
            known.push_back(key);
            if (!form.has(key)) continue;
            form.reader().complain(key, own.empty()
                                            ? fmt::format("the method \"{}\" has no options", method.name)
                                            : fmt::format("does not belong to the method \"{}\", which knows {}",
                                                          method.name, fmt::join(own, ", ")));
        }
}

/// Methods that condense to the markers need unknowns there.
void check_condensation(const Reader& object, const ReductionMethod& method, const ModelParts& parts) {
    const bool condenses = std::holds_alternative<Guyan>(method) || std::holds_alternative<CraigBampton>(method) ||
                           std::holds_alternative<CmsGram>(method);
    if (!condenses) return;
    // After another complaint the markers may be missing because of it.
    if (parts.markers.empty() && object.diagnostics().empty())
        object.complain(
            fmt::format("\"{}\" condenses to markers, and there are none; give the model \"markers\" of type "
                        "\"rbe2\" or \"node\", or take another method (cms, krylov)",
                        name_of(method)));
    for (const FeMarkerSpec& marker : parts.markers)
        if (marker.kind == MarkerKind::rbe3)
            object.complain(
                fmt::format("\"{}\" condenses to markers, and \"{}\" is a mean of nodes (rbe3) without unknowns "
                            "of its own; make it \"rbe2\" or \"node\", or take another method (cms, krylov)",
                            name_of(method), marker.name));
}

/// From the size that the method's own options say on.
void fill_run_size(Form& form, ModelReduction& reduction) {
    form.group("time_domain_error", false,
               "grows the basis until the error bound along a run of a scene stays below a limit; by ritz reduce alone",
               [&](Form& inner) {
                   RunSize wanted;
                   inner.required("error", wanted.error, positive(), "of the body's state [m sqrt(kg)]");
                   inner.required("scene", wanted.scene, "its file, relative to the model's");
                   inner.optional("body", wanted, &RunSize::body, "in the scene; the one that is made from this model");
                   inner.optional("largest", wanted, &RunSize::largest, between(1, 1000), "shapes; gives up beyond");
                   reduction.by_run = wanted;
               });
    if (form.reads() && reduction.by_run && reduction.path)
        form.reader().complain("time_domain_error", "interpolated bases have no error bound");
}

void fill_options(Form& form, ModelReduction& reduction, const MethodForm& method, const ReductionContext& context) {
    if (reduction.name.empty()) reduction.name = method.name;
    std::optional<std::vector<Channel>> inputs;
    fill_channels(form, "inputs", inputs, context.parts, context.nodes);
    reduction.inputs = inputs.value_or(context.inputs);
    if (form.reads()) refuse_foreign_options(form, method);
    method.fill(form, reduction, context);
    fill_run_size(form, reduction);
}

void fill_reduction(Form& form, ModelReduction& reduction, const ReductionContext& context) {
    std::vector<FormKind> kinds;
    for (const MethodForm& method : method_forms())
        kinds.push_back(
            {method.name, method.words, [&](Form& inner) { fill_options(inner, reduction, method, context); }});
    const std::size_t before = form.complaints();
    if (!fill_kind_named(form, "method", kinds)) return;
    form.finish();
    if (form.reads() && form.complaints() == before) check_condensation(form.reader(), reduction.method, context.parts);
}

}  // namespace

void fill_reductions(Form& root, std::vector<ModelReduction>& reductions, const ReductionContext& context) {
    const std::string key = root.reads() ? root.reader().exactly_one_of({"reduction", "reductions"}) : "";
    root.member("reduction", false, schema::see("reduction"), [&](Reader& reader) {
        if (key != "reduction") return;
        Reader object = reader.child("reduction");
        if (!object) return;
        Form form(object);
        fill_reduction(form, reductions.emplace_back(), context);
    });
    if (root.reads() && key != "reductions") return;
    fill_named(
        root, "reductions", reductions, "several, by name",
        [&](Form& form, ModelReduction& reduction) { fill_reduction(form, reduction, context); },
        [](const ModelReduction&, const Reader&, bool) {}, "reduction");
    if (key == "reductions" && reductions.empty() && root.reader().value(key).is_object())
        root.reader().complain(key, "found no reduction, expected at least one");
}

Json describe_reduction_form() {
    ModelReduction reduction;
    const ModelParts parts;
    return Form::describe_object("how it is reduced", [&](Form& form) {
        fill_reduction(form, reduction, {{}, {}, parts});
    });
}

Json describe_response_error() {
    ByResponseError wanted;
    return Form::describe_object("as many columns as this relative error of the frequency response takes",
                                 [&](Form& form) { fill_response_error(form, wanted, {}); });
}

}  // namespace ritz
