#pragma once

namespace ritz {

/// A line on stderr that tells how far a run has come: renewed in place on a terminal, now and then in a log.
class Progress {
  public:
    explicit Progress(bool quiet);
    void update(double simulated, double end, double wall);
    /// Wipes the line.
    void finish();

  private:
    bool quiet_;
    bool is_terminal_;
    bool is_shown_ = false;
    double next_ = 0;  // wall time of the next report [s]
};

}  // namespace ritz
