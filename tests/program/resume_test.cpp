// ritz simulate --checkpoint and --resume: runs that are killed, stopped and changed.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

#include "bodies/exchange/outputs_file.hpp"
#include "core/version.hpp"
#include "engine/simulation/checkpoint_file.hpp"
#include "scenes/loader/json/csv.hpp"
#include "tests/program/program.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

namespace fs = std::filesystem;

// A damped, driven pendulum: errors die out, so that two runs stay as near to each other as their tolerance says. The
// stop gives events.
const std::string driven = R"({"gravity": [0, -9.81, 0], "time": {"end": 800, "output_step": 0.1},
    "integrator": {"relative_tolerance": 1e-8, "absolute_tolerance": 1e-10},
    "bodies": {"rod": {"type": "rigid", "mass": 1, "center": [1, 0, 0]}},
    "joints": {"hinge": {"type": "revolute", "parent": "world", "child": "rod", "position_deg": -60}},
    "forces": {"stop": {"type": "joint_stop", "joint": "hinge", "lower": -10, "upper": -0.9, "stiffness": 500,
                        "damping": 5},
               "rub": {"type": "joint_spring", "joint": "hinge", "stiffness": 0, "damping": 0.5, "position": 0}},
    "loads": {"drive": {"type": "motor", "joint": "hinge", "torque": "sin(2.9*t)*4"}}})";

const std::string small = R"({"gravity": [0, -9.81, 0], "time": {"end": 1e9, "output_step": 1000},
    "bodies": {"rod": {"type": "rigid", "mass": 1, "center": [1, 0, 0]}},
    "joints": {"hinge": {"type": "revolute", "parent": "world", "child": "rod"}}})";

using Columns = std::vector<std::vector<double>>;

Columns read_outputs(const Program& ritz, const std::string& folder) {
    const fs::path path = ritz.folder.path / folder;
    if (fs::exists(path / "outputs.csv")) return read_csv(path / "outputs.csv").columns;
    const OutputsFileReader file(path / "outputs.h5");
    const OutputsFileReader::Block block = file.read(0, file.rows());
    Columns columns{block.times};
    for (Eigen::Index k = 0; k < block.values.cols(); ++k) {
        const VecX column = block.values.col(k);
        columns.emplace_back(column.begin(), column.end());
    }
    return columns;
}

/// Steps err by 1e-8, and the motion forgets an error within some periods, in which a few hundred steps are made; so
/// two runs differ by some 1e-6 of an angle of about 1 rad, and ten times that are allowed. At the stop the pendulum
/// vibrates with sqrt(500/1) = 22 1/s: by so much more rates may differ (1.3e-5 was seen).
void require_near(const Columns& a, const Columns& b) {
    REQUIRE(a.size() == b.size());
    CHECK(a[0] == b[0]);
    for (std::size_t k = 1; k < a.size(); ++k) {
        REQUIRE(a[k].size() == b[k].size());
        double apart = 0;
        for (std::size_t i = 0; i < a[k].size(); ++i) apart = std::max(apart, std::abs(a[k][i] - b[k][i]));
        const bool is_rate = k == 2;
        CHECK(apart < (is_rate ? 22 : 1) * 1e-5);
    }
}

/// Starts a run and kills it a little after its first checkpoint.
void start_and_kill(const Program& ritz, const std::string& arguments) {
    double first = 1e9;
    const Ended end = ritz.run_killed(arguments, [&](double seconds) {
        if (ritz.exists("run/checkpoint.h5")) first = std::min(first, seconds);
        return seconds > first + 0.03;
    });
    CAPTURE(end.err);
    REQUIRE(end.code == 137);
    REQUIRE(ritz.exists("run/checkpoint.h5"));
}

/// When to kill, by the clock.
auto after(double seconds) {
    return [seconds](double waited) { return waited > seconds; };
}

/// The contents of a folder, for "nothing is changed".
std::map<std::string, std::string> photograph(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        files[entry.path().filename().string()] = read_whole_file(entry.path());
    return files;
}

