// What befalls the program from outside: signals, a full memory, places that cannot be written, files that are none.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include "core/duration.hpp"
#include "tests/bad_input/program.hpp"

using namespace ritz;
using namespace ritz::testing;
namespace fs = std::filesystem;

namespace {

const std::string endless = "--set /time/end=1e9 --set /time/output_step=1e5";

/// A body on the world each, and one marker and one load on it.
std::string make_many_bodies(int count) {
    std::string bodies, joints, loads;
    for (int i = 0; i < count; ++i) {
        const char* comma = i == 0 ? "" : ",\n";
        bodies += fmt::format(
            R"({}"b{}": {{"type": "rigid", "mass": 1, "inertia": [1, 1, 1], "markers": {{"m": {{}}}}}})", comma, i);
        joints +=
            fmt::format(R"({}"j{}": {{"type": "revolute", "parent": "world.w{}", "child": "b{}.m"}})", comma, i, i, i);
        loads += fmt::format(R"({}"l{}": {{"type": "motor", "joint": "j{}", "torque": 1}})", comma, i, i);
    }
    std::string markers;
    for (int i = 0; i < count; ++i) markers += fmt::format(R"({}"w{}": {{}})", i == 0 ? "" : ", ", i);
    return fmt::format(R"({{"gravity": [0, 0, 0], "time": {{"end": 1, "output_step": 0.1}},
        "world": {{"markers": {{{}}}}}, "bodies": {{{}}}, "joints": {{{}}}, "loads": {{{}}}}})",
                       markers, bodies, joints, loads);
}

/// Of all children that have ended [s].
double read_time_of_children() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

bool is_plain(const std::string& text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return c == '\n' || (static_cast<unsigned char>(c) >= 32 && c != 127); });
}

}  // namespace

TEST_CASE("A signal that ends a run keeps what was computed and is called by its name") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    for (const auto& entry : {std::pair{"INT", "Ctrl-C"}, {"TERM", "SIGTERM"}, {"HUP", "SIGHUP"}}) {
        const auto& signal = entry.first;
        const auto& name = entry.second;
        CAPTURE(signal);
        const Ended end = ritz.run("simulate pendulum.json --out result " + endless,
                                   fmt::format("timeout --preserve-status -s {} 0.5", signal));
        CHECK(end.code == 4);
        CHECK(contains(end.err, fmt::format("interrupted by {} at t = ", name)));
        CHECK(ritz.summary("result")["status"] == "stopped");
        CHECK(contains(ritz.summary("result")["reason"].get<std::string>(), name));
        CHECK(ritz.summary("result")["simulated_time"].get<double>() > 0);
    }
    // Under nohup a closed terminal does not matter.
    const Ended kept = ritz.run(
        "simulate pendulum.json --out kept --set /time/end=5e3 --set /time/output_step=1e3 "
        "--set /integrator/relative_tolerance=1e-9",
        "timeout --preserve-status -s HUP 0.05 nohup");
    CHECK(kept.code == 0);
}

TEST_CASE("modes and check end at once by Ctrl-C, with code 4") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    const Ended end = ritz.run("modes pendulum.json --at 1e8 " + endless, "timeout --preserve-status -s INT 1");
    CHECK(end.code == 4);
    CHECK(end.err == "ritz: stopped by Ctrl-C; nothing was written\n");
    CHECK(end.out.empty());
}

TEST_CASE("What a run will do stands on stdout before it has ended, and a failing integrator says nothing itself") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    const Ended killed = ritz.run("simulate pendulum.json --out result " + endless, "timeout -s KILL 0.5");
    CHECK(contains(killed.out, "pendulum: 1 body, 1 joint"));
    CHECK(contains(killed.out, "integrator: "));
    // A root of a negative number: the messages of SUNDIALS would come before ours.
    for (const char* method : {"adams", "bdf", "erk", "sdirk", "ida"}) {
        const Ended failed = ritz.run(
            "simulate pendulum.json --out failed --set "
            "'/loads={\"m\": {\"type\": \"motor\", \"joint\": \"hinge\", \"torque\": \"sqrt(0.5-t)\"}}' "
            "--set '/integrator={\"method\": \"" +
            std::string(method) + "\"}'");
        CAPTURE(failed.err);
        CHECK(failed.code == 3);
        CHECK(failed.err.starts_with("pendulum.json: failed: "));
        CHECK(std::count(failed.err.begin(), failed.err.end(), '\n') == 1);
    }
}

