#pragma once
#include <chrono>
#include <string>

namespace ritz {

/// A line on stderr that tells how far a run has come: renewed in place on a terminal, now and then in a log.
class Progress {
  public:
    explicit Progress(bool quiet);
    void update(double simulated, double end, double wall);
    /// Work in stages, each from 0 to 1; a stage begins when its name changes (up to a colon, behind which it counts).
    void update_stage(const std::string& stage, double part);
    /// Wipes the line.
    void finish();

  private:
    void show(const std::string& text, double wall);
    bool quiet_;
    bool is_terminal_;
    bool is_shown_ = false;
    double next_ = 0;  // wall time of the next report [s]
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now(), stage_start_ = start_;
    std::string stage_;
};

}  // namespace ritz
