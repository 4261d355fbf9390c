#pragma once
#include <exception>

namespace ritz {

/// From now on Ctrl-C (and SIGTERM) only raises a flag, so that a run can write what it has. A second one ends at once.
void watch_for_interrupt();
bool is_interrupted();

/// Ends work of which nothing can be kept.
struct Interrupted : std::exception {
    const char* what() const noexcept override { return "stopped by Ctrl-C; nothing was written"; }
};
void stop_if_interrupted();  // throws Interrupted

}  // namespace ritz