#ifndef __SANITIZE_ADDRESS__
TEST_CASE("The memory of a run does not grow with its rows") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    const auto measure = [&](const std::string& end) {
        const Measured run = ritz.run_measured(
            "simulate pendulum.json --quiet --out result --set /time/output_step=1e-3 "
            "--set /time/end=" +
            end);
        REQUIRE(run.code == 0);
        return run.peak;
    };
    const double few = measure("10"), many = measure("1000");  // 1e4 and 1e6 rows
    CHECK(many < 1.1 * few);
    const std::string csv = read_whole_file(ritz.folder.path / "result/outputs.csv");
    CHECK(std::count(csv.begin(), csv.end(), '\n') == 1000002);
    CHECK(ritz.summary("result")["rows"] == 1000001);
}

TEST_CASE("A run that needs more memory than there is ends with code 3 and a sentence") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    // What the program needs at all depends on the libraries: from a size at which they load, to one at which it runs.
    // One thread: another one of OpenBLAS would take for its buffers whatever is set free. The time is limited too:
    // those threads once kept the program from ending, since they had no buffers.
    const auto limited = [](int kib) {
        return fmt::format("ulimit -v {} && OPENBLAS_NUM_THREADS=1 timeout -s KILL 20", kib);
    };
    int least = 1 << 17;  // [KiB]
    while (ritz.run("simulate pendulum.json --out small", limited(least)).code != 0) {
        least += least / 2;
        REQUIRE(least < (1 << 25));
    }
    const int buffers = 1 << 18;  // [KiB], of OpenBLAS for each of its threads, twice what it takes
    CHECK(
        ritz.run("check pendulum.json", fmt::format("ulimit -v {} && timeout -s KILL 60", least + 4 * buffers)).code ==
        0);
    // Too large from the start: the dense Jacobian of 4e4 states has 13 GB.
    ritz.folder.write("many.json", make_many_bodies(20000));
    const Ended large = ritz.run(
        "simulate many.json --out large --set '/integrator={\"method\": \"sdirk\", \"jacobian\": \"differences\"}'",
        limited(4000000));
    CHECK(large.code == 3);
    CHECK(contains(large.err, "out of memory"));
    CHECK_FALSE(ritz.exists("large"));
}
#endif

TEST_CASE("Places that cannot be written are refused with code 2 before anything is computed") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    fs::create_symlink("b", ritz.folder.path / "a");
    fs::create_symlink("a", ritz.folder.path / "b");
    fs::create_symlink("nowhere", ritz.folder.path / "dangling");
    ritz.folder.write("file", "x");
    const std::string name(300, 'n'), path = [] {
        std::string deep;
        for (int i = 0; i < 500; ++i) deep += "0123456789/";
        return deep;
    }();
    for (const std::string& out : {std::string("a"), std::string("a/deeper"), name, std::string(220, 'n'),
                                   "new/" + name + "/deeper", path, std::string("file"), std::string("file/deeper"),
                                   std::string("dangling"), std::string("/dev/null"), std::string("/proc/here")}) {
        CAPTURE(out);
        const Ended end = ritz.run("simulate pendulum.json --out '" + out + "' " + endless, "timeout 5");
        CHECK(end.code == 2);
        CHECK(end.err.starts_with("--out "));
        CHECK(std::count(end.err.begin(), end.err.end(), '\n') == 1);
    }
    for (const char* unnamed : {"--out ''", "--out="}) {
        CAPTURE(unnamed);
        const Ended end = ritz.run(fmt::format("simulate pendulum.json {} {}", unnamed, endless), "timeout 5");
        CHECK(end.code == 2);
        CHECK(end.err == "--out: found an empty name, expected a place for the results\n");
    }
    CHECK(ritz.files().size() == 5);
    CHECK(ritz.run("simulate pendulum.json --out " + std::string(200, 'n')).code == 0);
}

