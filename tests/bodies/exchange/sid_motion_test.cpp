// SID is a form of the equations of motion: its blocks, put into them, must give the forces of the body they came from.
#include <doctest/doctest.h>

#include "bodies/exchange/sid.hpp"
#include "bodies/mass_points.hpp"
#include "tests/bodies/exchange/bodies.hpp"

using namespace ritz;
using Eigen::Index;

namespace {

/// The frame and the elastic coordinates at an instant; `at(t)` moves them by their rates.
struct Motion {
    Vec3 v, w, v_dot, w_dot;
    VecX q, q_dot, q_ddot;

    Motion at(double t) const {
        Motion moved = *this;
        moved.v += t * v_dot;
        moved.w += t * w_dot;
        moved.q += t * q_dot;
        moved.q_dot += t * q_ddot;
        return moved;
    }
};

Motion make_motion(Index n) {
    return {Vec3::Random(),  Vec3::Random(),  Vec3::Random(), Vec3::Random(),
            VecX::Random(n), VecX::Random(n), VecX::Random(n)};
}

/// Of theory §1.2, with the polynomials of the body.
struct Polynomials {
    Vec3 mc;
    Mat3X S, Crt;
    Mat3 J;
};

Polynomials eval_polynomials(const InertiaInvariants& in, const VecX& q) {
    const Index n = q.size();
    Polynomials p{in.mc0 + in.S * q, in.S, in.Cr0, in.J0};
    Vec6 J = in.J1 * q;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto row = static_cast<Index>(k);
        p.mc[row] += 0.5 * q.dot(or_zero(in.S1[k], n) * q);
        p.S.row(row) += (or_zero(in.S1[k], n) * q).transpose();
        p.Crt.row(row) += q.transpose() * or_zero(in.N[k], n);
    }
    for (std::size_t e = 0; e < 6; ++e) J[static_cast<Index>(e)] += 0.5 * q.dot(or_zero(in.J2[e], n) * q);
    Mat3 change;
    change << J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2];
    p.J += change;
    return p;
}

double kinetic_energy(const InertiaInvariants& in, const Motion& m) {
    const Polynomials p = eval_polynomials(in, m.q);
    return 0.5 * in.mass * m.v.squaredNorm() + m.v.dot(m.w.cross(p.mc)) + m.v.dot(p.S * m.q_dot) +
           0.5 * m.w.dot(p.J * m.w) + m.w.dot(p.Crt * m.q_dot) + 0.5 * m.q_dot.dot(in.Me * m.q_dot);
}

VecX elastic_momentum(const InertiaInvariants& in, const Motion& m) {
    const Polynomials p = eval_polynomials(in, m.q);
    return p.S.transpose() * m.v + p.Crt.transpose() * m.w + in.Me * m.q_dot;
}

/// (∂T/∂q')' - ∂T/∂q. Both are polynomials of second degree in what is varied, so central differences are exact.
VecX lagrange_force(const InertiaInvariants& in, const Motion& m) {
    VecX force = 0.5 * (elastic_momentum(in, m.at(1)) - elastic_momentum(in, m.at(-1)));
    for (Index i = 0; i < m.q.size(); ++i) {
        Motion more = m, less = m;
        more.q[i] += 1;
        less.q[i] -= 1;
        force[i] -= 0.5 * (kinetic_energy(in, more) - kinetic_energy(in, less));
    }
    return force;
}

MatX eval_taylor(const SidTaylor& taylor, const VecX& q) {
    MatX value = taylor.m0;
    for (std::size_t j = 0; j < taylor.m1.size(); ++j) value += q[static_cast<Index>(j)] * taylor.m1[j];
    return value;
}

/// Ct (v' + ω × v) + Cr ω' + Me q'' + Σ_j q'_j Ge_j ω + Oe [ωx² ωy² ωz² ωxωy ωyωz ωxωz], as any program with SID does.
VecX sid_force(const SidFile& sid, const Motion& m) {
    const Index n = sid.modes();
    VecX products(6);
    products << m.w[0] * m.w[0], m.w[1] * m.w[1], m.w[2] * m.w[2], m.w[0] * m.w[1], m.w[1] * m.w[2], m.w[0] * m.w[2];
    VecX force = eval_taylor(sid.Ct, m.q) * (m.v_dot + m.w.cross(m.v)) + eval_taylor(sid.Cr, m.q) * m.w_dot +
                 sid.Me.m0 * m.q_ddot + eval_taylor(sid.Oe, m.q) * products;
    for (Index k = 0; k < 3; ++k) force += m.w[k] * sid.Ge.m0.middleCols(k * n, n) * m.q_dot;
    return force;
}

