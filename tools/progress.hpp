#pragma once
#include <chrono>
#include <functional>
#include <string>

namespace ritz {

/// A line on stderr that tells how far a run has come: renewed in place on a terminal, now and then in a log.
class Progress {
  public:
    explicit Progress(bool quiet);
    ~Progress() { finish(); }  // also when an error ends the work
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    /// `remark` stands at its end.
    void update(double simulated, double end, double wall, const std::string& remark = "");
    /// Work in stages, each from 0 to 1; a stage begins when its name changes (up to a colon, behind which it counts).
    void update_stage(const std::string& stage, double part);
    /// For reductions: update_stage, and Interrupted after Ctrl-C. Must not outlive this.
    std::function<void(const std::string& stage, double part)> tell_or_stop();
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
