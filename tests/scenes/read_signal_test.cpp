#include "scenes/loader/scene/read_signal.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "core/errors.hpp"
#include "scenes/loader/json/parameters.hpp"
#include "tests/scenes/scene_text.hpp"
#include "tests/support/folder.hpp"

using namespace ritz;
using doctest::Approx;
using testing::Folder;
using Messages = std::vector<std::string>;

namespace {

struct Result {
    Signal signal;
    Messages messages;
};

Result read(const std::string& signal, const std::filesystem::path& folder = {},
            const std::optional<Parameters>& parameters = {}) {
    JsonDocument document = parse_json_text("{\"s\": " + signal + "}", "scene.json");
    document.folder = folder;
    document.parameters = parameters;
    Diagnostics diagnostics("scene.json");
    Reader reader(document, diagnostics);
    const Signal result = read_signal(reader, "s");
    reader.finish();
    return {result, diagnostics.messages()};
}

Messages complaints(const std::string& signal) { return read(signal).messages; }

}  // namespace

TEST_CASE("A signal is read from a number, an expression, a table or a trajectory") {
    CHECK(read("2.5").signal.value(1) == 2.5);
    const Parameters parameters = {{"amplitude", 2.0}};
    CHECK(read("\"amplitude*t\"", {}, parameters).signal.value(3) == 6);
    CHECK(read("\"amplitude^2\"", {}, parameters).signal.is_constant());
    const Result table = read(R"({"table": {"t": [0, 1, 2, 3], "value": [0, 1, 8, 27], "interpolation": "spline"}})");
    CHECK(table.messages == Messages{});
    CHECK(table.signal.value(1.5) == Approx(3.375));
    const Result periodic = read(R"({"table": {"t": [0, 1, 2], "value": [0, 1, 0], "periodic": true}})");
    CHECK(periodic.signal.value(20.5) == Approx(0.5));
    const Result move = read(R"({"trajectory": {"profile": "jerk_limited", "points": [0, 1, 0.5], "start": 1,
        "max_velocity": 1, "max_acceleration": 2, "max_jerk": 20, "dwell": 0.5}})");
    CHECK(move.messages == Messages{});
    CHECK(move.signal.value(0.9) == 0);
    CHECK(move.signal.value(100) == 0.5);
    const Result quintic =
        read(R"({"trajectory": {"profile": "quintic", "points": [0, 1, 0], "durations": 2, "dwell": [1]}})");
    CHECK(quintic.messages == Messages{});
    CHECK(quintic.signal.value(1) == Approx(0.5));
    CHECK(quintic.signal.value(2.5) == 1);
}

TEST_CASE("A table is read from a file next to the scene") {
    const Folder folder;
    folder.write("load.csv", "# measured\ntime, force, \"moment\"\n0, 1, 5\n\n1, 3, +6e0\r\n2, 3, 7\n");
    folder.write("bare.csv", "0;1\n1;2\n");
    const auto from = [&](const std::string& members) { return read("{\"table\": {" + members + "}}", folder.path); };
    CHECK(from(R"("file": "load.csv", "column": "force")").signal.value(0.5) == 2);
    CHECK(from(R"("file": "load.csv", "column": 2)").signal.value(1) == 6);
    CHECK(from(R"("file": "load.csv", "column": "moment", "t_column": "time")").signal.value(1) == 6);
    CHECK(from(R"("file": "bare.csv", "column": 1)").signal.value(0.5) == 1.5);
    CHECK(from(R"("file": "load.csv", "column": "forse")").messages ==
          Messages{"scene.json: /s/table/column: no column \"forse\"; known: time, force, moment "
                   "(did you mean \"force\"?)"});
    CHECK(from(R"("file": "load.csv", "column": 3)").messages ==
          Messages{"scene.json: /s/table/column: found the number 3, expected a whole number from 0 to 2"});
    CHECK(from(R"("file": "bare.csv", "column": "force")").messages ==
          Messages{"scene.json: /s/table/column: the file has no line with the names of its columns; give a number "
                   "from 0"});
    CHECK(from(R"("file": "load.csv")").messages ==
          Messages{"scene.json: /s/table: \"column\" is missing, expected a value"});
    CHECK(from(R"("file": 3, "column": 1)").messages ==
          Messages{"scene.json: /s/table/file: found the number 3, expected a text in quotes"});
    CHECK(from(R"("file": "load.csv", "column": 1, "t": [0, 1])")
              .messages.at(0)
              .starts_with("scene.json: /s/table/t: unknown key \"t\""));
}

