// tools/bench [NAME...]: measures what the engine costs, as ratios within one run.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>

#include "core/files/files.hpp"
#include "core/heap.hpp"
#include "tools/benchmark/benchmarks.hpp"

namespace {

using namespace ritz::bench;

const std::vector<Benchmark>& list_benchmarks() {
    static const std::vector<Benchmark> all{
        {"startup", "a start of the program", bench_startup},
        {"rigid_chain", "right-hand sides of rigid chains beside Simbody", bench_rigid_chain},
        {"elastic_rhs", "right-hand sides of elastic chains by the number of modes", bench_elastic_rhs},
        {"newton", "the matrix of implicit steps in right-hand sides", bench_newton},
        {"elastic_chain_auto", "auto beside adams", bench_elastic_chain_auto},
        {"chain100_implicit", "the best implicit method beside adams, 100 links", bench_chain100_implicit},
        {"steel20_auto", "auto beside sdirk with differences", bench_steel20_auto},
        {"fe_pendulum", "auto to a tip error of 1e-6 m", bench_fe_pendulum},
        {"fe_chain", "10 to 80 links to a path error of 1e-4 m", bench_fe_chain},
        {"loops", "the row of four-bars with 10 to 80 loops", bench_loops},
        {"estimator", "error bounds along a run beside the run without them", bench_estimator},
        {"cms_kernels", "the reduction of a cylinder beside the libraries' kernels", bench_cms_kernels},
        {"auto_regret", "auto beside the best method at equal error, every scene", bench_auto_regret},
        {"scene_speed", "every example scene as it is", bench_scene_speed},
        {"million", "Craig-Bampton of a box with a million unknowns (minutes, some 16 GiB)", bench_million, true},
    };
    return all;
}

/// By its name or that of one of its rows: newton, newton_setup_20.
bool is_meant(const Benchmark& benchmark, const std::string& name) {
    return name == benchmark.name || name.starts_with(benchmark.name + "_");
}

void list_names(std::FILE* stream) {
    fmt::print(stream, "usage: tools/bench [NAME...]\n");
    for (const Benchmark& each : list_benchmarks())
        fmt::print(stream, "  {:<20} {}{}\n", each.name, each.what, each.only_by_name ? "; only if named" : "");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    const std::string results = argv[3];
    const Surroundings here{argv[1], argv[2], {results + "/references"}, {argv + 4, argv + argc}};
    const std::vector<std::string>& names = here.names;
    if (names == std::vector<std::string>{"--list"}) {
        list_names(stdout);
        return 0;
    }
    for (const std::string& name : names)
        if (std::none_of(list_benchmarks().begin(), list_benchmarks().end(),
                         [&](const Benchmark& each) { return is_meant(each, name); })) {
            fmt::print(stderr, "no benchmark \"{}\"\n", name);
            list_names(stderr);
            return 2;
        }
    ritz::keep_freed_memory();
    Table table;
    int status = 0;
    for (const Benchmark& each : list_benchmarks()) {
        const bool is_named = std::any_of(names.begin(), names.end(), [&](const auto& n) { return is_meant(each, n); });
        if (!is_named && (each.only_by_name || !names.empty())) continue;
        table.begin_group(each.name + ": " + each.what);
        try {
            each.run(here, table);
        } catch (const std::exception& error) {
            table.remark(fmt::format("{} failed: {}", each.name, error.what()));
            status = 3;
        }
    }
    std::filesystem::create_directories(results);
    ritz::write_whole_file(results + "/bench.csv", table.csv());
    fmt::print("\n{}/bench.csv\n", results);
    return status;
}
