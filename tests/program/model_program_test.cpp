// reduce, compare, sid and info as their users meet them.
#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdlib>

#include "bodies/exchange/load_body.hpp"
#include "scenes/loader/json/csv.hpp"
#include "tests/scenes/model_text.hpp"

using namespace ritz;
using namespace ritz::testing;
namespace fs = std::filesystem;

namespace {

const std::string bar = R"({
  "fe": {"box": {"lengths": [1, 0.1, 0.1], "divisions": [8, 1, 1]}},
  "material": {"youngs_modulus": 2.1e11, "density": 7850}, "damping": {"alpha": 10, "beta": 1e-6},
  "markers": {"left": {"type": "rbe2", "nodes": "x0"}, "right": {"type": "rbe2", "nodes": "x1"}},
  "frame": {"type": "tangent", "marker": "left"}, "band": [0, 2000],
  "reductions": {"few": {"method": "modal", "modes": 2}, "cb": {"method": "craig_bampton", "modes": 8},
                 "all": {"method": "modal", "modes": 1000}}
})";

struct Bench : Folder {
    int run(const std::string& arguments, const std::string& before = "") const {
        const std::string command = fmt::format("cd '{}' && {} '" RITZ_PROGRAM "' {} >out.txt 2>err.txt </dev/null",
                                                path.string(), before, arguments);
        const int status = std::system(command.c_str());
        const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        if (code == 3) MESSAGE(arguments << ": " << text("err.txt"));  // no test here expects a numerical failure
        return code;
    }
    std::string text(const std::string& name) const { return read_whole_file(path / name); }
    bool says(const std::string& part) const {
        return (text("out.txt") + text("err.txt")).find(part) != std::string::npos;
    }
};

}  // namespace

TEST_CASE("A model is reduced to a file whose body has the mass of the box and the model's markers") {
    const Bench bench;
    bench.write("bar.json", bar);
    REQUIRE(bench.run("reduce bar.json --reduction cb --out deep/bar.h5") == 0);
    CHECK(bench.says("96 unknowns reduced to 14 by craig_bampton"));
    const BodyFile file = read_body_file((bench.path / "deep/bar.h5").string());
    const ElasticBody body = make_numeric_body(file.body);
    CHECK(std::abs(body.inertia.mass - 78.5) < 1e-10 * 78.5);  // a sum over elements
    CHECK(body.markers.size() == 2);
    CHECK(file.provenance.method == "craig_bampton");
    CHECK(file.provenance.program.starts_with("ritz "));
    CHECK(file.provenance.created.size() == 20);
    REQUIRE(file.provenance.sources.size() == 1);
    CHECK(file.provenance.sources[0].path == "bar.json");
    CHECK(Json::parse(file.provenance.options)["reductions"].contains("cb"));
    REQUIRE(bench.run("info deep/bar.h5") == 0);
    for (const char* part : {"mass 78.5 kg", "marker left at (0, 0.05, 0.05)", "by ritz ", "from bar.json"})
        CHECK(bench.says(part));
    REQUIRE(bench.run("info bar.json") == 0);
    CHECK(bench.says("reduction few: modal, 2 chosen columns"));
    REQUIRE(bench.run("reduce bar.json --reduction few --set /estimator=5 --out bound.h5") == 0);
    REQUIRE(bench.run("info bound.h5") == 0);
    CHECK(bench.says("from 5 exact modes and the frequency of the next"));
    REQUIRE(bench.run("check bar.json") == 0);
    CHECK(bench.says("nothing to complain about"));
}

TEST_CASE("What cannot be reduced leaves no file and ends with code 2") {
    const Bench bench;
    bench.write("bar.json", bar);
    CHECK(bench.run("reduce bar.json --out bar.h5") == 2);
    CHECK(bench.says("there are several reductions"));
    CHECK(bench.run("reduce bar.json --out bar.h5 --reduction bc") == 2);
    CHECK(bench.says("(did you mean \"cb\"?)"));
    CHECK(bench.run("reduce bar.json --out bar.h5 --reduction cb --set /markers/left/type=rbe3") == 2);
    CHECK(bench.says(
        "bar.json: /reductions/cb: \"craig_bampton\" condenses to markers, and \"left\" is a mean of nodes"));
    CHECK(bench.run("reduce bar.json --out bar.h5 --reduction few --set /reductions/few/modes=0") == 2);
    CHECK(bench.run("reduce bar.json --out . --reduction few") == 2);
    CHECK(bench.run("reduce none.json --out bar.h5") == 2);
    CHECK_FALSE(fs::exists(bench.path / "bar.h5"));
}

