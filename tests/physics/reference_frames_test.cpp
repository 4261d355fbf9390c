// The floating frame is a choice of description: tangent, chord and mean axis describe one motion.
#include "tests/physics/scene_helpers.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// A bar that flies and turns while a force shakes it at a third of its length. All descriptions begin straight, with
/// the same motion, so with the same physical state.
Recording run_flying_bar(const std::string& ends, int modes) {
    // A free joint at the body's own frame: its origin is the bar's start when the bar is straight.
    return run(scene_from(fmt::format(R"j({{
        "gravity": [0, 0, -9.81], "time": {{ "end": 0.6, "output_step": 0.01 }},
        "integrator": {{ "method": "adams", "relative_tolerance": 1e-9, "absolute_tolerance": 1e-11 }},
        "bodies": {{ "bar": {{ "type": "beam", "length": 1, "ends": "{}", "modes": {{ "bending_z": {} }},
            "law": {{ "EA": 1e5, "EIy": 5, "EIz": 5, "mass_per_length": 1, "rho_Iy": 1e-3, "rho_Iz": 1e-3 }}, "markers": {{ "third": 0.33 }} }} }},
        "joints": {{ "fly": {{ "type": "free", "parent": "world", "child": "bar", "rate": [0, 0, 1, 0, 2, 0] }} }},
        "loads": {{ "shake": {{ "type": "force", "at": "bar.third", "force": [0, 0, "1.5*sin(30*t)"] }} }},
        "outputs": {{ "x": {{ "frame": "bar.end", "component": "x" }}, "z": {{ "frame": "bar.end", "component": "z" }},
                     "z0": {{ "frame": "bar.start", "component": "z" }}, "zm": {{ "frame": "bar.third", "component": "z" }},
                     "w": {{ "deflection": "bar.end", "component": "z" }} }} }})j",
                                      ends, modes)));
}

double distance(const Recording& a, const Recording& b) {
    double most = 0;
    for (const char* name : {"x", "z", "z0", "zm"}) most = std::max(most, a.distance_to(name, b));
    return most;
}

}  // namespace

TEST_CASE("the reference frame of a beam changes no physics") {
    double before_tangent = 1, before_chord = 1;
    for (int modes : {2, 4, 8}) {
        CAPTURE(modes);
        const Recording tangent = run_flying_bar("clamped-free", modes), chord = run_flying_bar("pinned-pinned", modes),
                        mean = run_flying_bar("free-free", modes);
        REQUIRE((tangent.completed() && chord.completed() && mean.completed()));
        const double to_tangent = distance(mean, tangent), to_chord = distance(mean, chord);
        CHECK(to_tangent < before_tangent);
        CHECK(to_chord < before_chord);
        before_tangent = to_tangent;
        before_chord = to_chord;
        CHECK(tangent.largest("w") > 0.005);
    }
    // The error of eight modes is 1e-4 of the deflection of 11 mm.
    CHECK(before_tangent < 1e-5);
    CHECK(before_chord < 1e-5);
}
