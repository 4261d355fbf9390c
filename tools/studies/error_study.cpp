#include "tools/studies/error_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "tools/trials/error_trial.hpp"
#include "tools/trials/paper_bound.hpp"

namespace ritz {
namespace {

struct Load {
    std::string name, force;
    double end = 0;  // [s] of the run
};

// [Fehr2018] section 4; a smooth pulse of 4 ms; a sweep past the second mode.
const Load sine{"sine", "-10*sin(2*pi*t)", 1};
const Load pulse{"pulse", "t < 0.004 ? -10*sin(pi*t/0.004)^2 : 0", 0.2};
const Load sweep{"sweep", "-10*sin(2*pi*(5*t + 295/(2*0.2)*t^2))", 0.2};

struct ErrorCase {
    std::string model;  // of scenes/two_link_manipulator
    std::string basis;
    int size = 0;  // 0: that of the model file
    Load load = sine;
    std::string damping = "rayleigh";
    double spin = 0;  // part of the first frequency
};

/// [Fehr2018] section 4 on one of its two models.
void add_paper_cases(const char* model, std::vector<ErrorCase>& cases) {
    for (const char* basis : {"cms_gram", "krylov", "pod_gram", "modal", "craig_bampton"})
        cases.push_back({model, basis});
    for (const int size : {2, 6, 10, 20, 30}) cases.push_back({model, "symplectic", size});
}

std::vector<ErrorCase> list_cases(bool is_short) {
    std::vector<ErrorCase> cases;
    add_paper_cases("arm_plane", cases);
    if (is_short) return cases;
    for (const char* basis : {"modal", "arm", "krylov", "pod_gram", "craig_bampton", "symplectic"})
        for (const char* damping : {"rayleigh", "modal", "dashpot"})
            for (const double spin : {0.0, 0.1, 0.3})
                for (const Load& load : {sine, pulse, sweep})
                    if (!(load.name == "sine" && damping == std::string("rayleigh") && spin == 0))
                        cases.push_back({"arm_plane", basis, 0, load, damping, spin});
    add_paper_cases("arm_solid", cases);
    return cases;
}

/// The model with its reductions and, of its full body, everything that costs time.
struct Arm {
    std::string path;
    std::string key;
    std::optional<ReducedCase> reduced;
    std::unique_ptr<FullBody> full;
    std::string damping;
};

class ErrorStudy {
  public:
    explicit ErrorStudy(const ErrorStudyOptions& options) : options_(options) {}

    std::string run(const ErrorCase& each) {
        prepare(each);
        const double omega = 2 * std::numbers::pi * each.spin * first_frequency_;
        std::vector<std::string> overrides = {
            fmt::format("/time/end={}", each.load.end),
            fmt::format("/time/output_step={}", each.load.end / 200),
            fmt::format("/bodies/arm/file=\"../two_link_manipulator/{}.json\"", each.model),
            R"(/bodies/arm/reduction="modal")",
            fmt::format("/loads/tip/force=[0, \"{}\", 0]", each.load.force),
            R"(/integrator={"method": "sdirk", "relative_tolerance": 1e-7, "absolute_tolerance": 1e-11})"};
        if (each.spin > 0)
            overrides.push_back(fmt::format(
                R"(/joints/clamp={{"type": "revolute", "parent": "world", "child": "arm.start", "motion": "{:.17g}*t"}})",
                omega));
        if (each.damping == "dashpot")  // between two places of the arm's frame, so that it turns with it
            overrides.push_back(
                R"(/forces={"dash": {"type": "spring", "from": {"body": "arm", "position": [1, 1, 0]}, "to": "arm.end", "damping": 20}})");
        const Scene scene = put_body(load_scene(options_.scenes + "/error_study/clamped_arm.json", overrides), "arm",
                                     *arm_.reduced, scene_damping(each));
        const ErrorTrial trial =
            run_error_trial(scene, *arm_.reduced, *arm_.full, {"arm", "end", 1, {}, {.points = 6}});
        return make_row(each, trial);
    }

    std::string compare_norms(const std::string& model) {
        prepare({model, "modal"});
        VecX times(20);
        for (Eigen::Index k = 0; k < times.size(); ++k) times[k] = 0.05 * static_cast<double>(k + 1);
        const NormVariants norms = compute_norm_variants(*arm_.full, times);
        const auto excess = [&](const VecX& of) { return 100 * (of.sum() / norms.exact.sum() - 1); };
        return fmt::format("{},{:.3g},{:.3g},0,{:.3g}\n", model, excess(norms.frobenius),
                           excess(norms.one_and_infinity), excess(norms.condition));
    }

