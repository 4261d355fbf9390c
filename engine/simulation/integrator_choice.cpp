// How fast a method is depends on what limits its steps: its stability, which the fastest motion of the system sets, or
// the tolerance, with what the slower motions do. The first is an eigenvalue, the second is not known before the run.
// So where the fastest motion has many turns in the run, the methods race from the start: each may spend the same work,
// in right-hand sides, and the one that would bring the run to its end with the least is taken. The first steps are
// short for any method, and shortest for implicit ones: so those that are not beaten by far race on with twice the
// work, as long as that is little beside the run. Work is counted, not timed: the same scene always makes the same
// choice.
//
// A system that is at rest when the race is held shows how fast the methods are at rest. So the run itself is watched:
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

constexpr double few_turns = 500;     // [rad] of the fastest motion in the run: no step is limited by stability then
constexpr double race_work = 400;     // right-hand sides for each method in the first round
constexpr double trial_share = 0.02;  // of the run: what a further round may cost for each method
constexpr double longest_race =
    3200;                     // right-hand sides for each method: nothing interrupts a race, and runs may be endless
constexpr double beaten = 4;  // times the least work: out of the race
constexpr double implicit_handicap = 1.3;  // an implicit method damps what it steps over: it must be faster by this
constexpr double multistep_handicap = 3;   // what it slows down by behind its smooth start, on the example scenes
constexpr double loose = 1e-5;             // relative tolerance from which a method of order 3 is not the slowest
constexpr double clearly = 0.8;            // of the work of the method that runs: worth a change
// Of the run, watched in stretches of so many right-hand sides: what is not as expected; how many races' work there has
// to be in the rest of the run, and between the second race and a third.
constexpr double stretch_work = 200, surprise = 2, long_rest = 5, later_races = 20;
constexpr double least_races = 3;  // first rounds, in a race
// In right-hand sides: the matrix of an implicit step, a solve with it, the projection of a step onto loops.
constexpr double setup_work = 1.2, solve_work = 0.15, projection_work = 3;

struct Runner {
    IntegratorOptions options;
    std::string name;
    std::unique_ptr<ModelIntegrator> integrator{};
    double work = 0;         // in right-hand sides
    double work_to_end = 0;  // as the last round lets expect
    double work_rate = 0;    // the same for a second of the run
};

bool is_implicit(Method method) { return method != Method::erk && method != Method::adams; }

/// Lets it run until it has done so much work, and judges it by the second half of that. False if it failed.
bool race(const Scene& scene, const State& start, double most_work, Runner& runner) {
    const double end = scene.settings.end;
    try {
        if (!runner.integrator)
            runner.integrator = std::make_unique<ModelIntegrator>(scene.model, start, runner.options, 0);
        Integrator& integrator = **runner.integrator;
        double half_time = integrator.time(), half_work = runner.work;
        while (runner.work < most_work && integrator.time() < end) {
            integrator.step(end);
            runner.work = count_work(runner.options, integrator.statistics(), scene.model.rows > 0);
            if (runner.work <= most_work / 2) half_time = integrator.time(), half_work = runner.work;
        }
        const double left_off = integrator.time();
        runner.work_rate = (runner.work - half_work) / (left_off - half_time);
        runner.work_to_end =
            std::max(runner.work, race_work);  // less says that nothing happens at first, not who is fast later
        if (left_off < end) runner.work_to_end += (end - left_off) * runner.work_rate;
    } catch (const NumericalError&) {
        return false;
    }
    return std::isfinite(runner.work_to_end);
}

/// Every elastic body loses energy in each of its coordinates.
bool is_damped(const Model& model) {
    return std::all_of(model.elastic_bodies.begin(), model.elastic_bodies.end(),
                       [](const auto& body) { return (body->De.diagonal().array() > 0).all(); });
}

std::vector<Runner> list_runners(const Scene& scene) {
    std::vector<Runner> runners;
    const auto add = [&](Method method, const char* name) -> Runner& {
        runners.emplace_back();
        runners.back().options = scene.settings.options;
        runners.back().name = name;
        runners.back().options.method = method;
        return runners.back();
    };
    // Not adams: of the example scenes it is faster than erk on smooth rigid ones only, by at most 1.7, and leaves its
    // stability unseen at loose tolerances (docs/performance.md).
    add(Method::erk, "erk");
    add(Method::sdirk, "sdirk");
    if (scene.settings.options.relative_tolerance >= loose) add(Method::rosenbrock, "rosenbrock");
    // Orders above 2 are unstable for vibrations without damping.
    if (is_damped(scene.model) && scene.settings.options.max_order == 0)
        add(Method::bdf, "bdf of order 5").options.max_order = 5;
    return runners;
}

std::string describe(const std::vector<Runner>& runners) {
    std::string list;
    for (const Runner& runner : runners)
        list += fmt::format("{}{} {:.3g}", list.empty() ? "" : ", ", runner.name, runner.work_to_end);
    return list;
}

