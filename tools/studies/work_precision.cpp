#include "tools/studies/work_precision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "core/files/sha256.hpp"
#include "tools/report/log_log_picture.hpp"
#include "tools/studies/work_table.hpp"
#include "tools/trials/trial_scenes.hpp"
#include "tools/trials/work_precision.hpp"

namespace ritz {
namespace {

constexpr double tolerances[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};

class Study {
  public:
    explicit Study(const WorkPrecisionOptions& options)
        : options_(options),
          path_(options.folder + "/work_precision.csv"),
          program_(compute_file_sha256("/proc/self/exe").substr(0, 8)),
          rows_(read_work_table(path_)) {}

    void measure(const TrialScene& each) {
        std::erase_if(rows_, [&](const WorkRow& row) { return row.scene == each.name && row.program != program_; });
        const Scene scene = each.load();
        const Reference reference = references().find(scene);
        if (!reference.missing.empty()) {
            fmt::print("{} is left out: {}\n", each.name, reference.missing);
            return;
        }
        fmt::print("{}: errors below {:.1e} cannot be seen{}\n", each.name, reference.floor(), list_passed(reference));
        for (const MethodSetting& method : list_methods())
            for (const double tolerance : tolerances)
                if (!measure_once(scene, method, tolerance, reference)) break;
        draw(each.name, reference.floor());
    }

  private:
    ReferenceStore references() const {
        return {(std::filesystem::path(options_.folder).parent_path() / "references").string()};
    }

    /// The outputs that do not count.
    static std::string list_passed(const Reference& reference) {
        std::string list;
        for (const auto& column : reference.columns)
            if (!column.counts) list += (list.empty() ? "; not counted: " : ", ") + column.name;
        return list;
    }

    /// False if the method is given up.
    bool measure_once(const Scene& scene, const MethodSetting& method, double tolerance, const Reference& reference) {
        WorkRow row;
        row.scene = scene.name;
        row.method = method.name;
        row.tolerance = tolerance;
        const auto known = std::find_if(rows_.begin(), rows_.end(), [&](const WorkRow& r) {
            return r.scene == row.scene && r.method == row.method && r.tolerance == row.tolerance;
        });
        if (known != rows_.end()) return known->cpu < options_.longest;
        const WorkPoint point = measure_point(scene, method, row.tolerance, reference, {options_.longest});
        if (!point.failure.empty()) row.status = point.failure;
        row.cpu = point.cpu;
        row.error = point.error.relative;
        row.floor = reference.floor();
        row.steps = point.statistics.steps;
        row.rhs_evaluations = point.statistics.rhs_evaluations;
        row.jacobian_evaluations = point.statistics.jacobian_evaluations;
        row.newton_iterations = point.statistics.newton_iterations;
        row.integrator = point.integrator;
        row.program = program_;
        fmt::print("  {:<18} {:<8g} {:>10.4g} s   {}\n", row.method, row.tolerance, row.cpu,
                   point.failure.empty() ? fmt::format("error {:.2e}", row.error) : row.status);
        std::fflush(stdout);
        rows_.push_back(row);
        write_work_table(path_, rows_);
        return row.cpu < options_.longest;
    }

    void draw(const std::string& scene, double floor) const {
        LogLogPicture picture{scene, "CPU time in s", "largest error relative to the range of the output", {}, floor};
        for (const MethodSetting& method : list_methods()) {
            LogLogCurve curve{method.name, {}};
            for (const WorkRow& row : rows_)
                if (row.scene == scene && row.method == method.name && row.status == "completed")
                    curve.points.emplace_back(row.cpu, row.error);
            picture.curves.push_back(curve);
        }
        write_whole_file(fmt::format("{}/work_precision_{}.svg", options_.folder, scene), draw_log_log(picture));
    }

    const WorkPrecisionOptions& options_;
    std::string path_, program_;
    std::vector<WorkRow> rows_;
};

}  // namespace

void run_work_precision(const WorkPrecisionOptions& options) {
    const std::vector<TrialScene> scenes = list_trial_scenes(options.root);
    for (const std::string& name : options.scenes)
        if (std::none_of(scenes.begin(), scenes.end(), [&](const TrialScene& each) { return each.name == name; })) {
            std::string known;
            for (const TrialScene& each : scenes) known += " " + each.name;
            throw InputError(fmt::format("no scene \"{}\"; known:{}", name, known));
        }
    std::filesystem::create_directories(options.folder);
    Study study(options);
    for (const TrialScene& each : scenes)
        if (options.scenes.empty() ||
            std::find(options.scenes.begin(), options.scenes.end(), each.name) != options.scenes.end())
            study.measure(each);
    fmt::print("{}/work_precision.csv\n", options.folder);
}

}  // namespace ritz