/// A refusal: code 2, one line with these words, nothing changed in the folder.
void require_refusal(const Program& ritz, const std::string& arguments, const std::string& words) {
    CAPTURE(arguments);
    const auto before = photograph(ritz.folder.path / "run");
    const Ended end = ritz.run(arguments);
    CAPTURE(end.err);
    CHECK(end.code == 2);
    CHECK(contains(end.err, words));
    CHECK(std::count(end.err.begin(), end.err.end(), '\n') == 1);
    CHECK(photograph(ritz.folder.path / "run") == before);
}

}  // namespace

TEST_CASE("A run that is killed again and again goes on from its checkpoints and ends as one that was not") {
    for (const std::string format : {"", "--hdf5"}) {
        CAPTURE(format);
        Program ritz;
        ritz.folder.write("driven.json", driven);
        REQUIRE(ritz.run("simulate driven.json --out whole " + format).code == 0);
        start_and_kill(ritz, "simulate driven.json --out run --checkpoint 0.01 " + format);
        int kills = 1;
        double patience = 0.12;
        for (; kills < 40; ++kills, patience *= 1.3) {
            const Ended end = ritz.run_killed("simulate --resume run", after(patience));
            CAPTURE(end.err);
            // It may be killed between its last word on the disk and its end.
            if (end.code == 0 || contains(end.err, "the run in it has ended: completed")) break;
            REQUIRE(end.code == 137);
        }
        CHECK(kills >= 2);
        INFO("killed ", kills, " times");
        REQUIRE_FALSE(ritz.exists("run/checkpoint.h5"));
        require_near(read_outputs(ritz, "run"), read_outputs(ritz, "whole"));
        const Json split = ritz.summary("run"), whole = ritz.summary("whole");
        CHECK(split["status"] == "completed");
        CHECK(split["rows"] == whole["rows"]);
        CHECK(split["events"].size() == whole["events"].size());
        CHECK(split["integrator_reason"] == whole["integrator_reason"]);
        CHECK(split["steps"].get<double>() > 0.9 * whole["steps"].get<double>());
        CHECK(split["energy"]["initial"] == whole["energy"]["initial"]);
        // Picture and motion are of the whole run, and nothing else is left behind.
        const auto motion = [&](const char* folder) {
            return parse_json_file(ritz.folder.path / folder / "motion.json").root["times"];
        };
        CHECK(motion("run") == motion("whole"));
        CHECK(ritz.exists("run/outputs.svg"));
        CHECK(photograph(ritz.folder.path / "run").size() == 4);
        CHECK(ritz.files().size() == 3);
    }
}

TEST_CASE("Earlier results stay whole until the run that replaces them has ended") {
    Program ritz;
    ritz.folder.write("small.json", small);
    REQUIRE(ritz.run("simulate small.json --out run --set /time/end=5000").code == 0);
    const auto earlier = photograph(ritz.folder.path / "run");
    start_and_kill(ritz, "simulate small.json --out run --checkpoint 0.05");
    for (const auto& [name, bytes] : earlier) CHECK(read_whole_file(ritz.folder.path / "run" / name) == bytes);
}

TEST_CASE("Rows behind the checkpoint are dropped, and a torn new checkpoint leaves the former one") {
    Program ritz;
    ritz.folder.write("driven.json", driven);
    start_and_kill(ritz, "simulate driven.json --out run --checkpoint 0.01");
    std::ofstream(ritz.folder.path / "run/checkpoint_rows.csv", std::ios::app) << "1,2,3\n0.5,0.";
    ritz.folder.write("run/checkpoint.h5.999999.part", "RITZ CHECKPOINT 1\ntorn");
    REQUIRE(ritz.run("simulate --resume run").code == 0);
    REQUIRE(ritz.run("simulate driven.json --out whole").code == 0);
    require_near(read_outputs(ritz, "run"), read_outputs(ritz, "whole"));
    CHECK(photograph(ritz.folder.path / "run").size() == 4);
}

