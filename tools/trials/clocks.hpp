#pragma once
// CPU time: on a shared machine it counts the work of this process alone. Ratios within one run are what counts.
#include <chrono>
#include <ctime>

namespace ritz {

/// Of all threads of this process [s].
inline double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Spent {
    double wall = 0, cpu = 0;  // [s]
    Spent operator+(const Spent& other) const { return {wall + other.wall, cpu + other.cpu}; }
};

class Stopwatch {
  public:
    /// Since the last lap, or since it was made.
    Spent lap() {
        const Spent now = read(), spent{now.wall - last_.wall, now.cpu - last_.cpu};
        last_ = now;
        return spent;
    }

  private:
    static Spent read() {
        return {std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(),
                cpu_seconds()};
    }
    Spent last_ = read();
};

}  // namespace ritz
