#include "tools/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "core/duration.hpp"
#include "core/printable.hpp"
#include "tools/interrupt.hpp"

namespace ritz {
namespace {

// A short run shows nothing; a log gets a line only where somebody might begin to wonder.
constexpr double first_on_terminal = 0.5, every_on_terminal = 0.2, first_in_log = 10, every_in_log = 10;  // [s]

}  // namespace

Progress::Progress(bool quiet)
    : quiet_(quiet),
      is_terminal_(::isatty(STDERR_FILENO) == 1),
      next_(is_terminal_ ? first_on_terminal : first_in_log) {}

void Progress::show(const std::string& text, double wall) {
    next_ = wall + (is_terminal_ ? every_on_terminal : every_in_log);
    fmt::print(stderr, "{}{}{}", is_terminal_ ? "\r" : "", printable(text), is_terminal_ ? "\x1b[K" : "\n");
    std::fflush(stderr);
    is_shown_ = true;
}

void Progress::update(double simulated, double end, double wall, const std::string& remark) {
    if (quiet_ || wall < next_) return;
    const double speed = simulated / wall;
    const std::string left = simulated > 0 ? describe_duration((end - simulated) / speed) + " left" : "";
    show(fmt::format("t = {:.4g} of {:.4g} s, {:.3g} times real time, {}{}{}", simulated, end, speed, left,
                     remark.empty() ? "" : ", ", remark),
         wall);
}

void Progress::update_stage(const std::string& stage, double part) {
    const auto now = std::chrono::steady_clock::now();
    const auto seconds_since = [&](auto start) { return std::chrono::duration<double>(now - start).count(); };
    const std::string name = stage.substr(0, stage.find(':'));
    if (name != stage_) stage_start_ = now;
    stage_ = name;
    if (quiet_ || seconds_since(start_) < next_) return;
    const double spent = seconds_since(stage_start_);
    const std::string left =
        part > 0.02 && part < 1 ? ", " + describe_duration(spent * (1 - part) / part) + " of this stage left" : "";
    show(fmt::format("{}{}", stage, left), seconds_since(start_));
}

std::function<void(const std::string& stage, double part)> Progress::tell_or_stop() {
    return [this](const std::string& stage, double part) {
        stop_if_interrupted();
        update_stage(stage, part);
    };
}

void Progress::finish() {
    if (is_shown_ && is_terminal_) fmt::print(stderr, "\r\x1b[K");
    is_shown_ = false;
}

}  // namespace ritz
