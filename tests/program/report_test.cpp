// A run as one HTML file, and the motion in it.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <sstream>

#include "core/errors.hpp"
#include "engine/simulation/simulate.hpp"
#include "scenes/loader/scene/body_surfaces.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "tests/program/program.hpp"
#include "tools/report/base64.hpp"
#include "tools/report/motion.hpp"
#include "tools/report/report_page.hpp"

namespace ritz::testing::report {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
    const std::size_t from = text.find(begin) + begin.size();
    return text.substr(from, text.find(end, from) - from);
}

template <class Number>
std::vector<Number> decode(const std::string& text) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned bits = 0, held = 0;
    for (const char digit : text) {
        if (digit == '=') break;
        bits = bits << 6U | static_cast<unsigned>(digits.find(digit));
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes += static_cast<char>(bits >> held & 255U);
    }
    std::vector<Number> numbers(bytes.size() / sizeof(Number));
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
}

Json write_and_parse(const Scene& scene, const std::vector<State>& states, const BodySurfaces* surfaces = nullptr) {
    std::ostringstream text;
    write_motion(text, scene, states, surfaces);
    return parse_json_text(text.str(), "motion.json").root;
}

/// c + Φ q of all points of a body's shape, as docs/motion.md says it.
std::vector<Vec3> deform(const Json& shape, const std::vector<double>& q) {
    const auto points = decode<float>(shape["points"]);
    const auto values = decode<std::int16_t>(shape["modes"]["int16"]);
    std::vector<Vec3> moved;
    for (std::size_t i = 0; i < points.size(); i += 3) {
        Vec3 p(points[i], points[i + 1], points[i + 2]);
        for (std::size_t j = 0; j < q.size(); ++j)
            for (std::size_t c = 0; c < 3; ++c)
                p[static_cast<Eigen::Index>(c)] +=
                    shape["modes"]["scales"][j].get<double>() * values[j * points.size() + i + c] * q[j];
        moved.push_back(p);
    }
    return moved;
}

std::string example_file(const std::string& name) { return std::string(RITZ_SOURCE_DIR) + "/scenes/" + name + ".json"; }

std::size_t column_of(const Scene& scene, const std::string& name) {
    for (std::size_t k = 0; k < scene.outputs.size(); ++k)
        if (scene.outputs[k].name == name) return k;
    return scene.outputs.size();
}

}  // namespace

TEST_CASE("Base64 is that of RFC 4648") {
    const std::vector<std::pair<std::string, std::string>> vectors = {
        {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}};
    for (const auto& [bytes, text] : vectors) CHECK(encode_base64(bytes) == text);
}

TEST_CASE("A report is one file that loads nothing, holds the numbers, and has names as text only") {
    const Folder folder;
    const std::string name = "</script><script>alert(1)</script>";
    const Json summary = {{"program", "ritz 0"}, {"status", "completed"}, {"scene", name}, {"rows", 2}};
    folder.write("summary.json", summary.dump());
    folder.write("outputs.csv", "time,<b>a</b>\n0,1\n0.1,0.3333333333333333\n");
    std::ostringstream stream;
    write_report(stream, folder.path, {"run('</script>')", "b{}"});
    const std::string page = stream.str();
    CHECK(count(page, "<script") == 2);  // the data and the page's own
    CHECK(count(page, "</script") == 2);
    CHECK(page.find("<b>") == std::string::npos);
    for (const char* loading : {" src=", " href=", "@import", "url("}) CHECK(page.find(loading) == std::string::npos);
    CHECK(page.find("default-src 'none'") != std::string::npos);
    const Json data = Json::parse(between(page, "id=\"ritz-data\">", "</script>"));
    CHECK(data["summary"] == summary);
    CHECK(data["outputs"]["names"] == Json({"time", "<b>a</b>"}));
    CHECK(decode<double>(data["outputs"]["columns"][1]) == std::vector<double>{1, 1.0 / 3});
    CHECK(data["motion"].is_null());
}

TEST_CASE("Of a long run the plots keep the first and last row, and every peak") {
    std::vector<double> time, value;
    for (int i = 0; i < 100000; ++i) {
        time.push_back(i);
        value.push_back(i == 54321 ? 9 : i == 77777 ? -9 : std::sin(0.01 * i));
    }
    const std::vector<std::size_t> rows = choose_rows({time, value}, 2000);
    CHECK(rows.size() <= 2200);
    CHECK(rows.size() > 1000);
    CHECK(rows.front() == 0);
    CHECK(rows.back() == 99999);
    for (const std::size_t peak : {54321U, 77777U}) CHECK(std::binary_search(rows.begin(), rows.end(), peak));
    CHECK(choose_rows({time, value}, 100000).size() == 100000);
    CHECK(choose_rows({}, 10).empty());
}

