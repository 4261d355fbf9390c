// Right-hand sides, and the matrix of implicit steps in right-hand sides.
#include <fmt/format.h>

#include "engine/system/implicit/newton_matrix.hpp"
#include "tools/benchmark/benchmarks.hpp"
#include "tools/benchmark/chains.hpp"
#include "tools/benchmark/simbody_chain.hpp"
#include "tools/benchmark/timing.hpp"
#include "tools/trials/trial_scenes.hpp"

namespace ritz::bench {
namespace {

double time_rates_of(const ModelBuilder::Result& system) { return time_rates(system.model, system.state); }

/// Right-hand sides of elastic bodies in those of rigid bodies when the goal was set.
struct ElasticGoal {
    int modes;
    double plain, stiffened;
};
constexpr ElasticGoal elastic_goals[] = {{6, 18, 31}, {12, 34, 59}, {24, 74, 167}, {48, 260, 730}};

}  // namespace

void bench_rigid_chain(const Surroundings&, Table& table) {
    for (const int links : {10, 100, 1000}) {
        const std::function<void()> simbody = make_simbody_chain(links);
        const double ours = time_rates_of(rigid_chain(links)), theirs = simbody ? microseconds(simbody) : 0;
        table.add({fmt::format("rigid_chain_{}", links), ours, "us", theirs, theirs / ours, simbody ? ">= 6" : "",
                   fmt::format("{:.4f} us per body; ratio Simbody / Ritz", ours / links)});
        if (!simbody) table.remark("Simbody is not installed: nothing to compare with");
    }
}

void bench_elastic_rhs(const Surroundings&, Table& table) {
    constexpr int links = 10;
    const double rigid = time_rates_of(rigid_chain(links));
    table.remark(fmt::format("one rigid body: {:.4f} us", rigid / links));
    for (const bool stiffened : {false, true}) {
        const std::string kind = stiffened ? "stiffened" : "plain";
        double first = 0, last = 0;
        for (const ElasticGoal& goal : elastic_goals) {
            last = time_rates_of(elastic_chain(links, stiffened, goal.modes / 6)) / rigid;
            if (first == 0) first = last;
            const double before = stiffened ? goal.stiffened : goal.plain;
            table.add({fmt::format("elastic_rhs_{}_{}", goal.modes, kind), last, "rigid rhs", before, last / before,
                       "<= 0.5"});
        }
        table.add({"elastic_rhs_growth_" + kind, last, "rigid rhs", first, last / first, "<= 8", "48 beside 6 modes"});
    }
}

void bench_newton(const Surroundings& here, Table& table) {
    for (const int links : {20, 200}) {
        const Scene scene = load_polyamide_chain(here.root, links);
        const Model& model = scene.model;
        const double rates = time_rates(model, scene.initial);
        Workspace live(model);
        VecX y, y_dot(model.states());
        pack(scene.initial, y);
        eval_rates(model, 0, y.data(), y_dot.data(), live);
        NewtonMatrix matrix(model);
        const double setup = microseconds([&] { matrix.setup(view(scene.initial), 1e-4, live); });
        const double solve = microseconds([&] { matrix.solve((y = y_dot).data()); });
        table.add({fmt::format("newton_setup_{}", links), setup, "us", rates, setup / rates, "<= 1.2",
                   "in right-hand sides"});
        table.add({fmt::format("newton_solve_{}", links), solve, "us", rates, solve / rates, "<= 0.15",
                   "in right-hand sides"});
    }
}

}  // namespace ritz::bench
