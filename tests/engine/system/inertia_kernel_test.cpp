// The kernels of elastic bodies beside the formulas of the theory written with dense matrices, one mass point at a
// time.
#include <doctest/doctest.h>

#include "bodies/mass_points.hpp"
#include "engine/system/elastic_inertia.hpp"
#include "tests/engine/system/systems.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

struct DenseInertia {
    Vec3 mc, bias_v, bias_w;
    Mat3 J;
    Mat3X S, Crt;
    MatX Me;
    VecX bias_e;
};

Mat3 symmetric(const Vec6& x) {
    Mat3 m;
    m << x[0], x[3], x[4], x[3], x[1], x[5], x[4], x[5], x[2];
    return m;
}

/// The polynomials of theory §1.2 and the velocity forces of §1.3.
DenseInertia eval_polynomials(const InertiaInvariants& in, const VecX& q, const VecX& qd, const Vec3& w) {
    const Eigen::Index n = q.size();
    DenseInertia out{in.mc0 + in.S * q, Vec3::Zero(), Vec3::Zero(), in.J0, in.S, in.Cr0, in.Me, VecX::Zero(n)};
    Vec3 second = Vec3::Zero();
    for (int a = 0; a < 3; ++a) {
        const MatX S1 = or_zero(in.S1[a], n), N = or_zero(in.N[a], n);
        out.mc[a] += 0.5 * q.dot(S1 * q);
        out.S.row(a) += (S1 * q).transpose();
        second[a] = qd.dot(S1 * qd);
        out.Crt.row(a) += q.transpose() * N;
        out.bias_w[a] += qd.dot(N * qd);
        out.bias_e += w[a] * (N.transpose() - N) * qd;
    }
    Mat3 J_dot = Mat3::Zero();
    Vec6 J = Vec6::Zero();
    for (int k = 0; k < 6; ++k) {
        VecX slope = or_zero(in.J2[k], n) * q;
        J[k] = 0.5 * q.dot(slope);
        if (in.J1.size() > 0) {
            J[k] += in.J1.row(k) * q;
            slope += in.J1.row(k).transpose();
        }
        const Mat3 unit = symmetric(Vec6::Unit(k));
        J_dot += slope.dot(qd) * unit;
        out.bias_e -= 0.5 * w.dot(unit * w) * slope;
    }
    out.J += symmetric(J);
    out.bias_v = w.cross(w.cross(out.mc)) + 2 * w.cross(out.S * qd) + second;
    out.bias_w += J_dot * w + w.cross(out.J * w + out.Crt * qd);
    return out;
}

/// d'Alembert at one mass point, with foreshortening less without.
void add_point(const MassPoint& point, const VecX& q, const VecX& qd, const Vec3& w, DenseInertia& out) {
    const Eigen::Index n = q.size();
    Mat3X H = Mat3X::Zero(3, n);
    Vec3 bend = Vec3::Zero();
    for (int a = 0; a < 3; ++a) {
        const MatX gamma = or_zero(point.gamma[a], n);
        H.row(a) = (gamma * q).transpose();
        bend[a] = qd.dot(gamma * qd);
    }
    const auto add = [&](const Vec3& d, const Mat3X& G, const Vec3& curvature, double m) {
        const Vec3 acceleration = w.cross(w.cross(d)) + 2 * w.cross(G * qd) + curvature;
        out.mc += m * d;
        out.J += m * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
        out.S += m * G;
        out.Crt += m * skew(d) * G;
        out.Me += m * G.transpose() * G;
        out.bias_v += m * acceleration;
        out.bias_w += m * d.cross(acceleration);
        out.bias_e += m * G.transpose() * acceleration;
    };
    const Vec3 d0 = point.place + point.phi * q;
    add(d0 + 0.5 * H * q, point.phi + H, bend, point.mass);
    add(d0, point.phi, Vec3::Zero(), -point.mass);
}

/// Largest difference of the kernel to that, beside the size of each.
double compare(const ElasticBody& body, const VecX& q, const VecX& qd, const Vec3& w) {
    DenseInertia dense = eval_polynomials(body.inertia, q, qd, w);
    for (const MassPoint& point : body.mass_points) add_point(point, q, qd, w, dense);
    const InertiaKernel kernel(body);
    GeneralData g;
    size_inertia(kernel, g);
    eval_elastic_inertia(kernel, ConstVecMap(q.data(), q.size()), ConstVecMap(qd.data(), qd.size()), w, g);
    double worst = 0;
    const auto differ = [&](const MatX& a, const MatX& b) { worst = std::max(worst, (a - b).norm() / (1 + b.norm())); };
    differ(g.mc, dense.mc);
    differ(g.J, dense.J);
    differ(g.Sq(), dense.S);
    differ(g.Crt(), dense.Crt);
    differ(g.mass_matrix(), dense.Me);
    differ(g.bias_v, dense.bias_v);
    differ(g.bias_w, dense.bias_w);
    differ(g.bias_e, dense.bias_e);
    return worst;
}

VecX random_coordinates(Eigen::Index n, double size, std::mt19937& random) {
    std::uniform_real_distribution<double> u(-size, size);
    return VecX::NullaryExpr(n, [&] { return u(random); });
}

// Sums over up to forty points, each of them a difference of two numbers of its own size.
constexpr double rounding = 1e-12;

}  // namespace