TEST_CASE("The drawn surface of a finite element body deforms as the engine measures it") {
    BodySurfaces surfaces;
    const Scene scene = load_scene(example_file("elastic_pendulum_fe"), {"/time/end=0.02"}, {}, "", surfaces);
    const RunResult result = simulate(scene);
    REQUIRE(result.status == RunStatus::completed);
    const Json motion = write_and_parse(scene, result.states, &surfaces);
    CHECK(motion["version"] == 2);
    const Json& shape = motion["bodies"][0]["shape"];
    REQUIRE(shape["type"] == "surface");
    REQUIRE(motion["times"].size() == result.states.size());
    const std::size_t deflection = column_of(scene, "bar.tip_deflection");
    const std::vector<Vec3> rest = deform(shape, std::vector<double>(shape["modes"]["scales"].size()));
    double largest = 0, error = 0;
    for (std::size_t frame = 0; frame < result.states.size(); ++frame) {
        const std::vector<Vec3> moved = deform(shape, motion["q"][frame]);
        double sum = 0, nodes = 0;
        for (std::size_t i = 0; i < rest.size(); ++i) {
            if (rest[i][0] < 1 - 1e-6) continue;  // the face at the tip of the bar, which is 1 m long
            sum += moved[i][2] - rest[i][2];
            nodes += 1;
        }
        REQUIRE(nodes >= 4);
        largest = std::max(largest, std::abs(result.samples[frame][deflection]));
        error = std::max(error, std::abs(sum / nodes - result.samples[frame][deflection]));
    }
    CHECK(largest > 1e-4);
    // Shapes are rounded to 1/32767 of their largest displacement; the face bends by less than that of the bar.
    CHECK(error < 1e-3 * largest);
}

TEST_CASE("The drawn axis of a beam, with its shortening, ends where the engine says") {
    const Scene scene = load_scene(example_file("elastic_pendulum"), {"/time/end=0.1"});
    const RunResult result = simulate(scene);
    const Json motion = write_and_parse(scene, result.states);
    const Json& shape = motion["bodies"][0]["shape"];
    REQUIRE(shape["type"] == "beam");
    const std::size_t frame = result.states.size() - 1;
    const std::vector<double> q = motion["q"][frame], pose = motion["poses"][frame];
    Vec3 end = deform(shape, q).back();
    REQUIRE(shape.contains("shortening"));
    const auto gamma = decode<float>(shape["shortening"]);
    const std::size_t n = q.size(), places = gamma.size() / (n * n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) end[0] += 0.5 * q[i] * q[j] * gamma[(i * n + j) * places + places - 1];
    const Eigen::Quaterniond turn(pose[3], pose[4], pose[5], pose[6]);
    end = turn * end + Vec3(pose[0], pose[1], pose[2]);
    // Numbers are written with seven digits, the beam is one metre long.
    CHECK(std::abs(end[0] - result.samples[frame][column_of(scene, "bar.tip_x")]) < 2e-6);
    CHECK(std::abs(end[2] - result.samples[frame][column_of(scene, "bar.tip_z")]) < 2e-6);
}

TEST_CASE("Two bodies made from one file are both drawn by its surface") {
    BodySurfaces surfaces;
    const Scene scene = load_scene(example_file("two_arms"), {}, {}, "", surfaces);
    const Json motion = write_and_parse(scene, {scene.initial}, &surfaces);
    int drawn = 0;
    for (const BodySpec& body : scene.spec.bodies) drawn += std::holds_alternative<MadeBodySpec>(body.kind) ? 1 : 0;
    for (const Json& body : motion["bodies"]) drawn -= body["shape"]["type"] == "surface" ? 1 : 0;
    CHECK(drawn == 0);
}