TEST_CASE("A limit on the size of files is told with code 3, and the old results stay") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    REQUIRE(ritz.run("simulate pendulum.json --out result").code == 0);
    const std::string long_run = "simulate pendulum.json --set /time/output_step=1e-4 --out ";  // 1e4 rows: 400 kB
    for (const std::string out : {"result", "fresh"}) {
        const Ended end = ritz.run(long_run + out, "ulimit -f 64; ");
        CHECK(end.code == 3);
        CHECK(contains(end.err, "ritz: --out " + out + ": outputs.csv cannot be written"));
        CHECK(contains(end.err, "nothing was written"));
    }
    CHECK(ritz.summary("result")["simulated_time"] == 1.0);
    CHECK(std::count_if(fs::directory_iterator(ritz.folder.path), fs::directory_iterator(),
                        [](const auto& entry) { return entry.is_directory(); }) == 1);
}

TEST_CASE("What killed runs left behind is cleared by the next, and the results they were replacing come back") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    const int dead = 4194304;  // beyond the largest number a process may have
    const auto leave = [&](const std::string& folder, const std::string& file) {
        fs::create_directory(ritz.folder.path / folder);
        ritz.folder.write(folder + "/" + file, "dear");
    };
    leave(fmt::format(".result.part-{}", dead), "outputs.csv");
    leave(fmt::format(".other.part-{}", dead), "outputs.csv");
    leave(fmt::format(".result.part-{}", ::getpid()), "outputs.csv");  // somebody who still writes
    leave(".result.part-mine", "outputs.csv");
    CHECK(ritz.run("simulate pendulum.json --out result").code == 0);
    CHECK_FALSE(ritz.exists(fmt::format(".result.part-{}", dead)));
    CHECK(ritz.exists(fmt::format(".other.part-{}", dead)));
    CHECK(ritz.exists(fmt::format(".result.part-{}", ::getpid())));
    CHECK(ritz.exists(".result.part-mine"));
    // Killed between the two renames: the old results, with what somebody put beside them, are only under another name.
    ritz.folder.write("result/note.txt", "dear");
    fs::rename(ritz.folder.path / "result", ritz.folder.path / fmt::format(".result.old-{}", dead));
    CHECK(ritz.run("simulate pendulum.json --out result --set /time/end=0.5").code == 0);
    CHECK(read_whole_file(ritz.folder.path / "result/note.txt") == "dear");
    CHECK(ritz.summary("result")["simulated_time"] == 0.5);
    CHECK_FALSE(ritz.exists(fmt::format(".result.old-{}", dead)));
}

TEST_CASE("Reading takes a time proportional to the number of bodies, joints and markers") {
    Program ritz;
    double seconds[2];
    for (const int k : {0, 1}) {
        ritz.folder.write("many.json", make_many_bodies(k == 0 ? 2500 : 20000));
        const double before = read_time_of_children();
        const Ended end = ritz.run("check many.json");
        seconds[k] = read_time_of_children() - before;
        CHECK(end.code == 0);
        CHECK(contains(end.out, "nothing to complain about"));
    }
    // Eight times as many; a search for every name would take 64 times as long.
    CHECK(seconds[1] < 20 * seconds[0] + 0.5);
    // As many faults as bodies: twenty are told, and no search for similar names is made for the others.
    std::string faulty = make_many_bodies(20000);
    for (std::size_t at = 0; (at = faulty.find("\"child\": \"b", at)) != std::string::npos;) faulty[at + 10] = 'c';
    ritz.folder.write("faulty.json", faulty);
    const double before = read_time_of_children();
    const Ended end = ritz.run("check faulty.json");
    CHECK(end.code == 2);
    CHECK(read_time_of_children() - before < 20 * seconds[0] + 2);
    CHECK(std::count(end.err.begin(), end.err.end(), '\n') == 21);
    CHECK(end.err.size() < 100000);
}