TEST_CASE("The inertia of beams with any number of modes is that of the dense formulas, stiffened or not") {
    std::mt19937 random(1);
    for (const BeamEnds ends : {BeamEnds::clamped_free, BeamEnds::pinned_pinned, BeamEnds::free_free})
        for (const bool stiffening : {false, true})
            for (int modes = 0; modes < 10; ++modes) {
                BeamSpec spec;
                spec.name = "beam";
                spec.length = 1.2;
                spec.law = {2e4, 30, 40, 12, 1.5, 4e-3, 3e-3};
                spec.ends = ends;
                spec.axial_ends = default_axial_ends(ends);
                spec.torsion_ends = default_torsion_ends(ends);
                spec.bending_y = modes;
                spec.bending_z = modes / 2;
                spec.torsion = 1 + modes % 3;
                spec.axial = modes / 3;
                spec.stiffening = stiffening;
                spec.rotary_inertia = modes % 2 == 1;
                const ElasticBody body = make_beam(spec);
                CAPTURE(body.modes());
                const VecX q = random_coordinates(body.modes(), 0.1, random);
                const VecX qd = random_coordinates(body.modes(), 1, random);
                CHECK(compare(body, q, qd, random_vector(random, 3)) < rounding);
            }
}

TEST_CASE("The inertia of a solid whose points are drawn in all directions is that of the dense formulas") {
    std::mt19937 random(2);
    for (const Eigen::Index n : {1, 5, 8, 21}) {
        const auto matrix = [&](Eigen::Index rows, Eigen::Index columns) {
            std::uniform_real_distribution<double> u(-1, 1);
            return MatX(MatX::NullaryExpr(rows, columns, [&] { return u(random); }));
        };
        MassIntegrals m;
        m.mass = 2.5;
        m.first_moment = Vec3(0.7, -0.5, 0.2);
        m.J0 = Vec3(2, 3, 2.5).asDiagonal();
        m.S = matrix(3, n);
        for (std::size_t a = 0; a < 3; ++a) {
            m.gamma[a] = matrix(n, n);
            m.gamma[a] += MatX(m.gamma[a].transpose());
            for (std::size_t b = 0; b < 3; ++b) {
                m.P[a][b] = matrix(n, 1);
                m.Q[a][b] = matrix(n, n);
                m.gamma_moment[a][b] = matrix(n, n);
                m.gamma_moment[a][b] += MatX(m.gamma_moment[a][b].transpose());
            }
        }
        for (std::size_t a = 0; a < 3; ++a) {
            m.Q[a][a] = MatX(m.Q[a][a] * m.Q[a][a].transpose()) + MatX::Identity(n, n);
            for (std::size_t b = 0; b < a; ++b) m.Q[a][b] = m.Q[b][a].transpose();
        }
        ElasticBody body;
        body.Ke = body.De = MatX::Identity(n, n);
        const VecX q = random_coordinates(n, 0.1, random), qd = random_coordinates(n, 1, random);
        // Once with Γ in the polynomials, whose N is not skew then, once with mass points.
        body.inertia = make_invariants(m);
        CHECK(compare(body, q, qd, random_vector(random, 3)) < rounding);
        body.mass_points = make_mass_points(m);
        m.gamma = {};
        m.gamma_moment = {};
        body.inertia = make_invariants(m);
        REQUIRE(body.mass_points.size() == 4);
        CHECK(compare(body, q, qd, random_vector(random, 3)) < rounding);
    }
}

TEST_CASE("Accelerations put back into the inverse dynamics leave nothing, for any number of modes") {
    std::mt19937 random(3);
    for (int modes = 0; modes < 12; ++modes)
        for (const JointType type : {JointType::revolute, JointType::free, JointType::fixed}) {
            ModelBuilder b(Vec3(0.3, -9.0, 1.0));
            for (const char* name : {"beam1", "beam2", "beam3"}) {
                BeamSpec spec;
                spec.name = name;
                spec.length = 1.2;
                spec.law = {2e4, 30, 40, 12, 1.5, 4e-3, 3e-3};
                spec.bending_y = modes;
                spec.bending_z = (modes + 1) / 2;
                spec.torsion = 1;
                spec.stiffening = modes % 2 == 0;
                spec.markers = {{"third", 0.4}};
                b.add_elastic_body(std::make_shared<const ElasticBody>(make_beam(spec)));
            }
            b.add_joint({"base", JointType::free, {}, {"beam1", "third", {}, {}}, "", false, {}, {}, {}});
            b.add_joint({"j2", type, {"beam1", "end", {}, {}}, {"beam2", "third", {}, {}}, "", false, {}, {}, {}});
            b.add_joint({"j3", type, {"beam1", "third", {}, {}}, {"beam3", "", {}, {}}, "", false, {}, {}, {}});
            const Model model = b.finish().model;
            CAPTURE(model.nu);
            Workspace ws(model);
            const State s = random_state(model, random);
            VecX y, y_dot(model.states()), residual(model.nu);
            pack(s, y);
            eval_rates(model, 0, y.data(), y_dot.data(), ws);
            eval_kinematics(model, view(s), ws);
            eval_forces(model, view(s), ws);
            eval_residual(model, view(s), y_dot.data() + model.nq, ws, residual);
            // Beside the largest inertia force (Me = 1): rounding times the condition of M.
            CHECK(residual.lpNorm<Eigen::Infinity>() < 1e-11 * (1 + y_dot.lpNorm<Eigen::Infinity>()));
        }
}
