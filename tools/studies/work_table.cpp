#include "tools/studies/work_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "core/files/files.hpp"

namespace ritz {
namespace {

constexpr const char* heading =
    "scene,method,tolerance,status,cpu,error,floor,steps,rhs_evaluations,jacobian_evaluations,newton_iterations,"
    "integrator,program";

/// A text as one cell.
std::string cell(std::string text) {
    for (char& c : text)
        if (c == ',' || c == '"' || c == '\n') c = c == ',' ? ';' : ' ';
    return text;
}

}  // namespace

std::vector<WorkRow> read_work_table(const std::string& path) {
    std::vector<WorkRow> rows;
    if (!std::filesystem::exists(path)) return rows;
    std::istringstream file(read_whole_file(path));
    std::string line;
    std::getline(file, line);
    if (line != heading) return rows;
    while (std::getline(file, line)) {
        std::vector<std::string> cells;
        std::istringstream parts(line);
        for (std::string each; std::getline(parts, each, ',');) cells.push_back(each);
        if (cells.size() != 13) continue;
        const auto number = [&](std::size_t k) { return std::strtod(cells[k].c_str(), nullptr); };
        const auto count = [&](std::size_t k) { return std::strtol(cells[k].c_str(), nullptr, 10); };
        rows.push_back({cells[0], cells[1], number(2), cells[3], number(4), number(5), number(6), count(7), count(8),
                        count(9), count(10), cells[11], cells[12]});
    }
    return rows;
}

void write_work_table(const std::string& path, const std::vector<WorkRow>& rows) {
    std::string csv = std::string(heading) + "\n";
    for (const WorkRow& row : rows)
        csv +=
            fmt::format("{},{},{:g},{},{:.4g},{:.4g},{:.2g},{},{},{},{},{},{}\n", row.scene, row.method, row.tolerance,
                        cell(row.status), row.cpu, row.error, row.floor, row.steps, row.rhs_evaluations,
                        row.jacobian_evaluations, row.newton_iterations, cell(row.integrator), row.program);
    write_whole_file(path, csv);
}

}  // namespace ritz
