#include "tools/sweep/outcome.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "scenes/loader/json/csv.hpp"
#include "scenes/loader/json/json_document.hpp"
#include "tools/commands.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

std::string first_line(const fs::path& words) {
    std::error_code error;
    if (!fs::exists(words, error)) return {};
    const std::string text = read_whole_file(words);
    return text.substr(0, text.find('\n'));
}

std::vector<OutputRange> read_ranges(const fs::path& csv, const std::vector<std::string>& outputs) {
    const CsvColumns table = read_csv(csv);
    std::vector<OutputRange> ranges;
    for (const std::string& output : outputs) {
        const auto found = std::find(table.names.begin(), table.names.end(), output);
        if (found == table.names.end())
            throw InputError(fmt::format("{}: found no column \"{}\"", csv.string(), output));
        const std::vector<double>& column = table.columns[static_cast<std::size_t>(found - table.names.begin())];
        const auto [low, high] = std::minmax_element(column.begin(), column.end());
        ranges.push_back({*low, *high, column.back()});
    }
    return ranges;
}

}  // namespace

std::string describe_status(int code) {
    switch (code) {
        case exit_done:
            return "completed";
        case exit_bad_input:
            return "refused";
        case exit_stopped:
            return "stopped";
        default:
            return "failed";
    }
}

Outcome read_outcome(int code, const fs::path& results, const fs::path& words,
                     const std::vector<std::string>& outputs) {
    Outcome outcome;
    outcome.code = code;
    const fs::path summary = results / "summary.json", rows = results / "outputs.csv";
    std::error_code error;
    if (!fs::exists(summary, error) || !fs::exists(rows, error)) {
        outcome.reason = first_line(words);
        if (outcome.reason.empty()) outcome.reason = fmt::format("the program ended with {} and said nothing", code);
        return outcome;
    }
    if (code != exit_done) outcome.reason = parse_json_file(summary).root.value("reason", "");
    outcome.outputs = read_ranges(rows, outputs);
    return outcome;
}

void write_outcome(const fs::path& file, const Outcome& outcome) {
    Json root{{"code", outcome.code}, {"reason", outcome.reason}, {"seconds", outcome.seconds}};
    root["outputs"] = Json::array();
    for (const OutputRange& range : outcome.outputs) root["outputs"].push_back({range.min, range.max, range.final});
    write_whole_file(file.string(), root.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::optional<Outcome> read_outcome_file(const fs::path& file, std::size_t outputs) {
    std::error_code error;
    if (!fs::exists(file, error)) return {};
    const Json root = Json::parse(read_whole_file(file), nullptr, false);
    if (!root.is_object() || !root.contains("code") || !root["outputs"].is_array()) return {};
    Outcome outcome;
    outcome.code = root["code"].get<int>();
    outcome.reason = root.value("reason", "");
    outcome.seconds = root.value("seconds", 0.0);
    for (const Json& range : root["outputs"])
        outcome.outputs.push_back({range.at(0).get<double>(), range.at(1).get<double>(), range.at(2).get<double>()});
    if (!outcome.outputs.empty() && outcome.outputs.size() != outputs) return {};
    return outcome;
}

std::string make_sweep_table(const SweepPlan& plan, const std::vector<std::string>& outputs,
                             const std::vector<std::optional<Outcome>>& outcomes) {
    std::string table = "run";
    for (const Variable& variable : plan.variables) table += "," + make_csv_field(variable.pointer);
    table += ",status,seconds";
    for (const std::string& output : outputs)
        for (const char* what : {".min", ".max", ".final"}) table += "," + make_csv_field(output + what);
    table += ",reason\n";
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (!outcomes[i]) continue;
        table += fmt::format("{}", i);
        for (const double value : make_variation(plan, i)) table += fmt::format(",{}", value);
        table += fmt::format(",{},{:.3f}", describe_status(outcomes[i]->code), outcomes[i]->seconds);
        for (std::size_t k = 0; k < outputs.size(); ++k) {
            if (k < outcomes[i]->outputs.size()) {
                const OutputRange& range = outcomes[i]->outputs[k];
                table += fmt::format(",{},{},{}", range.min, range.max, range.final);
            } else {
                table += ",,,";
            }
        }
        table += "," + make_csv_field(outcomes[i]->reason) + "\n";
    }
    return table;
}

}  // namespace ritz
