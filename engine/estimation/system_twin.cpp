// With X = [V, Φ], P = ΦᵀMV and (1 - P Pᵀ) Z = Z λ the basis is X C, C = [1, -Pᵀ Z λ^(-1/2); 0, Z λ^(-1/2)],
// orthonormal in M. All its integrals are those of X, which the error data hold: of V in "projection", of Φ with V in
// "modes" (there projected, ΦᵀX = ΦᵀX~ + P VᵀX), of Φ with itself in "mode_coupling"; KΦ = MΦΩ².
#include "engine/estimation/system_twin.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <limits>

#include "bodies/numeric_body.hpp"
#include "core/errors.hpp"
#include "engine/estimation/spin_terms.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// By the couplings M_ab, numbered 3a + b, as the file has them.
ResidualData with_separate_spins(const ResidualData& data) {
    ResidualData separate = data;
    const Index n = data.shapes(), T = data.loads + 3;
    for (MatX* matrix : {&separate.projection, &separate.modes}) {
        matrix->middleCols(T, 9) = separate_spin_blocks(MatX(matrix->middleCols(T, 9)));
        matrix->middleCols(T + 9, 9 * n) = separate_spin_blocks(MatX(matrix->middleCols(T + 9, 9 * n)));
    }
    separate.mode_coupling = separate_spin_blocks(data.mode_coupling);
    return separate;
}

/// Integrals of the directions X, and the way C from these to the basis.
class RawIntegrals {
  public:
    RawIntegrals(const ElasticBody& body, const ResidualData& data)
        : body_(body),
          data_(with_separate_spins(data)),
          n_(data_.shapes()),
          m_(data_.mode_count()),
          P_(data_.modes.rightCols(n_)),
          by_modes_(data_.modes.leftCols(data_.columns() - n_) + P_ * data_.projection) {
        const Eigen::SelfAdjointEigenSolver<MatX> gram(MatX::Identity(m_, m_) - P_ * P_.transpose());
        constexpr double least = 1e-8;  // directions nearer to V than 1e-4 would be rounding for the most part
        Index first = 0;
        while (first < m_ && gram.eigenvalues()[first] < least) ++first;
        const Index count = m_ - first;
        const MatX Z = gram.eigenvectors().rightCols(count) *
                       gram.eigenvalues().tail(count).cwiseSqrt().cwiseInverse().asDiagonal();
        C_ = MatX::Zero(n_ + m_, n_ + count);
        C_.topLeftCorner(n_, n_).setIdentity();
        C_.topRightCorner(n_, count) = -P_.transpose() * Z;
        C_.bottomRightCorner(m_, count) = Z;
    }

    /// VᵀX_j, ΦᵀX_j of the columns of the residual, in the basis.
    MatX columns(Index first, Index count) const {
        MatX raw(n_ + m_, count);
        raw << data_.projection.middleCols(first, count), by_modes_.middleCols(first, count);
        return C_.transpose() * raw;
    }
    MatX couple(int a, int b) const {
        MatX raw(n_ + m_, n_ + m_);
        raw << block(data_.projection, a, b), block(by_modes_, b, a).transpose(), block(by_modes_, a, b),
            data_.mode_coupling.middleCols((3 * a + b) * m_, m_);
        return C_.transpose() * raw * C_;
    }
    MatX stiffness() const {
        const MatX P_K = data_.omega.cwiseAbs2().asDiagonal() * P_;
        MatX raw(n_ + m_, n_ + m_);
        raw << body_.Ke, P_K.transpose(), P_K, MatX(data_.omega.cwiseAbs2().asDiagonal());
        const MatX K = C_.transpose() * raw * C_;
        return 0.5 * (K + K.transpose());
    }
    /// α M + β K, or 2ζω_i in the exact modes and 2ζω_{m+1} above them.
    MatX damping() const {
        const Index size = C_.cols();
        if (data_.ratio == 0) return data_.alpha * MatX::Identity(size, size) + data_.beta * stiffness();
        MatX onto(m_, n_ + m_);  // ΦᵀM X
        onto << P_, MatX::Identity(m_, m_);
        const MatX by = onto * C_;
        const VecX less = 2 * data_.ratio * (data_.omega.array() - data_.next_omega).matrix();
        return 2 * data_.ratio * data_.next_omega * MatX::Identity(size, size) +
               by.transpose() * less.asDiagonal() * by;
    }

  private:
    MatX block(const MatX& of, int a, int b) const { return of.middleCols(data_.loads + 12 + (3 * a + b) * n_, n_); }

    const ElasticBody& body_;
    const ResidualData data_;
    Index n_, m_;
    MatX P_, by_modes_, C_;
};

