// How fast a method is depends on what limits its steps: its stability, which the fastest motion of the system sets, or
// the tolerance, with what the slower motions do. The first is an eigenvalue, the second is not known before the run.
// So where the fastest motion has many turns in the run, the method that is most likely the fastest begins. When it has
// done some work, and what is left of the run is long beside a race, the other methods race from there: each may spend
// the same work, in right-hand sides, and the one that would bring the run to its end with the least is taken. Those
// that are not beaten by far race on with twice the work, as long as that is little beside the run. Work is counted,
// not timed: the same scene always makes the same choice.
//
// A system that is at rest when the race is held shows how fast the methods are at rest. So the run is watched further:
// where its cost leaves what was expected by a factor, and a race is little beside the rest of the run, there is
// another one. An explicit method bound by its stability costs the same when all has come to rest: so there is another
// race, too, when a run has cost many.
#include "engine/simulation/integrator_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "core/errors.hpp"
#include "engine/simulation/problem.hpp"
#include "engine/system/system.hpp"

namespace ritz {
namespace {

constexpr double few_turns = 500;  // [rad] of the fastest motion in the run: no step is limited by stability then
// The same, of what begins: an implicit method from so many turns on; where they are so many that damped vibrations die
// away long before the end, bdf; and bdf in a damped tree of so many bodies, as it evaluates them hardly more than once
// a step.
constexpr double many_turns = 2e4, most_turns = 2e5, some_turns = 2e3, many_bodies = 50;
constexpr double first_look = 200;    // right-hand sides for each method in the first round
constexpr double first_share = 0.1;   // of the run: what the first round may cost in all
constexpr double trial_share = 0.02;  // of the run: what a further round may cost for each method
constexpr double longest_race =
    3200;                     // right-hand sides for each method: nothing interrupts a race, and runs may be endless
constexpr double beaten = 4;  // times the least work: out of the race
constexpr double implicit_handicap = 1.15;  // an implicit method damps what it steps over: it must be faster by this
constexpr double multistep_start = 0.75;    // it begins with order one: the rest is cheaper
constexpr double loose = 1e-5;              // relative tolerance from which a method of order 3 is not the slowest
constexpr double coarse = 1e-4;             // the same, from which it is the fastest
constexpr double clearly = 0.8;             // of the work of the method that runs: worth a change
// Of the run, watched in stretches of so many right-hand sides: what is not as expected; how many races' work there has
// to be in the rest of the run, and between the first race and another.
constexpr double stretch_work = 200, surprise = 2, long_rest = 8, later_races = 20;
// The first race is held when so much of the run is behind, as its first steps are short, but not later than this.
constexpr double beginning = 0.2, longest_beginning = 4000;
constexpr double least_race = 600;  // right-hand sides
// In right-hand sides: the matrix of an implicit step, a solve with it, the projection of a step onto loops.
constexpr double setup_work = 1.2, solve_work = 0.15, projection_work = 3;
// A step of Runge-Kutta methods with its dense output, whether somebody asks for that or not: whoever looks at a run
// must not change it.
constexpr double erk_work = 12, sdirk_work = 11;
// What a step of a multistep method costs beside its right-hand sides (weights, roots, history), in right-hand sides of
// rigid bodies: much for a pendulum, little for a chain.
constexpr double step_bodies = 25;

struct Runner {
    IntegratorOptions options;
    std::string name;
    std::shared_ptr<ModelIntegrator> integrator{};
    double work = 0;         // in right-hand sides
    double work_to_end = 0;  // as the last round lets expect
    double work_rate = 0;    // the same for a second of the run
    bool runs = false;       // it is that of the run, not of a start
};

bool is_multistep(Method method) { return method == Method::bdf || method == Method::adams; }
bool is_implicit(Method method) { return method != Method::erk && method != Method::adams; }

/// Lets it run until it has done so much work, and judges it by the second half of that. False if it failed.
bool race(const Scene& scene, const State& start, double most_work, Runner& runner) {
    const double end = scene.settings.end;
    try {
        if (!runner.integrator)
            runner.integrator = std::make_shared<ModelIntegrator>(scene.model, start, runner.options, 0);
        Integrator& integrator = **runner.integrator;
        double half_time = integrator.time(), half_work = runner.work;
        while (runner.work < most_work && integrator.time() < end) {
            integrator.step(end);
            runner.work = count_work(runner.options, integrator.statistics(), scene.model);
            if (runner.work <= most_work / 2) half_time = integrator.time(), half_work = runner.work;
        }
        const double left_off = integrator.time();
        runner.work_rate = (runner.work - half_work) / (left_off - half_time);
        runner.work_to_end =
            std::max(runner.work, first_look);  // less says that nothing happens at first, not who is fast later
        if (left_off < end) runner.work_to_end += (end - left_off) * runner.work_rate;
    } catch (const NumericalError&) {
        return false;
    }
    return std::isfinite(runner.work_to_end);
}

/// A right-hand side in those of a rigid body, roughly as tools/bench finds it.
double weigh(const Model& model) {
    double bodies = 0;
    for (const Node& node : model.nodes) bodies += node.n == 0 ? 1 : 5 + 0.4 * node.n + 0.005 * node.n * node.n;
    return std::max(1.0, bodies);
}

/// Every elastic body loses energy in each of its coordinates.
bool is_damped(const Model& model) {
    return std::all_of(model.elastic_bodies.begin(), model.elastic_bodies.end(),
                       [](const auto& body) { return (body->De.diagonal().array() > 0).all(); });
}

/// With bdf only where it began: a race is too short to see how its higher orders fall back beside light damping.
std::vector<Runner> list_runners(const Scene& scene, bool with_bdf) {
    std::vector<Runner> runners;
    const auto add = [&](Method method, const char* name) -> Runner& {
        runners.emplace_back();
        runners.back().options = scene.settings.options;
        runners.back().name = name;
        runners.back().options.method = method;
        return runners.back();
    };
    const double tolerance = scene.settings.options.relative_tolerance;
    if (tolerance >= loose) add(Method::rosenbrock, "rosenbrock");
    add(Method::sdirk, "sdirk");
    add(Method::erk, "erk");
    if (!is_damped(scene.model)) return runners;
    // Orders above 2 are unstable for vibrations without damping.
    if (with_bdf && scene.settings.options.max_order == 0) add(Method::bdf, "bdf of order 5").options.max_order = 5;
    // At loose tolerances adams leaves its stability unseen, and undamped vibrations and loops it follows badly.
    if (tolerance < loose && scene.model.rows == 0) add(Method::adams, "adams");
    return runners;
}

/// The most likely one, by what can be known before the run.
Runner choose_first(const Scene& scene, double turns) {
    const bool is_tree = scene.model.rows == 0, is_large = is_tree && weigh(scene.model) > many_bodies;
    const bool damps_out = !scene.model.elastic_bodies.empty() &&
                           (turns > most_turns || (is_large && turns > some_turns && turns < many_turns));
    const auto rank = [&](const Runner& runner) {
        switch (runner.options.method) {
            case Method::bdf:
                return 0;
            case Method::erk:
                return turns < many_turns ? 1 : 4;
            case Method::rosenbrock:
                return scene.settings.options.relative_tolerance >= coarse ? 2 : 4;
            case Method::sdirk:
                return 3;
            default:
                return 6;
        }
    };
    const std::vector<Runner> runners = list_runners(scene, damps_out);
    return *std::min_element(runners.begin(), runners.end(),
                             [&](const Runner& a, const Runner& b) { return rank(a) < rank(b); });
}

std::string describe(const std::vector<Runner>& runners) {
    std::string list;
    for (const Runner& runner : runners)
        list += fmt::format("{}{} {:.3g}", list.empty() ? "" : ", ", runner.name, runner.work_to_end);
    return list;
}

/// What it would need to the end, with its handicap.
double judge(const Runner& runner) {
    const Method method = runner.options.method;
    return runner.work_to_end * (is_implicit(method) ? implicit_handicap : 1) *
           (is_multistep(method) && !runner.runs ? multistep_start : 1);
}

double find_least(const std::vector<Runner>& runners) {
    double least = std::numeric_limits<double>::infinity();
    for (const Runner& runner : runners) least = std::min(least, judge(runner));
    return least;
}

struct Race {
    std::vector<Runner> runners;  // that came to its end
    std::string summary;          // work to the end of the run by each method of the last round
    double work = 0;              // that it took
};

/// One method after the other, as long as that is little beside the run.
void hold_first_round(const Scene& scene, const State& start, Race& race_here) {
    std::vector<Runner> here;
    std::swap(here, race_here.runners);
    for (Runner& runner : here) {
        std::vector<Runner>& done = race_here.runners;
        double least = std::numeric_limits<double>::infinity();
        for (const Runner& each : done) least = std::min(least, each.work_to_end);
        if (!done.empty() && race_here.work + first_look > first_share * least) break;
        const bool is_through = runner.work_to_end > 0 || race(scene, start, first_look, runner);
        race_here.work += runner.work;
        if (is_through) done.push_back(std::move(runner));
    }
    race_here.summary = describe(race_here.runners);
}

bool is_same(const IntegratorOptions& a, const IntegratorOptions& b) {
    return a.method == b.method && a.max_order == b.max_order;
}

/// The pace of the method that runs is known, in right-hand sides for a second.
Race hold_race(const Scene& scene, const State& start, const IntegratorOptions& current, double pace) {
    Race result{list_runners(scene, current.method == Method::bdf), "", 0};
    std::vector<Runner>& runners = result.runners;
    const auto others = std::stable_partition(runners.begin(), runners.end(),
                                              [&](const Runner& runner) { return is_same(runner.options, current); });
    if (others != runners.begin()) {
        runners.front().runs = true;
        runners.front().work_rate = pace;
        runners.front().work_to_end = pace * (scene.settings.end - start.t);
    }
    hold_first_round(scene, start, result);
    for (double work = 2 * first_look; !runners.empty(); work *= 2) {
        const double least = find_least(runners);
        std::erase_if(runners, [&](const Runner& runner) { return judge(runner) > beaten * least; });
        if (runners.size() == 1 || work > std::min(longest_race, trial_share * least)) break;
        std::erase_if(runners, [&](Runner& runner) {
            const double before = runner.work;
            const bool has_failed = !race(scene, start, work, runner);
            result.work += runner.work - before;
            return has_failed;
        });
        result.summary = describe(runners);
    }
    return result;
}

const Runner& find_best(const Race& race) {
    return *std::min_element(race.runners.begin(), race.runners.end(),
                             [](const Runner& a, const Runner& b) { return judge(a) < judge(b); });
}

}  // namespace

IntegratorChoice choose_integrator(const Scene& scene, const State& start) {
    IntegratorChoice choice{scene.settings.options, "as the scene asks"};
    if (!scene.settings.choose_method) return choice;
    const double rate = estimate_fastest_rate(scene.model, start), turns = rate * (scene.settings.end - start.t);
    if (turns > few_turns) {
        const Runner first = choose_first(scene, turns);
        choice.options = first.options;
        choice.reason = fmt::format("the fastest rate {:.3g} 1/s runs {:.3g} rad in all: {} to begin with", rate, turns,
                                    first.name);
        return choice;
    }
    choice.options.method = Method::erk;
    choice.race_work = 2 * least_race;  // a race only where the run is not as expected
    choice.reason = fmt::format("not stiff: the fastest rate {:.3g} 1/s runs {:.3g} rad in all{}", rate, turns,
                                scene.model.rows > 0 ? "; loops kept closed by projection" : "");
    return choice;
}

IntegratorChoice choose_again(const Scene& scene, const State& here, const IntegratorChoice& current, double pace) {
    const Race race = hold_race(scene, here, current.options, pace);
    IntegratorChoice choice = current;
    choice.race_work = race.work;
    if (race.runners.empty()) return choice;
    const Runner& best = find_best(race);
    const auto stays = std::find_if(race.runners.begin(), race.runners.end(),
                                    [&](const Runner& runner) { return is_same(runner.options, current.options); });
    const bool is_clear = stays == race.runners.end() || judge(best) <= clearly * judge(*stays);
    if (!is_clear) return choice;
    choice.options = best.options;
    choice.work_rate = best.work_rate;
    choice.reason += fmt::format("; {} from t = {:.6g} s on, by a trial of what right-hand sides the rest takes: {}",
                                 best.name, here.t, race.summary);
    return choice;
}

double count_work(const IntegratorOptions& options, const Statistics& s, const Model& model) {
    const bool iterates = options.method != Method::rosenbrock;
    const double solves = static_cast<double>(iterates ? s.newton_iterations : 4 * s.steps);
    const auto attempts = static_cast<double>(s.steps + s.error_test_failures);
    double work = static_cast<double>(s.rhs_evaluations);
    if (options.method == Method::erk) work = erk_work * attempts;
    if (options.method == Method::sdirk) work = sdirk_work * attempts + static_cast<double>(s.newton_iterations);
    if (is_implicit(options.method))
        work += setup_work * static_cast<double>(s.jacobian_evaluations) + solve_work * solves;
    if (model.rows > 0) work += projection_work * static_cast<double>(s.steps);
    if (is_multistep(options.method)) work += (1 + step_bodies / weigh(model)) * static_cast<double>(s.steps);
    return work;
}

void ChoiceWatch::start(double t, double work) {
    t_ = t;
    work_ = work;
}

bool ChoiceWatch::is_race_due(double t, double work, double end) {
    if (work - work_ < stretch_work || !(t > t_)) return false;
    pace_ = (work - work_) / (t - t_);
    memory_.spent += work - work_;
    start(t, work);
    if (!(memory_.expected > 0)) memory_.expected = pace_;
    const double race = std::max(memory_.race_work, least_race), rest = pace_ * (end - t);
    if (!(rest > long_rest * race)) return false;
    if (memory_.race_work == 0) return memory_.spent > std::clamp(beginning * rest, first_look, longest_beginning);
    const bool is_as_expected = pace_ < surprise * memory_.expected && memory_.expected < surprise * pace_;
    return memory_.spent > (is_as_expected ? std::max(later_races, memory_.needed) : memory_.needed) * race;
}

void ChoiceWatch::note_race(const IntegratorChoice& choice, bool has_changed) {
    memory_.expected = has_changed ? choice.work_rate : pace_;
    memory_.race_work = choice.race_work;
    memory_.spent = 0;
    // A method that stays is asked about less and less often.
    memory_.needed = has_changed ? later_races : std::max(later_races, 2 * memory_.needed);
}

double estimate_fastest_rate(const Model& model, const State& state) {
    Workspace ws(model);
    VecX y;
    pack(state, y);
    const Eigen::Index n = y.size() - 1;  // without the work
    if (n < 1) return 0;
    VecX f(y.size()), f_moved(y.size());
    eval_rates(model, state.t, y.data(), f.data(), ws);
    VecX direction(y.size());
    for (Eigen::Index k = 0; k < y.size(); ++k) direction[k] = std::sin(1.0 + 7.0 * static_cast<double>(k));
    direction[n] = 0;
    direction.normalize();
    // The dominant pair is often complex, so the growth is averaged over the last iterations.
    double log_growth = 0;
    constexpr int settle = 40, average = 20;
    for (int k = 0; k < settle + average; ++k) {
        const double h = 1e-7 * std::max(1.0, y.norm());
        const VecX moved = y + h * direction;
        eval_rates(model, state.t, moved.data(), f_moved.data(), ws);
        VecX next = (f_moved - f) / h;
        next[n] = 0;
        const double growth = next.norm();
        if (!(growth > 0) || !std::isfinite(growth)) return 0;
        if (k >= settle) log_growth += std::log(growth);
        direction = next / growth;
    }
    return std::exp(log_growth / average);
}

}  // namespace ritz
