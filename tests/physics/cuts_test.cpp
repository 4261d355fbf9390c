// Forces through cuts of finite element bodies (theory §1.8), against closed forms and the analytic beam.
#include "bodies/exchange/body_file.hpp"
#include "scenes/loader/model/model.hpp"
#include "tests/physics/scene_helpers.hpp"
#include "tests/support/folder.hpp"

namespace ritz::testing::cuts {

namespace {

constexpr double length = 2, side = 0.1, density = 7850, weight = density * side * side * 9.81;  // weight: [N/m]

/// A bar of solid bricks along x on its axis, with markers at its ends and at `x`, there turned by `turn` about z.
std::string bar_model(double x, double turn, const std::string& rest, int along = 20) {
    return fmt::format(
        R"({{"fe": {{"box": {{"lengths": [2, 0.1, 0.1], "divisions": [{0}, 1, 1], "element": "hex20"}}, "position": [0, -0.05, -0.05]}},
             "material": {{"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850}},
             "markers": {{"start": {{"type": "rbe3", "nodes": "x0"}}, "end": {{"type": "rbe3", "nodes": "x1"}},
                          "mid": {{"type": "rbe3", "nodes": {{"box": {{"min": [{1}, -1, -1], "max": [{2}, 1, 1]}}}}, "rotation": [0, 0, {3}]}}}},
             "cuts": {{"here": {{"marker": "mid"}}}},
             {4}, "reduction": {{"method": "cms", "modes": 6}}}})",
        along, x - 1e-6, x + 1e-6, turn, rest);
}

const std::string components = [] {
    std::string text;
    for (const std::string name : {"N", "Qy", "Qz", "Mx", "My", "Mz"})
        text += fmt::format(R"x("{0}": {{"section_force": "bar", "cut": "here", "component": "{0}"}}, )x", name);
    return text + R"("tip": {"deflection": "bar.end", "component": "z"})";
}();

Recording run_bar(const Folder& folder, const std::string& joint, const std::string& rest) {
    return run(scene_from(fmt::format(
        R"({{"integrator": {{"method": "adams", "relative_tolerance": 1e-8, "absolute_tolerance": 1e-11}},
             "bodies": {{"bar": {{"type": "file", "file": "{}"}}}},
             "joints": {{"j": {{{}}}}}, {}, "outputs": {{{}}}}})",
        folder / "bar.json", joint, rest, components)));
}

const std::string held_at_start = R"("supports": [{"nodes": "x0"}])", held_at_end = R"("supports": [{"nodes": "x1"}])";
const std::string at_rest =
    R"("gravity": [0, 0, -9.81], "time": {"end": 1e-5, "output_step": 1e-5}, "start": {"static_equilibrium": true})";

}  // namespace

TEST_CASE("a cantilever of bricks passes its weight and its load through any cut, whichever way the marker looks") {
    // Layers of nodes stand at each half brick of 0.1 m. On a layer of corners the part is exact; a cut across the
    // middle nodes halves a brick whose mass these nodes do not halve, so the moment of the weight errs by a part of
    // h², here 2e-4 of it.
    for (const double x : {0.5, 1.0, 1.95})
        for (const double turn : {0.0, std::acos(-1.0)}) {
            CAPTURE(x);
            CAPTURE(turn);
            Folder folder;
            folder.write("bar.json", bar_model(x, turn, held_at_start));
            const Recording r = run_bar(
                folder, R"("type": "fixed", "parent": {"body": "world", "position": [700, 0, 90]}, "child": "bar")",
                at_rest +
                    R"(, "loads": {"P": {"type": "force", "at": "bar.end", "force": [300, 0, -1000], "torque": [40, 0, 0]}})");
            const double rest = length - x, bend = 300 * 1.7e-3;  // [Nm] of the pull on the tip's deflection
            const double reverse = turn == 0 ? 1 : -1;
            CHECK(r.last("N") == doctest::Approx(300).epsilon(0.01));
            // The face turns with the marker: z stays, x and y are turned round, and so is who acts on whom.
            CHECK(r.last("Qz") == doctest::Approx(reverse * -(1000 + weight * rest)).epsilon(1e-3));
            CHECK(std::abs(r.last("My") - (1000 * rest + weight * rest * rest / 2)) < bend + 1e-3 * weight);
            CHECK(r.last("Mx") == doctest::Approx(40).epsilon(0.05));
            CHECK(std::abs(r.last("Qy")) < 0.1);  // the face is twisted by 5e-5 rad
            CHECK(std::abs(r.last("Mz")) < 1);
        }
}