/// The rod beside the origin of its frame: to turn faster and faster about an axis that it does not cross stresses it.
NumericBodySpec make_rod_aside(const Vec3& s) {
    NumericBodySpec spec = testing::make_rod_numbers(true);
    MassIntegrals& m = spec.integrals;
    const Index n = m.S.cols();
    m.J0 += 2 * s.dot(m.first_moment) * Mat3::Identity() - s * m.first_moment.transpose() -
            m.first_moment * s.transpose() + m.mass * (s.squaredNorm() * Mat3::Identity() - s * s.transpose());
    m.first_moment += m.mass * s;
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b) {
            const double shift = s[static_cast<Index>(a)];
            const VecX old = m.P[a][b].size() > 0 ? m.P[a][b] : VecX(VecX::Zero(n));
            m.P[a][b] = old + shift * m.S.row(static_cast<Index>(b)).transpose();
            m.gamma_moment[a][b] = or_zero(m.gamma_moment[a][b], n) + shift * or_zero(m.gamma[b], n);
        }
    for (Marker& marker : spec.markers) marker.X_RM.p += s;
    return spec;
}

/// Bends in one plane only, up to rounding: there is no Coriolis force but that of stray digits.
NumericBodySpec make_plane_rod_aside() {
    NumericBodySpec spec = make_rod_aside({0, 0.3, -0.2});
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b)
            if (a != b && spec.integrals.Q[a][b].size() > 0) spec.integrals.Q[a][b] *= 1e-17;
    return spec;
}

bool mentions_Ge(const std::vector<std::string>& notes) {
    for (const std::string& note : notes)
        if (note.find("Ge") != std::string::npos) return true;
    return false;
}

}  // namespace

TEST_CASE("the blocks of SID give Lagrange's elastic forces, of a body with stress stiffness too") {
    for (const NumericBodySpec& spec :
         {testing::make_rod_numbers(false), make_rod_aside({0, 0.3, -0.2}), make_plane_rod_aside()}) {
        const ElasticBody body = make_numeric_body(spec);
        const SidFile sid = read_sid_text(make_sid_text(make_sid(body)), "rod");
        CHECK_FALSE(mentions_Ge(sid.notes));
        std::vector<std::string> notes;
        const ElasticBody back = make_sid_body(sid, "rod", notes);
        // By the integrals themselves, not by the mass points into which a body turns its Γ.
        const InertiaInvariants exact = make_invariants(spec.integrals), again = truncate_inertia(back);
        for (int i = 0; i < 5; ++i) {
            const Motion motion = make_motion(body.modes());
            const VecX force = lagrange_force(exact, motion);
            CHECK((sid_force(sid, motion) - force).norm() < 1e-12 * force.norm());
            CHECK((lagrange_force(again, motion) - force).norm() < 1e-12 * force.norm());
            CHECK(kinetic_energy(again, motion) == doctest::Approx(kinetic_energy(exact, motion)).epsilon(1e-12));
        }
    }
}

TEST_CASE("angular acceleration stiffens, but does no Coriolis work: Ge is the skew part of Cr.m1 alone") {
    const SidFile sid = make_sid(make_numeric_body(make_rod_aside({0, 0.3, -0.2})));
    const Index n = sid.modes();
    double skew_part = 0, rest = 0;
    for (Index k = 0; k < 3; ++k) {
        MatX Cr(n, n);
        for (Index j = 0; j < n; ++j) Cr.col(j) = sid.Cr.m1[static_cast<std::size_t>(j)].col(k);
        const MatX Ge = sid.Ge.m0.middleCols(k * n, n);
        CHECK((Ge + Ge.transpose()).norm() == 0);  // q'ᵀ Ge q' = 0
        CHECK((Ge - (Cr - Cr.transpose())).norm() == 0);
        skew_part = std::max(skew_part, Ge.norm());
        rest = std::max(rest, (Cr + Cr.transpose()).norm());
    }
    CHECK(skew_part > 0.1);
    CHECK(rest > 0.1);  // so Ge is not 2 Cr.m1 here
}

TEST_CASE("a Ge that does not belong to Cr.m1 is named, in either order of its columns") {
    const SidFile sid = make_sid(make_numeric_body(make_rod_aside({0, 0.3, -0.2})));
    const Index n = sid.modes();
    SidFile by_modes = sid;
    for (Index j = 0; j < n; ++j)
        for (Index k = 0; k < 3; ++k) by_modes.Ge.m0.col(3 * j + k) = sid.Ge.m0.col(k * n + j);
    const SidFile turned = read_sid_text(make_sid_text(by_modes), "turned");
    CHECK(turned.notes == std::vector<std::string>{"Ge with three columns for each mode"});
    CHECK(turned.Ge == sid.Ge);
    // A program that takes all of Cr.m1 for Coriolis forces.
    SidFile twice = sid;
    for (Index j = 0; j < n; ++j)
        for (Index k = 0; k < 3; ++k) twice.Ge.m0.col(k * n + j) = 2 * sid.Cr.m1[static_cast<std::size_t>(j)].col(k);
    const std::vector<std::string> notes = read_sid_text(make_sid_text(twice), "twice").notes;
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].starts_with("Ge is not twice the skew part of Cr.m1"));
}
