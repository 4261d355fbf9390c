#pragma once
// What a reduction costs at least: the same factor, modes and solves by the libraries alone.
#include <optional>

#include "core/linear_algebra/sparse.hpp"
#include "tools/trials/clocks.hpp"

namespace ritz {

struct KernelTimes {
    Spent factor, modes, solves;
    VecX frequencies;  // [Hz], to see that it is the same work
    Spent sum() const { return factor + modes + solves; }
};

/// CHOLMOD's supernodal factor of K, ARPACK in shift-invert mode on it, and block solves. None without ARPACK.
std::optional<KernelTimes> time_kernels(const SparseMat& K, const SparseMat& M, int modes, const MatX& loads);

}  // namespace ritz
