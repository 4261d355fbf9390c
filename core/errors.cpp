#include "core/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace ritz {
namespace {

/// The number of letters to insert, drop or replace, or of neighbours to swap, on the way from a to b.
std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

}  // namespace

InputError::InputError(std::vector<std::string> messages)
    : std::runtime_error(fmt::format("{}", fmt::join(messages, "\n"))), messages_(std::move(messages)) {}

std::string suggest_nearest(const std::string& found, const std::vector<std::string>& known) {
    const std::string* nearest = nullptr;
    std::size_t least = 0;
    for (const std::string& name : known) {
        const std::size_t distance = edit_distance(found, name);
        if (nearest != nullptr && distance >= least) continue;
        nearest = &name;
        least = distance;
    }
    if (nearest == nullptr || least > std::max<std::size_t>(1, nearest->size() / 3)) return {};
    return fmt::format(" (did you mean \"{}\"?)", *nearest);
}

std::string suggest(const std::string& found, const std::vector<std::string>& known) {
    if (known.empty()) return "; none is known here";
    constexpr std::size_t most = 50;  // a longer list is read by nobody
    std::string text = "; known: ";
    const std::size_t listed = known.size() <= most + 5 ? known.size() : most;
    text += fmt::format("{}", fmt::join(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(listed), ", "));
    if (listed < known.size()) text += fmt::format(" and {} more", known.size() - listed);
    return text + suggest_nearest(found, known);
}

void require_positive(double value, const std::string& what, const std::string& unit) {
    if (value > 0 && std::isfinite(value)) return;
    throw InputError(fmt::format("the {} must be positive, not {}{}{}", what, value, unit.empty() ? "" : " ", unit));
}

}  // namespace ritz
