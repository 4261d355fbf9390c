#include "tools/report/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>

#include "core/errors.hpp"
#include "core/version.hpp"
#include "engine/simulation/units.hpp"
#include "engine/system/spec/coordinate_count.hpp"
#include "scenes/loader/json/json_document.hpp"
#include "tools/report/bound_bands.hpp"

namespace ritz {
namespace {

Json summarise_bound(const std::string& body, const RunResult& result) {
    for (const BoundSummary& bound : result.bounds) {
        if (bound.body != body) continue;
        Json outputs = Json::object();
        for (const auto& [name, most] : bound.output_max) outputs[name] = most;
        const bool is_known = bound.claim != "none";
        Json all = {{"kind", bound.claim},
                    {"state_max", is_known ? Json(bound.state_max) : Json()},
                    {"output_max", is_known ? outputs : Json()},
                    {"system_estimate_max", bound.system_estimate_max ? Json(*bound.system_estimate_max) : Json()},
                    {"overhead", bound.overhead}};
        if (!bound.reason.empty()) all["reason"] = bound.reason;
        return all;
    }
    return {{"state_max", nullptr}, {"output_max", nullptr}};
}

Json summarise_bodies(const Model& model, const RunResult& result) {
    Json bodies = Json::object();
    for (const BodyEntry& body : model.bodies) {
        const Node& node = model.nodes[body.node];
        const Eigen::Index full = node.elastic ? model.elastic_bodies[*node.elastic]->full_dofs : 0;
        const auto refinements = std::count_if(result.refinements.begin(), result.refinements.end(),
                                               [&](const RefinementNote& note) { return note.body == body.name; });
        bodies[body.name] = {{"dofs_full", full},
                             {"dofs_reduced", node.n},
                             {"bound", summarise_bound(body.name, result)},
                             {"refinements", refinements}};
    }
    return bodies;
}

Json list_refinements(const RunResult& result) {
    Json list = Json::array();
    for (const RefinementNote& note : result.refinements)
        list.push_back({{"body", note.body},
                        {"time", note.time},
                        {"back_to", note.back_to},
                        {"size_before", note.size_before},
                        {"size_after", note.size_after},
                        {"bound", note.bound},
                        {"reason", note.reason}});
    return list;
}

/// Of every column of outputs.csv.
Json list_units(const Scene& scene) {
    Json units = {{"time", "s"}};
    for (const Output& output : scene.outputs) units[output.name] = unit_of(output.quantity, scene.model);
    return units;
}

/// Outputs with an error bound around them, and the columns of these.
Json list_bands(const Scene& scene) {
    Json bands = Json::array();
    for (const BoundBand& band : find_bound_bands(scene, scene.outputs.size()))
        bands.push_back({{"output", scene.outputs[band.output].name}, {"bound", scene.outputs[band.bound].name}});
    return bands;
}

/// Of error bounds. The column is the one in which the bound may be found (engine/estimation/bound_outputs.hpp).
Json list_limits(const Scene& scene) {
    constexpr std::array components = {"x", "y", "z", "rx", "ry", "rz"};
    constexpr std::array actions = {"warn", "stop", "refine"};
    Json limits = Json::array();
    for (const BoundMonitor& monitor : scene.bound_monitors) {
        const BoundWatchSpec& watch = monitor.watch;
        std::string column = watch.body;
        if (watch.output)
            column += fmt::format(".{}.{}", watch.output->marker,
                                  components.at(static_cast<std::size_t>(watch.output->component)));
        limits.push_back({{"monitor", monitor.name},
                          {"column", column + ".bound"},
                          {"above", watch.above},
                          {"relative", watch.relative},
                          {"act", actions.at(static_cast<std::size_t>(watch.action))}});
    }
    return limits;
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
    summary["rows"] = result.rows;
    summary["units"] = list_units(scene);
    if (Json bands = list_bands(scene); !bands.empty()) summary["bands"] = std::move(bands);
    if (Json limits = list_limits(scene); !limits.empty()) summary["limits"] = std::move(limits);
    summary["events"] = result.events;
    summary["warnings"] = result.warnings;
    summary["bodies"] = summarise_bodies(scene.model, result);
    if (!result.refinements.empty()) summary["refinements"] = list_refinements(result);
    return summary;
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

void write_summary(std::ostream& stream, const Scene& scene, const RunResult& result) {
    stream << make_summary(scene, result).dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

}  // namespace ritz
