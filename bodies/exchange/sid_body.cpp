// Between SID and the invariants of elastic_body.hpp (theory §1). With r the undeformed place and Φ the shapes:
//   Cr.m0_i = ∫ r × φ_i dm           Gr_j = -2 ∫ r~ φ~_j dm = J1_j - (Cr.m0_j)~
//   J.m1_j  = ∂J/∂q_j                Oe on [ωx² ωy² ωz² ωxωy ωyωz ωxωz]: -½ ∂J/∂q_i, m0 from J1, m1 from J2
//   Cr.m1_j(i, k) = N_k(j, i): ∫ (φ_j × φ_i)_k dm, which is skew, and the stiffening ∫ (r × Γ(i, j))_k dm
//   Ge_j(i, k) = N_k(j, i) - N_k(i, j) = 2 ∫ (φ_j × φ_i)_k dm: 2 Cr.m1 without its stiffening
//   Ct.m1_j(i, a) = S1_a(i, j), node phi.m1_j(a, i) = Γ_a(i, j): foreshortening, as FEMBeam writes geometric stiffening
// From J1 and Cr.m0 follow all P_ab, from J2 and N all Q_ab, since one gives the sums and the other the differences of
// P_ab and P_ba.
#include <fmt/format.h>

#include "bodies/exchange/sid.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"

namespace ritz {
namespace {

using Eigen::Index;

constexpr std::size_t oe_column[6] = {0, 1, 2, 3, 5, 4};  // of xx yy zz xy xz yz
constexpr std::size_t pair_entry[3] = {5, 4, 3};          // entry yz, xz, xy of the pair of axes beside k

double largest(const MatX& m) { return m.size() > 0 ? m.cwiseAbs().maxCoeff() : 0; }

/// What the inertia of a SID file says beyond the mass matrix at rest.
struct SecondOrder {
    std::array<MatX, 3> N;
    std::array<MatX, 6> J2;
    std::array<MatX, 3> S1;
};

SecondOrder collect_second_order(const SidFile& sid) {
    const Index n = sid.modes();
    SecondOrder s;
    for (MatX& N : s.N) N = MatX::Zero(n, n);
    for (MatX& J2 : s.J2) J2 = MatX::Zero(n, n);
    for (MatX& S1 : s.S1) S1 = MatX::Zero(n, n);
    for (Index j = 0; j < n; ++j) {
        const auto mode = static_cast<std::size_t>(j);
        for (std::size_t k = 0; k < 3; ++k) {
            const auto column = static_cast<Index>(k);
            if (!sid.Cr.m1.empty()) s.N[k].row(j) = sid.Cr.m1[mode].col(column).transpose();
            if (!sid.Ct.m1.empty()) s.S1[k].col(j) = sid.Ct.m1[mode].col(column);
        }
        for (std::size_t e = 0; e < 6 && !sid.Oe.m1.empty(); ++e)
            s.J2[e].col(j) = (e < 3 ? -2 : -1) * sid.Oe.m1[mode].col(static_cast<Index>(oe_column[e]));
    }
    return s;
}

/// The symmetric part, and whether the rest is more than rounding.
template <std::size_t count>
bool symmetrise(std::array<MatX, count>& matrices) {
    double rest = 0, size = 0;
    for (MatX& m : matrices) {
        size = std::max(size, largest(m));
        rest = std::max(rest, largest(m - m.transpose()));
        m = (0.5 * (m + m.transpose())).eval();
    }
    return rest > 1e-6 * size;
}

/// Second derivatives of an energy are symmetric. PY_SID writes 2 ∫ φ_a φ_bᵀ dm for the products ω_a ω_b, of which the
/// symmetric part is the right one.
const SecondOrder& symmetrised(SecondOrder& second, std::vector<std::string>& notes) {
    if (symmetrise(second.J2)) notes.push_back("Oe.m1 is not symmetric in the modes: its symmetric part is used");
    if (symmetrise(second.S1)) notes.push_back("Ct.m1 is not symmetric in the modes: its symmetric part is used");
    return second;
}

/// To check what must be right in any body: SID files exist whose Ct and Cr do not belong to their Me.
NumericBodySpec without_coupling(NumericBodySpec spec) {
    spec.integrals.S.setZero();
    spec.integrals.P = {};
    spec.Cr0 = spec.integrals.S;
    return spec;
}

bool is_definite_when_scaled(const MatX& m) {
    const VecX scale = m.diagonal().cwiseSqrt().cwiseInverse();
    const MatX scaled = scale.asDiagonal() * m * scale.asDiagonal();
    return is_positive_definite(scaled);
}

/// P_ab from J1 and Cr0, or Q_ab from J2 and N: sums on the one hand, differences on the other.
template <class Value>
std::array<std::array<Value, 3>, 3> separate(const std::array<Value, 6>& J, const std::array<Value, 3>& C) {
    std::array<std::array<Value, 3>, 3> result;
    const Value trace = 0.25 * (J[0] + J[1] + J[2]);
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t a = (k + 1) % 3, b = (k + 2) % 3;
        result[k][k] = trace - 0.5 * J[k];
        result[a][b] = 0.5 * (C[k] - J[pair_entry[k]]);
        result[b][a] = -0.5 * (C[k] + J[pair_entry[k]]);
    }
    return result;
}

Mat3 make_inertia(const MatX& J) {
    Mat3 full;
    full << J(0), J(3), J(4), J(3), J(1), J(5), J(4), J(5), J(2);
    return full;
}

/// A rotation of few digits becomes one; anything else is left for the check of the markers.
Mat3 clean_rotation(const Mat3& R) {
    const double fault = (R.transpose() * R - Mat3::Identity()).norm();
    if (!(fault > 1e-12 && fault < 1e-4)) return R;
    return Eigen::Quaterniond(R).normalized().toRotationMatrix();
}

Marker make_marker(const SidNode& node, Index n) {
    Marker marker;
    marker.name = fmt::format("node_{}", node.id);
    marker.X_RM = {clean_rotation(node.AP.m0), Vec3(node.origin.m0)};
    marker.phi = node.phi.m0;
    marker.psi = node.psi.m0;
    for (std::size_t a = 0; a < 3 && !node.phi.m1.empty(); ++a) {
        MatX gamma(n, n);
        for (Index j = 0; j < n; ++j)
            gamma.col(j) = node.phi.m1[static_cast<std::size_t>(j)].row(static_cast<Index>(a)).transpose();
        if (largest(gamma) > 0) marker.gamma[a] = 0.5 * (gamma + gamma.transpose());
    }
    return marker;
}

/// Whether one distribution of mass, without geometric stiffening, explains Oe.m1, Cr.m1 and Me.
bool belong_together(const SecondOrder& s, const MatX& Me) {
    const MatX trace = 0.25 * (s.J2[0] + s.J2[1] + s.J2[2]);
    for (const MatX& N : s.N)
        if (largest(N + N.transpose()) > 1e-6 * largest(Me)) return false;
    for (const MatX& S1 : s.S1)
        if (largest(S1) > 0) return false;
    return largest(trace - Me) <= 1e-6 * largest(Me);
}

NumericBodySpec make_spec(const SidFile& sid, const std::string& name, const SecondOrder& second) {
    const Index n = sid.modes();
    NumericBodySpec spec;
    spec.name = name;
    MassIntegrals& m = spec.integrals;
    m.mass = sid.mass;
    m.first_moment = sid.mdCM.m0;
    m.J0 = make_inertia(sid.J.m0);
    m.S = sid.Ct.m0.transpose();
    std::array<VecX, 6> J1;
    std::array<VecX, 3> Cr0;
    for (VecX& v : J1) v = VecX::Zero(n);
    for (std::size_t j = 0; j < sid.J.m1.size(); ++j)
        for (std::size_t e = 0; e < 6; ++e) J1[e][static_cast<Index>(j)] = sid.J.m1[j](static_cast<Index>(e), 0);
    for (std::size_t k = 0; k < 3; ++k) Cr0[k] = sid.Cr.m0.col(static_cast<Index>(k));
    m.P = separate(J1, Cr0);
    if (belong_together(second, sid.Me.m0))
        m.Q = separate(second.J2, second.N);
    else
        spec.Me = sid.Me.m0;
    spec.Ke = sid.Ke.m0;
    spec.De = sid.De.m0;
    for (const SidNode& node : sid.nodes) spec.markers.push_back(make_marker(node, n));
    spec.mode_names = sid.mode_names;
    return spec;
}

void note_what_is_left_out(const SidFile& sid, std::vector<std::string>& notes) {
    if (largest(sid.ksigma.m0) > 0 || !sid.ksigma.m1.empty()) notes.push_back("the prestress ksigma is left out");
    for (const SidTaylor* t : {&sid.Me, &sid.Ke, &sid.De, &sid.Gr, &sid.Ge})
        if (!t->m1.empty()) {
            notes.push_back("Me, Ke, De, Gr or Ge change with q in the file; their first-order terms are left out");
            break;
        }
}

}  // namespace

