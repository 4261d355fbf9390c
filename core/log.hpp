#pragma once
// What a long piece of work says while it goes on. A room says it to a Log and does not know where it ends up: the
// program puts it on stderr, a library's user wherever he wants, or nowhere.
#include <fmt/format.h>

#include <functional>
#include <string>
#include <utility>

namespace ritz {

enum class LogLevel {
    debug,  // every restart, every parameter: for who looks for a fault
    info,   // what is read, chosen and done
};

/// A value, cheap to copy. Without a listener nothing is said, and no text need be made.
class Log {
  public:
    using Listener = std::function<void(LogLevel level, const std::string& sentence)>;
    Log() = default;
    explicit Log(Listener listener) : listener_(std::move(listener)) {}

    explicit operator bool() const { return static_cast<bool>(listener_); }
    void info(const std::string& sentence) const { say(LogLevel::info, sentence); }
    void debug(const std::string& sentence) const { say(LogLevel::debug, sentence); }
    /// "t = 1.25 s: ...", of a run; made only if it is heard.
    void debug_at(double t, const char* what) const {
        if (listener_) debug(fmt::format("t = {:.9g} s: {}", t, what));
    }

  private:
    void say(LogLevel level, const std::string& sentence) const {
        if (listener_) listener_(level, sentence);
    }
    Listener listener_;
};

}  // namespace ritz