TEST_CASE("Names that would lead out of the results are refused") {
    const Bench bench;
    bench.write("bar.json", bar);
    for (const char* verb : {"check", "info", "reduce --reduction few", "compare --points 2"})
        for (const char* name : {"../../evil", "", "."}) {
            bench.write("named.json", edited(bar, std::string("/name=") + name));
            CHECK(bench.run(fmt::format("{} named.json", verb)) == 2);
            CHECK(bench.says("named.json: /name: found "));
        }
    fs::create_directory(bench.path / "odd");
    bench.write("odd/...json", bar);  // whose name without its ending is ".."
    CHECK(bench.run("reduce odd/...json --reduction few") == 2);
    CHECK(bench.says("odd/...json: found \"..\", which is a folder"));
    CHECK_FALSE(fs::exists(bench.path / "results"));
}

TEST_CASE("check refuses matrices without nodes, of which no body can be made, and takes assemblies") {
    const Bench bench;
    bench.write("k.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 2\n2 2 3\n");
    bench.write("bare.json", R"({"fe": {"matrix_market": {"stiffness": "k.mtx", "mass": "identity"}},
                                 "reduction": {"method": "modal", "modes": 1}})");
    CHECK(bench.run("check bare.json") == 2);
    CHECK(bench.says("no body can be made of it"));
    CHECK(bench.says("bare.json: /fe: found matrices without nodes"));
    CHECK_FALSE(bench.says("nan"));
    CHECK(bench.run("info bare.json") == 0);
    bench.write("bar.json", bar);
    bench.write("held.json",
                edited(edited(edited(bar, "-/frame"), "/markers/left={\"type\": \"rbe3\", \"nodes\": \"x0\"}"),
                       "-/reductions/cb"));
    bench.write("held.json", edited(bench.text("held.json"), "/supports=[{\"nodes\": \"x0\"}]"));
    const std::string pair = R"({"bodies": {"a": {"model": "held.json"}, "b": {"model": "bar.json"}},
        "clamps": [["a.right", "b.left"]], "inputs": [{"body": "b", "marker": "right"}],
        "outputs": [{"body": "b", "marker": "right"}]})";
    bench.write("pair.json", pair);
    CHECK(bench.run("check pair.json") == 0);
    CHECK(bench.says("pair.json: nothing to complain about"));
    // In an assembly, too, one reduction that fails does not lose the others.
    for (const char* file : {"held.json", "bar.json"})
        bench.write(file, edited(bench.text(file), R"(/reductions/far={"method": "modal", "frf_error": {"error": 1e-9,
                                                      "largest": 1}})"));
    CHECK(bench.run("compare pair.json few far --band 0 500 --points 2 --out both") == 2);
    CHECK(bench.says("pair.json: reduction \"far\": "));
    CHECK(fs::exists(bench.path / "both/mac_few.svg"));
    CHECK(bench.run("compare pair.json far --band 0 500 --points 2 --out none") == 2);
    CHECK_FALSE(fs::exists(bench.path / "none"));
    bench.write("loose.json", edited(pair, "/bodies/a/model=bar.json"));
    CHECK(bench.run("check loose.json") == 2);
    CHECK(bench.says("loose.json: /bodies/a: neither its supports nor clamps hold it"));
}

TEST_CASE("A body written as SID is the same body, and compares as well as its file") {
    const Bench bench;
    bench.write("bar.json", bar);
    REQUIRE(bench.run("reduce bar.json --reduction cb --out bar.h5 --quiet") == 0);
    CHECK(bench.text("out.txt").empty());
    REQUIRE(bench.run("sid bar.h5 --out bar.SID_FEM") == 0);
    CHECK(bench.says("node 2: marker right"));
    REQUIRE(bench.run("info bar.SID_FEM") == 0);
    CHECK(bench.says("mass 78.5 kg"));
    REQUIRE(bench.run("compare bar.json bar.h5 bar.SID_FEM --out result --points 5") == 0);
    const CsvColumns frf = read_csv(bench.path / "result/frf.csv");
    REQUIRE(frf.names.size() == 6);
    CHECK(frf.names[5] == "bar_2.error");
    // 17 digits are all digits; the marker rotations pass through the same numbers.
    for (std::size_t k = 0; k < 5; ++k)
        CHECK(std::abs(frf.columns[3][k] - frf.columns[5][k]) < 1e-9 * (1 + frf.columns[3][k]));
}

