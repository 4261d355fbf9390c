// One elastic body at random states (theory §1).
#include <doctest/doctest.h>

#include "engine/system/elastic_inertia.hpp"
#include "engine/system/frames.hpp"
#include "tests/bodies/mass_cloud.hpp"
#include "tests/engine/system/systems.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

BeamSpec beam_spec(BeamEnds ends, bool line) {
    BeamSpec spec;
    spec.name = "beam";
    spec.length = 1.2;
    spec.law = {2e4, 30, 40, 12, 1.5, 4e-3, 3e-3};
    spec.ends = ends;
    spec.axial_ends = default_axial_ends(ends);
    spec.torsion_ends = default_torsion_ends(ends);
    spec.bending_y = 2;
    spec.bending_z = 2;
    spec.axial = 1;
    spec.torsion = line ? 0 : 1;
    spec.rotary_inertia = !line;
    if (line) spec.law.rho_Iy = spec.law.rho_Iz = 0;
    return spec;
}

const std::vector<BeamEnds>& all_ends() {
    static const std::vector<BeamEnds> ends = {BeamEnds::clamped_free, BeamEnds::pinned_pinned, BeamEnds::free_free,
                                               BeamEnds::clamped_clamped, BeamEnds::clamped_pinned};
    return ends;
}

/// A body that flies, and its inertia at a state.
class Flying {
  public:
    Flying(const BeamSpec& spec, const FrameSpec& held = {"beam", "", {}, {}}) : body_(make_beam(spec)) {
        ModelBuilder b(Vec3(0, 0, -9.81));
        auto shared = std::make_shared<const ElasticBody>(body_);
        b.add_elastic_body(shared);
        JointSpec joint;
        joint.name = "fly";
        joint.type = JointType::free;
        joint.child = held;
        b.add_joint(joint);
        b.connect();
        start = b.make_frame({"beam", "start", {}, {}});
        end = b.make_frame({"beam", "end", {}, {}});
        model = with_world_poses(b.finish().model);
    }

    const GeneralData& inertia(const VecX& q, const VecX& q_dot, const Vec3& w) {
        eval_elastic_inertia(*model.inertia_kernels.front(), ConstVecMap(q.data(), q.size()),
                             ConstVecMap(q_dot.data(), q.size()), w, ws().general.front());
        return ws().general.front();
    }
    double kinetic_energy(const VecX& q, const VecX& q_dot, const Vec3& w, const Vec3& v) {
        return compute_elastic_kinetic_energy(body_.inertia.mass, inertia(q, q_dot, w), w, v,
                                              ConstVecMap(q_dot.data(), q.size()));
    }
    const ElasticBody& body() const { return body_; }
    Workspace& ws() {
        if (!ws_) ws_.emplace(model);
        return *ws_;
    }

    Model model;
    Frame start, end;

  private:
    ElasticBody body_;
    std::optional<Workspace> ws_;
};

/// Deflections of a few hundredths, rates as large as the caller says.
VecX random_deflection(const ElasticBody& body, std::mt19937& random, double size) {
    std::uniform_real_distribution<double> u(-1, 1);
    return VecX::NullaryExpr(body.modes(),
                             [&](Eigen::Index k) { return size * u(random) / body.beam->modes[k].scale; });
}

/// M of (v, ω, q') at a state.
MatX mass_matrix(const ElasticBody& body, const GeneralData& g) {
    const Eigen::Index n = body.modes();
    MatX M(6 + n, 6 + n);
    M << body.inertia.mass * Mat3::Identity(), -skew(g.mc), g.Sq(), skew(g.mc), g.J, g.Crt(), g.Sq().transpose(),
        g.Crt().transpose(), MatX(g.mass_matrix());
    return M;
}

/// ½ Σ m |v + ω × d + d'|² over a cloud of points.
double cloud_energy(const std::vector<testing::CloudPoint>& cloud, const VecX& q, const VecX& q_dot, const Vec3& w,
                    const Vec3& v) {
    double sum = 0;
    for (const testing::CloudPoint& p : cloud) {
        const Vec3 d = p.c + p.first(q) + p.second(q);
        const Vec3 rate = p.phi * q_dot + p.first_jacobian(q) * q_dot;
        sum += 0.5 * p.mass * (v + w.cross(d) + rate).squaredNorm();
    }
    return sum;
}

}  // namespace