MassIntegrals make_integrals(const ElasticBody& body, const ResidualData& data, const RawIntegrals& raw) {
    MassIntegrals integrals;
    integrals.mass = body.inertia.mass;
    integrals.first_moment = body.inertia.mc0;
    integrals.J0 = body.inertia.J0;
    integrals.S = raw.columns(data.loads, 3).transpose();
    const MatX linear = raw.columns(data.loads + 3, 9);  // 3a + b: c_b along a
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
            const auto i = static_cast<std::size_t>(a), k = static_cast<std::size_t>(b);
            integrals.P[i][k] = linear.col(3 * b + a);
            integrals.Q[i][k] = raw.couple(a, b);
        }
    return integrals;
}

void add_places(const ElasticBody& body, const ResidualData& data, const RawIntegrals& raw, NumericBodySpec& spec) {
    Index first = 0;
    for (const Marker& marker : body.markers) {
        const MatX motion = raw.columns(first, 6).transpose();
        spec.markers.push_back({marker.name, marker.X_RM, motion.topRows(3), motion.bottomRows(3), {}});
        first += 6;
    }
    for (std::size_t i = 0; i < data.track_points.size() && i < body.tracks.size(); ++i) {
        const auto* spline = std::get_if<SplineTrack>(&body.tracks[i].second);
        if (spline == nullptr) break;
        NumericTrackSpec track{body.tracks[i].first, data.track_points[i], {}, {}, spline->closed(), spline->up()};
        for (Index k = 0; k < track.points.cols(); ++k, first += 6) {
            const MatX motion = raw.columns(first, 6).transpose();
            track.phi.emplace_back(motion.topRows(3));
            track.psi.emplace_back(motion.bottomRows(3));
        }
        spec.tracks.push_back(std::move(track));
    }
}

/// The system with enriched bodies, and nothing that is measured.
Scene make_twin(const Scene& scene, std::map<std::string, Index>& own_shapes) {
    SceneSpec spec{scene.name, scene.description, scene.spec, scene.settings};
    for (const BodyEntry& entry : scene.model.bodies) {
        const Node& node = scene.model.nodes[entry.node];
        if (!node.elastic) continue;
        const ElasticBody& body = *scene.model.elastic_bodies[*node.elastic];
        const auto data = read_residual_data(body);
        const auto* known = std::get_if<ResidualData>(&data);
        if (known == nullptr || !known->is_exact) continue;
        const auto enriched = make_enriched_body(body, *known);
        for (BodySpec& given : spec.system.bodies) {
            if (given.name != entry.name) continue;
            given.kind = MadeBodySpec{enriched};
            for (VecX* start : {&given.q, &given.q_dot})
                if (start->size() > 0) start->conservativeResizeLike(VecX::Zero(enriched->modes()));
        }
        own_shapes[entry.name] = body.modes();
    }
    if (own_shapes.empty())
        throw InputError("there is no estimate of the system's error: no body has error data with exact couplings");
    spec.system.outputs.emplace();
    spec.system.bound_outputs.clear();
    spec.system.monitors.clear();
    spec.settings.observes_bounds = false;
    Scene twin = make_scene(spec);
    twin.warnings.clear();
    return twin;
}

RunOptions without_rows() {
    RunOptions options;
    options.keep_rows = false;
    return options;
}

}  // namespace

std::shared_ptr<const ElasticBody> make_enriched_body(const ElasticBody& body, const ResidualData& data) {
    const RawIntegrals raw(body, data);
    NumericBodySpec spec;
    spec.name = body.name;
    spec.integrals = make_integrals(body, data, raw);
    spec.Ke = raw.stiffness();
    spec.De = raw.damping();
    spec.full_dofs = body.full_dofs;
    add_places(body, data, raw, spec);
    return std::make_shared<const ElasticBody>(make_numeric_body(spec));
}

SystemTwin::SystemTwin(const Scene& scene) : model_(scene.model), run_(make_twin(scene, own_shapes_), without_rows()) {}

double SystemTwin::compare(NodeId node, const State& state) {
    const Node& own = model_.nodes[node];
    const auto found = own_shapes_.find(own.name);
    if (state.t > run_.time()) run_.advance_to(state.t);
    if (found == own_shapes_.end() || run_.result().status != RunStatus::completed)
        return std::numeric_limits<double>::quiet_NaN();
    const Model& richer = run_.scene().model;
    for (const BodyEntry& body : richer.bodies) {
        if (body.name != own.name) continue;
        const Node& other = richer.nodes[body.node];
        VecX apart = run_.state().q.segment(other.eq, other.n);
        apart.head(own.n) -= state.q.segment(own.eq, own.n);
        return apart.norm();
    }
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace ritz