TEST_CASE("supports beyond the cut: the part before it tells") {
    Folder folder;
    folder.write("bar.json", bar_model(0.5, 0, held_at_end));
    const Recording r = run_bar(folder, R"("type": "fixed", "parent": "world", "child": "bar")", at_rest);
    // The part before hangs on the part beyond, which pulls it up.
    CHECK(r.last("Qz") == doctest::Approx(weight * 0.5).epsilon(1e-5));
    CHECK(r.last("My") == doctest::Approx(weight * 0.5 * 0.5 / 2).epsilon(1e-3));
    CHECK(std::abs(r.last("N")) < 1e-3 * weight);
}

TEST_CASE("a spinning bar pulls at a cut as a rod does, and keeps it in a body file") {
    Folder folder;
    folder.write("bar.json", bar_model(0.5, 0, R"("frame": {"type": "tangent", "marker": "start"})"));
    const ReductionJob job = load_model(folder / "bar.json");
    write_body_file(folder / "bar.h5", reduce_model(job, job.reductions.front()).file);
    CHECK(read_body_file(folder / "bar.h5").body.cuts.size() == 1);
    const double omega = 30, area = side * side;
    for (const std::string file : {"bar.json", "bar.h5"}) {
        const Recording r = run(scene_from(fmt::format(
            R"({{"gravity": [0, 0, 0], "time": {{"end": 0.4, "output_step": 0.05}},
                 "integrator": {{"relative_tolerance": 1e-9, "absolute_tolerance": 1e-12}},
                 "bodies": {{"bar": {{"type": "file", "file": "{}", "damping": {{"modal": 0.2}}}}}},
                 "joints": {{"j": {{"type": "revolute", "axis": [0, 0, 1], "parent": "world", "child": "bar.start", "motion": "{}*t"}}}},
                 "outputs": {{{}}}}})",
            folder / file, omega, components)));
        // The bar stretches by some 5e-5 of its length, and so moves its mass outwards.
        CHECK(r.last("N") ==
              doctest::Approx(density * area * omega * omega * (length * length - 0.25) / 2).epsilon(1e-4));
        CHECK(std::abs(r.last("Qy")) < 1e-4 * r.last("N"));
    }
}

TEST_CASE("a bar of bricks that is turned passes through its middle what the beam passes") {
    // Turned by 2 rad and back in a second, smoothly: 20 mm thick and 1 m long, its lowest vibration at 17 Hz follows.
    // Shear and rotary inertia, which Euler's beam leaves out, change its frequency by some 1e-4, and with it the phase
    // of what vibrates after a hundred radians.
    Folder folder;
    folder.write(
        "bar.json",
        R"({"fe": {"box": {"lengths": [1, 0.02, 0.02], "divisions": [40, 1, 1], "element": "hex20"}, "position": [0, -0.01, -0.01]},
        "material": {"youngs_modulus": 2.1e11, "poissons_ratio": 0, "density": 7850},
        "markers": {"start": {"type": "rbe2", "nodes": "x0"}, "end": {"type": "rbe2", "nodes": "x1"},
                    "mid": {"type": "rbe3", "nodes": {"box": {"min": [0.499, -1, -1], "max": [0.501, 1, 1]}}}},
        "frame": {"type": "tangent", "marker": "start"}, "cuts": {"here": {"marker": "mid"}},
        "reduction": {"method": "modal", "modes": 8}})");
    const auto turned = [](const std::string& bar, const std::string& place) {
        std::string outputs;
        for (const std::string name : {"N", "Qy", "Qz", "My", "Mz"})
            outputs += fmt::format(R"("{0}": {{"section_force": "bar", {1}, "component": "{0}"}}, )", name, place);
        return run(scene_from(fmt::format(
            R"x({{"gravity": [0, 0, -9.81], "time": {{"end": 1, "output_step": 0.01}}, "start": {{"static_equilibrium": true}},
                 "integrator": {{"method": "adams", "relative_tolerance": 1e-7, "absolute_tolerance": 1e-10}}, "bodies": {{"bar": {{{}}}}},
                 "joints": {{"j": {{"type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "bar.start",
                    "motion": "2*smoothstep(0, 0.5, t) - 2*smoothstep(0.5, 1, t)"}}}},
                 "outputs": {{{} "tip": {{"deflection": "bar.end", "component": "z"}}}}}})x",
            bar, outputs)));
    };
    const Recording solid =
        turned(fmt::format(R"("type": "file", "file": "{}", "damping": {{"modal": 0.01}})", folder / "bar.json"),
               R"("cut": "here")");
    const Recording beam = turned(
        R"("type": "beam", "length": 1, "section": {"shape": "rectangle", "width": 0.02, "height": 0.02}, "geometric_stiffening": false, "ends": "clamped-free",
           "material": {"youngs_modulus": 2.1e11, "density": 7850}, "modes": {"bending_z": 6, "bending_y": 2}, "damping": {"modal": 0.01})",
        R"("x": 0.5)");
    for (const std::string name : {"N", "Qz", "My", "tip"}) {
        CAPTURE(name);
        MESSAGE(fmt::format("{}: {:.3g} of {:.3g}", name, solid.distance_to(name, beam), beam.largest(name)));
        CHECK(solid.distance_to(name, beam) < 5e-3 * beam.largest(name));
    }
    for (const std::string name : {"Qy", "Mz"}) CHECK(solid.largest(name) < 1e-6 * beam.largest("N"));
}

