// In the coordinates of the exact modes, ascending, M = 1 and K = Ω², and with φ, ψ the motion of the axis in them
//   B = (φ, ψ)ᵀ,   M e_i = Sᵀ e_i,   M c_b e_a = P_ba,   M_ab V = Q_ab V
// are the mass integrals of the beam (theory §1); V picks the modes that the body has.
#include "reduction/beam_estimator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "bodies/beam.hpp"
#include "bodies/beam_integrals.hpp"
#include "core/linear_algebra/dense_products.hpp"
#include "reduction/static_directions.hpp"

namespace ritz {
namespace {

using Eigen::Index;

constexpr int bending_modes = 50, rod_modes = 40, more_modes = 20;
// Cubic splines of places so near leave 5e-9 of a load.
constexpr int places_of_half_wave = 48, fewest_places = 48;

int count_full(int own, double stiffness, int modes) { return stiffness > 0 ? std::max(modes, own + more_modes) : 0; }

BeamSpec make_full_spec(const BeamSpec& own) {
    BeamSpec full = own;
    full.bending_y = count_full(own.bending_y, own.law.EIz, bending_modes);
    full.bending_z = count_full(own.bending_z, own.law.EIy, bending_modes);
    full.axial = count_full(own.axial, own.law.EA, rod_modes);
    const bool can_twist = own.law.rho_Iy + own.law.rho_Iz > 0;
    full.torsion = count_full(own.torsion, can_twist ? own.law.GJ : 0, rod_modes);
    full.stiffening = full.end_shapes = false;
    full.markers.clear();
    return full;
}

/// The beam with many modes, in ascending order of these.
struct FullBeam {
    BeamShapes shapes;
    VecX omega;
    std::vector<Index> order;  // of the shapes
    MassIntegrals integrals;

    explicit FullBeam(const BeamSpec& spec) {
        ElasticBody body = make_beam(spec);
        shapes = *body.beam;
        const VecX squares = body.Ke.diagonal();
        order.resize(static_cast<std::size_t>(squares.size()));
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](Index i, Index j) { return squares[i] < squares[j]; });
        omega = squares(order).cwiseSqrt();
        integrals = compute_beam_integrals(shapes, spec.law, false);
    }
    Index size() const { return omega.size(); }
    /// Displacement and rotation of the axis at x.
    MatX motion(double x) const {
        Mat3X phi(3, size()), psi(3, size());
        shapes.eval(x, 0, phi, psi);
        MatX both(6, size());
        both << phi(Eigen::all, order), psi(Eigen::all, order);
        return both;
    }
    MatX part(std::size_t a, std::size_t b) const { return integrals.Q[a][b](order, order); }
    /// Which of its modes are those of a beam with fewer.
    MatX pick(const BeamShapes& own) const {
        MatX V = MatX::Zero(size(), own.size());
        for (Index j = 0; j < own.size(); ++j)
            for (Index i = 0; i < size(); ++i) {
                const BeamMode &mode = shapes.modes[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])],
                               &wanted = own.modes[static_cast<std::size_t>(j)];
                if (mode.motion == wanted.motion && mode.shape.beta == wanted.shape.beta) V(i, j) = 1;
            }
        return V;
    }
};

VecX list_places(const ElasticBody& body) {
    double beta = 0;
    for (const BeamMode& mode : body.beam->modes) beta = std::max(beta, mode.shape.beta);
    const Index count = std::max<Index>(fewest_places, static_cast<Index>(places_of_half_wave * beta / 3.14)) + 1;
    return VecX::LinSpaced(count, 0, body.beam->length);
}

MatX multiply_parts(const FullBeam& full, const MatX& V) {
    MatX products(V.rows(), 9 * V.cols());
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b)
            products.middleCols(static_cast<Index>(3 * a + b) * V.cols(), V.cols()) = multiply(full.part(a, b), V);
    return products;
}

/// B, M e_i, M c_b e_a, M_ab V, K V.
MatX make_columns(const FullBeam& full, const ElasticBody& body, const VecX& places, const MatX& V) {
    const auto markers = static_cast<Index>(body.markers.size());
    const Index loads = 6 * (markers + places.size()), n = V.cols();
    MatX X(full.size(), loads + 12 + 10 * n);
    for (Index k = 0; k < markers; ++k)
        X.middleCols(6 * k, 6) = full.motion(body.markers[static_cast<std::size_t>(k)].X_RM.p.x()).transpose();
    for (Index k = 0; k < places.size(); ++k) X.middleCols(6 * (markers + k), 6) = full.motion(places[k]).transpose();
    X.middleCols(loads, 3) = full.integrals.S(Eigen::all, full.order).transpose();
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b)
            X.col(loads + 3 + static_cast<Index>(3 * a + b)) = full.integrals.P[b][a](full.order);
    X.middleCols(loads + 12, 9 * n) = multiply_parts(full, V);
    X.rightCols(n) = full.omega.cwiseAbs2().asDiagonal() * V;
    return X;
}

