// Bodies from files in scenes: what they give to joints and outputs, and what is said about wrong ones.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>

#include "bodies/beam_integrals.hpp"
#include "bodies/exchange/body_file.hpp"
#include "bodies/exchange/sid.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "tests/scenes/edits.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

BeamSpec make_bar() {
    BeamSpec spec;
    spec.name = "bar";
    spec.length = 1;
    spec.law = {.EA = 1e7, .EIy = 1e3, .EIz = 1e3, .GJ = 1e3, .mass = 5, .rho_Iy = 0.01, .rho_Iz = 0.01};
    spec.bending_z = 2;
    spec.stiffening = false;
    return spec;
}

BodyFile make_file() {
    const ElasticBody beam = make_beam(make_bar());
    BodyFile file;
    file.body.name = "other";
    file.body.integrals = compute_beam_integrals(*beam.beam, make_bar().law, false);
    file.body.Ke = beam.Ke;
    file.body.damping = ModalDamping{0.01};
    file.body.markers = beam.markers;
    file.body.full_dofs = 300;
    Mat3X points = Mat3X::Zero(3, 5), phi(3, 2), psi(3, 2);
    NumericTrackSpec track{"axis", points, {}, {}, false, Vec3::UnitZ()};
    for (int i = 0; i < 5; ++i) {
        track.points(0, i) = 0.25 * i;
        beam.beam->eval(0.25 * i, 0, phi, psi);
        track.phi.push_back(phi);
        track.psi.push_back(psi);
    }
    file.body.tracks = {track};
    return file;
}

/// Next to a body file and a SID file: the bar on a hinge, a mass at its end and another on its track.
const std::string scene_text = R"json({
  "gravity": [0, 0, -9.81], "time": {"end": 0.1, "output_step": 0.05},
  "bodies": {"bar": {"type": "file", "file": "bar.h5", "damping": {"modal": 0.02},
                     "initial": {"q": [0.001, 0], "q_dot": [0, 0]}},
             "tip": {"type": "rigid", "mass": 1, "inertia": [0.1, 0.1, 0.1]}, "bead": {"type": "rigid", "mass": 0.1}},
  "joints": {"hinge": {"type": "revolute", "parent": "world", "child": "bar", "axis": [0, 1, 0]},
             "end": {"type": "fixed", "parent": "bar.end", "child": "tip"},
             "slide": {"type": "slide", "parent": "bar", "track": "axis", "child": "bead", "position": 0.5}},
  "outputs": {"q": {"elastic": "bar", "mode": 1}, "s": {"joint": "slide"},
              "w": {"deflection": "bar.end", "component": "z"}}
})json";

struct Files : Folder {
    Files() {
        write_body_file((path / "bar.h5").string(), make_file());
        write_sid((path / "bar.sid").string(), make_sid(make_numeric_body(make_file().body)));
    }
    Scene load(const std::string& text) const { return load_scene(write("scene.json", text).string()); }
    std::string complaint(const std::string& edit) const {
        try {
            load(edited(scene_text, edit));
            return "none";
        } catch (const InputError& error) {
            std::string message = error.messages()[0];
            const std::string folder = path.string() + "/";
            for (std::size_t at; (at = message.find(folder)) != std::string::npos;) message.erase(at, folder.size());
            return message;
        }
    }
};

}  // namespace

TEST_CASE("a body from a file brings its markers, tracks, modes and the size of its model") {
    const Files files;
    const Scene scene = files.load(scene_text);
    REQUIRE(scene.model.elastic_bodies.size() == 1);
    const ElasticBody& body = *scene.model.elastic_bodies.front();
    CHECK(body.name == "bar");
    CHECK(body.full_dofs == 300);
    const ElasticBody beam = make_beam(make_bar());
    CHECK((compute_frequencies(body) - compute_frequencies(beam)).norm() < 1e-10 * compute_frequencies(beam).norm());
    const MatX De = compute_damping(ModalDamping{0.02}, beam.inertia.Me, beam.Ke);  // not the 0.01 of the file
    CHECK((body.De - De).norm() < 1e-10 * De.norm());
}

