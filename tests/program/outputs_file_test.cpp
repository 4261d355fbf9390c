// ritz simulate --hdf5: the same rows as outputs.csv, also of runs that end early, in memory of one size.
#include "bodies/exchange/outputs_file.hpp"

#include <doctest/doctest.h>

#include "scenes/loader/json/csv.hpp"
#include "tests/program/program.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

OutputsFileReader::Block read_all(const Program& ritz, const std::string& result) {
    return OutputsFileReader(ritz.folder.path / result / "outputs.h5").read(0, std::size_t{1} << 20);
}

}  // namespace

TEST_CASE("A run writes the same numbers as HDF5 and as a table") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    REQUIRE(ritz.run("simulate pendulum.json --quiet --out table").code == 0);
    REQUIRE(ritz.run("simulate pendulum.json --quiet --out hdf5 --hdf5").code == 0);
    CHECK_FALSE(ritz.exists("hdf5/outputs.csv"));
    const CsvColumns table = read_csv(ritz.folder.path / "table/outputs.csv");
    const OutputsFileReader::Block rows = read_all(ritz, "hdf5");
    CHECK(rows.times == table.columns[0]);
    REQUIRE(static_cast<std::size_t>(rows.values.cols()) + 1 == table.columns.size());
    for (Eigen::Index k = 0; k < rows.values.cols(); ++k)
        for (Eigen::Index i = 0; i < rows.values.rows(); ++i)
            CHECK(rows.values(i, k) == table.columns[static_cast<std::size_t>(k) + 1][static_cast<std::size_t>(i)]);
    const OutputsFileReader file(ritz.folder.path / "hdf5/outputs.h5");
    CHECK(file.columns()[0].name == table.names[1]);
    CHECK(file.columns()[0].unit == ritz.summary("hdf5")["units"][table.names[1]].get<std::string>());
    for (const char* what : {"hdf5", "hdf5/outputs.h5"}) {
        const Ended info = ritz.run(std::string("info ") + what);
        CHECK(info.code == 0);
        CHECK(contains(info.out, "11 times of\n    hinge.angle: from "));
    }
}

TEST_CASE("A run that ends early keeps its HDF5 rows until then") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    const Ended stopped = ritz.run(
        R"x(simulate pendulum.json --hdf5 --out stopped --set '/monitors={"low": {"quantity": {"joint": "hinge"}, "below": -0.5}}')x");
    CHECK(stopped.code == 4);
    CHECK(read_all(ritz, "stopped").times.size() == ritz.summary("stopped")["rows"]);
    const Ended failed = ritz.run(
        R"x(simulate pendulum.json --hdf5 --out failed --set '/loads={"p": {"type": "motor", "joint": "hinge", "torque": "1/(0.5 - t)"}}')x");
    CHECK(failed.code == 3);
    CHECK(read_all(ritz, "failed").times.size() == ritz.summary("failed")["rows"]);
    CHECK(read_all(ritz, "failed").times.size() >= 5);
    const Ended interrupted =
        ritz.run("simulate pendulum.json --hdf5 --quiet --out cut --set /time/end=1e6", "timeout -s INT 1");
    CHECK(interrupted.err.find("interrupted") != std::string::npos);
    CHECK(OutputsFileReader(ritz.folder.path / "cut/outputs.h5").rows() == ritz.summary("cut")["rows"]);
}

TEST_CASE("A disk that does not take the HDF5 rows ends the run with a sentence, and nothing is left") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    const Ended full = ritz.run("simulate pendulum.json --hdf5 --quiet --out result --set /time/output_step=1e-5",
                                "ulimit -f 500 &&");  // of blocks: 256 or 512 KB, and the rows need twice that
    CHECK(full.code == 3);
    CHECK(contains(full.err,
                   "outputs.h5 cannot be written (is the disk full, or the size of files limited?); nothing "
                   "was written"));
    CHECK_FALSE(ritz.exists("result"));
}

TEST_CASE("A run as HDF5 with a hundred times the rows needs no more memory") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    const auto measure = [&](const std::string& end) {
        const Measured run = ritz.run_measured(
            "simulate pendulum.json --hdf5 --quiet --out result --set /time/output_step=1e-3 --set /time/end=" + end);
        REQUIRE(run.code == 0);
        return run.peak;
    };
    const double few = measure("10"), many = measure("1000");  // 1e4 and 1e6 rows
    CHECK(many < 1.1 * few);
    CHECK(OutputsFileReader(ritz.folder.path / "result/outputs.h5").rows() == 1000001);
}

TEST_CASE("A damaged or foreign HDF5 file is refused by name") {
    Program ritz;
    ritz.folder.write("pendulum.json", pendulum);
    REQUIRE(ritz.run("simulate pendulum.json --quiet --hdf5 --out result").code == 0);
    const std::string bytes = read_whole_file(ritz.folder.path / "result/outputs.h5");
    ritz.folder.write("half.h5", bytes.substr(0, bytes.size() / 2));
    const Ended half = ritz.run("info half.h5");
    CHECK(half.code == 2);
    CHECK(half.err == "half.h5: found a damaged file, expected HDF5\n");
    {
        const hdf5::File other = hdf5::create_on_disk(ritz.folder.path / "other.h5");
        other.root().write_attribute("format", "of somebody else");
    }
    const Ended foreign = ritz.run("info other.h5");
    CHECK(foreign.code == 2);
    CHECK(foreign.err == "other.h5: found \"of somebody else\", expected the outputs of a run\n");
    {
        const hdf5::File wrong = hdf5::create_on_disk(ritz.folder.path / "wrong.h5");
        wrong.root().write_attribute("format", "ritz outputs");
        wrong.root().write_attribute("version", 1);
        wrong.root().write_texts("names", {"a", "b"});
        wrong.root().write_texts("units", {"m", "m"});
        wrong.root().write_vector("time", VecX::Zero(3));
        wrong.root().write_matrix("outputs", MatX::Zero(3, 5));
    }
    const Ended shape = ritz.run("info wrong.h5");
    CHECK(shape.code == 2);
    CHECK(shape.err == "wrong.h5: /outputs: found 3 x 5, expected any x 2\n");
}
