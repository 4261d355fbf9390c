#pragma once
// Elements that are attached and released while a run goes on. A change makes another system of the same bodies: it is
// built from the specification, in which the element is switched, and the state goes over as it is. A joint that begins
// to hold takes its two frames as they stand to each other, so that positions do not jump. Velocities jump by the
// impulse that makes them agree, Δu = M⁻¹ Gᵀ Λ: it keeps momentum, and takes energy where the frames did not move
// alike.
#include <functional>

#include "engine/simulation/run_memory.hpp"
#include "engine/simulation/scene.hpp"
#include "engine/system/spec/activations.hpp"

namespace ritz {

using Measure = std::function<double(const Quantity&)>;

/// Of each condition, whether it holds; one that is latched stays as it was.
std::vector<char> find_conditions(const Scene& scene, const std::vector<char>& before, const Measure& measure);

/// Which elements hold at present.
std::vector<char> list_active(const SystemSpec& spec, const ActivationPlan& plan);

struct OutOfReach {
    Subject subject;
    double distance = 0, reach = 0;  // [m]
};

/// Switches the elements of the specification. Frames are taken as they are in the state of the scene; nothing is
/// changed if two of them are too far apart.
std::optional<OutOfReach> switch_elements(const Scene& scene, const State& state, const ActivationPlan& plan,
                                          const std::vector<char>& active, SystemSpec& spec);

/// What a checkpoint keeps of them, and its way back.
AttachmentMemory remember_attachments(const SystemSpec& spec, const ActivationPlan& plan,
                                      const std::vector<char>& conditions);
/// Throws InputError if the memory is of another system.
void recall_attachments(const AttachmentMemory& memory, const ActivationPlan& plan, SystemSpec& spec);

/// "grip1" holds from here on: what a run says of it.
std::string describe_change(const ActivationPlan& plan, const std::vector<char>& before,
                            const std::vector<char>& after);

}  // namespace ritz
