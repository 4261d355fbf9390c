#include "tools/interrupt.hpp"

#include <csignal>
#include <ctime>

namespace ritz {
namespace {

// The only globals of the house: a signal handler can reach nothing else.
volatile std::sig_atomic_t interrupted = 0;
volatile double first_press = 0;  // [s]

double read_clock() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);  // allowed in a handler
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Whoever presses twice means it. But one press can arrive twice at once, from the terminal and from a program around
/// this one (timeout, make).
void raise_flag(int signal) {
    constexpr double same_press = 0.2;  // [s]
    if (!interrupted) {
        first_press = read_clock();
        interrupted = 1;
    } else if (read_clock() - first_press > same_press) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

}  // namespace

void watch_for_interrupt() {
    std::signal(SIGINT, raise_flag);
    std::signal(SIGTERM, raise_flag);
}

bool is_interrupted() { return interrupted != 0; }

void stop_if_interrupted() {
    if (is_interrupted()) throw Interrupted();
}

}  // namespace ritz
