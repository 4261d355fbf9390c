#pragma once
// Times of right-hand sides for the benchmarks. Ratios within one run count; the machine is noisy.
#include <algorithm>
#include <chrono>

#include "engine/system/spec/builder.hpp"
#include "engine/system/system.hpp"

namespace ritz::bench {

/// The best of several rounds, each long enough for the clock: what the machine can do when it is left alone.
template <typename F>
double microseconds(F f) {
    using Clock = std::chrono::steady_clock;
    double best = 1e30;
    for (int round = 0; round < 15; ++round) {
        int calls = 0;
        const auto begin = Clock::now();
        double elapsed = 0;
        do {
            for (int k = 0; k < 8; ++k) f();
            calls += 8;
            elapsed = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
        } while (elapsed < 1e4);
        best = std::min(best, elapsed / calls);
    }
    return best;
}

inline double time_rates(const ModelBuilder::Result& system) {
    Workspace ws(system.model);
    VecX y, y_dot(system.model.states());
    pack(system.state, y);
    return microseconds([&] { eval_rates(system.model, 0, y.data(), y_dot.data(), ws); });
}

}  // namespace ritz::bench
