// Rows that go to the disk as they come, and what is kept of them for pictures.
#include "tools/report/run_writer.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/files/files.hpp"
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

TEST_CASE("What is written as HDF5 reads back equal, with the names and units of its columns") {
    Folder folder;
    const std::filesystem::path path = folder.path / "outputs.h5";
    const std::vector<double> values = {0.1, 1.0 / 3, -5e-324, 1.7976931348623157e308, 0.0, std::nan(""), 7};
    OutputsFileWriter writer(path, {{"crank.angle", "rad"}, {"größe", ""}});
    for (const double value : values) REQUIRE(writer.add(value, {value, -value}));
    REQUIRE(writer.finish());
    CHECK(looks_like_outputs_file(path));
    const OutputsFileReader reader(path);
    REQUIRE(reader.columns().size() == 2);
    CHECK(reader.columns()[0].name == "crank.angle");
    CHECK(reader.columns()[0].unit == "rad");
    CHECK(reader.columns()[1].name == "größe");
    const OutputsFileReader::Block block = reader.read(0, 100);
    REQUIRE(block.times.size() == values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        const bool are_nan = std::isnan(values[i]) && std::isnan(block.times[i]) && std::isnan(block.values(row, 1));
        CHECK((are_nan || (block.times[i] == values[i] && block.values(row, 0) == values[i] &&
                           block.values(row, 1) == -values[i])));
    }
    CHECK(reader.read(5, 1).times.size() == 1);
    CHECK(reader.read(7, 1).times.empty());
}

TEST_CASE("Rows of HDF5 that a run takes back are gone, in the block under way, in those before, and all of them") {
    Folder folder;
    const std::size_t count = 20000;  // more than two blocks of rows
    for (const std::size_t kept : {19990, 12345, 8192, 1, 0}) {
        CAPTURE(kept);
        OutputsFileWriter writer(folder.path / "outputs.h5", {{"a", ""}});
        for (std::size_t i = 0; i < count; ++i) REQUIRE(writer.add(static_cast<double>(i), {-1}));
        REQUIRE(writer.rollback(kept));
        for (std::size_t i = kept; i < count; ++i) REQUIRE(writer.add(static_cast<double>(i), {1}));
        REQUIRE(writer.finish());
        const OutputsFileReader::Block rows = OutputsFileReader(folder.path / "outputs.h5").read(0, 2 * count);
        REQUIRE(rows.times.size() == count);
        bool are_right = true;
        for (std::size_t i = 0; i < count; ++i)
            are_right = are_right && rows.times[i] == static_cast<double>(i) &&
                        rows.values(static_cast<Eigen::Index>(i), 0) == (i < kept ? -1 : 1);
        CHECK(are_right);
    }
}

TEST_CASE("A run leaves its outputs in one format, and none of an earlier run in the other") {
    const Scene scene = make_two_columns();
    Folder folder;
    const auto write = [&](OutputsFormat format) {
        RunWriter writer(scene, folder / "result", format);
        writer.add(at(0), {1, 2});
        writer.finish({});
    };
    const std::filesystem::path csv = folder.path / "result/outputs.csv", hdf5 = folder.path / "result/outputs.h5";
    write(OutputsFormat::csv);
    CHECK((std::filesystem::exists(csv) && !std::filesystem::exists(hdf5)));
    write(OutputsFormat::hdf5);
    CHECK((!std::filesystem::exists(csv) && std::filesystem::exists(hdf5)));
    CHECK(OutputsFileReader(hdf5).read(0, 1).values(0, 1) == 2);
    write(OutputsFormat::csv);
    CHECK((std::filesystem::exists(csv) && !std::filesystem::exists(hdf5)));
}

TEST_CASE("A scene without outputs still has its times in HDF5") {
    Folder folder;
    OutputsFileWriter writer(folder.path / "outputs.h5", {});
    REQUIRE(writer.add(0.5, {}));
    REQUIRE(writer.finish());
    CHECK(OutputsFileReader(folder.path / "outputs.h5").read(0, 9).times == std::vector<double>{0.5});
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
