// Checkpoints as values and as files: going back, going on, and what is refused.
#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "engine/simulation/checkpoint_file.hpp"
#include "engine/simulation/simulation.hpp"
#include "tests/engine/simulation/systems.hpp"
#include "tests/physics/scene_helpers.hpp"
#include "tests/support/folder.hpp"

using namespace ritz;
using namespace ritz::testing;

TEST_CASE("A simulation that goes back forgets rows, warnings and counts, and records the same rows again") {
    const Scene scene = scene_from(carriage);
    Simulation run(scene);
    run.advance_to(0.72);
    const Checkpoint point = run.checkpoint();
    CHECK(point.last_row == doctest::Approx(0.7));
    run.advance_to(1.5);
    const std::vector<std::vector<double>> first = run.result().samples;
    run.restore(point);
    CHECK(run.time() == point.state.t);
    CHECK(run.result().times.size() == point.rows);
    CHECK(run.result().energy_final == point.balance.last);
    CHECK(run.checkpoint().statistics.steps == point.statistics.steps);
    run.advance_to(1.5);
    REQUIRE(run.result().samples.size() == first.size());
    for (std::size_t i = 0; i < first.size(); ++i)  // 1e-6 of a step, a hundred steps
        CHECK(run.result().samples[i][0] == doctest::Approx(first[i][0]).epsilon(1e-4));
    CHECK(run.finish().rows == first.size());
}

TEST_CASE("A run that ends right behind a checkpoint between two rows has its last row") {
    const Scene scene = scene_from(carriage);
    Simulation run(scene);
    run.advance_to(0.72);
    Simulation other(scene, {}, run.checkpoint());
    const RunResult result = other.finish();
    REQUIRE(result.times.size() == 1);
    CHECK(result.times.back() == 0.72);
    CHECK(result.rows == 16);
}

TEST_CASE("Kept rows of a run that goes on begin at its checkpoint, and it goes back within them") {
    const Scene scene = scene_from(carriage);
    Simulation run(scene);
    run.advance_to(0.72);
    Simulation other(scene, {}, run.checkpoint());
    other.advance_to(1.01);
    const Checkpoint point = other.checkpoint();
    other.advance_to(1.52);
    other.restore(point);
    CHECK(other.result().rows == point.rows);
    CHECK(other.result().times.size() == point.rows - 15);
    CHECK(other.result().times.front() == doctest::Approx(0.75));
}

TEST_CASE("A warning is given once, though the run that gave it went on from a checkpoint") {
    const Scene scene = scene_from(R"({"gravity": [0, 0, 0], "time": {"end": 0.2, "output_step": 0.001},
        "bodies": {"bar": {"type": "beam", "length": 2, "section": {"shape": "circle", "diameter": 0.05},
            "material": {"youngs_modulus": 2.1e11, "density": 7850}, "ends": "clamped-free",
            "modes": {"bending_z": 2}, "damping": {"modal": 0.01}}},
        "joints": {"foot": {"type": "fixed", "parent": "world", "child": "bar"}},
        "loads": {"push": {"type": "force", "at": "bar.end", "force": [0, 0, "t*1e5"]}}})");
    std::vector<std::string> heard;
    RunOptions options;
    options.warn = [&](const std::string& sentence) { heard.push_back(sentence); };
    Simulation run(scene, options);
    while (run.step() && heard.empty()) {
    }
    REQUIRE_FALSE(heard.empty());
    const Checkpoint point = run.checkpoint();
    const std::size_t before = heard.size();
    CHECK(point.warnings == heard);
    Simulation other(scene, options, point);
    for (int i = 0; i < 200 && other.step(); ++i) {
    }
    const RunResult result = other.finish();
    CHECK(result.warnings == heard);
    const auto bent = [](const std::string& sentence) { return sentence.find("is bent by") != std::string::npos; };
    CHECK(std::count_if(heard.begin(), heard.end(), bent) <= 1);
    CHECK(heard.size() >= before);
}

