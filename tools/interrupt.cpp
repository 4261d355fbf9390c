#include "tools/interrupt.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>
#include <ctime>

#include "tools/commands.hpp"

namespace ritz {
namespace {

// The only globals of the house: a signal handler can reach nothing else.
volatile std::sig_atomic_t interrupted = 0;  // which signal it was
volatile double first_press = 0;             // [s]
std::atomic_flag ending;

double read_clock() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);  // allowed in a handler
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

const char* name_of(int signal) {
    switch (signal) {
        case SIGTERM:
            return "SIGTERM";
        case SIGHUP:
            return "SIGHUP";
        default:
            return "Ctrl-C";
    }
}

/// Whoever presses twice means it. But one press can arrive twice at once, from the terminal and from a program around
/// this one (timeout, make).
void raise_flag(int signal) {
    constexpr double same_press = 0.2;  // [s]
    if (!interrupted) {
        first_press = read_clock();
        interrupted = signal;
    } else if (read_clock() - first_press > same_press) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

void write_error(const char* text) {
    if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return;  // nobody listens any more
}

void end_at_once(int signal) {
    if (ending.test_and_set()) return;  // the same press once more, in another thread
    write_error("ritz: stopped by ");
    write_error(name_of(signal));
    write_error("; nothing was written\n");
    ::_exit(exit_stopped);
}

void watch(void (*handler)(int)) {
    std::signal(SIGINT, handler);
    std::signal(SIGTERM, handler);
    if (std::signal(SIGHUP, handler) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

}  // namespace

void watch_for_interrupt() { watch(raise_flag); }
void end_on_interrupt() { watch(end_at_once); }

bool is_interrupted() { return interrupted != 0; }

std::string interrupt_name() { return name_of(interrupted); }

Interrupted::Interrupted() : what_(fmt::format("stopped by {}; nothing was written", interrupt_name())) {}

void stop_if_interrupted() {
    if (is_interrupted()) throw Interrupted();
}

}  // namespace ritz
