#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "core/errors.hpp"
#include "tests/program/program.hpp"
#include "tools/sweep/plan.hpp"

namespace ritz::testing {
namespace {

std::string complaint_about(const std::vector<std::string>& vary, long draws = 0) {
    SweepPlan plan;
    plan.draws = draws;
    try {
        for (const std::string& text : vary) plan.variables.push_back(read_variable(text));
        check_plan(plan);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

SweepPlan make_plan(const std::vector<std::string>& vary, long draws = 0, std::uint64_t seed = 1) {
    SweepPlan plan{{}, draws, seed};
    for (const std::string& text : vary) plan.variables.push_back(read_variable(text));
    return plan;
}

/// A mass falls for a second: its height is h - g/2.
const std::string falling = R"({"gravity": [0, 0, -9.81], "time": {"end": 1, "output_step": 0.1},
    "parameters": {"h": 1, "m": 1},
    "bodies": {"mass": {"type": "rigid", "mass": "m"}},
    "joints": {"fall": {"type": "prismatic", "parent": "world", "child": "mass", "axis": [0, 0, 1], "position": "h"}},
    "outputs": {"height": {"joint": "fall"}, "speed": {"joint": "fall", "quantity": "rate"}}})";

struct Sweep {
    Sweep() { write_whole_file((program.folder.path / "fall.json").string(), falling); }
    Program program;
};

/// The table has words in it: only its numbers, as far as the words.
std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines(1);
    for (const char c : text)
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back() += c;
    lines.pop_back();
    return lines;
}
std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields(1);
    for (const char c : line)
        if (c == ',')
            fields.emplace_back();
        else
            fields.back() += c;
    return fields;
}

}  // namespace

TEST_CASE("Variations are all combinations of the values, the last variable fastest") {
    const SweepPlan plan = make_plan({"/a=1:2:3", "/b=5,7"});
    REQUIRE(count_variations(plan) == 6);
    const double expected[6][2] = {{1, 5}, {1, 7}, {1.5, 5}, {1.5, 7}, {2, 5}, {2, 7}};
    for (std::size_t i = 0; i < 6; ++i) {
        CHECK(make_variation(plan, i) == std::vector<double>{expected[i][0], expected[i][1]});
    }
    CHECK(make_overrides(plan, 3) == std::vector<std::string>{"/a=1.5", "/b=7"});
}

TEST_CASE("Random variations are uniform between the limits, and the same for the same seed") {
    const SweepPlan plan = make_plan({"/a=-1:3", "/b=0:1"}, 10000);
    double sum = 0, squares = 0, product = 0;
    for (std::size_t i = 0; i < 10000; ++i) {
        const std::vector<double> v = make_variation(plan, i);
        REQUIRE(v[0] >= -1);
        REQUIRE(v[0] < 3);
        sum += v[0];
        squares += (v[0] - 1) * (v[0] - 1);
        product += (v[0] - 1) * (v[1] - 0.5);
    }
    // Five standard deviations of the mean (4/sqrt(12) each), of the variance (16/12) and of the covariance, by 10000.
    CHECK(std::abs(sum / 10000 - 1) < 5 * 0.01155);
    CHECK(std::abs(squares / 10000 - 16.0 / 12) < 5 * 0.0119);
    CHECK(std::abs(product / 10000) < 5 * 0.00333);
    CHECK(make_variation(plan, 77) == make_variation(make_plan({"/a=-1:3", "/b=0:1"}, 100), 77));
    CHECK(make_variation(plan, 77) != make_variation(make_plan({"/a=-1:3", "/b=0:1"}, 100, 2), 77));
}

