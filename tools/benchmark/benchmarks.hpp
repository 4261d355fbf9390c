#pragma once
// The benchmarks by name. Each adds its rows to the table; docs/performance.md says what they mean.
#include <functional>
#include <string>
#include <vector>

#include "tools/benchmark/bench_table.hpp"
#include "tools/trials/reference.hpp"

namespace ritz::bench {

struct Surroundings {
    std::string root;  // top folder of the sources
    std::string ritz;  // the program
    ReferenceStore references;
    std::vector<std::string> names;  // as the user gave them
};

struct Benchmark {
    std::string name;  // all its rows begin with it
    std::string what;
    std::function<void(const Surroundings&, Table&)> run;
    bool only_by_name = false;
};

/// rate_bench.cpp: right-hand sides and the matrix of implicit steps.
void bench_rigid_chain(const Surroundings&, Table&);
void bench_elastic_rhs(const Surroundings&, Table&);
void bench_newton(const Surroundings&, Table&);
/// run_bench.cpp: whole runs at equal error.
void bench_elastic_chain_auto(const Surroundings&, Table&);
void bench_chain100_implicit(const Surroundings&, Table&);
void bench_steel20_auto(const Surroundings&, Table&);
void bench_fe_pendulum(const Surroundings&, Table&);
void bench_fe_chain(const Surroundings&, Table&);
void bench_loops(const Surroundings&, Table&);
/// regret_bench.cpp: the choice of auto on every scene.
void bench_auto_regret(const Surroundings&, Table&);
void bench_scene_speed(const Surroundings&, Table&);
/// reduction_bench.cpp
void bench_cms_kernels(const Surroundings&, Table&);
void bench_million(const Surroundings&, Table&);
/// estimator_bench.cpp: what error bounds cost.
void bench_estimator(const Surroundings&, Table&);
/// startup_bench.cpp
void bench_startup(const Surroundings&, Table&);

}  // namespace ritz::bench
