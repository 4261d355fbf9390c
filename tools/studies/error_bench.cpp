#include "tools/studies/error_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "core/errors.hpp"
#include "scenes/loader/scene/load_scene.hpp"

namespace ritz {
namespace {

constexpr int beam_elements = 48;

/// Of exact modes by the elements of the fine beam, beside the largest |u|.
constexpr double accuracy_of_fine_beam = 1e-6;

const RayleighDamping rayleigh{2.6, 1e-6};  // of the model files
constexpr double modal_ratio = 0.01;

std::optional<Damping> scene_damping(const ErrorCase& each) {
    if (each.damping == "modal") return ModalDamping{modal_ratio};
    return {};
}

/// The unit of time [s], so that loads are to each model what they are to the arm of [Fehr2018]: the cylinder's first
/// frequency is some twenty times the arm's.
double time_unit(const std::string& model) { return model == "cylinder" ? 0.05 : 1; }

std::string describe_beam(const ErrorCase& each) {
    const BeamMeasures m;
    const std::string damping = each.damping == "modal"
                                    ? fmt::format(R"({{"modal": {}}})", modal_ratio)
                                    : fmt::format(R"({{"alpha": {}, "beta": {}}})", rayleigh.alpha, rayleigh.beta);
    return fmt::format(
        R"({{"type": "beam", "length": {}, "law": {{"EA": {}, "EIy": {}, "EIz": {}, "mass_per_length": {}}},
            "ends": "clamped-free", "modes": {{"bending_y": {}, "axial": 1}}, "damping": {}, "geometric_stiffening": false}})",
        m.length, m.youngs_modulus * m.area(), m.youngs_modulus * m.inertia_y(), m.youngs_modulus * m.inertia_z(),
        m.density * m.area(), each.size, damping);
}

/// At rest, or turning about z: up to `rate` [rad/s] smoothly in the first half of the run, or at once.
std::string describe_clamp(const ErrorCase& each, double end, double rate) {
    // The cylinder has supports instead of a marker at its start.
    const std::string child = each.model == "cylinder" ? "arm" : "arm.start";
    if (each.spin == 0)
        return fmt::format(R"(/joints/clamp={{"type": "fixed", "parent": "world", "child": "{}"}})", child);
    // The angle whose rate is rate/T (t - c sin(t/c)) up to T = 2πc.
    const double T = 0.5 * end, c = T / (2 * std::numbers::pi);
    const std::string angle = each.is_sudden
                                  ? fmt::format("{:.17g}*t", rate)
                                  : fmt::format(
                                        "t < {0:.17g} ? {1:.17g}/{0:.17g}*(t^2/2 + {2:.17g}^2*(cos(t/{2:.17g}) - 1)) : "
                                        "{1:.17g}*(t - {0:.17g}/2)",
                                        T, rate, c);
    return fmt::format(R"(/joints/clamp={{"type": "revolute", "parent": "world", "child": "{}", "motion": "{}"}})",
                       child, angle);
}

std::string make_key(const ErrorCase& each) { return each.model + fmt::format(" {}", fmt::join(each.overrides, " ")); }

}  // namespace

double largest(const std::vector<double>& values) {
    return values.empty() ? 0.0 : *std::max_element(values.begin(), values.end());
}

double CaseResult::true_state() const { return largest(trial.true_state); }
double CaseResult::true_output() const { return largest(trial.true_output); }
BoundRatio CaseResult::state_ratio() const { return compare_bound(trial.true_state, trial.bound_state, accuracy); }
BoundRatio CaseResult::output_ratio() const {
    return compare_bound(trial.true_output, trial.bound_output, accuracy * true_output() / true_state());
}

std::string ErrorBench::find_model(const ErrorCase& each) const {
    return each.model == "cylinder" ? "../error_study/coarse_cylinder.json"
                                    : fmt::format("../two_link_manipulator/{}.json", each.model);
}

void ErrorBench::prepare_full(const ErrorCase& each) {
    const std::string key = make_key(each) + (each.damping == "modal" ? " modal" : "");
    if (full_ && full_key_ == key) return;
    full_.reset();
    full_key_ = key;
    if (each.model == "beam") {
        beam_.emplace(make_fine_beam({}, beam_elements));
        full_ = std::make_unique<FullBody>(beam_->structure, beam_->frame,
                                           each.damping == "modal" ? Damping(ModalDamping{modal_ratio}) : rayleigh);
        return;
    }
    job_.emplace(load_model(scenes_ + "/error_study/" + find_model(each), each.overrides));
    const ReferenceFrame frame = make_problem(*job_, {}).frame();
    full_ = std::make_unique<FullBody>(job_->structure, frame, scene_damping(each));
}

const ReducedCase& ErrorBench::find_reduced(const ErrorCase& each) {
    if (reduced_key_ != make_key(each)) reduced_.clear();
    reduced_key_ = make_key(each);
    const std::string key = fmt::format("{} {}", each.basis, each.size);
    const auto known = reduced_.find(key);
    if (known != reduced_.end()) return known->second;
    std::vector<std::string> overrides = each.overrides;
    if (each.size > 0) overrides.push_back(fmt::format("/reductions/{}/size={}", each.basis, each.size));
    ReductionJob job = load_model(scenes_ + "/error_study/" + find_model(each), overrides);
    return reduced_.emplace(key, make_reduced_case(std::move(job), each.basis)).first->second;
}

std::vector<std::string> ErrorBench::list_overrides(const ErrorCase& each) const {
    const double unit = time_unit(each.model), end = each.load.end * unit;
    std::vector<std::string> overrides = {
        fmt::format("/time/end={}", end), fmt::format("/time/output_step={}", end / 200),
        fmt::format("/parameters={{\"unit\": {}}}", unit),
        fmt::format("/loads/tip/force=[0, \"{}\", 0]", each.load.force),
        R"(/integrator={"method": "sdirk", "relative_tolerance": 1e-7, "absolute_tolerance": 1e-11})"};
    if (each.model == "beam")
        overrides.push_back("/bodies/arm=" + describe_beam(each));
    else
        overrides.push_back(
            fmt::format(R"(/bodies/arm={{"type": "file", "file": "{}", "reduction": "modal"}})", find_model(each)));
    overrides.push_back(describe_clamp(each, end, each.spin * full_->omega()[0]));
    if (each.spin == 0) overrides.emplace_back(R"(/loads/tip/axes="world")");  // linear, as in the paper
    if (each.damping == "dashpot")  // between two places of the arm's frame, so that it turns with it
        overrides.push_back(
            R"(/forces={"dash": {"type": "spring", "from": {"body": "arm", "position": [1, 1, 0]}, "to": "arm.end", "damping": 20}})");
    return overrides;
}

const FullBody& ErrorBench::find_full(const ErrorCase& each) {
    prepare_full(each);
    return *full_;
}

CaseResult ErrorBench::run(const ErrorCase& each) {
    prepare_full(each);
    Scene scene = load_scene(scenes_ + "/error_study/clamped_arm.json", list_overrides(each));
    MatX V;
    if (each.model == "beam") {
        V = sample_shapes(*beam_, *scene.model.elastic_bodies.front()->beam);
    } else {
        const ReducedCase& reduced = find_reduced(each);
        scene = put_body(scene, "arm", reduced, scene_damping(each));
        V = reduced.basis.V;
    }
    CaseResult result{each, V.cols(), 0, run_error_trial(scene, V, *full_, {"arm", "end", 1, {}, {.points = 6}})};
    result.accuracy = (each.model == "beam" ? accuracy_of_fine_beam : accuracy_of_full_body) * result.trial.state_size;
    return result;
}

}  // namespace ritz