TEST_CASE("a run with a body from a file ends, and its summary tells the size of the full model") {
    const Files files;
    files.write("scene.json", scene_text);
    const std::string folder = files.path.string();
    const std::string command =
        fmt::format("'" RITZ_PROGRAM "' simulate '{0}/scene.json' --out '{0}/out' --quiet >/dev/null 2>&1", folder);
    REQUIRE(std::system(command.c_str()) == 0);
    const Json summary = parse_json_file(files.path / "out" / "summary.json").root;
    CHECK(summary["status"] == "completed");
    CHECK(summary["bodies"]["bar"]["dofs_full"] == 300);
    CHECK(summary["bodies"]["bar"]["dofs_reduced"] == 2);
}

TEST_CASE("a SID file in place of a body file is the same body, told by its content") {
    const Files files;
    std::filesystem::rename(files.path / "bar.sid", files.path / "disguised.h5");
    std::string text = edited(scene_text, "/bodies/bar/file=\"disguised.h5\"");
    text =
        edited(edited(edited(edited(text, "-/joints/slide"), "-/bodies/bead"), "-/outputs/s"), "-/bodies/bar/damping");
    text = edited(edited(text, "/joints/end/parent=\"bar.node_2\""), "/outputs/w/deflection=\"bar.node_2\"");
    const Scene scene = files.load(text);
    const Scene own = files.load(scene_text);
    const ElasticBody &sid = *scene.model.elastic_bodies.front(), &body = *own.model.elastic_bodies.front();
    CHECK((compute_mass_matrix_at_rest(sid.inertia) - compute_mass_matrix_at_rest(body.inertia)).norm() < 1e-13);
    CHECK((sid.Ke - body.Ke).norm() == 0);
    CHECK((2 * sid.De - body.De).norm() < 1e-12 * body.De.norm());  // 0.01 in the file, 0.02 in the scene
}

TEST_CASE("Wrong bodies from files are refused") {
    const Files files;
    files.write("text.h5", "nothing\n");
    files.write("cut.h5", "RITZ BODY 1\n");
    BodyFile soft = make_file();
    soft.body.Ke(0, 0) = -1;
    write_body_file((files.path / "soft.h5").string(), soft);
    CHECK(files.complaint("-/bodies/bar/file") ==
          "scene.json: /bodies/bar: \"file\" is missing, expected a text in quotes");
    CHECK(files.complaint("/bodies/bar/file=3") ==
          "scene.json: /bodies/bar/file: found the number 3, expected a text in quotes");
    CHECK(files.complaint("/bodies/bar/file=\"bra.h5\"") ==
          "scene.json: /bodies/bar/file: bra.h5: there is no such file");
    CHECK(files.complaint("/bodies/bar/file=\".\"").find(": is a folder, expected a file") != std::string::npos);
    CHECK(files.complaint("/bodies/bar/file=\"text.h5\"") ==
          "scene.json: /bodies/bar/file: text.h5:1: found no line \"part\", expected Standard Input Data");
    CHECK(files.complaint("/bodies/bar/file=\"cut.h5\"") ==
          "scene.json: /bodies/bar/file: cut.h5: found a body file that is cut off or damaged, expected a whole one");
    CHECK(files.complaint("/bodies/bar/file=\"soft.h5\"")
              .find("scene.json: /bodies/bar/file: soft.h5: body \"bar\": Ke is not positive definite") == 0);
    CHECK(files.complaint("/bodies/bar/damping={\"modal\": -1}").find("scene.json: /bodies/bar/damping/modal: found") ==
          0);
    CHECK(files.complaint("/bodies/bar/damping={}").find("scene.json: /bodies/bar/damping: expected either") == 0);
    CHECK(files.complaint("/bodies/bar/initial={\"q\": [1]}").find("scene.json: /bodies/bar/initial/q: ") == 0);
    CHECK(files.complaint("/bodies/bar/initial={\"q_dot\": [1]}").find("scene.json: /bodies/bar/initial/q_dot: ") == 0);
    CHECK(files.complaint("/bodies/bar/mass=1").find("scene.json: /bodies/bar/mass: unknown key") == 0);
    CHECK(files.complaint("/bodies/bar/type=\"fiel\"").find("scene.json: /bodies/bar/type: found the text \"fiel\"") ==
          0);
    CHECK(files.complaint("/joints/end/parent=\"bar.edn\"").find("(did you mean \"end\"?)") != std::string::npos);
    CHECK(files.complaint("/joints/slide/track=\"axes\"").find("(did you mean \"axis\"?)") != std::string::npos);
    CHECK(files.complaint("/outputs/q/mode=3").find("scene.json: /outputs/q/mode: found the number 3") == 0);
}
