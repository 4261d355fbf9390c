// A right-hand side takes no memory from the heap. Eigen and operator new both end in malloc, which this program
// replaces by one that counts (glibc lets a program do that). Sanitizers bring their own malloc: there is nothing to
// count then.
#include <doctest/doctest.h>

#include <cstdlib>

#include "tests/engine/system/cut_chain.hpp"
#include "tests/engine/system/force_systems.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define RITZ_COUNTS_ALLOCATIONS 0
#else
#define RITZ_COUNTS_ALLOCATIONS 1
#endif

namespace {
thread_local long allocations = 0;
}  // namespace

#if RITZ_COUNTS_ALLOCATIONS
extern "C" {
void* __libc_malloc(std::size_t size);                       // NOLINT: glibc's names
void* __libc_calloc(std::size_t count, std::size_t size);    // NOLINT
void* __libc_realloc(void* old, std::size_t size);           // NOLINT
void* __libc_memalign(std::size_t align, std::size_t size);  // NOLINT

void* malloc(std::size_t size) {
    ++allocations;
    return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
    ++allocations;
    return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
    ++allocations;
    return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t align, std::size_t size) {
    ++allocations;
    return __libc_memalign(align, size);
}
}
#endif

using namespace ritz;
using namespace ritz::testing;

namespace {

/// How often a right-hand side asks for memory once everything has been touched.
long count_in_rates(const Model& model, const State& state) {
    Workspace ws(model);
    VecX y, y_dot(model.states());
    pack(state, y);
    eval_rates(model, state.t, y.data(), y_dot.data(), ws);
    const long before = allocations;
    eval_rates(model, state.t + 0.01, y.data(), y_dot.data(), ws);
    const long count = allocations - before;
    CHECK(y_dot.allFinite());
    return count;
}

}  // namespace

TEST_CASE("The counter counts" * doctest::skip(RITZ_COUNTS_ALLOCATIONS == 0)) {
    const long before = allocations;
    const VecX some = VecX::Zero(100);
    const auto other = std::make_unique<double>(some[0]);
    CHECK(allocations - before == 2);
    CHECK(*other == 0);
}

TEST_CASE("A right-hand side of a tree allocates nothing, for every joint between rigid and elastic bodies") {
    std::mt19937 random(1);
    for (const auto& entry : all_joint_types()) {
        const auto& type = entry.first;
        const auto& name = entry.second;
        CAPTURE(std::string(name));
        auto [model, start] = tree_with(type, random).finish();
        CHECK(count_in_rates(model, random_state(model, random)) == 0);
    }
}

TEST_CASE("A right-hand side with loops allocates nothing, for every joint between rigid and elastic bodies") {
    std::mt19937 random(2);
    for (const auto& entry : all_joint_types()) {
        const auto& type = entry.first;
        const auto& name = entry.second;
        CAPTURE(std::string(name));
        CutChain chain(type, random);
        chain.finish();
        CHECK(count_in_rates(chain.closed_model, chain.random_closed_state(random)) == 0);
    }
}

TEST_CASE("A right-hand side allocates nothing with beams of many modes, and without stiffening") {
    for (const bool stiffening : {false, true}) {
        BeamSpec spec;
        spec.name = "beam";
        spec.length = 1.2;
        spec.law = {2e4, 30, 40, 12, 1.5, 4e-3, 3e-3};
        spec.bending_y = spec.bending_z = 12;
        spec.torsion = spec.axial = 6;
        spec.stiffening = stiffening;
        ModelBuilder b(Vec3(0, 0, -9.81));
        b.add_elastic_body(std::make_shared<const ElasticBody>(make_beam(spec)));
        b.add_rigid_body("mass", some_inertia());
        JointSpec hinge{"hinge", JointType::revolute, {}, {"beam", "end", {}, {}}, "", false, {}, {}, {}};
        JointSpec slide{"slide", JointType::slide, {"beam", "", {}, {}}, {"mass", "", {}, {}}, "axis", false, {}, {},
                        {}};
        slide.position = VecX::Constant(1, 0.5);
        b.add_joint(hinge);
        b.add_joint(slide);
        auto [model, state] = b.finish();
        CHECK(count_in_rates(model, state) == 0);
    }
}

TEST_CASE("Force elements and controllers allocate nothing") {
    std::mt19937 random(3);
    ModelBuilder listing = tree_with(JointType::revolute, random);
    listing.connect();
    const std::size_t count = all_elements(listing, random).size();
    for (std::size_t k = 0; k <= count; ++k) {
        ModelBuilder b = tree_with(JointType::revolute, random);
        b.connect();
        const auto elements = all_elements(b, random);
        if (k < count) {
            CAPTURE(elements[k].name);
            b.add_force({elements[k].name, elements[k].kind});
            const Model model = b.finish().model;
            CHECK(count_in_rates(model, random_state(model, random)) == 0);
        } else {
            for (const Controller& controller : all_controllers(b, random)) b.add_controller(controller);
            const Model model = b.finish().model;
            CHECK(count_in_rates(model, random_state(model, random)) == 0);
        }
    }
}

TEST_CASE("Signals allocate nothing: expressions, tables and trajectories as forces and prescribed motions") {
    std::mt19937 random(4);
    const std::vector<double> t = {0, 0.5, 1, 2}, value = {0.3, 0.4, 0.5, 0.4};
    TrajectorySpec limited;
    limited.profile = Profile::jerk_limited;
    limited.points = {0.3, 0.8, 0.4};
    limited.max_velocity = limited.max_acceleration = limited.max_jerk = 1;
    const std::vector<std::pair<const char*, Signal>> signals = {
        {"constant", Signal(0.3)},
        {"expression", Expression("if(t > 1, smoothstep(0, 1, t), 0.3*cos(2*t)^2) + max(t, min(0.2, t))")},
        {"lines", Table(t, value)},
        {"spline", Table(t, value, {Interpolation::spline, Outside::hold, SplineEnds::rest, false})},
        {"periodic spline",
         Table({0, 1, 2}, {0.3, 0.5, 0.3}, {Interpolation::spline, Outside::hold, SplineEnds::not_a_knot, true})},
        {"trajectory", Trajectory(limited)}};
    for (const auto& entry : signals)
        for (const JointType type : {JointType::revolute, JointType::slide}) {
            CAPTURE(std::string(entry.first));
            ModelBuilder b = tree_with(type, random, "j2", entry.second);
            b.connect();
            b.add_force({"motor", JointLoad{b.coordinate_node("j3"), entry.second}});
            const Model model = b.finish().model;
            CHECK(count_in_rates(model, random_state(model, random)) == 0);
        }
}