TEST_CASE("A complete basis has no error, a static one none at 0 Hz, and few modes have some") {
    const Bench bench;
    bench.write("bar.json", bar);
    REQUIRE(bench.run("compare bar.json --out result --points 9") == 0);
    for (const char* file : {"summary.csv", "frf.csv", "mac.csv", "frf_error.svg", "mac_few.svg", "mac_cb.svg"})
        CHECK(fs::exists(bench.path / "result" / file));
    const CsvColumns frf = read_csv(bench.path / "result/frf.csv");
    REQUIRE(frf.names ==
            std::vector<std::string>{"frequency", "full", "few", "few.error", "cb", "cb.error", "all", "all.error"});
    REQUIRE(frf.columns[0].size() == 9);
    CHECK(frf.columns[0][8] == 2000);
    CHECK(frf.columns[3][0] > 1e-4);  // two modes do not hold the static answer
    CHECK(frf.columns[5][0] < 1e-8);  // statically exact up to the condition of K, about 1e8
    for (const double error : frf.columns[7]) CHECK(error < 1e-6);
    const std::string summary = bench.text("result/summary.csv");
    CHECK(summary.starts_with(
        "body,method,size,frf_error_static,frf_error_median,frf_error_max,modes_with_mac_above_0.9,seconds\n"
        "few,modal,2,"));
    CHECK(bench.run("compare bar.json few --out result") == 0);  // results are replaced
    CHECK(bench.run("compare bar.json fwe --out result") == 2);
    CHECK(bench.says("(did you mean \"few\"?)"));
    CHECK(bench.run("compare bar.json few --out result --band 5 1") == 2);
    CHECK(bench.run("compare bar.json few --out result --band 0 1e400") == 2);
    CHECK(bench.run("compare bar.json few --out result --band 0 1.1e12") == 2);
    CHECK(bench.run("compare bar.json few --out result --points 1") == 2);
    CHECK(bench.run("compare bar.json few --out result --set /markers/left/type=rbe4") == 2);
    bench.write("other.json", edited(bar, "/markers={\"up\": {\"type\": \"rbe2\", \"nodes\": \"x0\"}}"));
    CHECK(bench.run("compare bar.json other.json --out result") == 2);
}

TEST_CASE("Bodies reduced in another frame are not compared") {
    const Bench bench;
    const std::vector<std::string> frames = {R"({"type": "tangent", "marker": "left"})",
                                             R"({"type": "chord", "first": "left", "second": "right"})",
                                             R"({"type": "buckens"})"};
    for (std::size_t i = 0; i < frames.size(); ++i) {
        bench.write(fmt::format("{}.json", i), edited(bar, "/frame=" + frames[i]));
        REQUIRE(bench.run(fmt::format("reduce {0}.json --reduction few --out {0}.h5", i)) == 0);
        REQUIRE(bench.run(fmt::format("sid {0}.h5 --out {0}.SID_FEM", i)) == 0);
    }
    for (std::size_t i = 0; i < frames.size(); ++i)
        for (std::size_t j = 0; j < frames.size(); ++j)
            for (const char* ending : {"h5", "SID_FEM"}) {
                CHECK(bench.run(fmt::format("compare {}.json {}.{} --out result --points 2", i, j, ending)) ==
                      (i == j ? 0 : 2));
                if (i != j) CHECK(bench.says(fmt::format("{}.{}: it was reduced in another frame", j, ending)));
            }
}

TEST_CASE("One body that fails does not lose the others") {
    const Bench bench;
    bench.write(
        "bar.json",
        edited(bar, "/reductions/far={\"method\": \"modal\", \"frf_error\": {\"error\": 1e-9, \"largest\": 1}}"));
    bench.write("other.json",
                edited(edited(bar, "/markers={\"up\": {\"type\": \"rbe2\", \"nodes\": \"x0\"}}"), "-/frame"));
    REQUIRE(bench.run("reduce other.json --reduction few --out deep/other.h5") == 0);
    CHECK(bench.run("compare bar.json deep/other.h5 few far --out result --points 2") != 0);
    CHECK(bench.says("bar.json: reduction \"far\": "));
    CHECK(bench.says("deep/other.h5: no marker \"left\""));
    CHECK(bench.says("bar.json: 2 of 3 bodies failed; the results are those of the others"));
    CHECK(read_csv(bench.path / "result/frf.csv").names ==
          std::vector<std::string>{"frequency", "full", "few", "few.error"});
    CHECK(bench.run("compare bar.json deep/other.h5 --out none --points 2") == 2);
    CHECK(bench.says("nothing was written"));
    CHECK_FALSE(fs::exists(bench.path / "none"));
}

TEST_CASE("Ctrl-C ends reduce and compare with code 4 and no files") {
    const Bench bench;
    bench.write("slow.json", edited(edited(bar, "/fe/box/divisions=[30, 5, 5]"),
                                    R"(/reductions={"slow": {"method": "gramian", "size": 4, "samples": 1000}})"));
    for (const char* verb : {"reduce slow.json --out slow.h5", "compare slow.json --out slow"}) {
        CHECK(bench.run(verb, "timeout --preserve-status -s INT 1") == 4);
        CHECK(bench.text("err.txt") == "ritz: stopped by Ctrl-C; nothing was written\n");
        CHECK_FALSE(fs::exists(bench.path / "slow"));
        CHECK_FALSE(fs::exists(bench.path / "slow.h5"));
    }
}

