#pragma once
// How many threads BLAS may use: all of them for one big factor, one where several factors are made side by side.
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

}  // namespace ritz
