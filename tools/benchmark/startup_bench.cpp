// A start of the program, until it has checked a small scene.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <stdexcept>

#include "tools/benchmark/benchmarks.hpp"
#include "tools/trials/clocks.hpp"

namespace ritz::bench {
namespace {

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// Of the child.
Spent time_check(const std::string& program, const std::string& scene) {
    posix_spawn_file_actions_t silent;
    posix_spawn_file_actions_init(&silent);
    posix_spawn_file_actions_addopen(&silent, 1, "/dev/null", O_WRONLY, 0);
    std::string name = program, verb = "check", file = scene;
    char* const arguments[] = {name.data(), verb.data(), file.data(), nullptr};
    Stopwatch watch;
    pid_t child = 0;
    int status = 0;
    rusage usage{};
    const bool ran = posix_spawn(&child, program.c_str(), &silent, nullptr, arguments, environ) == 0 &&
                     wait4(child, &status, 0, &usage) == child;
    const double wall = watch.lap().wall;
    posix_spawn_file_actions_destroy(&silent);
    if (!ran || status != 0) throw std::runtime_error(program + " check failed");
    return {wall, seconds(usage.ru_utime) + seconds(usage.ru_stime)};
}

}  // namespace

void bench_startup(const Surroundings& here, Table& table) {
    Spent best{1e30, 1e30};
    for (int k = 0; k < 60; ++k) {
        const Spent spent = time_check(here.ritz, here.root + "/scenes/pendulum.json");
        best = {std::min(best.wall, spent.wall), std::min(best.cpu, spent.cpu)};
    }
    table.add({"startup", 1e3 * best.cpu, "ms CPU", 0, 1e3 * best.cpu, "<= 8",
               "ritz check scenes/pendulum.json, best of 60; the goal is one of time, not of a ratio"});
    table.add({"startup_wall", 1e3 * best.wall, "ms", 0, 0, ""});
}

}  // namespace ritz::bench