  private:
    static std::optional<Damping> scene_damping(const ErrorCase& each) {
        if (each.damping == "modal") return ModalDamping{0.01};
        return {};
    }

    void prepare(const ErrorCase& each) {
        const std::string path = options_.scenes + "/two_link_manipulator/" + each.model + ".json";
        const std::string key = fmt::format("{} {} {}", each.model, each.basis, each.size);
        const bool is_same_full = arm_.full && arm_.path == path && arm_.damping == each.damping;
        if (arm_.key == key && is_same_full) return;
        std::vector<std::string> overrides;
        if (each.size > 0) overrides.push_back(fmt::format("/reductions/{}/size={}", each.basis, each.size));
        arm_.full.reset();  // it refers to the job
        arm_.reduced.emplace(make_reduced_case(load_model(path, overrides), each.basis));
        arm_.full = std::make_unique<FullBody>(arm_.reduced->job.structure, arm_.reduced->frame, scene_damping(each));
        first_frequency_ = arm_.full->omega()[0] / (2 * std::numbers::pi);
        arm_.path = path;
        arm_.key = key;
        arm_.damping = each.damping;
    }

    std::string make_row(const ErrorCase& each, const ErrorTrial& trial) const {
        const auto most = [](const std::vector<double>& of) {
            return of.empty() ? 0.0 : *std::max_element(of.begin(), of.end());
        };
        const double true_state = most(trial.true_state), true_output = most(trial.true_output);
        const double accuracy = accuracy_of_full_body * trial.state_size;
        const BoundRatio state = compare_bound(trial.true_state, trial.bound_state, accuracy),
                         output =
                             compare_bound(trial.true_output, trial.bound_output, accuracy * true_output / true_state);
        const bool has_bound = !trial.bound_state.empty();
        const auto number = [](bool is_there, double value) {
            return is_there && std::isfinite(value) ? fmt::format("{:.6g}", value) : std::string();
        };
        const bool has_paper = trial.paper_state > 0;
        return fmt::format("{},{},{},{},{},{},{:.6g},{},{},{},{:.6g},{},{},{},{},{},{},{},{}\n", each.model, each.basis,
                           arm_.reduced->basis.V.cols(), each.load.name, each.damping, each.spin, true_state,
                           number(has_bound, most(trial.bound_state)), number(has_bound, state.of_maxima),
                           number(has_bound, state.smallest), true_output, number(has_bound, most(trial.bound_output)),
                           number(has_bound, output.of_maxima), number(has_bound, output.smallest),
                           number(has_bound, most(trial.corrected_output)),
                           number(has_paper, trial.paper_state / true_state),
                           number(has_paper, trial.paper_output / true_output), number(has_bound, trial.overhead),
                           has_bound ? trial.claim.kind == BoundKind::bound ? "bound" : "estimate" : "none");
    }

    ErrorStudyOptions options_;
    Arm arm_;
    double first_frequency_ = 0;  // [Hz]
};

const char* const head =
    "model,basis,n,load,damping,spin,true_state,bound_state,ratio_state,min_ratio_state,true_output,bound_output,"
    "ratio_output,min_ratio_output,corrected_output,ratio_paper_state,ratio_paper_output,overhead,kind\n";

}  // namespace

void run_error_study(const ErrorStudyOptions& options) {
    std::filesystem::create_directories(options.folder);
    ErrorStudy study(options);
    std::string csv = head;
    fmt::print("{}", csv);
    for (const ErrorCase& each : list_cases(options.is_short)) {
        std::string row;
        try {
            row = study.run(each);
        } catch (const NumericalError& error) {  // of the method or the run: the others go on
            fmt::print(stderr, "{} {} {} {} {}: {}\n", each.model, each.basis, each.load.name, each.damping, each.spin,
                       error.what());
            continue;
        }
        fmt::print("{}", row);
        std::fflush(stdout);
        csv += row;
        write_whole_file(options.folder + "/error.csv", csv);  // each case takes some seconds, all of them minutes
    }
    std::string norms =
        "model,overestimation_10_percent,overestimation_11_percent,overestimation_12_percent,"
        "overestimation_14_percent\n";
    norms += study.compare_norms("arm_plane");
    if (!options.is_short) norms += study.compare_norms("arm_solid");
    fmt::print("{}", norms);
    write_whole_file(options.folder + "/error_norms.csv", norms);
}

}  // namespace ritz