TEST_CASE("An elastic body without deflection has the inertia and the gyroscopic forces of a rigid one") {
    std::mt19937 random(1);
    for (const BeamEnds ends : all_ends()) {
        Flying beam(beam_spec(ends, false));
        const VecX zero = VecX::Zero(beam.body().modes());
        const Vec3 w = random_vector(random, 3);
        const GeneralData& g = beam.inertia(zero, zero, w);
        const InertiaInvariants& rigid = beam.body().inertia;
        CHECK((g.mc - Vec3(0.6 * 1.2 * 1.5, 0, 0)).norm() < 1e-12);  // the middle of the beam
        CHECK((g.J - rigid.J0).norm() == 0);
        CHECK(g.J(1, 1) == doctest::Approx(1.5 * 1.2 * 1.2 * 1.2 / 3 + 4e-3 * 1.2));
        CHECK((g.bias_v - w.cross(w.cross(g.mc))).norm() < 1e-12);
        CHECK((g.bias_w - w.cross(g.J * w)).norm() < 1e-12);
    }
}

TEST_CASE("The kinetic energy of a bent and stretched massive line is that of its points, to all orders") {
    std::mt19937 random(2);
    for (const BeamEnds ends : all_ends()) {
        Flying beam(beam_spec(ends, true));
        const auto cloud = testing::make_beam_cloud(*beam.body().beam, beam_spec(ends, true).law, 2000);
        for (const double size : {0.02, 0.2}) {
            const VecX q = random_deflection(beam.body(), random, size);
            const VecX q_dot = random_deflection(beam.body(), random, 1);
            const Vec3 w = random_vector(random, 2), v = random_vector(random, 2);
            const double T = beam.kinetic_energy(q, q_dot, w, v);
            // Simpson with 2000 intervals on waves of ten radians; the Gauss points of the body are coarser where the
            // foreshortening is large: products of four slopes.
            CHECK(std::abs(T - cloud_energy(cloud, q, q_dot, w, v)) < (size > 0.1 ? 1e-6 : 1e-8) * T);
        }
    }
}

TEST_CASE("The kinetic energy of a beam with sections is that of its points up to the third order") {
    std::mt19937 random(3);
    for (const BeamEnds ends : all_ends()) {
        Flying beam(beam_spec(ends, false));
        const auto cloud = testing::make_beam_cloud(*beam.body().beam, beam_spec(ends, false).law, 2000);
        const VecX q = random_deflection(beam.body(), random, 0.1), q_dot = random_deflection(beam.body(), random, 1);
        const Vec3 w = random_vector(random, 2), v = random_vector(random, 2);
        const auto error = [&](double factor) {
            const VecX a = factor * q, b = factor * q_dot;
            return std::abs(beam.kinetic_energy(a, b, w, v) - cloud_energy(cloud, a, b, w, v));
        };
        const double whole = error(1), half = error(0.5), quarter = error(0.25);
        CHECK(whole < 1e-2 * beam.kinetic_energy(q, q_dot, w, v));
        CHECK(half < whole / 5);  // third order: an eighth, with a margin for the fourth
        CHECK(quarter < half / 6);
    }
}

TEST_CASE("The velocity forces do exactly the work that the changing mass matrix asks for") {
    // T = ½ VᵀMV with V = (v, ω, q') and a = v' + ω × v: Lagrange's equations need V·(bias + M (ω × v, 0, 0)) = ½
    // VᵀM'V.
    std::mt19937 random(4);
    for (const BeamEnds ends : all_ends())
        for (const bool line : {true, false}) {
            Flying beam(beam_spec(ends, line));
            const Eigen::Index n = beam.body().modes();
            const VecX q = random_deflection(beam.body(), random, 0.05);
            const VecX q_dot = random_deflection(beam.body(), random, 1);
            const Vec3 w = random_vector(random, 2), v = random_vector(random, 2);
            VecX V(6 + n), turning = VecX::Zero(6 + n), bias(6 + n);
            V << v, w, q_dot;
            turning.head<3>() = w.cross(v);
            const auto M_at = [&](double h) { return mass_matrix(beam.body(), beam.inertia(q + h * q_dot, q_dot, w)); };
            const double h = 1e-4;
            const MatX M_dot = ((M_at(3 * h) - M_at(-3 * h)) / 60 - (M_at(2 * h) - M_at(-2 * h)) * 0.15 +
                                (M_at(h) - M_at(-h)) * 0.75) /
                               h;
            const MatX M = M_at(0);
            const GeneralData& g = beam.inertia(q, q_dot, w);
            bias << g.bias_v, g.bias_w, g.bias_e;
            const double power = V.dot(bias) + V.dot(M * turning), expected = 0.5 * V.dot(M_dot * V);
            CHECK(std::abs(power - expected) < 1e-9 * (1 + std::abs(expected)));
        }
}

