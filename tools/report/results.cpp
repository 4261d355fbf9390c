#include "tools/report/results.hpp"

#include <fmt/format.h>

#include <ostream>

#include "core/errors.hpp"
#include "core/version.hpp"
#include "engine/simulation/units.hpp"
#include "engine/system/coordinate_count.hpp"
#include "scenes/loader/json/csv.hpp"
#include "tools/report/motion.hpp"
#include "tools/report/picture.hpp"
#include "tools/report/result_folder.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

std::string make_picture(const Scene& scene, const RunResult& result) {
    constexpr std::size_t most_panels = 8;
    std::vector<Curve> curves;
    for (std::size_t k = 0; k < std::min(scene.outputs.size(), most_panels); ++k) {
        const std::string unit = unit_of(scene.outputs[k].quantity, scene.model);
        Curve curve{scene.outputs[k].name + (unit.empty() ? "" : " in " + unit), {}};
        for (const std::vector<double>& row : result.samples) curve.values.push_back(row[k]);
        curves.push_back(std::move(curve));
    }
    std::string title = scene.name;
    if (scene.outputs.size() > most_panels)
        title += fmt::format(" (the first {} of {} outputs)", most_panels, scene.outputs.size());
    return draw_time_histories(title, result.times, curves);
}

Json summarise_bodies(const Model& model) {
    Json bodies = Json::object();
    for (const BodyEntry& body : model.bodies) {
        const Node& node = model.nodes[static_cast<std::size_t>(body.node)];
        const Eigen::Index full =
            node.elastic < 0 ? 0 : model.elastic_bodies[static_cast<std::size_t>(node.elastic)]->full_dofs;
        bodies[body.name] = {{"dofs_full", full},
                             {"dofs_reduced", node.n},
                             {"bound", {{"state_max", nullptr}, {"output_max", nullptr}}},
                             {"refinements", 0}};
    }
    return bodies;
}

}  // namespace

std::string status_name(RunStatus status) {
    switch (status) {
        case RunStatus::completed:
            return "completed";
        case RunStatus::stopped:
            return "stopped";
        case RunStatus::failed:
            return "failed";
    }
    return "failed";
}

void write_csv(const Scene& scene, const RunResult& result, std::ostream& stream) {
    std::string line = "time";
    for (const Output& output : scene.outputs) line += "," + make_csv_field(output.name);
    line += "\n";
    for (std::size_t i = 0; i < result.times.size(); ++i) {
        stream << line;
        line.clear();
        fmt::format_to(std::back_inserter(line), "{:.17g}", result.times[i]);
        for (const double value : result.samples[i]) fmt::format_to(std::back_inserter(line), ",{:.17g}", value);
        line += "\n";
    }
    stream << line;
}

Json make_summary(const Scene& scene, const RunResult& result) {
    const CoordinateCount count = count_coordinates(scene.model);
    Json summary;
    summary["program"] = "ritz " + program_version();
    summary["scene"] = scene.name;
    summary["status"] = status_name(result.status);
    summary["reason"] = result.reason.empty() ? "reached the end" : result.reason;
    summary["simulated_time"] = result.simulated_time;
    summary["wall_time"] = result.wall_time;
    summary["integrator"] = result.integrator;
    summary["integrator_reason"] = result.integrator_reason;
    summary["steps"] = result.statistics.steps;
    summary["rhs_evaluations"] = result.statistics.rhs_evaluations;
    summary["jacobian_evaluations"] = result.statistics.jacobian_evaluations;
    summary["error_test_failures"] = result.statistics.error_test_failures;
    summary["convergence_failures"] = result.statistics.convergence_failures;
    summary["coordinates"] = {{"rigid", count.rigid}, {"elastic", count.elastic}, {"control", count.control}};
    summary["states"] = scene.model.states();
    summary["energy"] = {
        {"initial", result.energy_initial}, {"final", result.energy_final}, {"drift", result.energy_drift}};
    summary["loops"] = {{"position", result.loop_violation.position}, {"velocity", result.loop_violation.velocity}};
    summary["events"] = result.events;
    summary["warnings"] = result.warnings;
    summary["bodies"] = summarise_bodies(scene.model);
    return summary;
}

bool is_summary(const Json& document) {
    if (!document.is_object() || !document.contains("program") || !document.contains("status")) return false;
    return document["program"].is_string() && document["program"].get<std::string>().starts_with("ritz ");
}

void write_results(const Scene& scene, const RunResult& result, const fs::path& folder) {
    // Names and reasons may hold anything; what is no UTF-8 is replaced rather than thrown at the user.
    const auto summary = [&](std::ostream& stream) {
        stream << make_summary(scene, result).dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
    };
    write_result_files(
        folder, std::vector<ResultFile>{
                    {"outputs.csv", [&](std::ostream& stream) { write_csv(scene, result, stream); }},
                    {"summary.json", summary},
                    {"outputs.svg", [&](std::ostream& stream) { stream << make_picture(scene, result); }, false},
                    {"motion.json", [&](std::ostream& stream) { stream << make_motion(scene, result); }, false}});
}

}  // namespace ritz
