#include "core/blas_threads.hpp"

#include <cblas.h>

namespace ritz {

OneBlasThread::OneBlasThread() : before_(openblas_get_num_threads()) { openblas_set_num_threads(1); }

OneBlasThread::~OneBlasThread() { openblas_set_num_threads(before_); }

}  // namespace ritz
