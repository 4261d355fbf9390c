#include "tools/benchmark/bench_table.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace ritz::bench {
namespace {

std::string number_or_nothing(double value) { return value == 0 ? "" : fmt::format("{:.5g}", value); }

}  // namespace

bool meets_goal(const Row& row) {
    if (row.goal.size() < 4) return true;
    const double limit = std::strtod(row.goal.c_str() + 3, nullptr);
    return row.goal.starts_with("<=") ? row.ratio <= limit : row.ratio >= limit;
}

void Table::begin_group(const std::string& title) {
    fmt::print("\n{}\n{:<34} {:>12} {:<12} {:>12} {:>9}  {}\n", title, "name", "value", "unit", "reference", "ratio",
               "goal");
    std::fflush(stdout);
}

void Table::add(const Row& row) {
    rows_.push_back(row);
    fmt::print("{:<34} {:>12.5g} {:<12} {:>12} {:>9}  {:<8}{}{}\n", row.name, row.value, row.unit,
               number_or_nothing(row.reference), row.ratio == 0 ? "" : fmt::format("{:.3g}", row.ratio), row.goal,
               row.goal.empty()  ? ""
               : meets_goal(row) ? " met    "
                                 : " not met",
               row.note.empty() ? "" : "  " + row.note);
    std::fflush(stdout);
}

void Table::remark(const std::string& sentence) {
    fmt::print("  {}\n", sentence);
    std::fflush(stdout);
}

std::string Table::csv() const {
    std::string csv = "name,value,unit,reference,ratio,goal\n";
    for (const Row& row : rows_)
        csv += fmt::format("{},{:.6g},{},{},{},{}\n", row.name, row.value, row.unit, number_or_nothing(row.reference),
                           number_or_nothing(row.ratio), row.goal);
    return csv;
}

}  // namespace ritz::bench