/// What it would need to the end, with its handicap.
double judge(const Runner& runner) {
    return runner.work_to_end * (is_implicit(runner.options.method) ? implicit_handicap : 1) *
           (runner.options.method == Method::bdf ? multistep_handicap : 1);
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

Race hold_race(const Scene& scene, const State& start) {
    Race result{list_runners(scene), "", 0};
    std::vector<Runner>& runners = result.runners;
    for (double work = race_work;; work *= 2) {
        std::erase_if(runners, [&](Runner& runner) {
            const double before = runner.work;
            const bool has_failed = !race(scene, start, work, runner);
            result.work += runner.work - before;
            return has_failed;
        });
        if (runners.empty()) return result;
        const double least = find_least(runners);
        if (work == race_work) result.summary = describe(runners);
        std::erase_if(runners, [&](const Runner& runner) { return judge(runner) > beaten * least; });
        if (runners.size() == 1 || 2 * work > std::min(longest_race, trial_share * least)) break;
        result.summary.clear();
    }
    if (result.summary.empty()) result.summary = describe(runners);
    return result;
}

const Runner& find_best(const Race& race) {
    return *std::min_element(race.runners.begin(), race.runners.end(),
                             [](const Runner& a, const Runner& b) { return judge(a) < judge(b); });
}

IntegratorChoice choose_by_race(const Scene& scene, const State& start, double rate) {
    const Race race = hold_race(scene, start);
    IntegratorChoice choice{scene.settings.options, "no method came through the first moments; sdirk is the sturdiest"};
    choice.options.method = Method::sdirk;
    choice.race_work = race.work;
    if (race.runners.empty()) return choice;
    const Runner& best = find_best(race);
    choice.options = best.options;
    choice.work_rate = best.work_rate;
    choice.reason = fmt::format("fastest rate {:.3g} 1/s; right-hand sides to the end, by a trial of its beginning: {}",
                                rate, race.summary);
    return choice;
}

}  // namespace

IntegratorChoice choose_integrator(const Scene& scene, const State& start) {
    IntegratorChoice choice{scene.settings.options, "as the scene asks"};
    if (!scene.settings.choose_method) return choice;
    const double rate = estimate_fastest_rate(scene.model, start);
    if (rate * (scene.settings.end - start.t) > few_turns) return choose_by_race(scene, start, rate);
    choice.options.method = Method::erk;
    choice.reason = fmt::format("not stiff: the fastest rate {:.3g} 1/s runs {:.3g} rad in all{}", rate,
                                rate * (scene.settings.end - start.t),
                                scene.model.rows > 0 ? "; loops kept closed by projection" : "");
    return choice;
}

IntegratorChoice choose_again(const Scene& scene, const State& here, const IntegratorChoice& current) {
    const Race race = hold_race(scene, here);
    IntegratorChoice choice = current;
    choice.race_work = race.work;
    if (race.runners.empty()) return choice;
    const Runner& best = find_best(race);
    const auto is_current = [&](const Runner& runner) {
        return runner.options.method == current.options.method && runner.options.max_order == current.options.max_order;
    };
    const auto stays = std::find_if(race.runners.begin(), race.runners.end(), is_current);
    if (stays != race.runners.end() && judge(best) > clearly * judge(*stays)) return choice;
    choice.options = best.options;
    choice.work_rate = best.work_rate;
    choice.reason += fmt::format("; {} from t = {:.6g} s on, by another trial: {}", best.name, here.t, race.summary);
    return choice;
}

double count_work(const IntegratorOptions& options, const Statistics& s, bool has_loops) {
    const bool iterates = options.method != Method::rosenbrock;
    const double solves = static_cast<double>(iterates ? s.newton_iterations : 4 * s.steps);
    double work = static_cast<double>(s.rhs_evaluations);
    if (is_implicit(options.method))
        work += setup_work * static_cast<double>(s.jacobian_evaluations) + solve_work * solves;
    if (has_loops) work += projection_work * static_cast<double>(s.steps);
    return work;
}

void ChoiceWatch::start(double t, double work) {
    t_ = t;
    work_ = work;
}

bool ChoiceWatch::is_race_due(double t, double work, double end) {
    if (work - work_ < stretch_work || !(t > t_)) return false;
    rate_ = (work - work_) / (t - t_);
    memory_.spent += work - work_;
    start(t, work);
    if (!(memory_.expected > 0)) memory_.expected = rate_;
    const bool is_as_expected = rate_ < surprise * memory_.expected && memory_.expected < surprise * rate_;
    const double race = std::max(memory_.race_work, least_races * race_work);
    return memory_.spent > (is_as_expected ? later_races : memory_.needed) * race &&
           rate_ * (end - t) > long_rest * race;
}

void ChoiceWatch::note_race(const IntegratorChoice& choice, bool has_changed) {
    memory_.expected = has_changed ? choice.work_rate : rate_;
    memory_.race_work = choice.race_work;
    memory_.spent = 0;
    memory_.needed = later_races;
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
