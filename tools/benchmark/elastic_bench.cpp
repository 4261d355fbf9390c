// What a right-hand side of an elastic chain costs by the number of modes, in right-hand sides of a rigid chain of as
// many bodies, and how it grows from 6 to 48 modes. Needs no other library than Ritz's own.
#include <fmt/format.h>

#include <array>

#include "tools/benchmark/chains.hpp"
#include "tools/benchmark/timing.hpp"

int main() {
    using namespace ritz::bench;
    constexpr int links = 10;
    const double rigid = time_rates(rigid_chain(links));
    fmt::print("{:<28} {:>10} {:>14}\n", "right-hand side", "us/body", "rigid bodies");
    fmt::print("{:<28} {:>10.3f} {:>14.1f}\n", "rigid", rigid / links, 1.0);
    for (const bool stiffened : {false, true}) {
        constexpr std::array<int, 4> sizes{1, 2, 4, 8};  // times six modes
        std::array<double, 4> times{};
        for (std::size_t k = 0; k < sizes.size(); ++k) {
            times[k] = time_rates(elastic_chain(links, stiffened, sizes[k]));
            fmt::print("{:<28} {:>10.3f} {:>14.1f}\n",
                       fmt::format("elastic_rhs_{}{}", 6 * sizes[k], stiffened ? " stiffened" : ""), times[k] / links,
                       times[k] / rigid);
        }
        fmt::print("{:<28} {:>10} {:>14.2f}   (target: at most 8)\n", "  growth, 48 beside 6 modes", "",
                   times[3] / times[0]);
    }
    return 0;
}