TEST_CASE("Files with missing or bad numbers are refused with their line") {
    const Folder folder;
    const auto message = [&](const std::string& text) {
        folder.write("x.csv", text);
        const Messages all = read(R"({"table": {"file": "x.csv", "column": 1}})", folder.path).messages;
        return all.empty() ? "accepted" : all[0];
    };
    const std::string start = "scene.json: /s/table/file: " + (folder.path / "x.csv").string();
    CHECK(message("t, x\n0, 1\n1, abc\n") == start + ":3: found \"abc\" in column 1, expected a finite number");
    CHECK(message("t, x\n0, 1\n1\n") == start + ":3: found 1 columns, expected 2 as before");
    CHECK(message("0, 1\n1, nan\n") == start + ":2: found \"nan\" in column 1, expected a finite number");
    CHECK(message("0, 1\n1,\n") == start + ":2: found \"\" in column 1, expected a finite number");
    CHECK(message("") == start + ": found no numbers in the file");
    CHECK(message("t, x\n") == start + ": found no numbers in the file");
    CHECK(message("0, 1\n0, 2\n") ==
          "scene.json: /s/table: the abscissae of a table must increase, but number 1 is 0 after 0");
    CHECK(read(R"({"table": {"file": "y.csv", "column": 1}})", folder.path).messages ==
          Messages{"scene.json: /s/table/file: " + (folder.path / "y.csv").string() + ": there is no such file"});
}

TEST_CASE("Wrong signals are refused at their place") {
    CHECK(complaints("true") == Messages{"scene.json: /s: found true, expected a number, an expression of t in quotes, "
                                         "or an object with \"table\", \"trajectory\" or \"input\""});
    CHECK(complaints("{}") == Messages{"scene.json: /s: expected one of \"table\", \"trajectory\" or \"input\""});
    CHECK(complaints("\"2*(t\"") ==
          Messages{"scene.json: /s: expression \"2*(t\", column 5: found the end, expected \")\""});
    CHECK(
        read("\"amplitud*t\"", {}, Parameters{{"amplitude", 2.0}}).messages.at(0).find("did you mean \"amplitude\"?") !=
        std::string::npos);
    CHECK(complaints(R"({"tabel": {}})").at(1) ==
          "scene.json: /s/tabel: unknown key \"tabel\"; known: table, trajectory, input (did you mean \"table\"?)");
    CHECK(complaints(R"({"table": 3})") == Messages{"scene.json: /s/table: found the number 3, expected an object"});
    CHECK(complaints(R"({"table": {"t": [0, 1]}})") ==
          Messages{"scene.json: /s/table: \"value\" is missing, expected a list"});
    CHECK(complaints(R"({"table": {"t": [0, 1], "value": [1, 2, 3]}})") ==
          Messages{"scene.json: /s/table: a table has 2 abscissae but 3 values"});
    CHECK(complaints(R"({"table": {"t": [0, "1"], "value": [1, 2]}})") ==
          Messages{"scene.json: /s/table/t/1: found the text \"1\", expected a number"});
    CHECK(complaints(R"({"table": {"t": [0, 1], "value": [1, 2], "interpolation": "splines"}})") ==
          Messages{"scene.json: /s/table/interpolation: found the text \"splines\", expected \"linear\" or \"spline\" "
                   "(did you mean \"spline\"?)"});
}

