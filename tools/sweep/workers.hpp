#pragma once
// The variations of a sweep, each by a process of its own, so that none can harm another. Several processes may share
// the work through the folder of the sweep: whoever makes the claim of a variation first runs it.
#include <sys/types.h>

#include <functional>
#include <map>

#include "tools/sweep/outcome.hpp"

namespace ritz {

/// Among the processes that mpirun or a batch system started together. One alone is rank 0 of 1.
struct Crew {
    int rank = 0, size = 1;
    std::string job;  // the same for all of them, another for the next job; empty if alone
};
/// From what Open MPI, MPICH, Intel MPI or Slurm say in the environment.
Crew find_crew();

struct SweepOrder {
    std::string scene;
    std::vector<std::string> overrides;  // of all variations
    SweepPlan plan;
    std::vector<std::string> outputs;
    std::filesystem::path folder;
    int jobs = 1;
    bool keeps_runs = false;  // the result folder of every variation
    Crew crew;
};

class SweepWorkers {
  public:
    explicit SweepWorkers(const SweepOrder& order);
    ~SweepWorkers();  // ends those that still run
    SweepWorkers(const SweepWorkers&) = delete;
    SweepWorkers& operator=(const SweepWorkers&) = delete;

    /// Starts what may be started, and takes in what has ended. False if there is nothing left to do for this process.
    bool turn();
    /// Reads what other processes have finished meanwhile.
    void look_around();
    const std::vector<std::optional<Outcome>>& outcomes() const { return outcomes_; }

  private:
    struct Child {
        std::size_t number = 0;
        double start = 0;  // [s]
    };
    bool claim(std::size_t number) const;
    void start(std::size_t number);
    void take_in(const Child& child, int status);
    std::filesystem::path file_of(std::size_t number, const std::string& ending) const;

    const SweepOrder& order_;
    std::vector<std::optional<Outcome>> outcomes_;
    std::map<pid_t, Child> children_;
    std::size_t next_ = 0;
};

}  // namespace ritz
