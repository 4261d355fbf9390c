#pragma once
// What the factorisations share of CHOLMOD's interface. Seen by core's sources only.
#include <cholmod.h>

#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "core/linear_algebra/cholesky.hpp"

namespace ritz {

/// CHOLMOD set to supernodal factors, nested dissection, and silence: errors come back as a status. Its 64-bit version:
/// factors of a million unknowns have more entries than 32 bits count.
inline void start_cholmod(cholmod_common& common) {
    cholmod_l_start(&common);
    common.supernodal = CHOLMOD_SUPERNODAL;
    common.nmethods = 1;
    common.method[0].ordering = CHOLMOD_METIS;
    common.postorder = true;
    common.print = 0;
    common.error_handler = nullptr;
}

/// The lower triangle of a compressed symmetric matrix as CHOLMOD sees it: values not copied, indices widened.
class LowerTriangle {
  public:
    explicit LowerTriangle(const SparseMat& A)
        : starts_(A.outerIndexPtr(), A.outerIndexPtr() + A.cols() + 1),
          rows_(A.innerIndexPtr(), A.innerIndexPtr() + A.nonZeros()) {
        view_.nrow = static_cast<std::size_t>(A.rows());
        view_.ncol = static_cast<std::size_t>(A.cols());
        view_.nzmax = rows_.size();
        view_.p = starts_.data();
        view_.i = rows_.data();
        view_.x = const_cast<double*>(A.valuePtr());  // CHOLMOD only reads them
        view_.stype = -1;
        view_.itype = CHOLMOD_LONG;
        view_.xtype = CHOLMOD_REAL;
        view_.dtype = CHOLMOD_DOUBLE;
        view_.sorted = 1;
        view_.packed = 1;
    }
    cholmod_sparse* view() { return &view_; }

  private:
    std::vector<std::int64_t> starts_, rows_;
    cholmod_sparse view_{};
};

/// What one thread needs to solve; kept from one solve to the next, so that many small solves allocate once.
struct SolveScratch {
    cholmod_common common{};
    cholmod_dense *X = nullptr, *Y = nullptr, *E = nullptr;

    SolveScratch() { start_cholmod(common); }
    SolveScratch(const SolveScratch&) = delete;
    SolveScratch& operator=(const SolveScratch&) = delete;
    ~SolveScratch() {
        cholmod_l_free_dense(&X, &common);
        cholmod_l_free_dense(&Y, &common);
        cholmod_l_free_dense(&E, &common);
        cholmod_l_finish(&common);
    }
};

struct Cholesky::Factor {
    cholmod_common common{};
    cholmod_factor* L = nullptr;
    std::deque<SolveScratch> scratch;  // one for each thread
    std::mutex solving;                // whoever solves has all of the scratch

    Factor() { start_cholmod(common); }
    Factor(const Factor&) = delete;
    Factor& operator=(const Factor&) = delete;
    ~Factor() {
        cholmod_l_free_factor(&L, &common);
        cholmod_l_finish(&common);
    }
};

}  // namespace ritz
