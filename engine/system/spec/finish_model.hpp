#pragma once
// What a model needs once it is numbered: the order of its controllers, the stress-free shapes of its elastic bodies.
// Private to build().
#include <string>
#include <utility>
#include <vector>

#include "engine/system/model.hpp"
#include "engine/system/spec/faults.hpp"

namespace ritz {

/// Each controller behind the one whose output is its reference. Throws SpecError where these go round in a circle.
void order_controllers(Model& model);

struct BodyCamber {
    std::string body;
    bool own_weight = true;
    std::vector<std::pair<Frame, Vec3>> loads;  // forces in the world's axes
};

/// K q0 = -(elastic forces of the loads on the straight body): then q = 0 under these loads.
void add_cambers(const std::vector<BodyCamber>& cambers, const State& start, Model& model);

}  // namespace ritz
