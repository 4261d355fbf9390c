// What SID calls its nodes and modes stays as it is when a body is read and written again.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>

#include "bodies/exchange/load_body.hpp"
#include "bodies/exchange/sid.hpp"
#include "tests/bodies/exchange/bodies.hpp"
#include "tests/support/shared_data.hpp"

using namespace ritz;

namespace {

SidFile rewrite_sid(const SidFile& sid) {
    std::vector<std::string> notes;
    return read_sid_text(make_sid_text(make_sid(make_sid_body(sid, "body", notes))), "again");
}

std::map<int, Vec3> places_of_nodes(const SidFile& sid) {
    std::map<int, Vec3> places;
    for (const SidNode& node : sid.nodes) places[node.id] = node.origin.m0;
    return places;
}

std::vector<int> ids_of_markers(const std::vector<std::string>& names) {
    NumericBodySpec spec = testing::make_rod_numbers(false);
    const Marker marker = spec.markers[0];
    spec.markers.clear();
    for (const std::string& name : names) {
        spec.markers.push_back(marker);
        spec.markers.back().name = name;
    }
    std::vector<int> ids;
    for (const SidNode& node : make_sid(make_numeric_body(spec)).nodes) ids.push_back(node.id);
    return ids;
}

}  // namespace

TEST_CASE("the nodes of other programs keep their numbers at their places when written again") {
    for (const char* name : {"Beam_3m", "balken1m", "beam"}) {
        const std::string path = testing::find_shared_data(std::string("sid/") + name + ".SID_FEM");
        if (path.empty()) return;
        CAPTURE(name);
        const SidFile sid = read_sid(path);
        CHECK(places_of_nodes(sid).size() == sid.nodes.size());
        CHECK(places_of_nodes(rewrite_sid(sid)) == places_of_nodes(sid));
    }
    const SidFile again = rewrite_sid(read_sid(testing::find_shared_data("sid/Beam_3m.SID_FEM")));
    CHECK((again.nodes[0].origin.m0 - Vec3(3, 0, 0)).norm() < 1e-15);
    CHECK(again.nodes[0].id == 4);
}

TEST_CASE("markers with names of their own get the numbers that are free, in order") {
    CHECK(ids_of_markers({"start", "end"}) == std::vector{1, 2});
    CHECK(ids_of_markers({"node_4", "start", "node_2", "middle", "end", "node_0"}) == std::vector{4, 1, 2, 3, 5, 0});
    // What does not read back as the same name is no number.
    CHECK(ids_of_markers({"node_04", "node_", "node_-3", "node_2x", "node_99999999999", "node_1"}) ==
          std::vector{2, 3, 4, 5, 6, 1});
}

TEST_CASE("a mode is written with its frequency once, and its name does not grow from file to file") {
    NumericBodySpec spec = testing::make_rod_numbers(false);
    spec.Ke.diagonal().setConstant(4e4);
    spec.De.reset();
    spec.mode_names = {"mode 1 (16.8153 Hz)", "bending y 1",  "Eigen Mode    1 :        8.360 Hz",
                       "hum of 50 Hz",        "bent (twice)", ""};
    const SidFile sid = make_sid(make_numeric_body(spec));
    const auto hertz = [&](Eigen::Index j) { return std::sqrt(4e4 / sid.Me.m0(j, j)) / (2 * std::numbers::pi); };
    const auto with_frequency = [&](const char* name, Eigen::Index j) {
        return fmt::format("{} : {:12.3f} Hz", name, hertz(j));
    };
    CHECK(sid.mode_names[0] == with_frequency("mode 1", 0));
    CHECK(sid.mode_names[1] == with_frequency("bending y 1", 1));
    CHECK(sid.mode_names[2] == "Eigen Mode    1 :        8.360 Hz");
    CHECK(sid.mode_names[3] == with_frequency("hum of 50 Hz", 3));  // not the frequency of the mode
    CHECK(sid.mode_names[4] == with_frequency("bent (twice)", 4));
    const SidFile back = read_sid_text(make_sid_text(sid), "first");
    for (std::size_t i = 0; i + 1 < spec.mode_names.size(); ++i) CHECK(back.mode_names[i] == sid.mode_names[i]);
    CHECK(rewrite_sid(back).mode_names == back.mode_names);
}
