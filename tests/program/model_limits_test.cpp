// reduce, sid and assemblies where files stand in the way or are wrong.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/program/program.hpp"

using namespace ritz;
using namespace ritz::testing;
namespace fs = std::filesystem;

namespace {

const std::string small_bar = R"({
  "fe": {"box": {"lengths": [1, 0.1, 0.1], "divisions": [4, 1, 1]}},
  "material": {"youngs_modulus": 2.1e11, "density": 7850},
  "markers": {"left": {"type": "rbe2", "nodes": "x0"}, "right": {"type": "rbe2", "nodes": "x1"}},
  "frame": {"type": "tangent", "marker": "left"}, "band": [0, 2000],
  "reductions": {"few": {"method": "modal", "modes": 2}, "cb": {"method": "craig_bampton", "modes": 2}}
})";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("reduce refuses a missing or unknown reduction before it reads the finite elements") {
    Program ritz;
    ritz.folder.write("bar.json", replaced(small_bar, R"({"box": {"lengths": [1, 0.1, 0.1], "divisions": [4, 1, 1]}})",
                                           R"({"mesh": "there_is_no_such_mesh.inp"})"));
    const Ended none = ritz.run("reduce bar.json --out bar.h5");
    CHECK(none.code == 2);
    CHECK(none.err == "bar.json: there are several reductions, name one of them; known: few, cb\n");
    const Ended unknown = ritz.run("reduce bar.json --out bar.h5 --reduction bc");
    CHECK(unknown.code == 2);
    CHECK(contains(unknown.err, "no reduction \"bc\"; known: few, cb"));
    CHECK(contains(ritz.run("reduce bar.json --out bar.h5 --reduction cb").err, "there_is_no_such_mesh.inp"));
    ritz.folder.write("whole.json", small_bar);
    CHECK(ritz.run("reduce whole.json --set '/reductions={\"few\": {\"method\": \"modal\", \"modes\": 2}}'").code == 0);
}

TEST_CASE("reduce and sid replace what ritz wrote, and nothing else") {
    Program ritz;
    ritz.folder.write("bar.json", small_bar);
    const std::string reduce = "reduce bar.json --reduction few --out ", sid = "sid own.h5 --out ";
    REQUIRE(ritz.run(reduce + "own.h5").code == 0);
    REQUIRE(ritz.run(sid + "own.sid").code == 0);
    CHECK(ritz.run(reduce + "own.h5").code == 0);
    CHECK(ritz.run(sid + "own.sid").code == 0);
    ritz.folder.write("thesis.txt", "dear");
    ritz.folder.write("other.h5", "\x89HDF\r\n\x1a\n and so on");
    ritz.folder.write("empty", "");
    fs::create_symlink("thesis.txt", ritz.folder.path / "link");
    for (const char* file : {"thesis.txt", "other.h5", "bar.json", "link", "empty"}) {
        CAPTURE(file);
        const std::string before = read_whole_file(ritz.folder.path / file);
        for (const std::string& verb : {reduce, sid}) {
            const Ended end = ritz.run(verb + file);
            CHECK(end.code == 2);
            CHECK(end.err.starts_with(fmt::format("--out {}: ", file)));
        }
        CHECK(read_whole_file(ritz.folder.path / file) == before);
    }
    CHECK(ritz.run(reduce + "own.sid").code == 2);
    CHECK(ritz.run(sid + "/dev/null").code == 2);
    CHECK(ritz.run(sid + ".").code == 2);
    for (const std::string& verb : {reduce, sid, std::string("compare bar.json few --out ")}) {
        const Ended unnamed = ritz.run(verb + "''");
        CHECK(unnamed.code == 2);
        CHECK(unnamed.err == "--out: found an empty name, expected a place for the results\n");
    }
    CHECK(ritz.run(sid + std::string(300, 'n')).code == 2);
    CHECK(ritz.run(reduce + "/proc/bar.h5").code == 2);
    // What a killed run left of its file.
    ritz.folder.write("own.h5.4194304.part", "half");
    CHECK(ritz.run(reduce + "own.h5").code == 0);
    CHECK_FALSE(ritz.exists("own.h5.4194304.part"));
}

TEST_CASE("The faults of an assembly name its file, the body and the body's file") {
    Program ritz;
    ritz.folder.write("good.json",
                      replaced(replaced(small_bar, R"("frame": {"type": "tangent", "marker": "left"}, )", ""),
                               R"("markers": {"left": {"type": "rbe2", "nodes": "x0"}, )",
                               R"("supports": [{"nodes": "x0"}], "markers": {)"));
    ritz.folder.write("bad.json", replaced(small_bar, "2.1e11", "-1"));
    ritz.folder.write("worse.json", replaced(small_bar, "7850", "\"steel\""));
    const std::string pair = R"({"bodies": {"a": {"model": "bad.json"}, "b": {"model": "worse.json"}},
        "clamps": [["a.right", "b.left"]], "inputs": [{"body": "b", "marker": "right"}],
        "outputs": [{"body": "b", "marker": "right"}]})";
    ritz.folder.write("pair.json", pair);
    for (const char* verb : {"check", "info", "compare"}) {
        const Ended end = ritz.run(fmt::format("{} pair.json", verb));
        CAPTURE(end.err);
        CHECK(end.code == 2);
        CHECK(contains(end.err, "pair.json: /bodies/a/model: bad.json: /material/youngs_modulus: "));
        CHECK(contains(end.err, "pair.json: /bodies/b/model: worse.json: /material/density: "));
    }
    // A reduction that fails in one of the bodies.
    ritz.folder.write("soft.json", replaced(small_bar, R"("modes": 2)", R"("below": 1)"));
    ritz.folder.write("chain.json",
                      replaced(replaced(replaced(pair, "bad.json", "good.json"), "worse.json", "soft.json"),
                               "\"clamps\"", "\"band\": [0, 2000], \"clamps\""));
    const Ended end = ritz.run("compare chain.json few --out result");
    CAPTURE(end.err);
    CHECK(end.code == 2);
    CHECK(contains(end.err, "chain.json: reduction \"few\": body \"b\" (soft.json): no mode lies below 1 Hz"));
    const Ended unknown = ritz.run("compare chain.json none --out result");
    CHECK(unknown.code == 2);
    CHECK(contains(unknown.err, "body \"a\": good.json: /reductions: no reduction \"none\""));
}
