#pragma once
// Parts of sparse matrices: rows and columns left out, the others with new numbers.
#include <vector>

#include "core/linear_algebra/sparse.hpp"

namespace ritz {

/// New numbers of rows or columns: -1 for those that are left out; the others ascend.
struct Renumbering {
    std::vector<int> number;
    Eigen::Index size = 0;

    /// Those of a list (ascending) stay, of `total`.
    static Renumbering of_list(Eigen::Index total, const std::vector<int>& list);
};

SparseMat take_part(const SparseMat& A, const Renumbering& rows, const Renumbering& columns);

}  // namespace ritz
