// Whole runs at equal error: the CPU time of one method beside that of another, and its growth with the size.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "scenes/loader/scene/load_scene.hpp"
#include "tools/benchmark/benchmarks.hpp"
#include "tools/benchmark/timing.hpp"
#include "tools/trials/four_bar_row.hpp"
#include "tools/trials/trial_scenes.hpp"
#include "tools/trials/work_precision.hpp"

namespace ritz::bench {
namespace {

const std::vector<double> tolerances{1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

Reference need_reference(const Surroundings& here, const Scene& scene) {
    Reference reference = here.references.find(scene);
    if (!reference.missing.empty()) throw std::runtime_error(reference.missing);
    return reference;
}

std::string describe(const WorkPoint& point) { return fmt::format("{} at {:g}", point.integrator, point.tolerance); }

WorkPoint need_point(const Scene& scene, const MethodSetting& setting, double tolerance, const Reference& reference) {
    const WorkPoint point = measure_point(scene, setting, tolerance, reference);
    if (!point.failure.empty()) throw std::runtime_error(setting.name + ": " + point.failure);
    return point;
}

/// CPU time to an error, and by what.
struct TimeToError {
    double cpu = std::numeric_limits<double>::infinity();  // [s]
    std::string by = "never so good";
};

TimeToError read_time(const WorkCurve& curve, double error, ErrorKind kind) {
    const WorkCurve steady = without_luck(curve);
    const EqualError equal = find_equal_error(steady, error, kind);
    if (equal.point == nullptr) return {};
    return {equal.cpu, describe(*equal.point)};
}

/// By falling tolerances until the error is a tenth of what is asked for.
TimeToError find_time_to_error(const Scene& scene, const std::string& method, double error, ErrorKind kind,
                               const Reference& reference, double longest) {
    const auto is_enough = [&](const RunError& e) {
        return (kind == ErrorKind::relative ? e.relative : e.absolute) < 0.1 * error;
    };
    return read_time(measure_curve(scene, find_method(method), tolerances, reference, {longest}, is_enough), error,
                     kind);
}

/// auto beside a known run, at its error. With all tolerances, for a tighter one may take a faster method.
void compare_auto(const std::string& name, const Scene& scene, const WorkPoint& known, const Reference& reference,
                  const std::string& goal, Table& table) {
    const double error = known.error.relative;
    const WorkCurve curve = measure_curve(scene, find_method("auto"), tolerances, reference, {4 * known.cpu});
    const TimeToError needed = read_time(curve, error, ErrorKind::relative);
    table.add({name, needed.cpu, "s CPU", known.cpu, needed.cpu / known.cpu, goal,
               fmt::format("{} beside {}; relative error {:.1e}", needed.by, describe(known), error)});
}

}  // namespace

void bench_elastic_chain_auto(const Surroundings& here, Table& table) {
    const Scene scene = load_scene(here.root + "/scenes/elastic_chain.json");
    const Reference reference = need_reference(here, scene);
    const WorkPoint known =
        need_point(scene, find_method("adams"), scene.settings.options.relative_tolerance, reference);
    compare_auto("elastic_chain_auto", scene, known, reference, "<= 0.35", table);
}

void bench_chain100_implicit(const Surroundings& here, Table& table) {
    constexpr double error = 1e-5, longest = 30;  // [s]
    const Scene scene = load_polyamide_chain(here.root, 100);
    const Reference reference = need_reference(here, scene);
    const auto time = [&](const char* method, double limit) {
        return find_time_to_error(scene, method, error, ErrorKind::relative, reference, limit);
    };
    const TimeToError adams = time("adams", longest);
    TimeToError best;
    for (const char* method : {"bdf5", "sdirk", "rosenbrock"}) {
        const TimeToError needed = time(method, std::min(longest, 2 * adams.cpu));
        if (needed.cpu < best.cpu) best = needed;
    }
    table.add({"chain100_implicit", best.cpu, "s CPU", adams.cpu, best.cpu / adams.cpu, "<= 0.4",
               fmt::format("{} beside {}; relative error {:g}", best.by, adams.by, error)});
}

void bench_steel20_auto(const Surroundings& here, Table& table) {
    const Scene scene = load_steel_chain(here.root);
    const Reference reference = need_reference(here, scene);
    MethodSetting differences = find_method("sdirk");
    differences.jacobian = JacobianSource::differences;
    const WorkPoint known = need_point(scene, differences, 1e-6, reference);
    compare_auto("steel20_auto", scene, known, reference, "<= 0.2", table);
}

void bench_fe_pendulum(const Surroundings& here, Table& table) {
    constexpr double goal = 65000;
    const Scene scene = load_fe_pendulum(here.root);
    const Reference reference = need_reference(here, scene);
    const double rates = 1e-6 * time_rates(scene.model, scene.initial);
    const TimeToError needed = find_time_to_error(scene, "auto", 1e-6, ErrorKind::absolute, reference, 60);
    table.add({"fe_pendulum_1e-6", needed.cpu, "s CPU", rates, needed.cpu / rates, fmt::format("<= {}", goal),
               needed.by + "; ratio in right-hand sides"});
}

void bench_fe_chain(const Surroundings& here, Table& table) {
    constexpr double error = 1e-4;  // [m]
    double first = 0, last = 0;
    for (const int links : {10, 20, 40, 80}) {
        const Scene scene = load_fe_chain(here.root, links);
        const Reference reference = need_reference(here, scene);
        const TimeToError needed = find_time_to_error(scene, "auto", error, ErrorKind::absolute, reference, 60);
        last = needed.cpu;
        if (first == 0) first = last;
        table.add({fmt::format("fe_chain_{}", links), last, "s CPU", 0, 0, "",
                   fmt::format("{}, path error {:g} m", needed.by, error)});
    }
    table.add({"fe_chain_80_over_10", last, "s CPU", first, last / first, "<= 9"});
}

void bench_loops(const Surroundings& here, Table& table) {
    constexpr double error = 1e-5;  // [m]
    double first = 0, last = 0;
    for (const int loops : {10, 20, 40, 80}) {
        const Scene scene = make_scene(make_four_bar_row(loops, 2));
        const Reference reference = need_reference(here, scene);
        const TimeToError needed = find_time_to_error(scene, "auto", error, ErrorKind::absolute, reference, 60);
        last = 1e3 * needed.cpu / loops;
        if (first == 0) first = last;
        table.add({fmt::format("loops_{}", loops), last, "ms CPU/loop", 0, 0, "",
                   fmt::format("{}, error {:g} m, {:.2f} us/loop for a right-hand side", needed.by, error,
                               time_rates(scene.model, scene.initial) / loops)});
    }
    table.add({"loops_80_over_10", last, "ms CPU/loop", first, last / first, "<= 1.5"});
}

}  // namespace ritz::bench
