#include "bodies/import/entries.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"

namespace ritz {
namespace {

std::vector<Entry> with_mirror_images(const std::vector<Entry>& entries, Mirror mirror) {
    const double sign = mirror == Mirror::skew_symmetric ? -1 : 1;
    std::vector<Entry> mirrored;
    mirrored.reserve(2 * entries.size());
    for (const Entry& entry : entries) {
        mirrored.push_back(entry);
        if (entry.row() != entry.col()) mirrored.emplace_back(entry.col(), entry.row(), sign * entry.value());
    }
    return mirrored;
}

[[noreturn]] void fail_duplicate(const Text& text, std::vector<Entry> entries, Mirror mirror) {
    const auto key = [](const Entry& entry) { return std::pair(entry.row(), entry.col()); };
    std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
    const auto twice = std::adjacent_find(entries.begin(), entries.end(),
                                          [&](const Entry& a, const Entry& b) { return key(a) == key(b); });
    fail_at(text, 0,
            fmt::format("the entry in row {}, column {} stands twice{}; each entry is expected once, already assembled",
                        twice->row() + 1, twice->col() + 1,
                        mirror == Mirror::none ? "" : " (or in both triangles, where one implies the other)"));
}

}  // namespace

SparseMat make_sparse(const Text& text, int rows, int columns, const std::vector<Entry>& entries, Mirror mirror) {
    const bool mirrored = mirror != Mirror::none;
    const std::vector<Entry> whole = mirrored ? with_mirror_images(entries, mirror) : std::vector<Entry>{};
    const std::vector<Entry>& listed = mirrored ? whole : entries;
    SparseMat A(rows, columns);
    A.setFromTriplets(listed.begin(), listed.end());
    // Eigen adds up what stands twice; then there are fewer entries than were listed.
    if (A.nonZeros() != static_cast<Eigen::Index>(listed.size())) fail_duplicate(text, listed, mirror);
    A.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0; });
    A.makeCompressed();
    return A;
}

bool lists_one_triangle(int size, const std::vector<Entry>& entries) {
    std::vector<Entry> pattern;
    pattern.reserve(entries.size());
    for (const Entry& entry : entries)
        if (entry.row() != entry.col()) pattern.emplace_back(entry.row(), entry.col(), 1.0);
    SparseMat P(size, size);
    P.setFromTriplets(pattern.begin(), pattern.end());
    const SparseMat both = P.cwiseProduct(SparseMat(P.transpose()));
    return both.nonZeros() == 0;
}

void require_sound(const FeModel& model, const std::string& name) {
    std::vector<std::string> messages;
    for (const std::string& fault : find_faults(model)) messages.push_back(fmt::format("{}: {}", name, fault));
    if (!messages.empty()) throw InputError(messages);
}

}  // namespace ritz
