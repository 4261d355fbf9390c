// How a model is reduced: method, its options, and how large.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numbers>

#include "core/errors.hpp"
#include "core/name_index.hpp"
#include "scenes/loader/json/limits.hpp"
#include "scenes/loader/model/read_model.hpp"

namespace ritz {
namespace {

/// Each method with the keys it understands.
struct MethodKeys {
    std::string name;
    std::vector<std::string> keys;
};
const std::vector<MethodKeys>& method_keys() {
    static const std::vector<std::string> path_keys = {"modes", "track", "direction", "supports", "weights", "at"};
    static const std::vector<MethodKeys> methods = {
        {"modal", {"modes", "below", "frf_error"}},
        {"guyan", {}},
        {"craig_bampton", {"modes", "below", "frf_error"}},
        {"cms", {"modes", "below", "frf_error"}},
        {"krylov", {"size", "frf_error", "shifts", "band", "moments"}},
        {"so_irka", {"size", "frf_error", "band", "runs", "iterations", "tolerance", "seed"}},
        {"gramian", {"size", "frf_error", "band", "samples", "quantity"}},
        {"cms_gram", {"size", "frf_error", "band", "samples"}},
        {"pod", {"size", "frf_error", "duration", "step"}},
        {"symplectic_pod", {"size", "frf_error", "duration", "step", "complex_svd"}},
        {"aligned", path_keys},
        {"panzer", path_keys},
        {"amsallem_farhat", path_keys},
    };
    return methods;
}

bool contains(const std::vector<std::string>& list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

/// Complains about options of other methods.
void refuse_foreign_options(Reader& object, const MethodKeys& method) {
    std::vector<std::string> seen;
    for (const MethodKeys& other : method_keys())
        for (const std::string& key : other.keys) {
            if (contains(method.keys, key) || contains(seen, key) || !object.has(key)) continue;
            seen.push_back(key);
            object.complain(key, method.keys.empty()
                                     ? fmt::format("the method \"{}\" has no options", method.name)
                                     : fmt::format("does not belong to the method \"{}\", which knows {}", method.name,
                                                   fmt::join(method.keys, ", ")));
        }
}

Band required_band(Reader& object, const std::optional<Band>& otherwise) {
    const std::optional<Band> own = read_band(object, "band");
    if (own) return *own;
    if (otherwise) return *otherwise;
    object.complain("\"band\" is missing, expected [low, high] in Hz here or in the model");
    return {0, 1};
}

constexpr int most_modes = 100000;

SizeChoice read_response_error(Reader& object, const std::optional<Band>& band) {
    Reader frf = object.child("frf_error");
    ByResponseError wanted;
    wanted.error = frf.required<double>("error", positive());
    wanted.band = required_band(frf, band);
    wanted.samples = frf.optional<int>("samples", wanted.samples, between(2, 10000));
    wanted.largest = frf.optional<int>("largest", wanted.largest, between(1, most_modes));
    wanted.resonances = frf.optional<int>("resonances", wanted.resonances, between(0, 10000));
    frf.finish();
    return wanted;
}

SizeChoice read_size(Reader& object, const MethodKeys& method, const std::optional<Band>& band) {
    std::vector<std::string> keys;
    for (const char* key : {"modes", "below", "size", "frf_error"})
        if (contains(method.keys, key)) keys.push_back(key);
    if (keys.empty()) return ByCount{0};
    const std::string key = object.exactly_one_of(keys);
    if (key == "frf_error") return read_response_error(object, band);
    if (key == "below") return BelowFrequency{object.required<double>("below", positive_frequency_range())};
    if (key.empty()) return ByCount{1};
    // Static columns alone are a basis, too; a basis of nothing is none.
    const bool has_static_columns = method.name == "craig_bampton" || method.name == "cms" || method.name == "cms_gram";
    return ByCount{object.required<int>(key, between(has_static_columns ? 0 : 1, most_modes))};
}

Krylov read_krylov(Reader& object, const std::optional<Band>& band) {
    Krylov krylov;
    krylov.moments = object.optional<int>("moments", 1, between(1, 100));
    if (!object.has("shifts")) {
        krylov.band = required_band(object, band);
        return krylov;
    }
    const std::size_t before = object.diagnostics().count();
    for (const double f : object.required<std::vector<double>>("shifts", frequency_range()))
        krylov.shifts.emplace_back(0, 2 * std::numbers::pi * f);
    if (krylov.shifts.empty() && object.diagnostics().count() == before)
        object.complain("shifts", "found an empty list, expected frequencies in Hz");
    for (const char* key : {"band", "size", "frf_error"})
        if (object.has(key)) object.complain(key, "found next to \"shifts\", which decide the size");
    return krylov;
}

Irka read_irka(Reader& object, const std::optional<Band>& band) {
    Irka irka;
    irka.band = required_band(object, band);
    irka.runs = object.optional<int>("runs", irka.runs, between(1, 1000));
    irka.iterations = object.optional<int>("iterations", irka.iterations, between(1, 100000));
    irka.tolerance = object.optional<double>("tolerance", irka.tolerance, positive());
    irka.seed = static_cast<unsigned>(object.optional<int>("seed", static_cast<int>(irka.seed), at_least(0)));
    return irka;
}

Pod read_pod(Reader& object, bool is_symplectic) {
    Pod pod;
    const std::size_t before = object.diagnostics().count();
    pod.duration = object.required<double>("duration", positive());
    pod.step = object.required<double>("step", positive());
    pod.symplectic = is_symplectic;
    if (is_symplectic) pod.complex_svd = object.optional<bool>("complex_svd", false);
    if (pod.step > pod.duration && object.diagnostics().count() == before)
        object.complain("step", "found a step longer than the duration");
    constexpr double most_steps = 1e5;
    if (pod.duration > most_steps * pod.step && object.diagnostics().count() == before)
        object.complain("step", fmt::format("makes {:.3g} steps of the duration, expected at most {:.0g}",
                                            pod.duration / pod.step, most_steps));
    return pod;
}

ReductionMethod read_method(Reader& object, const std::string& name, const std::optional<Band>& band) {
    const auto samples = [&] { return object.optional<int>("samples", 24, between(2, 1000)); };
    if (name == "guyan") return Guyan{};
    if (name == "craig_bampton") return CraigBampton{};
    if (name == "cms") return Cms{};
    if (name == "krylov") return read_krylov(object, band);
    if (name == "so_irka") return read_irka(object, band);
    if (name == "gramian")
        return Gramian{required_band(object, band), samples(),
                       object.optional_choice<bool>("quantity", {{"displacement", false}, {"velocity", true}}, false)};
    if (name == "cms_gram") return CmsGram{required_band(object, band), samples()};
    if (name == "pod" || name == "symplectic_pod") return read_pod(object, name == "symplectic_pod");
    return Modal{};
}

std::optional<Alignment> find_alignment(const std::string& method) {
    if (method == "aligned") return Alignment::aligned;
    if (method == "panzer") return Alignment::panzer;
    if (method == "amsallem_farhat") return Alignment::amsallem_farhat;
    return {};
}

/// Bases at supports along a track, and between them interpolated matrices.
std::optional<PathReduction> read_path(Reader& object, Alignment alignment, const ModelParts& parts,
                                       const Nodes* nodes) {
    const std::size_t before = object.diagnostics().count();
    const int index = object.required_reference("track", "track", names_of(parts.tracks));
    const Reader value = object.optional_value("direction");
    const TrackDirection direction = value ? read_track_direction(value) : TrackDirection{"z", false, Vec3::UnitZ()};
    ParametricOptions options;
    options.alignment = alignment;
    options.common_modes = object.required<int>("modes", between(1, most_modes));
    options.weights = object.optional_choice<PathWeights>(
        "weights", {{"cubic", PathWeights::cubic}, {"linear", PathWeights::linear}}, options.weights);
    // A track whose nodes are wrong has been complained about.
    const bool known = index >= 0 && nodes && parts.tracks[static_cast<std::size_t>(index)].nodes.size() > 1;
    const FeTrackSpec track = known ? parts.tracks[static_cast<std::size_t>(index)] : FeTrackSpec{};
    const int most = known ? static_cast<int>(track.nodes.size()) : most_modes;
    const int supports = object.required<int>("supports", between(track.closed ? 3 : 2, most));
    const double at = object.optional<double>("at", 0, at_least(0));
    if (!known || object.diagnostics().count() != before) return {};
    PathReduction path = make_path_reduction(track, index, *nodes, direction, supports);
    path.options = options;
    path.at = at;
    const double length = make_node_path(track, *nodes).length();
    if (at > length)
        object.complain("at", fmt::format("found {} m, expected a place on the track, from 0 to {:.6g} m", at, length));
    return path;
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

ModelReduction read_reduction(Reader& object, const std::string& name, const std::optional<Band>& band,
                              const std::vector<Channel>& inputs, const ModelParts& parts, const Nodes* nodes) {
    ModelReduction reduction;
    reduction.name = name;
    std::vector<std::pair<std::string, const MethodKeys*>> choices;
    for (const MethodKeys& method : method_keys()) choices.emplace_back(method.name, &method);
    const std::size_t before = object.diagnostics().count();
    const MethodKeys& method = *object.required_choice<const MethodKeys*>("method", choices);
    if (object.diagnostics().count() != before) return reduction;
    if (name.empty()) reduction.name = method.name;
    reduction.inputs = read_channels(object, "inputs", parts, nodes).value_or(inputs);
    refuse_foreign_options(object, method);
    if (const auto alignment = find_alignment(method.name)) {
        reduction.path = read_path(object, *alignment, parts, nodes);
        object.finish();
        return reduction;
    }
    reduction.method = read_method(object, method.name, band);
    const bool has_shifts = method.name == "krylov" && object.has("shifts");
    reduction.size = has_shifts ? SizeChoice{ByCount{0}} : read_size(object, method, band);
    object.finish();
    if (object.diagnostics().count() == before) check_condensation(object, reduction.method, parts);
    return reduction;
}

}  // namespace

std::vector<ModelReduction> read_reductions(Reader& root, const std::optional<Band>& band,
                                            const std::vector<Channel>& inputs, const ModelParts& parts,
                                            const Nodes* nodes) {
    std::vector<ModelReduction> all;
    const std::string key = root.exactly_one_of({"reduction", "reductions"});
    if (key == "reduction") {
        Reader object = root.child("reduction");
        if (object) all.push_back(read_reduction(object, "", band, inputs, parts, nodes));
    }
    if (key == "reductions") {
        for (auto& [name, object] : root.named("reductions"))
            all.push_back(read_reduction(object, name, band, inputs, parts, nodes));
        if (all.empty() && root.value("reductions").is_object())
            root.complain("reductions", "found no reduction, expected at least one");
    }
    return all;
}

}  // namespace ritz
