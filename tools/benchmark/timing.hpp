#pragma once
// Times of short functions by the CPU clock. Ratios within one run count; the machine is noisy.
#include <algorithm>

#include "engine/system/spec/build.hpp"
#include "engine/system/system.hpp"
#include "tools/trials/clocks.hpp"

namespace ritz::bench {

/// CPU time of a call [µs]: the best of several rounds, each long enough for the clock.
template <typename F>
double microseconds(F f) {
    double best = 1e30;
    for (int round = 0; round < 15; ++round) {
        int calls = 0;
        const double begin = cpu_seconds();
        double elapsed = 0;
        do {
            for (int k = 0; k < 8; ++k) f();
            calls += 8;
            elapsed = 1e6 * (cpu_seconds() - begin);
        } while (elapsed < 1e4);
        best = std::min(best, elapsed / calls);
    }
    return best;
}

/// A right-hand side at a state [µs].
inline double time_rates(const Model& model, const State& state) {
    Workspace ws(model);
    VecX y, y_dot(model.states());
    pack(state, y);
    return microseconds([&] { eval_rates(model, 0, y.data(), y_dot.data(), ws); });
}

}  // namespace ritz::bench
