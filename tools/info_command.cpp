#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "bodies/exchange/body_file.hpp"
#include "bodies/exchange/outputs_file.hpp"
#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "scenes/loader/json/csv.hpp"
#include "scenes/loader/json/foreign_file.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "tools/commands.hpp"
#include "tools/report/describe.hpp"
#include "tools/report/describe_body.hpp"
#include "tools/report/summary_json.hpp"
#include "tools/report/unfinished_run.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

/// A member as text, however old the program that wrote it.
std::string member(const Json& object, const std::string& key) {
    if (!object.is_object() || !object.contains(key)) return "?";
    return object[key].is_string() ? object[key].get<std::string>() : object[key].dump();
}

void print_outputs(const fs::path& csv) {
    const CsvColumns outputs = read_csv(csv);
    if (outputs.names.empty()) return;
    say("  {} times of\n", outputs.columns[0].size());
    for (std::size_t k = 1; k < outputs.names.size(); ++k) {
        const auto [low, high] = std::minmax_element(outputs.columns[k].begin(), outputs.columns[k].end());
        say("    {}: from {:.6g} to {:.6g}\n", outputs.names[k], *low, *high);
    }
}

/// The same of outputs.h5, block by block: it may be larger than the memory.
void print_outputs_file(const fs::path& path) {
    const OutputsFileReader file(path);
    constexpr std::size_t block = 4096;
    VecX low = VecX::Constant(static_cast<Eigen::Index>(file.columns().size()), INFINITY), high = -low;
    for (std::size_t first = 0; first < file.rows(); first += block) {
        const OutputsFileReader::Block rows = file.read(first, block);
        low = low.cwiseMin(rows.values.colwise().minCoeff().transpose());
        high = high.cwiseMax(rows.values.colwise().maxCoeff().transpose());
    }
    say("  {} times of\n", file.rows());
    for (std::size_t k = 0; k < file.columns().size() && file.rows() > 0; ++k) {
        const OutputColumn& column = file.columns()[k];
        const auto i = static_cast<Eigen::Index>(k);
        say("    {}: from {:.6g} to {:.6g}{}{}\n", column.name, low[i], high[i], column.unit.empty() ? "" : " ",
            column.unit);
    }
}

void print_summary(const Json& summary, const fs::path& folder) {
    say("result of scene {}, by {}\n", member(summary, "scene"), member(summary, "program"));
    say("  {}: {}; {} s simulated in {} s\n", member(summary, "status"), member(summary, "reason"),
        member(summary, "simulated_time"), member(summary, "wall_time"));
    say("  integrator {}: {} steps, {} right-hand sides\n", member(summary, "integrator"), member(summary, "steps"),
        member(summary, "rhs_evaluations"));
    if (summary.contains("energy"))
        say("  energy {} J at the start, {} J at the end, balance kept to {}\n", member(summary["energy"], "initial"),
            member(summary["energy"], "final"), member(summary["energy"], "drift"));
    if (fs::exists(folder / "outputs.csv")) print_outputs(folder / "outputs.csv");
    if (fs::exists(folder / "outputs.h5")) print_outputs_file(folder / "outputs.h5");
}

/// What is neither HDF5 nor Standard Input Data (which has a line "part") nor anything else that info knows.
void refuse_unknown(const fs::path& path) {
    if (path.extension() == ".h5" || path.extension() == ".sid") return;  // the readers of bodies say what is wrong
    const std::string bytes = read_whole_file(path.string());
    if (looks_like_body_file(bytes)) return;
    std::string kind = recognise_foreign_file(bytes);
    if (kind == "JSON") kind += " in a file that is not called .json";
    if (kind.empty() && bytes.starts_with("time,")) kind = "a table (CSV)";
    if (kind.empty() && bytes.find("part") == std::string::npos) kind = "text of an unknown kind";
    if (kind.empty()) return;
    throw InputError(fmt::format(
        "{}: found {}, expected a folder of results or its summary.json, a scene, model or assembly (.json), a body "
        "file of ritz reduce (.h5) or Standard Input Data",
        path.string(), kind));
}

bool is_scene(const Json& document) {
    return document.is_object() && document.contains("time") &&
           (document.contains("bodies") || document.contains("instances"));
}

}  // namespace

int run_info(const std::string& file) {
    fs::path path = file;
    if (fs::is_directory(path)) {
        const bool is_unfinished = fs::exists(checkpoint_path(path));
        if (is_unfinished) say("{}", describe_checkpoint(checkpoint_path(path)));
        path /= "summary.json";
        if (is_unfinished && !fs::exists(path)) return exit_done;
        if (!fs::exists(path)) throw InputError(fmt::format("{}: is a folder without results (no summary.json)", file));
    }
    if (looks_like_outputs_file(path)) {
        say("outputs of a run\n");
        print_outputs_file(path);
        return exit_done;
    }
    if (looks_like_checkpoint(path)) {
        say("{}", describe_checkpoint(path));
        return exit_done;
    }
    if (path.extension() != ".json") {
        refuse_unknown(path);
        say("{}", describe_body_file(path.string()));
        return exit_done;
    }
    const Json document = parse_json_file(path).root;
    if (is_summary(document)) {
        print_summary(document, path.parent_path());
    } else if (is_scene(document)) {
        say("{}", describe_scene(load_scene(path.string())));
    } else if (is_assembly(document)) {
        say("{}", describe_assembly(load_assembly(path.string())));
    } else if (is_model(document)) {
        say("{}", describe_model(load_model(path.string())));
    } else {
        throw InputError(
            fmt::format("{}: is neither a result (summary.json) nor a scene (\"bodies\" or \"instances\", and "
                        "\"time\") nor a model (\"fe\") nor an "
                        "assembly (\"clamps\")",
                        file));
    }
    return exit_done;
}

}  // namespace ritz
