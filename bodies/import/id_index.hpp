#pragma once
// From the numbers that a file gives its nodes and elements to their places in our lists.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ritz {

class IdIndex {
  public:
    explicit IdIndex(const std::vector<std::int64_t>& ids) {
        sorted_.reserve(ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i) sorted_.emplace_back(ids[i], static_cast<int>(i));
        if (!std::is_sorted(sorted_.begin(), sorted_.end())) std::sort(sorted_.begin(), sorted_.end());
    }

    /// The place of a number.
    std::optional<int> find(std::int64_t id) const {
        const auto found = first_from(id);
        if (found == sorted_.end() || found->first != id) return {};
        return found->second;
    }

    /// A number that stands twice, if there is one.
    std::optional<std::int64_t> find_duplicate() const {
        const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
        const auto found = std::adjacent_find(sorted_.begin(), sorted_.end(), same);
        if (found == sorted_.end()) return {};
        return found->first;
    }

    using Iterator = std::vector<std::pair<std::int64_t, int>>::const_iterator;
    /// Pairs of number and place, by ascending number.
    Iterator first_from(std::int64_t id) const {
        return std::lower_bound(sorted_.begin(), sorted_.end(), std::pair<std::int64_t, int>(id, 0));
    }
    Iterator end() const { return sorted_.end(); }

  private:
    std::vector<std::pair<std::int64_t, int>> sorted_;
};

}  // namespace ritz