NumericBodySpec make_sid_spec(const SidFile& sid, const std::string& name, std::vector<std::string>& notes) {
    note_what_is_left_out(sid, notes);
    SecondOrder second = collect_second_order(sid);
    NumericBodySpec spec = make_spec(sid, name, symmetrised(second, notes));
    if (spec.Me) notes.push_back("Oe.m1 and Cr.m1 do not belong to Me: the inertia of second order in q is left out");
    return spec;
}

ElasticBody make_sid_body(const SidFile& sid, const std::string& name, std::vector<std::string>& notes) {
    note_what_is_left_out(sid, notes);
    SecondOrder second = collect_second_order(sid);
    const NumericBodySpec spec = make_spec(sid, name, symmetrised(second, notes));
    ElasticBody body = make_numeric_body(without_coupling(spec));
    const MatX Me = body.inertia.Me;
    const Mat3 J0 = body.inertia.J0;
    body.inertia = make_invariants(spec.integrals);
    body.inertia.Me = Me;
    body.inertia.J0 = J0;
    if (!is_definite_when_scaled(compute_mass_matrix_at_rest(body.inertia)))
        notes.push_back(
            "Ct, Cr and Me do not belong to one body, its mass matrix is not positive definite: only a body whose "
            "frame "
            "is held, by the world or by a prescribed motion, moves rightly");
    if (!spec.Me) return body;
    // Q is not known, but what the kinetic energy needs of it is.
    const auto empty_if_zero = [](const MatX& m) { return largest(m) > 0 ? m : MatX(); };
    for (std::size_t k = 0; k < 3; ++k) body.inertia.N[k] = empty_if_zero(second.N[k]);
    for (std::size_t k = 0; k < 3; ++k) body.inertia.S1[k] = empty_if_zero(second.S1[k]);
    for (std::size_t e = 0; e < 6; ++e) body.inertia.J2[e] = empty_if_zero(second.J2[e]);
    const MatX trace = 0.25 * (second.J2[0] + second.J2[1] + second.J2[2]);
    notes.push_back(
        fmt::format("Oe.m1 does not belong to Me: its trace is off by {:.2g} of the largest modal mass, by "
                    "geometric stiffening or another lumping of mass; both are used as they are",
                    largest(trace - sid.Me.m0) / largest(sid.Me.m0)));
    return body;
}

}  // namespace ritz
