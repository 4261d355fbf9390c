#pragma once
// A point of a run from which it can go on, also in another process.
#include <map>
#include <string>
#include <vector>

#include "core/signals/input.hpp"
#include "engine/simulation/energy_balance.hpp"
#include "engine/simulation/run_memory.hpp"
#include "engine/system/loops/constraints.hpp"
#include "integrators/observer.hpp"

namespace ritz {

struct Checkpoint {
    State state;
    State begun;                // what the integrator was made for: its tolerances follow from the energies there
    IntegratorOptions options;  // of the method in use
    std::string options_reason;
    std::size_t rows = 0;       // recorded so far
    double last_row = 0;        // the time of the last of them [s]
    long long next_output = 1;  // number of the next output time
    EnergyBalance::Record balance;
    LoopViolation loop_violation;
    Statistics statistics;  // so far
    double wall_time = 0;   // so far [s]
    std::vector<std::string> events, warnings;
    std::map<std::string, InputSlot> inputs;
    std::vector<std::string> replaced;  // bodies that were replaced on the way, in this order
    RunMemory memory;
    std::vector<ObserverMemory> observers;  // in the order of RunOptions::observers
};

}  // namespace ritz