TEST_CASE("SIGTERM with checkpoints keeps the results so far, writes a last checkpoint and says how to go on") {
    Program ritz;
    ritz.folder.write("driven.json", driven);
    const Ended stopped = ritz.run("simulate driven.json --out run --checkpoint 100 --set /time/end=3000",
                                   "timeout --preserve-status -s TERM 0.3");
    REQUIRE(stopped.code == 4);
    CHECK(contains(stopped.err, "to go on: ritz simulate --resume run"));
    const Json summary = ritz.summary("run");
    CHECK(summary["status"] == "stopped");
    const double reached = summary["simulated_time"];
    CHECK(reached > 0);
    CHECK(contains(ritz.run("info run").out, "to t = 3000 s"));
    const Ended info = ritz.run("info run/checkpoint.h5");
    CHECK(info.code == 0);
    CHECK(contains(info.out, "driven.json"));
    CHECK(contains(info.out, "with --set /time/end=3000"));
    const Ended resumed = ritz.run("simulate --resume run");
    CHECK(resumed.code == 0);
    CHECK(contains(resumed.out, "goes on at t = "));
    CHECK(ritz.summary("run")["simulated_time"] == 3000);
    // The row at the time of the stop belonged to the stopped run alone.
    CHECK(read_outputs(ritz, "run")[0].size() == 30001);
    CHECK_FALSE(ritz.exists("run/checkpoint.h5"));
}

TEST_CASE("What does not fit the checkpoint is refused by one message, and nothing is changed") {
    Program ritz;
    ritz.folder.write("small.json", small);
    start_and_kill(ritz, "simulate small.json --out run --checkpoint 0.02 --set /bodies/rod/mass=2");
    const fs::path checkpoint = ritz.folder.path / "run/checkpoint.h5";
    const std::string bytes = read_whole_file(checkpoint);
    const std::string rows = read_whole_file(ritz.folder.path / "run/checkpoint_rows.csv");

    require_refusal(ritz, "simulate --resume run --set /bodies/rod/mass=3", "expected --set /bodies/rod/mass=2");
    require_refusal(ritz, "simulate --resume run --out other", "expected one of them");
    require_refusal(ritz, "simulate --resume run --hdf5", "the run began with outputs.csv");
    require_refusal(ritz, "simulate --resume run --checkpoint 0", "--checkpoint 0: found no time");
    require_refusal(ritz, "simulate small.json --out run", "ritz simulate --resume run");
    require_refusal(ritz, "simulate small.json --out run --checkpoint 1", "holds the checkpoint of an unfinished run");

    ritz.folder.write("small.json", std::string(small).replace(small.find("1e9"), 3, "2e9"));
    require_refusal(ritz, "simulate --resume run", "/time/end: found 2000000000.0, expected 1000000000.0");
    require_refusal(ritz, "simulate small.json --resume run", "/time/end");
    fs::remove(ritz.folder.path / "small.json");
    require_refusal(ritz, "simulate --resume run", "is not there any more");
    ritz.folder.write("moved.json", small);  // the same scene by another name is welcome
    const Ended moved = ritz.run_killed("simulate moved.json --resume run", after(0.3));
    CHECK(moved.code == 137);
    ritz.folder.write("small.json", small);

    ritz.folder.write("run/checkpoint_rows.csv", rows.substr(0, 10));
    require_refusal(ritz, "simulate --resume run", "rows are lost");
    ritz.folder.write("run/checkpoint_rows.csv", std::string(1 << 24, 'x'));
    require_refusal(ritz, "simulate --resume run", "the file was changed");
    std::string other = rows;  // one digit of the first row: as many bytes, as many rows
    const std::size_t digit = other.find("\n0,") + 1;
    REQUIRE(digit > 1);
    other[digit] = '1';
    ritz.folder.write("run/checkpoint_rows.csv", other);
    ritz.folder.write("run/checkpoint.h5", bytes);  // of these rows
    require_refusal(ritz, "simulate --resume run", "found other numbers");

    std::string damaged = bytes;
    damaged[bytes.size() / 2] = static_cast<char>(damaged[bytes.size() / 2] ^ 1);
    ritz.folder.write("run/checkpoint.h5", damaged);
    require_refusal(ritz, "simulate --resume run", "checksum does not fit");
    ritz.folder.write("run/checkpoint.h5", bytes.substr(0, 300));
    require_refusal(ritz, "simulate --resume run", "cut off or damaged");
    ritz.folder.write("run/checkpoint.h5", "RITZ CHECKPOINT 2\n" + bytes.substr(18));
    require_refusal(ritz, "simulate --resume run", "newer than this program");
    ritz.folder.write("run/checkpoint.h5", "something");
    require_refusal(ritz, "simulate --resume run", "expected a Ritz checkpoint");
    fs::remove(checkpoint);
    require_refusal(ritz, "simulate --resume run", "found no checkpoint.h5");
}

