#include "core/threads.hpp"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace ritz {

int thread_budget() {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    // Fails only on machines with more processors than the mask has places.
    if (sched_getaffinity(0, sizeof mask, &mask) == 0) return std::max(1, CPU_COUNT(&mask));
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace ritz
