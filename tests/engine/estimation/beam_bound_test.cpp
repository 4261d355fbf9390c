// Bounds of beams by their exact modes, beside the same beam of finite elements along the record of the run.
#include <doctest/doctest.h>

#include "bodies/fe/assembly.hpp"
#include "bodies/fe/generators.hpp"
#include "engine/estimation/bound_observer.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "tools/trials/error_trial.hpp"

using namespace ritz;
using Eigen::Index;

namespace {

/// The beam of scenes/sliding_mass.json: 15 m of steel, a square of 0.1 m, on pins.
struct FineBeam {
    static constexpr double length = 15, side = 0.1;
    static constexpr int elements = 48;
    Structure structure;
    ReferenceFrame frame;

    FineBeam() {
        const Mesh mesh = make_beam_frame_mesh({Vec3::Zero(), Vec3(length, 0, 0)}, {{0, 1, elements, ""}});
        FeProperties properties;
        properties.material = {.youngs_modulus = 2.1e11, .poissons_ratio = 0.3, .density = 7850};
        BeamProperties beam;
        const double I = side * side * side * side / 12;
        beam.section.area = side * side;
        beam.section.Iy = beam.section.Iz = I;
        beam.section.torsion_constant = 0.141 * 12 * I;
        beam.rotary_inertia = false;
        properties.beam = beam;
        StructureSpec spec;
        std::vector<int> path{0};
        for (int k = 1; k < elements; ++k) path.push_back(1 + k);
        path.push_back(1);
        spec.markers.push_back({.name = "start", .kind = MarkerKind::node, .nodes = {0}, .origin = {}});
        spec.markers.push_back({.name = "end", .kind = MarkerKind::node, .nodes = {1}, .origin = {}});
        spec.markers.push_back({.name = "mid", .kind = MarkerKind::node, .nodes = {path[elements / 2]}, .origin = {}});
        spec.tracks.push_back({.name = "axis", .nodes = path});
        structure = make_structure(assemble(mesh, properties), spec);
        frame = make_reference_frame(structure, {ReferenceFrameKind::chord, "start", "end"});
    }

    /// The shapes of a beam at the nodes.
    MatX sample(const BeamShapes& shapes) const {
        MatX V(structure.size(), shapes.size());
        Mat3X phi(3, shapes.size()), psi(3, shapes.size());
        for (Index i = 0; i < V.rows(); ++i) {
            const Dof& dof = structure.model.dofs[static_cast<std::size_t>(i)];
            shapes.eval(structure.model.nodes.positions(0, *dof.node), 0, phi, psi);
            V.row(i) = dof.component < 3 ? phi.row(dof.component) : psi.row(dof.component - 3);
        }
        return V;
    }
};

struct Comparison {
    BoundRatio state, output;
    double largest_error = 0, largest_bound = 0, defect = 0;
    BoundClaim claim;
};

Comparison compare(const FineBeam& fine, const FullBody& full, int modes) {
    Scene scene =
        load_scene(std::string(RITZ_SOURCE_DIR) + "/scenes/sliding_mass.json",
                   {"/time/end=3", "/time/output_step=0.02", "/integrator/relative_tolerance=1e-8",
                    "/integrator/absolute_tolerance=1e-10", "/bodies/beam/modes/bending_z=" + std::to_string(modes)});
    std::vector<BoundValues> nodes;
    BoundObserverOptions options;
    options.at_node = [&](const BodyBound& bound) -> StepVerdict {
        nodes.push_back(bound.now());
        return Continue{};
    };
    BoundObserver bounds(scene, options);
    BodyRecorder recorder(scene, "beam", {.parts = 1, .points = 6, .output_step = 0.02});
    RunOptions run;
    run.observers = {&recorder, &bounds};
    const RunResult result = simulate(scene, run);
    REQUIRE(result.status == RunStatus::completed);
    const ElasticBody& body = *scene.model.elastic_bodies.front();
    const MatX V = fine.sample(*body.beam);
    const FullMotion motion = integrate_full_body(full, V, recorder.record());
    MatX row = MatX(fine.structure.markers[2].motion).row(2);
    const BodyError error = compute_body_error(full, V, row, recorder.record(), motion);
    Comparison c;
    c.claim = bounds.bodies()[0].claim();
    std::size_t channel = 0;
    while (bounds.bodies()[0].channels()[channel].marker != "mid") ++channel;
    channel += 2;
    std::vector<double> true_state, bound_state, true_output, bound_output;
    std::size_t k = 0;
    for (const BoundValues& node : nodes) {
        while (k + 1 < error.times.size() && error.times[k] < node.t - 1e-9) ++k;
        c.defect = std::max(c.defect, node.defect);
        if (std::abs(error.times[k] - node.t) > 1e-9) continue;
        const auto at = static_cast<Index>(k);
        true_state.push_back(error.state[at]);
        true_output.push_back(std::abs(error.outputs(0, at)));
        bound_state.push_back(node.state);
        bound_output.push_back(node.output[static_cast<Index>(channel)]);
    }
    REQUIRE(true_state.size() > 100);
    // Elements of this length know the lowest frequencies to 1e-7, and cubic splines of their nodes the load's place.
    const double known = 1e-6 * error.state_size.maxCoeff();
    c.state = compare_bound(true_state, bound_state, known);
    c.output = compare_bound(true_output, bound_output, known);
    c.largest_error = *std::max_element(true_state.begin(), true_state.end());
    c.largest_bound = *std::max_element(bound_state.begin(), bound_state.end());
    MESSAGE(modes << " modes: |u| " << error.state_size.maxCoeff() << ", error " << c.largest_error << ", bound "
                  << c.largest_bound << ", ratio " << c.state.of_maxima << ", least " << c.state.smallest
                  << "; output ratio " << c.output.of_maxima << ", least " << c.output.smallest << "; defect "
                  << c.defect << ", claim " << static_cast<int>(c.claim.kind) << " " << c.claim.reason << ", "
                  << nodes.size() << " nodes");
    return c;
}

}  // namespace

TEST_CASE("A mass on a beam by exact modes: the bound holds with one mode and with five, and falls with them") {
    const FineBeam fine;
    const FullBody full(fine.structure, fine.frame, ModalDamping{0.02});
    std::vector<double> bounds;
    for (const int modes : {1, 5}) {
        const Comparison c = compare(fine, full, modes);
        CHECK(c.claim.kind == BoundKind::bound);
        CHECK(c.defect < 1e-6);
        CHECK(c.state.smallest >= 1 - 1e-6);
        CHECK(c.state.of_maxima <= 1.1);
        CHECK(c.output.smallest >= 1 - 1e-6);
        CHECK(c.output.of_maxima <= 5);
        bounds.push_back(c.largest_bound);
    }
    CHECK(bounds[1] < 0.1 * bounds[0]);
}
