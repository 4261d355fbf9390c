#include "tools/interrupt.hpp"

#include <csignal>

namespace ritz {
namespace {

// The only global of the house: a signal handler can reach nothing else.
volatile std::sig_atomic_t interrupted = 0;

void raise_flag(int signal) {
    interrupted = 1;
    std::signal(signal, SIG_DFL);  // whoever presses twice means it
}

}  // namespace

void watch_for_interrupt() {
    std::signal(SIGINT, raise_flag);
    std::signal(SIGTERM, raise_flag);
}

bool is_interrupted() { return interrupted != 0; }

}  // namespace ritz
