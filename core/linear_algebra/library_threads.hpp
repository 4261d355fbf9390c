#pragma once
// How many threads the libraries may use: all of them for one big factor, one where several factors are made side by
// side, or where the work is so small that threads would wait for each other.
#include <optional>

namespace ritz {

/// While it lives, BLAS calls stay on their own thread.
class OneBlasThread {
  public:
    OneBlasThread();
    ~OneBlasThread();
    OneBlasThread(const OneBlasThread&) = delete;
    OneBlasThread& operator=(const OneBlasThread&) = delete;

  private:
    int before_;
};

/// Whether somebody has asked for one thread: pieces of work run side by side, or results must not depend on their
/// number.
bool is_on_one_blas_thread();

/// While it lives, OpenMP's parallel regions run on their own thread. CHOLMOD opens regions of four threads around
/// small loops; on fewer processors they wait for each other most of the time.
class OneOpenMpThread {
  public:
    OneOpenMpThread();
    ~OneOpenMpThread();
    OneOpenMpThread(const OneOpenMpThread&) = delete;
    OneOpenMpThread& operator=(const OneOpenMpThread&) = delete;

  private:
    int before_;
};

/// One thread below a size (rows of a dense matrix) at which more do not pay, least of all on a busy machine.
class FewBlasThreads {
  public:
    explicit FewBlasThreads(long rows) {
        if (rows < 256) alone_.emplace();
    }

  private:
    std::optional<OneBlasThread> alone_;
};

}  // namespace ritz