TEST_CASE("Control characters in names are shown, not obeyed: in tables, in pictures and on the terminal") {
    Program ritz;
    // An escape sequence that paints red, a bell, a character that turns the direction of writing.
    const std::string odd = "\\u001b[31mred\\u0007\\u202e";
    ritz.folder.write("scene.json", R"({"gravity": [0, -9.81, 0], "time": {"end": 1, "output_step": 0.1},
        "bodies": {"rod)" + odd + R"(": {"type": "rigid", "mass": 1, "center": [1, 0, 0]}},
        "joints": {"hinge)" + odd + R"(": {"type": "revolute", "parent": "world", "child": "rod)" +
                                        odd + R"("}},
        "outputs": {"angle )" + odd + R"(": {"joint": "hinge)" +
                                        odd + R"("}},
        "monitors": {"low)" + odd + R"(": {"quantity": {"joint": "hinge)" +
                                        odd + R"("}, "below": -1}}})");
    for (const char* verb : {"simulate scene.json --out result", "check scene.json", "info scene.json",
                             "modes scene.json", "info result"}) {
        CAPTURE(verb);
        const Ended end = ritz.run(verb);
        CHECK(end.code == (std::string(verb).starts_with("simulate") ? 4 : 0));
        CHECK(is_plain(end.out));
        CHECK(is_plain(end.err));
        CHECK_FALSE(contains(end.out + end.err, "\u202e"));
    }
    CHECK(contains(ritz.run("check scene.json").out, "body rod\\x1b[31mred\\x07\\u202e: rigid"));
    const std::string csv = read_whole_file(ritz.folder.path / "result/outputs.csv");
    CHECK(csv.starts_with("time,angle \\x1b[31mred\\x07\\u202e\n"));
    for (const char* file : {"outputs.csv", "outputs.svg", "motion.json", "summary.json"})
        CHECK(is_plain(read_whole_file(ritz.folder.path / "result" / file)));
    const Ended bad = ritz.run("check scene.json --set '/joints/hinge" + std::string("\x1b[31mred\x07\u202e") +
                               "/child=\"no\\nbody\"'");
    CHECK(bad.code == 2);
    CHECK(is_plain(bad.err));
    CHECK(std::count(bad.err.begin(), bad.err.end(), '\n') == 1);
    // Two names that look alike once they are visible would head two columns.
    const Ended twins = ritz.run(
        R"(check scene.json --set '/outputs={"a\u001b": {"energy": "total"}, "a\\x1b": {"energy": "total"}}')");
    CHECK(twins.code == 2);
    CHECK(contains(twins.err, "makes a column \"a\\x1b\" as output \"a\\x1b\" does"));
}

TEST_CASE("A name with commas and quotes is one field of the table, and is read back as it was") {
    Program ritz;
    ritz.folder.write("scene.json", R"({"gravity": [0, -9.81, 0], "time": {"end": 1, "output_step": 0.1},
        "bodies": {"rod": {"type": "rigid", "mass": 1, "center": [1, 0, 0]}},
        "joints": {"a, \"b\"; c": {"type": "revolute", "parent": "world", "child": "rod"}}})");
    REQUIRE(ritz.run("simulate scene.json --out result").code == 0);
    CHECK(read_whole_file(ritz.folder.path / "result/outputs.csv")
              .starts_with("time,\"a, \"\"b\"\"; c.angle\",\"a, \"\"b\"\"; c.angle_rate\"\n0,0,0\n"));
    CHECK(contains(ritz.run("info result").out, "    a, \"b\"; c.angle_rate: from "));
}

