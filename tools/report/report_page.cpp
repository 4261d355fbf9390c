#include "tools/report/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <set>

#include "bodies/exchange/outputs_file.hpp"
#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "scenes/loader/json/csv.hpp"
#include "scenes/loader/json/json_document.hpp"
#include "tools/report/base64.hpp"
#include "tools/report/motion.hpp"
#include "tools/report/summary_json.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_rows = 20000;

// A page that may load nothing from anywhere.
constexpr const char* head = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:">
<title>{}</title>
<style>{}</style>
</head>
<body>
<main id="report"></main>
<script type="application/json" id="ritz-data">)";

std::string replace_all(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

std::string escape_html(const std::string& text) {
    return replace_all(replace_all(replace_all(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
}
/// No text in it can end the element in which it stands.
std::string escape_in_script(const std::string& json) { return replace_all(json, "<", "\\u003c"); }
std::string escape_script(const std::string& script) { return replace_all(script, "</script", "<\\/script"); }

Json parse_result(const fs::path& path) { return parse_json_file(path).root; }

CsvColumns read_outputs_file(const fs::path& path) {
    const OutputsFileReader file(path);
    const OutputsFileReader::Block rows = file.read(0, file.rows());
    CsvColumns outputs{{"time"}, {rows.times}};
    for (std::size_t k = 0; k < file.columns().size(); ++k) {
        outputs.names.push_back(file.columns()[k].name);
        const auto column = rows.values.col(static_cast<Eigen::Index>(k));
        outputs.columns.emplace_back(column.begin(), column.end());
    }
    return outputs;
}

CsvColumns read_outputs(const fs::path& folder) {
    if (fs::exists(folder / "outputs.h5")) return read_outputs_file(folder / "outputs.h5");
    if (!fs::exists(folder / "outputs.csv"))
        throw InputError(fmt::format("{}: found neither outputs.csv nor outputs.h5, expected the results of a run",
                                     folder.string()));
    return read_csv(folder / "outputs.csv");
}

Json describe_outputs(const CsvColumns& outputs) {
    const std::vector<std::size_t> rows = choose_rows(outputs.columns, most_rows);
    Json columns = Json::array();
    for (const std::vector<double>& column : outputs.columns) {
        std::vector<double> chosen;
        chosen.reserve(rows.size());
        for (const std::size_t row : rows) chosen.push_back(column[row]);
        columns.push_back(encode_numbers(chosen));
    }
    return {{"names", outputs.names},
            {"rows", outputs.columns.empty() ? 0 : outputs.columns[0].size()},
            {"columns", std::move(columns)}};
}

/// Of a folder that an older program wrote, or in which it is missing: nothing moves.
Json read_motion(const fs::path& folder) {
    if (!fs::exists(folder / "motion.json")) return nullptr;
    Json motion = parse_result(folder / "motion.json");
    const bool is_known = motion.is_object() && motion.value("version", 0) == motion_version;
    return is_known ? std::move(motion) : Json();
}

}  // namespace

std::vector<std::size_t> choose_rows(const std::vector<std::vector<double>>& columns, std::size_t most) {
    const std::size_t rows = columns.empty() ? 0 : columns[0].size();
    std::set<std::size_t> chosen;
    const std::size_t group = rows <= most ? 1 : (rows * 2 * columns.size() + most - 1) / most;
    for (std::size_t first = 0; first < rows; first += group) {
        const std::size_t last = std::min(first + group, rows) - 1;
        chosen.insert({first, last});
        if (group == 1) continue;
        for (const std::vector<double>& column : columns) {
            const auto begin = column.begin() + static_cast<std::ptrdiff_t>(first);
            const auto [low, high] = std::minmax_element(begin, column.begin() + static_cast<std::ptrdiff_t>(last + 1));
            chosen.insert(
                {static_cast<std::size_t>(low - column.begin()), static_cast<std::size_t>(high - column.begin())});
        }
    }
    return {chosen.begin(), chosen.end()};
}

void write_report(std::ostream& stream, const fs::path& folder, const PageBundle& page) {
    if (!fs::exists(folder / "summary.json"))
        throw InputError(fmt::format(
            "{}: found no summary.json, expected a folder of results, as ritz simulate leaves it", folder.string()));
    Json summary = parse_result(folder / "summary.json");
    if (!is_summary(summary))
        throw InputError(fmt::format("{}: is not the summary of a run", (folder / "summary.json").string()));
    const std::string title = summary.value("scene", "scene") + " - Ritz report";
    Json data = {{"outputs", describe_outputs(read_outputs(folder))}};
    data["summary"] = std::move(summary);
    data["motion"] = read_motion(folder);
    stream << fmt::format(fmt::runtime(head), escape_html(title), page.style)
           << escape_in_script(data.dump(-1, ' ', false, Json::error_handler_t::replace)) << "</script>\n<script>"
           << escape_script(page.script) << "</script>\n</body>\n</html>\n";
}

}  // namespace ritz
