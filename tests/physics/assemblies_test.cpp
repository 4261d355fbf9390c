// Reduced bodies clamped together by the engine, against the finite element model of the whole.
#include "scenes/loader/model/assembly.hpp"
#include "tests/physics/scene_helpers.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/messages.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// A bar of 0.4 m from x on, rigid faces at both ends.
std::string bar(double x, const std::string& more,
                const std::string& left = R"("left": {"type": "rbe2", "nodes": "x0"},)") {
    return fmt::format(
        R"({{"fe": {{"box": {{"lengths": [0.4, 0.03, 0.02], "divisions": [10, 2, 2]}}, "position": [{}, 0, 0]}},
            "material": {{"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850}}, "damping": {{"beta": 1e-6}},
            "markers": {{{} "right": {{"type": "rbe2", "nodes": "x1"}}}},
            "band": [0, 1000], {}
            "reductions": {{"few": {{"method": "craig_bampton", "modes": 2}}, "many": {{"method": "craig_bampton", "modes": 30}}}}}})",
        x, left, more);
}

/// Three bars in a row: the first stands on the world by its left face, the others are free.
struct Row {
    Folder folder;
    Row() {
        folder.write("a.json",
                     bar(0, R"("supports": [{"nodes": {"box": {"min": [-1, -1, -1], "max": [0.001, 1, 1]}}}],)", ""));
        const std::string frame = R"("frame": {"type": "tangent", "marker": "left"},)";
        folder.write("b.json", bar(0.4, frame));
        folder.write("c.json", bar(5, frame));  // elsewhere in its own coordinates: the clamps say where it goes
    }
    std::string write(const std::string& clamps = R"([["a.right", "b.left"], ["b.right", "c.left"]])",
                      const std::string& marker = "right") const {
        return folder
            .write(
                "row.json",
                fmt::format(
                    R"({{"bodies": {{"a": {{"model": "a.json"}}, "b": {{"model": "b.json"}}, "c": {{"model": "c.json"}}}},
                       "clamps": {}, "inputs": [{{"body": "c", "marker": "{}", "components": ["fy", "mz"]}}],
                       "outputs": [{{"body": "c", "marker": "right"}}, {{"body": "a", "marker": "right", "components": ["y"]}}], "band": [0, 1000]}})",
                    clamps, marker))
            .string();
    }
};

}  // namespace

TEST_CASE("Three reduced bars clamped in a row answer as the full model of all, the nearer the larger their bases") {
    const Row row;
    const Assembly assembly = load_assembly(row.write());
    CHECK(find_common_reductions(assembly) == std::vector<std::string>{"few", "many"});
    const Comparison comparison = compare_assembly(assembly, {0, 1000}, 7, {"few", "many"});
    CHECK(comparison.unknowns == 3 * (9 * 9 * 3) + 3 * 6);  // inner nodes of three bars, three rigid faces
    const ComparedBody &few = comparison.bodies[0], &many = comparison.bodies[1];
    // Static condensation is exact at rigid faces; what is left is the rounding of a slender structure.
    CHECK(few.static_error < 1e-7);
    CHECK(many.static_error < 1e-7);
    CHECK(many.errors.maxCoeff() < 0.1 * few.errors.maxCoeff());
    CHECK(many.errors.maxCoeff() < 1e-2);
    REQUIRE(comparison.full_omega.size() > 5);
    CHECK(many.matched == comparison.full_omega.size());
    for (Eigen::Index i = 0; i < comparison.full_omega.size(); ++i) {
        CHECK(many.omega[i] > comparison.full_omega[i] * (1 - 1e-7));  // Ritz: from above
        CHECK(many.omega[i] < comparison.full_omega[i] * 1.002);
        CHECK(few.omega[i] > many.omega[i] * (1 - 1e-9));
    }
    // A cantilever of 1.2 m: Euler's lowest frequency, which rigid faces and solid elements change by a per cent.
    const double euler = 1.8751 * 1.8751 / (1.2 * 1.2) * std::sqrt(2.1e11 / 7850) * 0.02 / std::sqrt(12.0);
    CHECK(comparison.full_omega[0] == doctest::Approx(euler).epsilon(0.02));
}

TEST_CASE("Wrong assemblies are refused") {
    const Row row;
    const auto complaint = [&](const std::string& clamps, const std::string& marker = "right") {
        return message_of([&] {
            const Assembly assembly = load_assembly(row.write(clamps, marker));
            compare_assembly(assembly, {0, 1000}, 2, {"few"});
        });
    };
    CHECK(contains(complaint(R"([["a.right", "b.left"]])"), "/bodies/c: neither its supports nor clamps hold it"));
    CHECK(contains(complaint(R"([["a.right", "b.lfet"]])"), "/clamps/0/1: body \"b\" has no marker \"lfet\""));
    CHECK(contains(complaint(R"([["a.right", "d.left"]])"), "/clamps/0/1: found \"d.left\", expected \"BODY.MARKER\""));
    CHECK(contains(complaint(R"([["b.right", "b.left"]])"), "/clamps/0: both markers are on the same body"));
    CHECK(contains(complaint(R"([["a.right"]])"), "/clamps/0: found"));
    CHECK(contains(complaint(R"([["a.right", "b.left"], ["b.right", "c.left"]])", "top"),
                   "/inputs/0/marker: no marker \"top\""));
}
