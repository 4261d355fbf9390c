#include "engine/simulation/loop_agreement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/system/statics/coordinate_scales.hpp"

namespace ritz {
namespace {

/// Of the size of the bodies, or in rad. Rows are closed to 1e-13 to 1e-10, and what others contain follows but for the
/// loop's condition; contradictions of a tolerance's size are a thousand times larger.
constexpr double rounding = 1e-8;

/// Which loops have elastic bodies, or share moving bodies with a loop that has.
std::vector<char> find_elastic_loops(const Model& model, const LoopSystem& loops) {
    std::vector<char> elastic;
    for (const LoopPath& path : loops.paths)
        elastic.push_back(std::any_of(path.nodes.begin(), path.nodes.end(),
                                      [&](const NodeId node) { return model.nodes[node].n > 0; }));
    for (bool changes = true; changes;) {
        changes = false;
        for (const RowGroupId l : loops.groups.ids())
            for (const PathOverlap& overlap : loops.overlaps[l]) {
                char &here = elastic[l.value()], &there = elastic[overlap.other.value()];
                changes = changes || here != there;
                here = there = here != 0 || there != 0;
            }
    }
    return elastic;
}

std::vector<NodeId> list_ancestors(const Model& model, std::optional<NodeId> node) {
    std::vector<NodeId> nodes;
    for (; node; node = model.nodes[*node].parent) nodes.push_back(*node);
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

/// Names of the prescribed joints between the two sides of a loop: what moves both alike does not open it.
std::vector<std::string> list_driven_joints(const Model& model, const LoopConstraint& loop) {
    const std::vector<NodeId> a = list_ancestors(model, loop.a.node), b = list_ancestors(model, loop.b.node);
    std::vector<NodeId> between;
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(between));
    std::vector<std::string> names;
    for (const NodeId node : between)
        if (model.nodes[node].is_prescribed()) names.push_back(model.joints[model.nodes[node].joint].name);
    return names;
}

}  // namespace

LoopAgreement::LoopAgreement(const Model& model) : model_(model), length_(compute_model_length(model)), ws_(model) {
    const std::vector<char> elastic = find_elastic_loops(model, ws_.loops);
    for (const LoopId l : model.loops.ids()) {
        if (elastic[l.value()]) continue;
        rigid_.push_back(l);
        is_driven_ = is_driven_ || !list_driven_joints(model, model.loops[l]).empty();
    }
}

LoopAgreement::Gap LoopAgreement::find_gap(const State& state) {
    ProjectionOptions options;
    options.disagreement = std::numeric_limits<double>::infinity();
    closed_ = state;
    if (!project(model_, closed_, ws_, options)) return {};
    Gap widest;
    for (const LoopId l : rigid_)
        for (int k = model_.loops[l].row; k < model_.loops[l].row + model_.loops[l].rows; ++k) {
            const bool is_length = !ws_.loop_rows[static_cast<std::size_t>(k)].va.isZero(0);
            const double size = std::abs(ws_.loop_error[k]), relative = size / (is_length ? length_ : 1);
            if (relative > widest.relative) widest = {l, size, relative, is_length};
        }
    return widest;
}

std::optional<Contradiction> LoopAgreement::find(const State& state) {
    if (!is_needed()) return {};
    Gap gap = find_gap(state);
    if (!(gap.relative > rounding)) return {};
    ws_.loops.is_chosen = false;  // the rows may have been chosen in quite another position
    gap = find_gap(state);
    if (!(gap.relative > rounding)) return {};
    const std::string& joint = model_.loops[*gap.loop].name;
    return Contradiction{
        joint, fmt::format(
                   "joint \"{}\" cannot close its loop of rigid bodies at t = {:.6g} s: a gap of {:.3g} {} remains; {}",
                   joint, state.t, gap.size, gap.is_length ? "m" : "rad", blame(*gap.loop))};
}

void LoopAgreement::require(const State& state) {
    if (const auto found = find(state)) throw LoopContradiction(found->sentence);
}

std::string LoopAgreement::blame(LoopId loop) const {
    std::vector<std::string> names = list_driven_joints(model_, model_.loops[loop]);
    if (names.size() < 2)  // by way of other loops
        for (const LoopId other : rigid_)
            for (const std::string& name : list_driven_joints(model_, model_.loops[other]))
                if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    if (names.empty()) return "its constraints contradict each other: check axes, positions and lengths";
    if (names.size() == 1)
        return fmt::format("the motion of joint \"{}\" contradicts what the loop allows", names.front());
    const std::string last = names.back();
    names.pop_back();
    return fmt::format("the motions of joints \"{}\" and \"{}\" contradict each other", fmt::join(names, "\", \""),
                       last);
}

}  // namespace ritz