TEST_CASE("A beam spinning about its clamp is stiffened by its tension, ∫ N w'w' dx, and softened in the plane") {
    const double spin = 7;
    const Vec3 w(0, 0, spin);
    const BeamSpec spec = beam_spec(BeamEnds::clamped_free, true);
    Flying beam(spec);
    const BeamShapes& shapes = *beam.body().beam;
    const Eigen::Index n = beam.body().modes();
    // N(x) = ½ μ Ω² (L² - x²), the centrifugal force of what lies beyond x.
    MatX expected = MatX::Zero(n, n);
    const int intervals = 2000;
    Mat3X slope(3, n), psi(3, n);
    for (int i = 0; i <= intervals; ++i) {
        const double x = spec.length * i / intervals;
        const double weight = (i == 0 || i == intervals ? 1 : (i % 2 ? 4 : 2)) * spec.length / (3.0 * intervals);
        shapes.eval(x, 1, slope, psi);
        const double N = 0.5 * spec.law.mass * spin * spin * (spec.length * spec.length - x * x);
        for (const int axis : {1, 2}) expected += weight * N * slope.row(axis).transpose() * slope.row(axis);
    }
    for (Eigen::Index k = 0; k < n; ++k)  // in the plane of rotation the points move outwards with q, as the axial ones
        if (shapes.modes[static_cast<std::size_t>(k)].motion != BeamMotion::bending_z) expected(k, k) -= spin * spin;
    MatX stiffness(n, n);
    const VecX zero = VecX::Zero(n);
    const double h = 1e-4;
    for (Eigen::Index k = 0; k < n; ++k) {
        const VecX plus = beam.inertia(h * VecX::Unit(n, k), zero, w).bias_e;
        const VecX minus = beam.inertia(-h * VecX::Unit(n, k), zero, w).bias_e;
        stiffness.col(k) = (plus - minus) / (2 * h);
    }
    // The second-order difference leaves h² times third derivatives of the same size.
    CHECK((stiffness - expected).norm() < 1e-6 * expected.norm());
}

TEST_CASE("Where a flying beam's coordinates are attached changes no physical acceleration") {
    std::mt19937 random(5);
    for (const BeamEnds ends : all_ends()) {
        const BeamSpec spec = beam_spec(ends, false);
        Flying at_frame(spec);
        const State s = random_state(at_frame.model, random);
        evaluate_for_outputs(at_frame.model, view(s), at_frame.ws());
        const FrameSpec places[] = {{"beam", "start", {}, random_pose(random)},
                                    {"beam", "end", {}, random_pose(random)},
                                    {"beam", "", 0.5, random_pose(random)},
                                    {"beam", "", {}, random_pose(random)}};
        for (const FrameSpec& place : places) {
            Flying held(spec, place);
            // The joint's frame on the first beam: its motion gives the free coordinates of the second.
            ModelBuilder b(Vec3(0, 0, -9.81));
            b.add_elastic_body(std::make_shared<const ElasticBody>(make_beam(spec)));
            JointSpec fly;
            fly.name = "fly";
            fly.type = JointType::free;
            fly.child.body = "beam";
            b.add_joint(fly);
            b.connect();
            const Frame M = b.make_frame(place);
            const Model with_frame = with_world_poses(b.finish().model);
            Workspace ws(with_frame);
            eval_kinematics(with_frame, view(s), ws);
            const FrameMotion motion = eval_frame_motion(with_frame, s.q.data(), s.u.data(), M, ws);
            State other = s;
            other.q.head<4>() = rotation_to_quaternion(motion.X_WF.R);
            other.q.segment<3>(4) = motion.X_WF.p;
            other.u.head<3>() = motion.X_WF.R.transpose() * motion.w;
            other.u.segment<3>(3) = motion.X_WF.R.transpose() * motion.v;
            evaluate_for_outputs(held.model, view(other), held.ws());
            const VecX &a = at_frame.ws().u_dot, &c = held.ws().u_dot;
            const double size = 1 + a.lpNorm<Eigen::Infinity>();
            // The mass matrix in the other coordinates has a condition of up to 1e5.
            CHECK((a.tail(spec.bending_y * 2 + 2) - c.tail(spec.bending_y * 2 + 2)).norm() < 1e-9 * size);
            for (const Frame Flying::*frame : {&Flying::start, &Flying::end}) {
                const auto acceleration = [&](Flying& body, const State& at) {
                    const FrameMotion f =
                        eval_frame_motion(body.model, at.q.data(), at.u.data(), body.*frame, body.ws());
                    return compute_frame_acceleration(body.model, NodeId(0), f, body.ws().u_dot, true, body.ws());
                };
                CHECK((acceleration(at_frame, s) - acceleration(held, other)).norm() < 1e-9 * size);
            }
        }
    }
}
