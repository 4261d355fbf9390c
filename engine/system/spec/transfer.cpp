#include "engine/system/spec/transfer.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"

namespace ritz {

State transfer_state(const Model& from, const State& state, const Model& to, const std::string& body, const MatX& T) {
    if (from.nodes.size() != to.nodes.size() || from.loops.size() != to.loops.size() || from.nz != to.nz)
        throw InputError("the systems before and after the change have different joints or controllers");
    State result;
    result.t = state.t;
    result.work = state.work;
    result.z = state.z;
    result.q = VecX::Zero(to.nq);
    result.u = VecX::Zero(to.nu);
    for (const NodeId k : from.nodes.ids()) {
        const Node &a = from.nodes[k], &b = to.nodes[k];
        result.q.segment(b.q, b.nq) = state.q.segment(a.q, a.nq);
        result.u.segment(b.u, b.nu) = state.u.segment(a.u, a.nu);
        const bool is_replaced = b.name == body && b.elastic.has_value();
        if (is_replaced && (T.rows() != b.n || T.cols() != a.n))
            throw InputError(
                fmt::format("the transfer to body \"{}\" is {} x {}, expected {} x {}: new by old elastic "
                            "coordinates",
                            body, T.rows(), T.cols(), b.n, a.n));
        if (is_replaced) {
            result.q.segment(b.eq, b.n) = T * state.q.segment(a.eq, a.n);
            result.u.segment(b.eu, b.n) = T * state.u.segment(a.eu, a.n);
        } else {
            result.q.segment(b.eq, b.n) = state.q.segment(a.eq, a.n);
            result.u.segment(b.eu, b.n) = state.u.segment(a.eu, a.n);
        }
    }
    for (const LoopId k : from.loops.ids())
        if (to.loops[k].s) result.q[*to.loops[k].s] = state.q[*from.loops[k].s];
    return result;
}

}  // namespace ritz