TEST_CASE("Devices, pipes and folders are refused as scenes and as tables") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    REQUIRE(std::system(("mkfifo '" + (ritz.folder.path / "pipe").string() + "'").c_str()) == 0);
    for (const std::string file : {"/dev/zero", "/dev/null", "pipe", ".", "/dev/full"}) {
        CAPTURE(file);
        for (const char* verb : {"check", "simulate", "modes", "reduce", "compare"}) {
            const Ended end = ritz.run(fmt::format("{} {}", verb, file), "timeout 5");
            CHECK(end.code == 2);
            CHECK(contains(end.err, "expected a file"));
        }
        const Ended end = ritz.run(
            fmt::format("check pendulum.json --set '/loads={{\"m\": {{\"type\": \"motor\", "
                        "\"joint\": \"hinge\", \"torque\": {{\"table\": {{\"file\": \"{}\", \"column\": 1}}}}}}}}'",
                        file),
            "timeout 5");
        CHECK(end.code == 2);
        CHECK(contains(end.err, "expected a file"));
    }
    ritz.folder.write("twins.csv", "t,value,value\n0,1,2\n1,2,3\n");
    const Ended twins = ritz.run(
        "check pendulum.json --set '/loads={\"m\": {\"type\": \"motor\", \"joint\": \"hinge\", "
        "\"torque\": {\"table\": {\"file\": \"twins.csv\", \"column\": 1}}}}'");
    CHECK(twins.code == 2);
    CHECK(contains(twins.err, "twins.csv:1: found two columns named \"value\", expected each name once"));
}

TEST_CASE("Springs, bushings and joints from the world to the world are refused") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    const std::string ends = R"("from": "world", "to": {"body": "world", "position": [1, 0, 0]})";
    for (const std::string& force : {R"({"type": "spring", "stiffness": 1, "length": 1, )" + ends + "}",
                                     R"({"type": "bushing", "stiffness": [1, 1, 1, 1, 1, 1], )" + ends + "}"}) {
        const Ended end = ritz.run("check pendulum.json --set '/forces={\"f\": " + force + "}'");
        CHECK(end.code == 2);
        CHECK(contains(end.err, "pendulum.json: /forces/f/to: both ends are on the world"));
    }
    const std::string same = R"("from": "rod", "to": {"body": "rod", "position": [1, 0, 0]})";
    for (const std::string& force : {R"({"type": "spring", "stiffness": 1, "length": 1, )" + same + "}",
                                     R"({"type": "bushing", "stiffness": [1, 1, 1, 1, 1, 1], )" + same + "}"}) {
        const Ended end = ritz.run("check pendulum.json --set '/forces={\"f\": " + force + "}'");
        CHECK(end.code == 2);
        CHECK(contains(end.err, "pendulum.json: /forces/f/to: both ends are on the rigid body \"rod\""));
    }
    const std::string clamp = R"(check pendulum.json --set '/joints/clamp={"type": "fixed", "parent": "world", )";
    const Ended loop = ritz.run(clamp + R"("child": "world", "closes_loop": true}')");
    CHECK(loop.code == 2);
    CHECK(contains(loop.err, "pendulum.json: /joints/clamp/child: both sides are on the world"));
    for (
        const std::string joint :
        {R"({"type": "revolute", "closes_loop": true, "parent": "rod", "child": {"body": "rod", "position": [1, 0, 0]}})",
         R"({"type": "spherical", "closes_loop": true, "parent": "rod", "child": "rod"})"}) {
        const Ended self = ritz.run("check pendulum.json --set '/joints/clasp=" + joint + "'");
        CHECK(self.code == 2);
        CHECK(contains(self.err, "pendulum.json: /joints/clasp/child: both sides are on body \"rod\", at places that"));
    }
    const Ended tree = ritz.run(clamp + R"("child": "world"}')");
    CHECK(tree.code == 2);
    CHECK(contains(tree.err, "pendulum.json: /joints/clamp: joint \"clamp\" has the world as its child"));
}

TEST_CASE("A duration never has 60 seconds or 60 minutes") {
    CHECK(describe_duration(0) == "0 s");
    CHECK(describe_duration(59.4) == "59 s");
    CHECK(describe_duration(59.7) == "1 min 00 s");
    CHECK(describe_duration(119.6) == "2 min 00 s");
    CHECK(describe_duration(3599.4) == "59 min 59 s");
    CHECK(describe_duration(3599.6) == "1 h 00 min");
    CHECK(describe_duration(7199) == "2 h 00 min");
    CHECK(describe_duration(7500) == "2 h 05 min");
    for (double s = 0; s < 20000; s += 0.7) CHECK_FALSE(contains(describe_duration(s), " 60"));
}
