#include "engine/system/spec/finish_model.hpp"

#include "engine/system/dynamics.hpp"
#include "engine/system/frames.hpp"
#include "engine/system/kinematics.hpp"
#include "engine/system/system.hpp"

namespace ritz {

void order_controllers(Model& model) {
    std::vector<char> is_placed(model.controllers.size(), 0);
    model.controller_order.clear();
    for (bool moves = true; moves;) {
        moves = false;
        for (const ControllerId id : model.controllers.ids()) {
            const auto& reference = model.controllers[id].reference_controller;
            if (is_placed[id.value()] || (reference && !is_placed[reference->value()])) continue;
            is_placed[id.value()] = 1;
            model.controller_order.push_back(id);
            moves = true;
        }
    }
    for (const ControllerId id : model.controllers.ids())
        if (!is_placed[id.value()])
            throw SpecError(
                {SubjectKind::controller, model.controllers[id].name, "reference"},
                "goes round in a circle: the reference of each is the output of the next; expected a signal "
                "at the head");
}

namespace {

/// What gravity and the loads do to the elastic coordinates of the straight body.
VecX compute_elastic_force(const Model& model, const State& straight, NodeId index, const BodyCamber& camber,
                           Workspace& ws) {
    const Node& node = model.nodes[index];
    const StateView state = view(straight);
    eval_kinematics(model, state, ws);
    clear_forces(ws);
    for (const auto& [frame, force] : camber.loads)
        apply_wrench(model, index, eval_frame_motion(model, state.q, state.u, frame, ws), force, Vec3::Zero(), ws);
    VecX all = ws.generalized_force.segment(node.eu, node.n);
    if (camber.own_weight) {
        const Vec3 gravity = ws.nodes[index].R_WB.transpose() * model.gravity;
        all += model.elastic_bodies[*node.elastic]->inertia.S.transpose() * gravity;
    }
    return all;
}

}  // namespace

void add_cambers(const std::vector<BodyCamber>& cambers, const State& start, Model& model) {
    if (cambers.empty()) return;
    for (const auto& body : model.elastic_bodies) model.preloads.add(VecX::Zero(body->Ke.rows()));
    const Model posed = with_world_poses(model);
    Workspace ws(posed);
    State straight = start;
    for (const Node& node : model.nodes)
        if (node.n > 0) straight.q.segment(node.eq, node.n).setZero();
    for (const BodyCamber& camber : cambers)
        for (const BodyEntry& body : model.bodies)
            if (body.name == camber.body)
                model.preloads[*model.nodes[body.node].elastic] =
                    -compute_elastic_force(posed, straight, body.node, camber, ws);
}

}  // namespace ritz