TEST_CASE("elements that end at the plane are divided exactly, linear ones and beams too, wherever the mesh lies") {
    // One element of twenty beyond the plane, spun about z at its start: N = μω²(L² - x²)/2, and no bending.
    const std::string
        bricks =
            R"({"box": {"lengths": [1, 0.02, 0.02], "divisions": [20, 2, 2], "element": "hex8"}, "position": [0, -0.01, HEIGHT]})",
        frame =
            R"({"beam_frame": {"points": [[0, 0, HEIGHT], [1, 0, HEIGHT]], "members": [{"start": 0, "end": 1, "divisions": 20}]}})";
    for (const bool is_beam : {false, true})
        for (const double height : {0.0, 10.0}) {
            CAPTURE(is_beam);
            CAPTURE(height);
            std::string fe = is_beam ? frame : bricks;
            for (std::size_t at = fe.find("HEIGHT"); at != std::string::npos; at = fe.find("HEIGHT"))
                fe.replace(at, 6, fmt::format("{}", is_beam ? height : height - 0.01));
            Folder folder;
            folder.write(
                "bar.json",
                fmt::format(
                    R"({{"fe": {}, "material": {{"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850}},
                     {} "markers": {{"start": {{"type": "{}", "nodes": {{"box": {{"min": [-0.001, -1, -1], "max": [0.001, 1, 20]}}}}}},
                                     "mid": {{"type": "{}", "nodes": {{"box": {{"min": [0.949, -1, -1], "max": [0.951, 1, 20]}}}}}}}},
                     "frame": {{"type": "tangent", "marker": "start"}}, "cuts": {{"here": {{"marker": "mid"}}}},
                     "reduction": {{"method": "modal", "modes": 4}}}})",
                    fe, is_beam ? R"("beam": {"section": {"shape": "rectangle", "width": 0.02, "height": 0.02}},)" : "",
                    is_beam ? "node" : "rbe3", is_beam ? "node" : "rbe3"));
            const Recording r = run(scene_from(fmt::format(
                R"({{"gravity": [0, 0, 0], "time": {{"end": 1e-3, "output_step": 1e-3}}, "start": {{"static_equilibrium": true}},
                     "bodies": {{"bar": {{"type": "file", "file": "{}"}}}},
                     "joints": {{"j": {{"type": "revolute", "axis": [0, 0, 1], "parent": "world", "child": "bar.start", "motion": "50*t"}}}},
                     "outputs": {{"N": {{"section_force": "bar", "cut": "here", "component": "N"}},
                                  "My": {{"section_force": "bar", "cut": "here", "component": "My"}}}}}})",
                folder / "bar.json")));
            const double N = density * 4e-4 * 2500 * (1 - 0.95 * 0.95) / 2;
            CHECK(r.last("N") == doctest::Approx(N).epsilon(1e-4));  // the bar does not stretch: no axial modes
            CHECK(std::abs(r.last("My")) < 1e-6 * N);
        }
}

