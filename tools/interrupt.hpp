#pragma once
#include <exception>
#include <string>

namespace ritz {

/// From now on Ctrl-C, SIGTERM and SIGHUP (a terminal that was closed) only raise a flag, so that a run can write what
/// it has. A second one ends at once. A SIGHUP that the caller ignores (nohup) stays ignored.
void watch_for_interrupt();
/// The same for work of which nothing can be kept: it ends at once, with a sentence and the exit code of a stop.
void end_on_interrupt();

bool is_interrupted();
/// "Ctrl-C", "SIGTERM" or "SIGHUP".
std::string interrupt_name();

/// Ends work of which nothing can be kept.
class Interrupted : public std::exception {
  public:
    Interrupted();
    const char* what() const noexcept override { return what_.c_str(); }

  private:
    std::string what_;
};
void stop_if_interrupted();  // throws Interrupted

}  // namespace ritz
