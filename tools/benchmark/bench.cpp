// Microseconds per right-hand side and per body, in one run beside Simbody. Ratios count; the machine is noisy.
#include <fmt/format.h>

#include "tools/benchmark/chains.hpp"
#include "tools/benchmark/simbody_chain.hpp"
#include "tools/benchmark/timing.hpp"

namespace {

void report(const char* what, int links, double time, double simbody) {
    fmt::print("{:<34} {:>6} {:>12.3f} {:>12.4f}", what, links, time, time / links);
    if (simbody > 0) fmt::print(" {:>12.4f} {:>9.2f}", simbody / links, simbody / time);
    fmt::print("\n");
}

}  // namespace

int main() {
    using ritz::bench::microseconds, ritz::bench::time_rates;
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