TEST_CASE("Wrong trajectories are refused member by member") {
    const auto with = [](const std::string& members) { return complaints("{\"trajectory\": {" + members + "}}"); };
    CHECK(with(R"("profile": "cubic", "points": [0, 1])") ==
          Messages{"scene.json: /s/trajectory/profile: found the text \"cubic\", expected \"trapezoidal\", "
                   "\"jerk_limited\" or \"quintic\""});
    CHECK(with(R"("profile": "trapezoidal", "points": [0, 1], "max_velocity": 0)") ==
          Messages{"scene.json: /s/trajectory/max_velocity: found the number 0, expected a positive number",
                   "scene.json: /s/trajectory: \"max_acceleration\" is missing, expected a positive number"});
    CHECK(with(R"("profile": "quintic", "points": [0], "durations": [1])") ==
          Messages{"scene.json: /s/trajectory: a trajectory has 1 points, expected at least 2"});
    CHECK(with(R"("profile": "quintic", "points": [0, 1], "durations": [1], "dwell": -1)") ==
          Messages{"scene.json: /s/trajectory/dwell: found the number -1, expected a non-negative number"});
    CHECK(with(R"("profile": "quintic", "points": [0, 1], "durations": 1, "max_jerk": 1)")
              .at(0)
              .starts_with("scene.json: /s/trajectory/max_jerk: unknown key \"max_jerk\""));
}

TEST_CASE("A prescribed motion that jumps is refused") {
    const auto message = [](const std::string& signal) {
        const auto messages = testing::complaints_about(
            R"({"gravity": [0, 0, 0], "time": {"end": 10, "output_step": 1},
                "bodies": {"arm": {"type": "rigid", "mass": 1, "inertia": [1, 1, 1]}},
                "joints": {"s": {"type": "revolute", "parent": "world", "child": "arm", "motion": )" +
            signal + "}}}");
        return messages.empty() ? "accepted" : messages[0];
    };
    CHECK(message("\"sin(t)\"") == "accepted");
    CHECK(message("\"t < 1 ? 0 : 2\"") ==
          "scene.json: /joints/s/motion: cannot be a prescribed motion: its value jumps at t = 1 from 0 to 2");
    CHECK(message(R"({"table": {"t": [0, 1, 2], "value": [0, 1, 0]}})") ==
          "scene.json: /joints/s/motion: cannot be a prescribed motion: its rate jumps at t = 1 from 1 to -1");
}

TEST_CASE("A force law is a table over x") {
    const JsonDocument document = parse_json_text(
        R"({"law": {"x": [0, 1], "value": [0, 5], "outside": "extrapolate"}, "bad": {"t": [0, 1], "value": [0, 1]}})",
        "scene.json");
    Diagnostics diagnostics("scene.json");
    Reader reader(document, diagnostics);
    Reader law = reader.child("law"), bad = reader.child("bad"), absent = reader.optional_child("absent");
    CHECK(read_table(law).at(2) == 10);
    CHECK(diagnostics.empty());
    CHECK(read_table(absent).at(2) == 0);
    CHECK(diagnostics.empty());
    CHECK(read_table(bad).at(2) == 0);
    CHECK(diagnostics.messages().at(0) == "scene.json: /bad: \"x\" is missing, expected a list");
}

TEST_CASE("Constants of a scene are numbers or formulas of earlier ones") {
    const auto read_all = [](const std::string& members, Messages& messages) {
        JsonDocument document = parse_json_text("{\"constants\": {" + members + "}}", "scene.json");
        Diagnostics diagnostics("scene.json");
        read_parameters(document, diagnostics);
        messages = diagnostics.messages();
        return *document.parameters;
    };
    Messages messages;
    CHECK(read_all(R"("r": 0.5, "comment": "of the wheel", "area": "pi*r^2")", messages).at("area") ==
          Approx(0.785398163));
    CHECK(messages == Messages{});
    read_all(R"("sin": 1)", messages);
    CHECK(messages ==
          Messages{"scene.json: /constants/sin: the constant \"sin\" hides a variable, function or constant "
                   "of expressions; choose another name"});
    read_all(R"("a": true)", messages);
    CHECK(messages == Messages{"scene.json: /constants/a: found true, expected a number"});
    read_all(R"("a": "2*t")", messages);
    CHECK(messages.at(0).find("unknown name \"t\"") != std::string::npos);
}