TEST_CASE("Nothing to resume is said by one message") {
    Program ritz;
    ritz.folder.write("small.json", small);
    REQUIRE(ritz.run("simulate small.json --out run --checkpoint 10 --set /time/end=2000").code == 0);
    CHECK(photograph(ritz.folder.path / "run").size() == 4);
    require_refusal(ritz, "simulate --resume run", "the run in it has ended: completed");
    require_refusal(ritz, "simulate --resume none", "there is no such folder");
    require_refusal(ritz, "simulate --resume small.json", "is a file");
    require_refusal(ritz, "simulate", "SCENE is missing");
    for (const char* interval : {"0", "-1", "soon", "1s", "nan", "inf"})
        require_refusal(ritz, std::string("simulate small.json --out run --checkpoint=") + interval,
                        "expected a number of seconds above zero");
}

TEST_CASE("A checkpoint by another version is refused, and so is a changed file of a body") {
    Program ritz;
    fs::copy(fs::path(RITZ_SOURCE_DIR) / "scenes/elastic_pendulum_fe", ritz.folder.path / "elastic_pendulum_fe",
             fs::copy_options::recursive);
    fs::copy_file(fs::path(RITZ_SOURCE_DIR) / "scenes/elastic_pendulum_fe.json", ritz.folder.path / "scene.json");
    start_and_kill(ritz, "simulate scene.json --out run --checkpoint 0.02 --set /time/end=1e4");
    const std::string own = read_whole_file(ritz.folder.path / "run/checkpoint.h5");
    std::string other = own;
    const std::size_t place = other.find(program_version(), other.find("program"));
    REQUIRE(place != std::string::npos);
    other[place] = '9';
    seal(checkpoint_kind, other);
    ritz.folder.write("run/checkpoint.h5", other);
    require_refusal(ritz, "simulate --resume run", "another version may compute otherwise");
    ritz.folder.write("run/checkpoint.h5", own);
    std::ofstream(ritz.folder.path / "elastic_pendulum_fe/bar.json", std::ios::app) << "\n// another word\n";
    require_refusal(ritz, "simulate --resume run", "contents have changed");
}

TEST_CASE("Two processes do not work on one run") {
    Program ritz;
    ritz.folder.write("small.json", small);
    start_and_kill(ritz, "simulate small.json --out run --checkpoint 0.05");
    const std::string start = "cd '" + ritz.folder.path.string() +
                              "' && '" RITZ_PROGRAM "' simulate --resume run --quiet >/dev/null 2>&1 & echo $! > " +
                              ritz.folder.path.string() + "/pid";
    REQUIRE(std::system(start.c_str()) == 0);
    ::usleep(400'000);
    const Ended second = ritz.run("simulate --resume run");
    CAPTURE(second.err);
    CHECK(second.code == 2);
    CHECK(contains(second.err, "still at work in another process"));
    const int pid = std::stoi(read_whole_file(ritz.folder.path / "pid"));
    ::kill(pid, SIGKILL);
}