TEST_CASE("Files of another kind are called what they seem to be") {
    const Bench bench;
    bench.write("bar.json", bar);
    REQUIRE(bench.run("reduce bar.json --reduction few --out bar.h5") == 0);
    std::string damaged = read_whole_file(bench.path / "bar.h5");
    damaged[0] = static_cast<char>(damaged[0] ^ 1);
    const std::vector<std::pair<std::string, std::string>> files = {{"", "an empty file"},
                                                                    {damaged, "a binary file"},
                                                                    {"$MeshFormat\n4.1 0 8\n", "a mesh of Gmsh"},
                                                                    {"%%MatrixMarket\n", "a Matrix Market file"},
                                                                    {bar, "JSON"},
                                                                    {"// bar\n" + bar, "JSON"}};
    for (const auto& entry : files) {
        const auto& content = entry.first;
        const auto& kind = entry.second;
        bench.write("x.h5", content);
        for (const char* arguments : {"info x.h5", "sid x.h5 --out y.sid", "compare bar.json x.h5 --out y"}) {
            CHECK(bench.run(arguments) == 2);
            CHECK(bench.says(fmt::format("x.h5: found {}, expected a body file of ritz reduce or Standard", kind)));
        }
    }
    for (const char* verb : {"reduce", "compare", "check", "simulate", "modes"}) {
        CHECK(bench.run(fmt::format("{} bar.h5", verb)) == 2);
        CHECK(bench.says(
            "bar.h5: found a body file, expected a model or a scene (JSON); to see what is in it: ritz info bar.h5"));
    }
    bench.write("x.json", damaged);
    CHECK(bench.run("reduce x.json") == 2);
    CHECK(bench.says("x.json: found a binary file, expected JSON"));
}

TEST_CASE("info tells the options of every reduction") {
    const Bench bench;
    bench.write("model.json", full_model());
    REQUIRE(bench.run("info model.json") == 0);
    for (const char* part : {"krylov: krylov, 12 chosen columns, band [0, 1000] Hz, moments 2",
                             "shifts 0, 500 Hz, moments 1", "runs 1, iterations 20, tolerance 0.001, seed 3",
                             "samples 8, quantity displacement", "duration 0.01 s, step 0.0001 s, complex SVD",
                             "3 common modes, 4 supports on the track edge, linear weights"})
        CHECK(bench.says(part));
}

TEST_CASE("A picture of many bodies has room for all their names") {
    const Bench bench;
    std::string model = edited(bar, "-/reductions");
    Json document = Json::parse(model);
    for (int i = 1; i <= 19; ++i)
        document["reductions"][fmt::format("reduction_{}", i)] = {{"method", "modal"}, {"modes", i}};
    bench.write("bar.json", document.dump());
    REQUIRE(bench.run("compare bar.json --out result --points 3") == 0);
    const std::string svg = bench.text("result/frf_error.svg");
    CHECK(svg.find("stroke-dasharray") != std::string::npos);
    const auto number_after = [&](const std::string& mark, std::size_t from = 0) {
        return std::stod(svg.substr(svg.find(mark, from) + mark.size()));
    };
    const std::size_t last = svg.rfind("<text", svg.find(">reduction_19 (19)<"));
    CHECK(number_after("x=\"", last) + 6 * 17 < number_after("width=\""));
    const std::size_t first = svg.rfind("<text", svg.find(">reduction_1 (1)<"));
    CHECK(number_after("x=\"", first) < number_after("x=\"", last));  // a second column
}

TEST_CASE("A scene may name a model, and it swings") {
    const Bench bench;
    bench.write("bar.json", bar);
    bench.write("scene.json", R"({"gravity": [0, 0, -9.81], "time": {"end": 0.02, "output_step": 0.01},
        "bodies": {"bar": {"type": "file", "file": "bar.json", "reduction": "few", "damping": {"modal": 0.01}}},
        "joints": {"hinge": {"type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "bar.left"}}})");
    CHECK(bench.run("simulate scene.json --out result") == 0);
    CHECK(bench.run("simulate scene.json --out result --set /bodies/bar/reduction=many") == 2);
    CHECK(bench.says("scene.json: /bodies/bar/file: "));
    CHECK(bench.run("simulate scene.json --out result --set /bodies/bar/reduction=3") == 2);
    CHECK(bench.run("simulate scene.json --out result --set /bodies/bar/file=bar.h5") == 2);
    CHECK(bench.says("only a model (.json) has reductions"));
}
