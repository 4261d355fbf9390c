#pragma once
// What a reduction costs at least: the same factor, modes and solves by the libraries alone.
#include "core/linear_algebra/sparse.hpp"

namespace ritz {

struct KernelTimes {
    double factor = 0, modes = 0, solves = 0;  // [s]
    VecX frequencies;                          // [Hz], to see that it is the same work
    double sum() const { return factor + modes + solves; }
};

/// CHOLMOD's supernodal factor of K, ARPACK in shift-invert mode on it, and block solves.
KernelTimes time_kernels(const SparseMat& K, const SparseMat& M, int modes, const MatX& loads);

}  // namespace ritz