std::vector<std::string> list_columns(const ElasticBody& body, Index places) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& place) {
        for (const char* load : {"fx", "fy", "fz", "mx", "my", "mz"})
            names.push_back(fmt::format("{} {}", place, load));
    };
    for (const Marker& marker : body.markers) add("marker " + marker.name);
    for (Index k = 0; k < places; ++k) add(fmt::format("track axis {}", k));
    return names;
}

MatX stack_motions(const FullBeam& full, const ElasticBody& body) {
    MatX C(6 * static_cast<Index>(body.markers.size()), full.size());
    for (std::size_t k = 0; k < body.markers.size(); ++k)
        C.middleRows(6 * static_cast<Index>(k), 6) = full.motion(body.markers[k].X_RM.p.x());
    return C;
}

}  // namespace

std::variant<EstimatorData, std::string> compute_beam_estimator_data(const ElasticBody& body, int modes) {
    if (!body.beam || !body.beam_spec) return std::string("it is no beam by its exact modes");
    const BeamSpec& spec = *body.beam_spec;
    if (spec.end_shapes) return std::string("end shapes are no modes of the beam, and are not covered yet");
    if (spec.rotary_inertia) return std::string("the rotary inertia of its sections is not covered yet");
    const FullBeam full(make_full_spec(spec));
    const Index m = std::min<Index>(modes, full.size() - 1), others = full.size() - m;
    const MatX V = full.pick(*body.beam);
    const VecX places = list_places(body);
    const MatX X = make_columns(full, body, places, V), projection = multiply_transposed(V, X);
    MatX columns(X.rows(), X.cols() + V.cols());
    columns << X - multiply(V, projection), V;
    const VecX flexibility = full.omega.tail(others).cwiseAbs2().cwiseInverse();
    const auto solve_rest = [&](const MatX& loads) {
        MatX Y = MatX::Zero(loads.rows(), loads.cols());
        Y.bottomRows(others) = flexibility.asDiagonal() * loads.bottomRows(others);
        return Y;
    };
    const MatX statics = solve_rest(columns);
    const MatX coupled = multiply_parts(full, MatX::Identity(full.size(), m)), coupled_statics = solve_rest(coupled);
    const Index p = columns.cols(), loads = 6 * (static_cast<Index>(body.markers.size()) + places.size());
    VecX weights(p + coupled.cols());
    weights << choose_weights(columns, statics, body.Ke.diagonal().cwiseSqrt(), full.omega[0], loads),
        choose_coupling_weights(full.omega.head(m));
    MatX all(statics.rows(), weights.size());
    all << statics, coupled_statics;
    SparseMat M(full.size(), full.size()), K(full.size(), full.size());
    M.setIdentity();
    K = VecX(full.omega.cwiseAbs2()).asDiagonal();
    const StaticDirections directions = compress_statics(M, K, all, weights, 1e-9);
    const MatX C = stack_motions(full, body);
    MatX norms(C.rows(), 2);
    const MatX by_energy = C * full.omega.cwiseInverse().asDiagonal();
    norms << by_energy.rightCols(others).rowwise().norm(), by_energy.rowwise().norm();
    MatX points = MatX::Zero(3, places.size());
    points.row(0) = places.transpose();
    EstimatorData data;
    data.frequencies = full.omega.head(m + 1);
    data.columns = list_columns(body, places.size());
    const auto* rayleigh = std::get_if<RayleighDamping>(&spec.damping);
    const MatX damping = rayleigh ? MatX(Eigen::RowVector2d(rayleigh->alpha, rayleigh->beta)) : MatX(1, 0);
    data.matrices = {{"projection", projection},
                     {"modes", columns.topRows(m)},
                     {"static", directions.R.leftCols(p)},
                     {"static_omega", directions.omega},
                     {"tail", directions.tail.transpose()},
                     {"weights", weights.head(p)},
                     {"mode_coupling", coupled.topRows(m)},
                     {"static_coupling", directions.R.rightCols(coupled.cols())},
                     {"coupling_weights", weights.tail(coupled.cols())},
                     {"feedback", multiply_parts(full, directions.Y).topRows(m)},
                     {"output_modes", C.leftCols(m)},
                     {"output_static", C * directions.Y},
                     {"output_rest", norms},
                     {"damping", damping},
                     {"is_exact", MatX::Constant(1, 1, 1.0)},
                     {"track 0", points}};
    return data;
}

}  // namespace ritz
