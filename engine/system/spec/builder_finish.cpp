// The builder's last step: numbering, what the recursion may leave out, the initial state.
#include <fmt/format.h>

#include <cmath>

#include "core/errors.hpp"
#include "engine/system/spec/builder.hpp"
#include "engine/system/spec/finish_model.hpp"

namespace ritz {
namespace {

int position_count(JointKind kind) {
    switch (kind) {
        case JointKind::fixed:
            return 0;
        case JointKind::spherical:
            return 4;
        case JointKind::free:
            return 7;
        default:
            return 1;
    }
}
int rate_count(JointKind kind) {
    switch (kind) {
        case JointKind::fixed:
            return 0;
        case JointKind::spherical:
            return 3;
        case JointKind::free:
            return 6;
        default:
            return 1;
    }
}

[[noreturn]] void refuse_start(const JointSpec& spec, double s, const Track& track) {
    throw SpecError(
        {SubjectKind::joint, spec.name, "position"},
        fmt::format("joint \"{}\" starts at s = {} m, outside its track [0, {}] m", spec.name, s, track_length(track)));
}

/// Start of the k-th primitive of a joint from all its coordinates: a ball's are the last three.
void set_primitive(const Node& node, Eigen::Index k, const VecX& position, const VecX& rate, State& state) {
    if (node.nq == 0) return;
    if (node.nq == node.nu) {
        state.q[node.q] = position[k];
        state.u[node.u] = rate[k];
        return;
    }
    const Mat3 R = rotation_exp(position.tail<3>());
    state.q.segment<4>(node.q) = rotation_to_quaternion(R);
    state.u.segment<3>(node.u) = rate.tail<3>();
    if (node.kind != JointKind::free) return;
    state.q.segment<3>(node.q + 4) = position.head<3>();
    state.u.segment<3>(node.u + 3) = R.transpose() * rate.head<3>();
}

bool looks_at_world(const ForceElement& element) {
    return std::visit(
        [](const auto& e) {
            using T = std::decay_t<decltype(e)>;
            return std::is_same_v<T, PointSpring> || std::is_same_v<T, Bushing> || std::is_same_v<T, PointLoad> ||
                   std::is_same_v<T, MovingLoad>;
        },
        element.kind);
}

}  // namespace

void ModelBuilder::number_coordinates() {
    for (Node& node : model_.nodes) {
        const bool free = !node.is_prescribed();
        node.nq = free ? position_count(node.kind) : 0;
        node.nu = free ? rate_count(node.kind) : 0;
        node.q = model_.nq;
        node.u = model_.nu;
        node.eq = node.q + node.nq;
        node.eu = node.u + node.nu;
        model_.nq = node.eq + node.n;
        model_.nu = node.eu + node.n;
    }
    for (LoopConstraint& loop : model_.loops) {
        loop.row = model_.rows;
        model_.rows += loop.rows;
        if (loop.type == JointType::slide) loop.s = model_.nq++;
    }
    for (JointCoupling& coupling : model_.couplings) coupling.row = model_.rows++;
    for (Controller& c : model_.controllers) {
        if (c.ki != 0) c.z_integral = model_.nz++;
        if (c.kd != 0 && c.filter_time > 0) c.z_filter = model_.nz++;
        if (c.lag_time > 0) c.z_lag = model_.nz++;
    }
}

void ModelBuilder::set_initial_state(State& state) const {
    state.q = VecX::Zero(model_.nq);
    state.u = VecX::Zero(model_.nu);
    state.z = VecX::Zero(model_.nz);
    for (const Joint& joint : model_.joints) {
        const JointSpec& spec = joints_[JointSpecId(*joint_names_.find(joint.name))];
        const auto count = static_cast<Eigen::Index>(coordinate_names(spec.type).size());
        const VecX position = spec.position.size() > 0 ? spec.position : VecX(VecX::Zero(count));
        const VecX rate = spec.rate.size() > 0 ? spec.rate : VecX(VecX::Zero(count));
        if (position.size() != count || rate.size() != count)
            throw SpecError({SubjectKind::joint, spec.name},
                            fmt::format("joint \"{}\" has {} coordinates, but {} initial positions and {} rates were "
                                        "given",
                                        spec.name, count, position.size(), rate.size()));
        for (std::size_t k = 0; k < joint.nodes.size(); ++k)
            set_primitive(model_.nodes[joint.nodes[k]], static_cast<Eigen::Index>(k), position, rate, state);
        if (spec.type == JointType::slide && !spec.motion) {
            const Track& track = model_.tracks[*model_.nodes[joint.nodes.front()].track];
            if (!is_on_track(track, position[0])) refuse_start(spec, position[0], track);
        }
    }
    for (const BodyDraft& body : drafts_) {
        if (body.elastic == nullptr) continue;
        const Node& node = model_.nodes[*body.node];
        state.q.segment(node.eq, node.n) = body.q;
        state.u.segment(node.eu, node.n) = body.q_dot;
    }
    for (const LoopConstraint& loop : model_.loops)
        if (loop.s) {
            const JointSpec& spec = joints_[JointSpecId(*joint_names_.find(loop.name))];
            double& s = state.q[*loop.s];
            s = spec.position.size() > 0 ? spec.position[0] : 0.0;
            const Track& track = model_.tracks[*loop.track];
            if (!is_on_track(track, s)) refuse_start(spec, s, track);
        }
}

void ModelBuilder::add_coupling(JointCoupling coupling, std::optional<double> constant) {
    double largest = 0;
    for (const JointCoupling::Term& term : coupling.terms) largest = std::max(largest, std::abs(term.factor));
    for (JointCoupling::Term& term : coupling.terms) term.factor /= largest;
    if (constant) *constant /= largest;
    model_.couplings.add(std::move(coupling));
    constants_.add(constant);
}

void ModelBuilder::set_coupling_constants(const State& state) {
    for (const CouplingId id : model_.couplings.ids()) {
        JointCoupling& coupling = model_.couplings[id];
        if (constants_[id]) {
            coupling.constant = *constants_[id];
            continue;
        }
        coupling.constant = 0;
        for (const JointCoupling::Term& term : coupling.terms) {
            const Node& node = model_.nodes[term.node];
            coupling.constant += term.factor * (node.motion ? model_.motions[*node.motion].value(0) : state.q[node.q]);
        }
    }
}

ModelBuilder::Result ModelBuilder::finish() {
    if (!connected_) connect();
    number_coordinates();
    order_controllers(model_);
    model_.inertia_kernels = make_inertia_kernels(model_.elastic_bodies);
    model_.needs_world = !model_.loops.empty() || !model_.controllers.empty();
    for (const ForceElement& element : model_.forces) model_.needs_world |= looks_at_world(element);
    Result result;
    set_initial_state(result.state);
    set_coupling_constants(result.state);
    result.model = std::move(model_);
    return result;
}

const Joint& ModelBuilder::joint(const std::string& name) const {
    if (const auto found = in_model_.find(name); found != in_model_.end()) return model_.joints[found->second];
    std::vector<std::string> known;
    for (const Joint& each : model_.joints) known.push_back(each.name);
    throw InputError(fmt::format("no joint \"{}\"{}", name, suggest(name, known)));
}

NodeId ModelBuilder::coordinate_node(const std::string& name, int coordinate) const {
    const Joint& found = joint(name);
    const auto count = static_cast<int>(coordinate_names(found.type).size());
    if (coordinate < 0 || coordinate >= count)
        throw InputError(
            fmt::format("joint \"{}\" has {} coordinates; number {} is not one of them", name, count, coordinate));
    if (!is_scalar(found.type, coordinate))
        throw InputError(
            fmt::format("joint \"{}\" is {}: it has no scalar coordinate to act on; use a torque or a "
                        "bushing between its bodies",
                        name, type_name(found.type)));
    return found.nodes[place_coordinate(found.type, coordinate).primitive];
}

std::optional<NodeId> ModelBuilder::body_node(const std::string& body) const { return draft(body).node; }

}  // namespace ritz
