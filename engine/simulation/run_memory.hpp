#pragma once
// What the parts of a run remember of the way that led to its state. An integrator that starts anew from the state
// alone would go on, but a contact that is touched at this moment could take the wrong law, a loop near a singular
// position the wrong branch, and a warning would be given twice.
#include <vector>

#include "engine/system/model.hpp"

namespace ritz {

/// Of contacts and other switches.
struct SwitchMemory {
    std::vector<int> laws;  // Hold of each end of each force element, as a number
    VecX largest_at_start;  // |value| of each switch at a start of the integrator
    VecX farthest;          // from its change within a step, of each switch
    std::vector<int> closed_steps;
    double turned_at = -1;  // [s]
    bool has_warned = false;
};

/// Of loops.
struct LoopMemory {
    std::vector<int> rows;  // 1 for a row that is held; empty if none was chosen yet
    VecX reach;             // of each row
    double largest_share = 0, largest_hint = 0;
    State before;  // the last state that can be trusted
    double distance = 1;
};

/// Of each signal that varies.
struct SignalMemory {
    VecX sharpest, size;  // the largest |s''| and |s| seen
};

/// Of the choice of the method (ChoiceWatch): right-hand sides for a second of the run as expected; in the last race
/// and since then; races' work before the next one.
struct ChoiceMemory {
    double expected = 0, race_work = 0, spent = 0, needed = 1;
};

/// Of elements that are attached and released.
struct AttachmentMemory {
    std::vector<int> active;      // of each element
    std::vector<int> conditions;  // which hold
    MatX taken;                   // 3 x 4 for each element, rotation and place; zero where no frame was taken
};

struct RunMemory {
    AttachmentMemory attachments;
    SwitchMemory switches;
    LoopMemory loops;
    SignalMemory signals, strict_signals;  // the second empty: a fixed step is not judged, or not any more
    std::vector<int> told;                 // of each elastic body: 1 bent, 2 turned
    long steps_unseen = 0;
    ChoiceMemory choice;
};

}  // namespace ritz
