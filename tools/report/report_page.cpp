#include "tools/report/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <set>

#include "tools/report/base64.hpp"
#include "tools/report/motion.hpp"
#include "tools/report/run_results.hpp"

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
    Json motion = parse_json_file(folder / "motion.json").root;
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
    Json summary = read_summary(folder);
    const std::string title = summary.value("scene", "scene") + " - Ritz report";
    Json data = {{"outputs", describe_outputs(read_outputs(folder))}};
    data["summary"] = std::move(summary);
    data["motion"] = read_motion(folder);
    stream << fmt::format(fmt::runtime(head), escape_html(title), page.style)
           << escape_in_script(data.dump(-1, ' ', false, Json::error_handler_t::replace)) << "</script>\n<script>"
           << escape_script(page.script) << "</script>\n</body>\n</html>\n";
}

}  // namespace ritz
