#pragma once
// Independent pieces of work, as many at a time as there are threads for.
#include <functional>

#include "core/threads.hpp"
#include "core/types.hpp"

namespace ritz {

/// work(i) for i = 0 ... count - 1, in any order. BLAS stays on the thread that calls it: the pieces are the parallel
/// work. The first failure ends it and is thrown here.
void for_all_in_parallel(Eigen::Index count, const std::function<void(Eigen::Index i)>& work,
                         int thread_count = thread_budget());

}  // namespace ritz
