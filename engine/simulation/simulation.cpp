#include "engine/simulation/simulation.hpp"

#include <fmt/format.h>

#include <limits>

#include "core/errors.hpp"
#include "core/name_index.hpp"
#include "engine/simulation/run.hpp"

namespace ritz {

Simulation::Simulation(Scene scene, RunOptions options)
    : run_(std::make_unique<Run>(std::move(scene), std::move(options))) {}
Simulation::Simulation(Scene scene, RunOptions options, const Checkpoint& from)
    : run_(std::make_unique<Run>(std::move(scene), std::move(options), from)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

double Simulation::time() const { return run_->time(); }
const State& Simulation::state() const { return run_->state(); }
const Scene& Simulation::scene() const { return run_->scene(); }
bool Simulation::is_over() const { return run_->is_over(); }

bool Simulation::step() { return run_->step(std::numeric_limits<double>::infinity()); }

bool Simulation::advance_to(double t) {
    if (!(t >= time()))
        throw InputError(
            fmt::format("a simulation goes forward: it stands at t = {} s and shall advance to {} s", time(), t));
    while (time() < t && run_->step(t)) {
    }
    return !is_over();
}

double Simulation::value(const std::string& output) {
    for (const Output& each : scene().outputs)
        if (each.name == output) return run_->measure(each.quantity);
    throw InputError(fmt::format("no output \"{}\"{}", output, suggest(output, names_of(scene().outputs))));
}

void Simulation::set_input(const std::string& name, double value, double rate) {
    const auto found = scene().inputs.find(name);
    if (found != scene().inputs.end()) return run_->set_input(*found->second, value, rate);
    std::vector<std::string> known;
    for (const auto& input : scene().inputs) known.push_back(input.first);
    throw InputError(fmt::format("no input \"{}\"{}", name, suggest(name, known)));
}

Checkpoint Simulation::checkpoint() const { return run_->make_checkpoint(); }
void Simulation::restore(const Checkpoint& checkpoint) { run_->restore(checkpoint); }

void Simulation::replace_body(const std::string& name, std::shared_ptr<const ElasticBody> body, const MatX& transfer) {
    run_->replace_body(name, std::move(body), transfer);
}

const RunResult& Simulation::result() const { return run_->result(); }
RunResult Simulation::finish() { return run_->finish(); }

}  // namespace ritz
