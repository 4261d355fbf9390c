#pragma once
// checkpoint.h5 of a running simulation, now and then. The state is taken in the run's own thread; the checksum and the
// waiting for the disk are left to another one, so that the run hardly feels it.
#include <chrono>
#include <functional>
#include <future>

#include "engine/simulation/simulation.hpp"
#include "tools/report/run_writer.hpp"

namespace ritz {

class CheckpointWriter {
  public:
    /// A checkpoint that cannot be written is a warning: the run goes on with the one before.
    CheckpointWriter(RunWriter& rows, RunOrigin origin, std::function<void(const std::string&)> warn);
    ~CheckpointWriter() { finish(); }
    CheckpointWriter(const CheckpointWriter&) = delete;
    CheckpointWriter& operator=(const CheckpointWriter&) = delete;

    bool is_due() const { return std::chrono::steady_clock::now() >= next_; }
    void write(const Checkpoint& point);
    /// The last one, when the run is stopped: waits for the disk. False if it cannot be written.
    bool write_last(const Checkpoint& point);
    /// Waits until the disk has the one under way.
    bool finish();

  private:
    RunWriter& rows_;
    RunOrigin origin_;
    std::function<void(const std::string&)> warn_;
    std::future<void> under_way_;
    std::chrono::steady_clock::time_point next_;
};

}  // namespace ritz