TEST_CASE("Inputs that were set hold behind a checkpoint") {
    const Scene scene = scene_from(R"({"gravity": [0, 0, 0], "time": {"end": 1, "output_step": 0.1},
        "inputs": {"push": {}}, "bodies": {"box": {"type": "rigid", "mass": 2}},
        "joints": {"rail": {"type": "prismatic", "parent": "world", "child": "box"}},
        "loads": {"motor": {"type": "motor", "joint": "rail", "force": {"input": "push"}}}})");
    Folder folder;
    Simulation run(scene);
    run.set_input("push", 4, 2);
    run.advance_to(0.5);
    write_checkpoint(folder / "c.h5", run.checkpoint());
    run.set_input("push", 0);  // the scene's slots are shared; the checkpoint has its own
    Simulation other(scene, {}, read_checkpoint(folder / "c.h5"));
    other.advance_to(1);
    // x'' = (4 + 2 t)/2 from rest: 1 + 1/6 at t = 1
    CHECK(other.state().q[0] == doctest::Approx(7.0 / 6).epsilon(1e-5));
}

TEST_CASE("A checkpoint that does not fit is refused by one sentence") {
    const auto message = [](const auto& act) {
        try {
            act();
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const Scene scene = scene_from(ball), other = scene_from(tumbling);
    Simulation run(scene);
    run.advance_to(0.35);
    const Checkpoint early = run.checkpoint();
    run.advance_to(0.65);
    const Checkpoint late = run.checkpoint();
    const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
    CHECK(has(message([&] { Simulation wrong(other, {}, early); }), "the checkpoint is of another system"));
    Checkpoint cut = early;
    cut.memory.switches.laws.clear();
    CHECK(has(message([&] { run.restore(cut); }), "the checkpoint is of another system"));
    run.restore(early);
    CHECK(has(message([&] { run.restore(late); }), "were taken back"));
    run.finish();
    CHECK(has(message([&] { run.restore(early); }), "is finished"));
}

TEST_CASE("A simulation does not go back over the replacement of a body") {
    const Scene scene = example("elastic_pendulum", {"/time={\"end\": 0.1, \"output_step\": 0.01}"});
    Simulation run(scene);
    run.advance_to(0.02);
    const Checkpoint before = run.checkpoint();
    const auto& body = scene.model.elastic_bodies.front();
    const Eigen::Index n = body->Ke.rows();
    run.replace_body(body->name, body, MatX::Identity(n, n));
    CHECK_THROWS_AS(run.restore(before), InputError);
    run.advance_to(0.05);
    const Checkpoint behind = run.checkpoint();
    CHECK(behind.replaced == std::vector<std::string>{body->name});
    run.advance_to(0.08);
    run.restore(behind);  // the same system
    CHECK(run.time() == behind.state.t);
    Simulation other(run.scene(), {}, behind);
    CHECK(other.advance_to(0.08));
    CHECK((other.state().q - run.state().q).norm() < 1);
}

TEST_CASE("A checkpoint reads back as it was written, and a damaged one is refused") {
    Folder folder;
    Simulation run(scene_from(carriage));
    run.advance_to(0.9);
    const Checkpoint point = run.checkpoint();
    write_checkpoint(folder / "c.h5", point);
    const Checkpoint read = read_checkpoint(folder / "c.h5");
    CHECK(read.state.q == point.state.q);
    CHECK(read.state.work == point.state.work);
    CHECK(read.options.method == point.options.method);
    CHECK(read.options_reason == point.options_reason);
    CHECK(read.statistics.rhs_evaluations == point.statistics.rhs_evaluations);
    CHECK(read.balance.scale == point.balance.scale);
    CHECK(read.events == point.events);
    CHECK(read.memory.switches.laws == point.memory.switches.laws);
    CHECK(read.memory.signals.size == point.memory.signals.size);
    std::string bytes = read_whole_file(folder.path / "c.h5");
    for (const std::size_t place : {std::size_t{20}, std::size_t{600}, bytes.size() - 1}) {
        std::string damaged = bytes;
        damaged[place] = static_cast<char>(damaged[place] ^ 1);
        folder.write("d.h5", damaged);
        CHECK_THROWS_AS(read_checkpoint(folder / "d.h5"), InputError);
    }
    for (const std::size_t length : {std::size_t{0}, std::size_t{100}, bytes.size() / 2}) {
        folder.write("d.h5", bytes.substr(0, length));
        CHECK_THROWS_AS(read_checkpoint(folder / "d.h5"), InputError);
    }
}
