// Rows that go to the disk as they come, and what is kept of them for pictures.
#include "tools/report/run_writer.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/files.hpp"
#include "scenes/loader/json/csv.hpp"
#include "scenes/loader/json/json_document.hpp"
#include "tests/support/folder.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

Scene make_two_columns() {
    Scene scene;
    scene.name = "two";
    scene.outputs = {{"a", EnergyQuantity{}}, {"b", EnergyQuantity{}}};
    return scene;
}

State at(double t) {
    State state;
    state.t = t;
    state.q = state.u = state.z = VecX::Zero(0);
    return state;
}

}  // namespace

TEST_CASE("What is written reads back equal, in as few digits as that takes") {
    Folder folder;
    const std::vector<double> values = {0.1, 1.0 / 3, -5e-324, 1.7976931348623157e308, 123456789012345680.0, 0.0};
    CsvWriter csv(folder.path / "x.csv", make_two_columns().outputs);
    for (const double value : values) REQUIRE(csv.add(value, {value, -value}));
    REQUIRE(csv.finish());
    const CsvColumns read = read_csv(folder.path / "x.csv");
    CHECK(read.names == std::vector<std::string>{"time", "a", "b"});
    CHECK(read.columns[0] == values);
    CHECK(read.columns[1] == values);
    CHECK(read_whole_file(folder.path / "x.csv").find("\n0.1,0.1,-0.1\n") != std::string::npos);
}

TEST_CASE("A run that goes back and takes another way leaves the rows of that way alone") {
    const Scene scene = make_two_columns();
    Folder folder;
    const auto row = [](int i, double size) { return std::vector<double>{size * i, std::sin(0.1 * i)}; };
    {
        RunWriter straight(scene, folder / "straight"), detour(scene, folder / "detour");
        for (int i = 0; i < 100; ++i) straight.add(at(0.01 * i), row(i, 1));
        for (int i = 0; i < 60; ++i) detour.add(at(0.01 * i), row(i, i < 40 ? 1 : 7));
        detour.rollback(40);
        for (int i = 40; i < 100; ++i) detour.add(at(0.01 * i), row(i, 1));
        straight.finish({});
        detour.finish({});
    }
    for (const char* file : {"outputs.csv", "outputs.svg"})
        CHECK(read_whole_file(folder.path / "straight" / file) == read_whole_file(folder.path / "detour" / file));
}

TEST_CASE("A thinned curve keeps its ends and every peak, however long it is") {
    ThinnedCurves curves(1);
    const int count = 300000, peak = 123457, hole = 222222;
    for (int i = 0; i < count; ++i) {
        double value = std::sin(1e-4 * i);
        if (i == peak) value = 5;
        if (i == hole) value = -7;
        if (i == 1000) value = std::numeric_limits<double>::quiet_NaN();
        curves.add(i, {value});
    }
    const ThinnedCurves::Points points = curves.points(0);
    CHECK(points.times.size() <= 4 * 4096);
    CHECK(std::is_sorted(points.times.begin(), points.times.end()));
    CHECK(points.times.front() == 0);
    CHECK(points.times.back() == count - 1);
    const auto find = [&](double value) {
        const auto found = std::find(points.values.begin(), points.values.end(), value);
        return found == points.values.end() ? -1.0
                                            : points.times[static_cast<std::size_t>(found - points.values.begin())];
    };
    CHECK(find(5) == peak);
    CHECK(find(-7) == hole);
}

TEST_CASE("Thinned states lie at even distances and end with the last one") {
    ThinnedStates states;
    for (int i = 0; i <= 10000; ++i) states.add(at(i));
    std::vector<State> list = states.list();
    CHECK(list.size() <= 1025);
    CHECK(list.front().t == 0);
    CHECK(list.back().t == 10000);
    for (std::size_t i = 1; i + 1 < list.size(); ++i) CHECK(list[i].t - list[i - 1].t == list[1].t);
    states.rollback(5000);
    states.add(at(5000));
    list = states.list();
    CHECK(list.back().t == 5000);
    CHECK(list[list.size() - 2].t < 5000);
}
