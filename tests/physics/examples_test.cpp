// Every scene of scenes/ runs and keeps its energy balance.
#include <map>

#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

TEST_CASE("every example scene runs to its end with its energy balance kept and its loops closed") {
    // Shortened where the whole would take long.
    const std::map<std::string, std::string> ends = {{"elastic_chain", "0.5"},
                                                     {"spin_up", "2"},
                                                     {"sliding_mass", "20"},
                                                     {"sliding_mass_5modes", "20"},
                                                     {"elastic_pendulum", "0.5"}};
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(RITZ_SOURCE_DIR) + "/scenes")) {
        if (entry.path().extension() != ".json") continue;
        const std::string name = entry.path().stem().string();
        CAPTURE(name);
        Overrides overrides;
        if (ends.contains(name)) overrides.push_back("/time/end=" + ends.at(name));
        const Recording motion = run(example(name, overrides));
        CHECK(motion.completed());
        CHECK(motion.result().reason.empty());
        for (const std::string& warning : motion.result().warnings) CHECK(warning.empty());
        // The coarsest of them run at a relative tolerance of 1e-6.
        CHECK(motion.result().energy_drift < 1e-4);
        CHECK(motion.result().loop_violation.position < 1e-6);
        for (const auto& row : motion.result().samples)
            for (double value : row) REQUIRE(std::isfinite(value));
        ++count;
    }
    CHECK(count >= 10);
}