TEST_CASE("A variable that says nothing useful is refused with what was expected") {
    CHECK(contains(complaint_about({}), "found none"));
    CHECK(contains(complaint_about({"mass=1:2:3"}), "expected /json/pointer=a:b:n"));
    CHECK(contains(complaint_about({"/mass"}), "expected /json/pointer=a:b:n"));
    CHECK(contains(complaint_about({"/mass=1:x:3"}), "found \"x\", expected a number"));
    CHECK(contains(complaint_about({"/mass="}), "found \"\", expected a number"));
    CHECK(contains(complaint_about({"/mass=1:nan:3"}), "found \"nan\", expected a number"));
    CHECK(contains(complaint_about({"/mass=1:2:1"}), "from 2 to a million"));
    CHECK(contains(complaint_about({"/mass=1:2:2.5"}), "a whole number of values"));
    CHECK(contains(complaint_about({"/mass=1:1:3"}), "a range without length"));
    CHECK(contains(complaint_about({"/mass=1:2:3:4"}), "found 4 numbers"));
    CHECK(contains(complaint_about({"/mass=1:2"}), "without a number of values"));
    CHECK(contains(complaint_about({"/mass=1,2"}, 5), "expected a range a:b"));
    CHECK(contains(complaint_about({"/a=1:2:3", "/a=1:2:3"}), "found it twice"));
    CHECK(contains(complaint_about({"/a=1:2:1000", "/b=1:2:1001"}), "at most a million"));
}

TEST_CASE("A sweep tells smallest, largest and last value of each output of every variation") {
    const Sweep sweep;
    const Ended ended =
        sweep.program.run("sweep fall.json --vary /parameters/h=10:20:3 --out out --jobs 2 --output height");
    CAPTURE(ended.err);
    REQUIRE(ended.code == 0);
    const auto lines = lines_of(read_whole_file(sweep.program.folder.path / "out/sweep.csv"));
    REQUIRE(lines.size() == 4);
    CHECK(lines[0] == "run,/parameters/h,status,seconds,height.min,height.max,height.final,reason");
    for (std::size_t i = 0; i < 3; ++i) {
        const auto fields = fields_of(lines[i + 1]);
        const double h = 10 + 5 * static_cast<double>(i);
        CHECK(std::stod(fields[1]) == h);
        CHECK(fields[2] == "completed");
        CHECK(std::stod(fields[4]) == doctest::Approx(h - 4.905).epsilon(1e-6));  // tolerance of the run
        CHECK(std::stod(fields[5]) == h);
        CHECK(fields[6] == fields[4]);
    }
    CHECK_FALSE(sweep.program.exists("out/runs/000000"));
}

TEST_CASE("A variation that fails does not stop the others, and the table says why") {
    const Sweep sweep;
    const Ended ended = sweep.program.run("sweep fall.json --vary /parameters/m=1,-1,2 --out out --keep");
    CHECK(ended.code == 3);
    CHECK(contains(ended.err, "1 of 3 runs failed, the first is run 1"));
    const auto lines = lines_of(read_whole_file(sweep.program.folder.path / "out/sweep.csv"));
    REQUIRE(lines.size() == 4);
    CHECK(fields_of(lines[1])[2] == "completed");
    CHECK(fields_of(lines[2])[2] == "refused");
    CHECK(contains(lines[2], "/bodies/mass/mass"));
    CHECK(fields_of(lines[3])[2] == "completed");
    CHECK(sweep.program.exists("out/runs/000002/summary.json"));
}

TEST_CASE("An interrupted sweep goes on, and does nothing twice") {
    const Sweep sweep;
    const std::string command = "sweep fall.json --vary /parameters/h=10:20:40 --out out --jobs 1";
    const auto is_half_done = [&](double waited) {
        return sweep.program.exists("out/runs/000012.json") || waited > 20;
    };
    CHECK(sweep.program.run_killed(command, is_half_done).code == 137);
    REQUIRE(sweep.program.exists("out/runs/000012.json"));
    const auto first = std::filesystem::last_write_time(sweep.program.folder.path / "out/runs/000012.json");
    const Ended ended = sweep.program.run(command);
    CHECK(ended.code == 0);
    CHECK(contains(ended.out, "of them are done already"));
    CHECK(std::filesystem::last_write_time(sweep.program.folder.path / "out/runs/000012.json") == first);
    CHECK(lines_of(read_whole_file(sweep.program.folder.path / "out/sweep.csv")).size() == 41);
    const Ended other = sweep.program.run("sweep fall.json --vary /parameters/h=10:20:41 --out out");
    CHECK(other.code == 2);
    CHECK(contains(other.err, "found another sweep there"));
}