TEST_CASE("a load on the frame enters the body where the frame is tied to it") {
    // Clamped at its far end, by the marker there or by the frame that is tied to this marker: the same bar.
    for (const std::string child : {"bar", "bar.end"}) {
        CAPTURE(child);
        Folder folder;
        folder.write("bar.json", bar_model(0.5, 0, R"("frame": {"type": "tangent", "marker": "end"})"));
        const Recording r =
            run_bar(folder, fmt::format(R"("type": "fixed", "parent": "world", "child": "{}")", child), at_rest);
        CHECK(r.last("Qz") == doctest::Approx(weight * 0.5).epsilon(1e-5));
        CHECK(r.last("My") == doctest::Approx(weight * 0.5 * 0.5 / 2).epsilon(1e-3));
    }
    // Mean axes: what holds the frame holds all mass evenly, and nothing passes through the bar.
    Folder folder;
    folder.write("bar.json", bar_model(0.5, 0, R"("frame": {"type": "buckens"})"));
    const Recording solid = run_bar(folder, R"("type": "fixed", "parent": "world", "child": "bar")", at_rest);
    for (const std::string name : {"N", "Qz", "My"}) CHECK(std::abs(solid.last(name)) < 1e-6 * weight);
    const Recording beam = run(scene_from(fmt::format(
        R"({{"gravity": [0, 0, -9.81], "time": {{"end": 1e-3, "output_step": 1e-3}},
             "bodies": {{"bar": {{"type": "beam", "length": 2, "ends": "free-free", "modes": {{"bending_z": 4}},
                "law": {{"EA": 4e4, "EIy": 50, "EIz": 80, "GJ": 30, "mass_per_length": 1.5}}}}}},
             "joints": {{"j": {{"type": "fixed", "parent": "world", "child": "bar"}}}},
             "loads": {{"P": {{"type": "force", "at": "bar", "force": [0, 0, 7], "torque": [0, 3, 0]}}}},
             "outputs": {{"Qz": {{"section_force": "bar", "x": 0.6, "component": "Qz"}}, "My": {{"section_force": "bar", "x": 0.6, "component": "My"}}}}}})")));
    for (const std::string name : {"Qz", "My"}) CHECK(beam.largest(name) < 1e-9);
}

TEST_CASE("mean axes hold a plane body evenly too, in its plane and out of it") {
    Folder folder;
    folder.write("bar.json",
                 R"({"fe": {"plate": {"length": 1, "height": 0.1, "along": 4, "across": 1}}, "thickness": 0.01,
        "material": {"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850},
        "markers": {"mid": {"type": "rbe3", "nodes": {"box": {"min": [0.499, -1, -1], "max": [0.501, 1, 1]}}}},
        "frame": {"type": "buckens"}, "cuts": {"here": {"marker": "mid"}}, "reduction": {"method": "modal", "modes": 3}})");
    for (const std::string gravity : {"[0, -9.81, 0]", "[0, 0, -9.81]"}) {
        CAPTURE(gravity);
        const Recording r = run(scene_from(fmt::format(
            R"({{"gravity": {}, "time": {{"end": 1e-3, "output_step": 1e-3}}, "bodies": {{"bar": {{"type": "file", "file": "{}"}}}},
                 "joints": {{"j": {{"type": "fixed", "parent": "world", "child": "bar"}}}},
                 "outputs": {{"Qy": {{"section_force": "bar", "cut": "here", "component": "Qy"}}, "Qz": {{"section_force": "bar", "cut": "here", "component": "Qz"}},
                              "My": {{"section_force": "bar", "cut": "here", "component": "My"}}, "Mz": {{"section_force": "bar", "cut": "here", "component": "Mz"}}}}}})",
            gravity, folder / "bar.json")));
        for (const std::string name : {"Qy", "Qz", "My", "Mz"}) CHECK(r.largest(name) < 1e-9);  // of 77 N
    }
}

TEST_CASE("a cut that cannot be had is refused at its place") {
    Folder folder;
    folder.write("both.json", bar_model(0.5, 0, R"("supports": [{"nodes": "x0"}, {"nodes": "x1"}])"));
    CHECK_THROWS_WITH(load_model(folder / "both.json"),
                      doctest::Contains("/cuts/here: supports hold nodes on both sides"));
    folder.write("end.json", bar_model(0, 0, held_at_end));
    CHECK_THROWS_WITH(load_model(folder / "end.json"), doctest::Contains("/cuts/here: all nodes lie on one side"));
    const std::string whole = R"("end": {"type": "rbe3", "nodes": "x1"})";
    std::string straddling = bar_model(0.5, 0, held_at_start);
    straddling.replace(straddling.find(whole), whole.size(),
                       R"("end": {"type": "rbe3", "nodes": {"sets": ["x1", "x0"]}})");
    folder.write("straddling.json", straddling);
    CHECK_THROWS_WITH(load_model(folder / "straddling.json"),
                      doctest::Contains("/cuts/here: marker \"end\" takes hold of nodes on both sides"));
}

}  // namespace ritz::testing::cuts
