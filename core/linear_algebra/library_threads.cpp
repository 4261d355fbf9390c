#include "core/linear_algebra/library_threads.hpp"

#include <cblas.h>
#include <omp.h>

namespace ritz {

OneBlasThread::OneBlasThread() : before_(openblas_get_num_threads()) { openblas_set_num_threads(1); }

OneBlasThread::~OneBlasThread() { openblas_set_num_threads(before_); }

bool is_on_one_blas_thread() { return openblas_get_num_threads() == 1; }

OneOpenMpThread::OneOpenMpThread() : before_(omp_get_max_active_levels()) { omp_set_max_active_levels(0); }

OneOpenMpThread::~OneOpenMpThread() { omp_set_max_active_levels(before_); }

}  // namespace ritz
