#pragma once
#include <stdexcept>

namespace ritz {

/// What was computed could not be written, although the place was good before the work: a full disk, a limit on the
/// size of files (exit code 3).
class WriteError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace ritz