TEST_CASE("ritz report refuses what is no result, and says what is missing where it was built without node") {
    const Program ritz;
    const auto refuses = [&](const std::string& arguments, const std::string& words) {
        const Ended ended = ritz.run(arguments);
        CHECK(ended.code == 2);
        CHECK_MESSAGE(ended.err.find(words) != std::string::npos, ended.err);
    };
    refuses("report nowhere", "nowhere: found no folder");
    std::filesystem::create_directories(ritz.folder.path / "empty");
    std::filesystem::create_directories(ritz.folder.path / "run");
    ritz.folder.write("note.txt", "mine");
    ritz.folder.write("run/summary.json", R"({"program": "ritz 0", "status": "completed", "scene": "x"})");
    refuses("report run --out note.txt", "not a report of ritz; nothing is overwritten");
    refuses("report run --out run", "is a folder, expected a file");
    std::ostringstream stream;
    CHECK_THROWS_WITH_AS(write_report(stream, ritz.folder.path / "empty", {}), doctest::Contains("no summary.json"),
                         InputError);
    CHECK_THROWS_WITH_AS(write_report(stream, ritz.folder.path / "run", {}),
                         doctest::Contains("neither outputs.csv nor outputs.h5"), InputError);
    ritz.folder.write("run/outputs.csv", "time,a\n0,0\n");
    ritz.folder.write("run/summary.json", R"({"some": "JSON"})");
    CHECK_THROWS_WITH_AS(write_report(stream, ritz.folder.path / "run", {}), doctest::Contains("not the summary"),
                         InputError);
    std::filesystem::copy_file(RITZ_PROGRAM, ritz.folder.path / "bare");  // far from the page that was built with it
    const std::string command = "cd " + ritz.folder.path.string() + " && ./bare report run > out.txt 2> err.txt";
    CHECK(WEXITSTATUS(std::system(command.c_str())) == 2);
    CHECK(read_whole_file(ritz.folder.path / "err.txt").find("built without Node.js") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(ritz.folder.path / "run/report.html"));
}

TEST_CASE("ritz plot draws the outputs that are asked for, with bounds, or one over another") {
    const Program ritz;
    const auto refuses = [&](const std::string& arguments, const std::string& words) {
        const Ended ended = ritz.run(arguments);
        CHECK(ended.code == 2);
        CHECK_MESSAGE(ended.err.find(words) != std::string::npos, ended.err);
    };
    std::filesystem::create_directories(ritz.folder.path / "run");
    ritz.folder.write("run/summary.json", R"({"program": "ritz 0", "status": "completed", "scene": "<x>",
        "units": {"a": "m"}, "bands": [{"output": "a", "bound": "a.bound"}]})");
    ritz.folder.write("run/outputs.csv", "time,a,b,a.bound\n0,0,1,0.1\n1,2,3,0.1\n2,4,1,0.1\n");
    REQUIRE(ritz.run("plot run a b").code == 0);
    const std::string over_time = read_whole_file(ritz.folder.path / "run/plot.svg");
    CHECK(over_time.find("a in m, and its error bound") != std::string::npos);
    CHECK(count(over_time, "<polyline") == 2);
    CHECK(count(over_time, "<polygon") == 1);
    CHECK(over_time.find("<x>") == std::string::npos);
    REQUIRE(ritz.run("plot run --xy a b --out xy.svg").code == 0);
    const std::string xy = read_whole_file(ritz.folder.path / "xy.svg");
    CHECK(count(xy, "<polyline") == 1);
    // Across as a: in equal steps. Up as b: there and back.
    const std::vector<std::string> points = [&] {
        std::vector<std::string> list;
        std::istringstream stream(between(xy, "points=\"", "\""));
        for (std::string point; stream >> point;) list.push_back(point);
        return list;
    }();
    REQUIRE(points.size() == 3);
    const auto at = [&](std::size_t i) {
        const std::size_t comma = points[i].find(',');
        return std::pair(std::stod(points[i].substr(0, comma)), std::stod(points[i].substr(comma + 1)));
    };
    CHECK(at(2).first - at(1).first == doctest::Approx(at(1).first - at(0).first).epsilon(1e-3));
    CHECK(at(0).second == at(2).second);
    CHECK(at(1).second < at(0).second);  // larger is higher, and SVG counts downwards
    refuses("plot run aa", "no output \"aa\"");
    refuses("plot run", "found no outputs, expected names of outputs");
    refuses("plot run a --xy a b", "found both outputs and --xy");
    refuses("plot nowhere a", "found no summary.json");
    ritz.folder.write("note.txt", "mine");
    refuses("plot run a --out note.txt", "not a picture (SVG); nothing is overwritten");
}

}  // namespace ritz::testing::report
