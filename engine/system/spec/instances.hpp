#pragma once
// Systems as parts of another: a robot is described once and stands in a hall three times.
//
// The elements of a part are called <instance>.<element> in the whole, and all that refers to them follows. The world W
// of the part becomes a frame F of the whole: what sits at the pose X_WM in the part's world sits at
//   X_BM = X_BF X_WM
// on the body B of that frame, be it the world, a marker of a moving body or a place along a beam. Directions of the
// world (gravity, loads in the world's axes) stay those of the whole; energies are those of the whole, too.
#include <string>
#include <vector>

#include "engine/system/spec/faults.hpp"
#include "engine/system/spec/spec.hpp"

namespace ritz {

struct Instance {
    std::string name;
    FrameSpec world;  // of the whole: stands for the part's world
    SystemSpec part;  // its gravity and its hold are not used
};

/// The frames that stand for worlds may be on any body of the whole, also on those of other instances. Outputs are
/// those of the whole and of its parts; all coordinates only if none of them asks for any. Subjects of faults are named
/// as in the whole.
void add_instances(SystemSpec& whole, std::vector<Instance> instances, Faults& faults);

/// A frame of the part as a frame of the whole. Faults are those of the subject.
FrameSpec place_frame(const Instance& instance, FrameSpec frame, const Subject& subject, Faults& faults);

}  // namespace ritz
