#include "engine/simulation/attachments.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "engine/system/frames.hpp"
#include "engine/system/kinematics.hpp"
#include "engine/system/system.hpp"

namespace ritz {

std::vector<char> find_conditions(const Scene& scene, const std::vector<char>& before, const Measure& measure) {
    std::vector<char> holds;
    for (std::size_t i = 0; i < scene.conditions.size(); ++i) {
        const Condition& condition = scene.conditions[i];
        if (condition.is_latched && i < before.size() && before[i]) {
            holds.push_back(1);
            continue;
        }
        const double value = measure(condition.quantity);
        holds.push_back(
            (!condition.above || value > *condition.above) && (!condition.below || value < *condition.below) ? 1 : 0);
    }
    return holds;
}

std::vector<char> list_active(const SystemSpec& spec, const ActivationPlan& plan) {
    std::vector<char> active;
    for (const ActivationPlan::Element& element : plan.elements())
        active.push_back(activation_of(spec, element).is_on ? 1 : 0);
    return active;
}

std::optional<OutOfReach> switch_elements(const Scene& scene, const State& state, const ActivationPlan& plan,
                                          const std::vector<char>& active, SystemSpec& spec) {
    const Model model = with_world_poses(scene.model);
    Workspace ws(model);
    eval_kinematics(model, view(state), ws);
    const auto find_pose = [&](const Frame& frame) {
        return eval_frame_motion(model, state.q.data(), state.u.data(), frame, ws).X_WF;
    };
    SystemSpec changed = spec;
    for (std::size_t i = 0; i < active.size(); ++i) {
        const ActivationPlan::Element& element = plan.elements()[i];
        ActivationSpec& activation = activation_of(changed, element);
        const bool begins = active[i] && !activation.is_on;
        activation.is_on = active[i] != 0;
        if (!activation.is_on) activation.taken.reset();
        const AttachmentFrames& frames = scene.attachments[i];
        if (!begins || !frames.is_taken) continue;
        const Pose parent = find_pose(frames.parent);
        const double distance = (find_pose(frames.child).p - parent.p).norm();
        if (distance > activation.reach) return OutOfReach{element.subject, distance, activation.reach};
        activation.taken = inverse(find_pose(frames.child_place)) * parent;
    }
    spec = std::move(changed);
    return {};
}

AttachmentMemory remember_attachments(const SystemSpec& spec, const ActivationPlan& plan,
                                      const std::vector<char>& conditions) {
    AttachmentMemory memory;
    memory.conditions.assign(conditions.begin(), conditions.end());
    memory.taken.setZero(3, 4 * static_cast<Eigen::Index>(plan.elements().size()));
    for (const ActivationPlan::Element& element : plan.elements()) {
        const ActivationSpec& activation = activation_of(spec, element);
        const auto at = 4 * static_cast<Eigen::Index>(memory.active.size());
        memory.active.push_back(activation.is_on ? 1 : 0);
        if (activation.taken) memory.taken.middleCols<4>(at) << activation.taken->R, activation.taken->p;
    }
    return memory;
}

void recall_attachments(const AttachmentMemory& memory, const ActivationPlan& plan, SystemSpec& spec) {
    if (memory.active.size() != plan.elements().size() || memory.conditions.size() != spec.conditions.size() ||
        memory.taken.cols() != 4 * static_cast<Eigen::Index>(memory.active.size()))
        throw InputError("the checkpoint is of another system: other elements are attached and released in it");
    for (std::size_t i = 0; i < memory.active.size(); ++i) {
        ActivationSpec& activation = activation_of(spec, plan.elements()[i]);
        const Mat3 R = memory.taken.middleCols<3>(4 * static_cast<Eigen::Index>(i));
        activation.is_on = memory.active[i] != 0;
        activation.taken.reset();
        if (R.norm() > 0) activation.taken = Pose{R, memory.taken.col(4 * static_cast<Eigen::Index>(i) + 3)};
    }
}

std::string describe_change(const ActivationPlan& plan, const std::vector<char>& before,
                            const std::vector<char>& after) {
    std::string text;
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (before[i] == after[i]) continue;
        const Subject& subject = plan.elements()[i].subject;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", describe({subject.kind, subject.name}),
                            after[i] ? "holds" : "is released");
    }
    return text;
}

}  // namespace ritz
