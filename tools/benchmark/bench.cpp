// Microseconds per right-hand side and per body, in one run beside Simbody. Ratios count; the machine is noisy.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "engine/system/system.hpp"
#include "tools/benchmark/chains.hpp"
#include "tools/benchmark/simbody_chain.hpp"

namespace {

using namespace ritz;

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

double time_rates(const ModelBuilder::Result& system) {
    Workspace ws(system.model);
    VecX y, y_dot(system.model.states());
    pack(system.state, y);
    return microseconds([&] { eval_rates(system.model, 0, y.data(), y_dot.data(), ws); });
}

void report(const char* what, int links, double time, double simbody) {
    fmt::print("{:<34} {:>6} {:>12.3f} {:>12.4f}", what, links, time, time / links);
    if (simbody > 0) fmt::print(" {:>12.4f} {:>9.2f}", simbody / links, simbody / time);
    fmt::print("\n");
}

}  // namespace

int main() {
    fmt::print("{:<34} {:>6} {:>12} {:>12} {:>12} {:>9}\n", "right-hand side", "links", "us", "us/body", "Simbody",
               "ratio");
    for (int links : {10, 100, 1000})
        report("rigid chain", links, time_rates(ritz::bench::rigid_chain(links)),
               microseconds(ritz::bench::make_simbody_chain(links)));
    for (int links : {10, 100})
        report("elastic chain, 6 modes", links, time_rates(ritz::bench::elastic_chain(links, false)), 0);
    for (int links : {10, 100})
        report("elastic chain, 6 modes, stiffened", links, time_rates(ritz::bench::elastic_chain(links, true)), 0);
    return 0;
}
