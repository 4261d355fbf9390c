#include "core/linear_algebra/sparse_part.hpp"

#include <algorithm>
#include <cassert>

namespace ritz {

using Eigen::Index;

Renumbering Renumbering::of_list(Index total, const std::vector<int>& list) {
    assert(std::is_sorted(list.begin(), list.end()));
    Renumbering kept{std::vector<int>(static_cast<std::size_t>(total), -1), static_cast<Index>(list.size())};
    for (std::size_t i = 0; i < list.size(); ++i) kept.number[static_cast<std::size_t>(list[i])] = static_cast<int>(i);
    return kept;
}

SparseMat take_part(const SparseMat& A, const Renumbering& rows, const Renumbering& columns) {
    SparseMat part(rows.size, columns.size);
    const auto visit = [&](auto begin_column, auto visit_entry) {
        for (Index j = 0; j < A.outerSize(); ++j) {
            const int column = columns.number[static_cast<std::size_t>(j)];
            if (column < 0) continue;
            begin_column(column);
            for (SparseMat::InnerIterator entry(A, j); entry; ++entry) {
                const int row = rows.number[static_cast<std::size_t>(entry.row())];
                if (row >= 0) visit_entry(row, entry.value());
            }
        }
    };
    int entries = 0;
    visit([&](int column) { part.outerIndexPtr()[column] = entries; }, [&](int, double) { ++entries; });
    part.outerIndexPtr()[columns.size] = entries;
    part.resizeNonZeros(entries);
    entries = 0;
    visit([](int) {},
          [&](int row, double value) {
              part.innerIndexPtr()[entries] = row;
              part.valuePtr()[entries++] = value;
          });
    return part;
}

}  // namespace ritz
