#pragma once
// How many threads BLAS may use: all of them for one big factor, one where several factors are made side by side, or
// where the work is so small that threads would wait for each other.
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
