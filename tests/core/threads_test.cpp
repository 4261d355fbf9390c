#include "core/threads.hpp"

#include <doctest/doctest.h>
#include <sched.h>

#include <atomic>
#include <latch>
#include <mutex>
#include <set>
#include <thread>

#include "core/parallel.hpp"

using namespace ritz;

namespace {

/// Masks belong to threads: the others of this program keep theirs.
template <class Work>
void run_on_one_processor(Work work) {
    std::thread([&] {
        cpu_set_t all, one;
        REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
        CPU_ZERO(&one);
        for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
            if (CPU_ISSET(cpu, &all)) CPU_SET(cpu, &one);
        REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
        work();
    }).join();
}

}  // namespace

TEST_CASE("The thread budget is the number of processors of the affinity mask") {
    cpu_set_t all;
    REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
    CHECK(thread_budget() == CPU_COUNT(&all));
    run_on_one_processor([] { CHECK(thread_budget() == 1); });
    CHECK(thread_budget() == CPU_COUNT(&all));
}

TEST_CASE("On one processor parallel work starts no thread") {
    run_on_one_processor([] {
        std::mutex mutex;
        std::set<std::thread::id> threads;
        for_all_in_parallel(50, [&](Eigen::Index) {
            const std::lock_guard lock(mutex);
            threads.insert(std::this_thread::get_id());
        });
        CHECK(threads == std::set{std::this_thread::get_id()});
    });
}

TEST_CASE("A thread budget that is passed in is used in full and not exceeded") {
    std::latch together(3);  // which opens only if three pieces are under way at once
    std::mutex mutex;
    std::set<std::thread::id> threads;
    for_all_in_parallel(
        3,
        [&](Eigen::Index) {
            together.arrive_and_wait();
            const std::lock_guard lock(mutex);
            threads.insert(std::this_thread::get_id());
        },
        3);
    CHECK(threads.size() == 3);
    std::atomic<int> now{0}, most{0};
    for_all_in_parallel(
        200,
        [&](Eigen::Index) {
            const int running = ++now;
            int seen = most;
            while (running > seen && !most.compare_exchange_weak(seen, running)) {
            }
            --now;
        },
        2);
    CHECK(most <= 2);
}