TEST_CASE("What is wrong with every variation is said once, before any of them runs") {
    const Sweep sweep;
    for (const auto& [arguments, words] : std::initializer_list<std::pair<std::string, std::string>>{
             {"--vary /parameters/g=1:2:2", "/parameters/g"},
             {"--vary /parameters/h=1:2:2 --output hight", "did you mean \"height\"?"},
             {"--vary /parameters/h=1:2:2 --jobs -1", "--jobs -1"},
             {"--vary /parameters/h=1:2 --random -3", "--random -3"},
             {"", "--vary: found none"}}) {
        CAPTURE(arguments);
        const Ended ended = sweep.program.run("sweep fall.json --out out " + arguments);
        CHECK(ended.code == 2);
        CHECK(contains(ended.err, words));
        CHECK_FALSE(sweep.program.exists("out/runs"));
    }
}

TEST_CASE("Processes that were started together share the variations of one folder") {
    const Sweep sweep;
    const std::string command = " '" RITZ_PROGRAM "' sweep fall.json --vary /parameters/h=10:20:24 --out out --quiet";
    const auto as_rank = [&](int rank) { return fmt::format("PMI_SIZE=3 PMI_RANK={} PMI_JOBID=j7{}", rank, command); };
    const std::string together = fmt::format("cd '{}' && ({} & {} & {}; wait)", sweep.program.folder.path.string(),
                                             as_rank(1), as_rank(2), as_rank(0));
    CHECK(std::system(together.c_str()) == 0);
    const auto lines = lines_of(read_whole_file(sweep.program.folder.path / "out/sweep.csv"));
    REQUIRE(lines.size() == 25);
    std::set<std::string> runs;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        CHECK(fields_of(lines[i])[2] == "completed");
        runs.insert(fields_of(lines[i])[0]);
    }
    CHECK(runs.size() == 24);
}

TEST_CASE("A body that a sweep reduces from a model is reduced once, and anew when the model has changed") {
    const Sweep sweep;
    const std::string scene = R"({"gravity": [0, -9.81, 0], "time": {"end": 0.01, "output_step": 0.01},
        "bodies": {"bar": {"type": "file", "file": "bar.json"}},
        "joints": {"hinge": {"type": "revolute", "parent": "world", "child": "bar", "position": 0}}})";
    write_whole_file((sweep.program.folder.path / "swing.json").string(), scene);
    std::filesystem::copy_file(RITZ_SOURCE_DIR "/scenes/elastic_pendulum_fe/bar_generated.json",
                               sweep.program.folder.path / "bar.json");
    const auto bodies = [&] {
        std::size_t count = 0;
        for ([[maybe_unused]] const auto& entry :
             std::filesystem::directory_iterator(sweep.program.folder.path / "cache"))
            ++count;
        return count;
    };
    REQUIRE(sweep.program.run("simulate swing.json --out one --body-cache cache").code == 0);
    CHECK(bodies() == 1);
    const Ended again = sweep.program.run("simulate swing.json --out two --body-cache cache -v");
    CHECK(contains(again.err, "taken from cache"));
    CHECK(read_whole_file(sweep.program.folder.path / "one/outputs.csv") ==
          read_whole_file(sweep.program.folder.path / "two/outputs.csv"));
    std::string model = read_whole_file(sweep.program.folder.path / "bar.json");
    model.insert(model.find('{') + 1, "\"comment\": \"changed\",");
    write_whole_file((sweep.program.folder.path / "bar.json").string(), model);
    const Ended anew = sweep.program.run("simulate swing.json --out three --body-cache cache -v");
    CHECK_FALSE(contains(anew.err, "taken from cache"));
    CHECK(bodies() == 2);
}

}  // namespace ritz::testing
