// Models that are wrong in one place each: every validated field is refused where it stands.
#include "tests/scenes/model_text.hpp"

#include <fmt/format.h>

#include "scenes/loader/scene/load_scene.hpp"
#include "scenes/loader/schema/schema.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// The model with another source of elements, which needs no tracks and sets of its own.
std::string with_source(const std::string& fe, const std::string& more = "", const std::string& method = "modal") {
    const std::string size = method == "modal" ? R"(, "modes": 1)" : "";
    return R"({"fe": )" + fe + more + R"(, "reduction": {"method": ")" + method + "\"" + size + "}}";
}
const std::string steel = R"(, "material": {"youngs_modulus": 2.1e11, "density": 7850})";

}  // namespace

TEST_CASE("The full model is content, and loads what it says") {
    CHECK(complaints_about_model(full_model()) == std::vector<std::string>{});
    const Folder folder;
    const ReductionJob job = load_model(folder.write("model.json", full_model()).string());
    CHECK(job.name == "bar");
    CHECK(job.reductions.size() == 12);
    CHECK(job.structure.size() == 7 * 4 * 3 - 2 - 12 + 6);  // two supported, a face made rigid
    CHECK(job.inputs.size() == 2 + 4 * 3 + 6);
    CHECK(job.outputs.size() == 2 + 7);
    CHECK(job.sources.size() == 1);
}

TEST_CASE("Wrong sources of finite elements are refused") {
    check_model({
        {"-/fe", "/: \"fe\" is missing"},
        {"/fe=3", "/fe: found the number 3"},
        {"/fe={}", "/fe: expected one of \"calculix\""},
        {"/fe/plate={}", "/fe: found \"box\" and \"plate\""},
        {"/fe/bxo=1", "/fe/bxo: unknown key \"bxo\""},
        {"/fe/box/lengths=[1, 0, 1]", "/fe/box/lengths/1: found the number 0"},
        {"/fe/box/divisions=[1, 0, 1]", "/fe/box/divisions/1: found the number 0"},
        {"/fe/box/divisions=[1, 1]", "/fe/box/divisions: found 2 numbers, expected 3"},
        {"/fe/box/divisions=[10000, 10000, 10000]", "/fe/box: the divisions of a mesh make"},
        {"/fe/box/element=hex9", "/fe/box/element: found the text \"hex9\""},
        {"/fe/box/length=1", "/fe/box/length: unknown key"},
        {"/fe/position=[0, 0]", "/fe/position: found a list of 2"},
        {"/fe/units=SI", "/fe/units: found with a generated mesh"},
        {"/material/youngs_modulus=0", "/material/youngs_modulus: found the number 0"},
        {"/material/poissons_ratio=0.6", "/material/poissons_ratio: found the number 0.6"},
        {"/material/youngs_modulus=0.9",
         "/material/youngs_modulus: found the number 0.9, expected a number from 1 to 1e+15"},
        {"/material/youngs_modulus=1.1e15", "/material/youngs_modulus: found the number 1.1e+15"},
        {"/material/poissons_ratio=-1",
         "/material/poissons_ratio: found the number -1, expected a number above -1 and at most 0.499"},
        {"/material/poissons_ratio=0.4991", "/material/poissons_ratio: found the number 0.4991"},
        {"/material/density=9e-7", "/material/density: found the number 9e-07, expected a number from 1e-06 to 1"},
        {"/material/density=1.1e9", "/material/density: found the number 1100000000.0"},
        {"/fe/box/lengths=[1, 9e-10, 1]",
         "/fe/box/lengths/1: found the number 9e-10, expected a number from 1e-09 to 1"},
        {"/fe/box/lengths=[1.1e6, 1, 1]", "/fe/box/lengths/0: found the number 1100000.0"},
        {"/fe/position=[0, 0, -1.1e6]", "/fe/position/2: found the number -1100000.0"},
        {"/thickness=1.1e6", "/thickness: found the number 1100000.0"},
        {"-/material/density", "/material: \"density\" is missing"},
        {"-/material", "/: \"material\" is missing"},
        {"/materials={\"bar\": {\"youngs_modulus\": 1, \"density\": 1}}",
         "/materials/bar: the mesh has no element set \"bar\""},
        {"/materials=[{\"name\": \"bar\", \"youngs_modulus\": 1, \"density\": 1}]",
         "/materials/0: the mesh has no element set \"bar\""},
        {"/thickness=0", "/thickness: found the number 0"},
        {"/beam={}", "/beam: \"section\" is missing"},
    });
}

TEST_CASE("Wrong measures of the other generated meshes are refused") {
    const auto check_source = [](const std::string& fe, const std::string& expected, const std::string& more = steel) {
        CAPTURE(fe);
        const std::vector<std::string> messages = complaints_about_model(with_source(fe, more));
        REQUIRE_FALSE(messages.empty());
        CAPTURE(messages[0]);
        CHECK(messages[0].find("model.json: " + expected) == 0);
    };
    check_source(R"({"hollow_cylinder": {"inner_radius": 0, "wall": 1, "length": 1, "around": 8, "along": 1}})",
                 "/fe/hollow_cylinder/inner_radius: ");
    check_source(R"({"hollow_cylinder": {"inner_radius": 1, "wall": 0, "length": 1, "around": 8, "along": 1}})",
                 "/fe/hollow_cylinder/wall: ");
    check_source(R"({"hollow_cylinder": {"inner_radius": 1, "wall": 1, "length": 0, "around": 8, "along": 1}})",
                 "/fe/hollow_cylinder/length: ");
    check_source(R"({"hollow_cylinder": {"inner_radius": 1, "wall": 1, "length": 1, "around": 2, "along": 1}})",
                 "/fe/hollow_cylinder/around: ");
    check_source(R"({"hollow_cylinder": {"inner_radius": 1, "wall": 1, "length": 1, "around": 8, "along": 0}})",
                 "/fe/hollow_cylinder/along: ");
    check_source(R"({"hollow_cylinder": {"inner_radius": 1, "wall": 1, "length": 1, "around": 8, "along": 1,
                     "through": 0}})",
                 "/fe/hollow_cylinder/through: ");
    check_source(R"({"plate": {"length": 0, "height": 1, "along": 1, "across": 1}})", "/fe/plate/length: ");
    check_source(R"({"plate": {"length": 1, "height": 0, "along": 1, "across": 1}})", "/fe/plate/height: ");
    check_source(R"({"plate": {"length": 1, "height": 1, "along": 0, "across": 1}})", "/fe/plate/along: ");
    check_source(R"({"plate": {"length": 1, "height": 1, "along": 1, "across": 0}})", "/fe/plate/across: ");
    check_source(R"({"plate": {"length": 1, "height": 1, "along": 1, "across": 1}})",
                 "/fe: element 1 (quad4) has a thickness of 0 m");
    for (const char* key : {"inner_radius", "wall", "length"})
        check_source(
            edited(R"({"hollow_cylinder": {"inner_radius": 1, "wall": 1, "length": 1, "around": 8, "along": 1}})",
                   fmt::format("/hollow_cylinder/{}=1.1e6", key)),
            fmt::format("/fe/hollow_cylinder/{}: found the number 1100000.0", key));
    for (const char* key : {"length", "height"})
        check_source(edited(R"({"plate": {"length": 1, "height": 1, "along": 1, "across": 1}})",
                            fmt::format("/plate/{}=9e-10", key)),
                     fmt::format("/fe/plate/{}: found the number 9e-10", key));
    check_source(R"({"beam_frame": {"points": [[0, 0, 0], [1.1e6, 0, 0]], "members": [{"start": 0, "end": 1}]}})",
                 "/fe/beam_frame/points/1/0: found the number 1100000.0");
    check_source(R"({"beam_frame": {"points": [[0, 0, 0], [1, 0, 0]]}})", "/fe/beam_frame: \"members\" is missing");
    check_source(R"({"beam_frame": {"points": [[0, 0, 0], [1, 0, 0]], "members": [3]}})",
                 "/fe/beam_frame/members/0: found the number 3, expected an object with \"start\" and \"end\"");
    check_source(
        R"({"beam_frame": {"points": [[2e4, 0, 0], [20001, 0, 0]], "members": [{"start": 0, "end": 1, "divisions": 2}]}})",
        "/fe: found nodes 20000.5 m from the origin, 20000 times the size of the body, expected them nearer");
    check_source(R"({"beam_frame": {"points": [[0, 0, 0], [1, 0, 0]], "members": [{"start": 0, "end": 2}]}})",
                 "/fe/beam_frame/members/0/end: found the number 2");
    check_source(R"({"beam_frame": {"points": [[0, 0], [1, 0, 0]], "members": [{"start": 0, "end": 1}]}})",
                 "/fe/beam_frame/points/0: ");
    check_source(R"({"beam_frame": {"points": [[0, 0, 0], [1, 0, 0]], "members": [{"start": 0, "end": 1,
                     "divisions": 0}]}})",
                 "/fe/beam_frame/members/0/divisions: ");
    const std::string frame = R"({"beam_frame": {"points": [[0, 0, 0], [1, 0, 0]],
                                  "members": [{"start": 0, "end": 1, "set": "rod"}]}})";
    check_source(frame, "/fe: element 1 (beam2) has no beam section");
    const std::string section = R"("section": {"shape": "circle", "diameter": 0.01})";
    check_source(frame, "/beam/theory: ", steel + R"(, "beam": {"theory": "bernoulli", )" + section + "}");
    check_source(frame, "/beam/shear_factor_y: ", steel + R"(, "beam": {"shear_factor_y": 0, )" + section + "}");
    check_source(frame, "/beam/shear_factor_z: ", steel + R"(, "beam": {"shear_factor_z": 0, )" + section + "}");
    check_source(frame, "/beam/rotary_inertia: ", steel + R"(, "beam": {"rotary_inertia": 2, )" + section + "}");
    check_source(frame, "/beam/z_direction: ", steel + R"(, "beam": {"z_direction": 2, )" + section + "}");
    check_source(frame, "/beams/rdo: the mesh has no element set \"rdo\"",
                 steel + R"(, "beams": {"rdo": {)" + section + "}}");
}

TEST_CASE("Wrong files of other programs are refused by name") {
    const auto check_source = [](const std::string& fe, const std::string& expected, const std::string& more = "") {
        CAPTURE(fe);
        const std::vector<std::string> messages = complaints_about_model(with_source(fe, more));
        REQUIRE_FALSE(messages.empty());
        CAPTURE(messages[0]);
        CHECK(messages[0].find("model.json: " + expected) == 0);
    };
    check_source(R"({"mesh": "none.inp"})", "/fe/mesh: ", steel);
    check_source(R"({"mesh": 3})", "/fe/mesh: found the number 3", steel);
    check_source(R"({"mesh": "a.inp", "units": "inch"})", "/fe/units: found the text \"inch\"", steel);
    check_source(R"({"mesh": "a.inp", "units": {"length": 0}})", "/fe/units/length: ", steel);
    check_source(R"({"mesh": "a.inp", "units": {"mass": 0}})", "/fe/units/mass: ", steel);
    check_source(R"({"mesh": "a.inp", "units": {"time": 0}})", "/fe/units/time: ", steel);
    for (const char* kind : {"calculix", "abaqus", "ansys", "matrix_market"}) {
        const std::string place = std::string("/fe/") + kind;
        check_source(std::string("{\"") + kind + "\": {}}", place + ": \"stiffness\" is missing");
        check_source(std::string("{\"") + kind + R"(": {"stiffness": "none.mtx", "mass": "none.mtx", "dofs": "none.dof",
                     "nodes": "none.inp", "mapping": "none.map"}})",
                     place + (std::string(kind) == "calculix" ? "/mapping: unknown key" : "/dofs: unknown key"));
    }
    check_source(R"({"calculix": {"stiffness": "none.sti", "mass": "m", "dofs": "d", "nodes": "n"}})",
                 "/fe/calculix: ");
    check_source(R"({"matrix_market": {"stiffness": "none.mtx", "mass": "identity"}})", "/fe/matrix_market: ");
}

TEST_CASE("Wrong sets of nodes are refused") {
    check_model({
        {"/node_sets/some/nodes=[1, 99]", "/node_sets/some/nodes/1: no node 99; there are 28 nodes, from 1 to 28"},
        {"/node_sets/some/nodes=[0]", "/node_sets/some/nodes/0: found the number 0"},
        {"/node_sets/some/ranges=[[3]]", "/node_sets/some/ranges/0: found a list of 1"},
        {"/node_sets/some/ranges=[[3, 1]]", "/node_sets/some/ranges/0: found a list of 2"},
        {"/node_sets/some/ranges=[[1, 1e13]]", "/node_sets/some/ranges/0/1: found the number 10000000000000.0"},
        {"/node_sets/some/sets=[\"x2\"]", "/node_sets/some/sets/0: no node set \"x2\""},
        {"/node_sets/some/node=1", "/node_sets/some/node: unknown key"},
        {"/node_sets/inside/box={\"min\": [0, 0, 0]}", "/node_sets/inside/box: \"max\" is missing"},
        {"/node_sets/inside/box/min=[1, 0, 0]", "/node_sets/inside/box: found a \"min\" above \"max\""},
        {"/node_sets/inside/box/min=[0.69, -1, -1]", "/node_sets/inside: no node of the model is in this set"},
        {"/node_sets/inside={}", "/node_sets/inside: expected at least one of"},
        {"/node_sets/near/near=[0]", "/node_sets/near/near: found a list of 1"},
        {"/node_sets/near/count=0", "/node_sets/near/count: found the number 0"},
        {"/node_sets/near/radius=1", "/node_sets/near/count: found next to \"radius\""},
        {"/node_sets/near/count=29", "/node_sets/near/count: found 29, and the model has only 28 nodes"},
        {"/node_sets/some=3", "/node_sets/some: found the number 3, expected the name of a node set, a list"},
        {"/node_sets/some=[]", "/node_sets/some: found an empty list, expected nodes"},
        {"/node_sets/some=[1, 99]", "/node_sets/some/1: no node 99"},
        {"/node_sets=3", "/node_sets: found the number 3"},
        {"/node_sets/round/radius=0", "/node_sets/round/radius: found the number 0"},
        {"/node_sets/x0={\"nodes\": [1]}", "/node_sets/x0: the mesh has a set \"x0\" already"},
    });
}

TEST_CASE("Wrong supports, markers and tracks are refused") {
    check_model({
        {"/supports=[{}]", "/supports/0: \"nodes\" is missing"},
        {"/supports=[3]", "/supports/0: found the number 3"},
        {"/supports/0/nodes=x9", "/supports/0/nodes: no node set \"x9\""},
        {"/supports/0/nodes=[]", "/supports/0/nodes: found an empty list"},
        {"/supports/0/components=[\"w\"]", "/supports/0/components/0: no component \"w\""},
        {"/supports/0/components=[\"rx\"]", "/supports/0: holds nothing"},
        {"/supports/0/nodes=x0", "/markers/left: node 1 is supported"},
        {"/markers/left/type=rbe4", "/markers/left/type: found the text \"rbe4\""},
        {"-/markers/left/nodes", "/markers/left: \"nodes\" is missing"},
        {"/markers/left/nodes=3", "/markers/left/nodes: found the number 3"},
        {"/markers/left/nodes=[1, 8]", "/markers/left: found nodes on one line, expected three or more"},
        {"/markers/left/position=[1]", "/markers/left/position: found a list of 1"},
        {"/markers/left/rotation=1", "/markers/left/rotation: found the number 1"},
        {"/markers/left/weights=mass", "/markers/left/weights: only a marker of type \"rbe3\""},
        {"/markers/right/weights=heavy", "/markers/right/weights: found the text \"heavy\""},
        {"/markers/right/nodes=[7, 14]", "/markers/right: its nodes lie on a line"},
        {"/markers/mid/position=[0, 0, 0]", "/markers/mid/position: a marker of type \"node\""},
        {"/markers/mid/nodes=x1", "/markers/mid: found 4 nodes, expected one"},
        {"/markers/a.b={\"type\": \"node\", \"nodes\": [9]}", "/markers/a.b: the name \"a.b\" contains a dot"},
        {"-/tracks/edge/nodes", "/tracks/edge: \"nodes\" is missing"},
        {"/tracks/edge/closed=1", "/tracks/edge/closed: found the number 1"},
        {"/tracks/edge/up=[0, 0, 0]", "/tracks/edge/up: found a vector of no length"},
        {"/tracks/edge/up=[1, 0, 0]", "/tracks/edge/up: the track runs along its up direction near s = 0 m"},
        {"/tracks/girdle/up=[0, 0, 1]", "/tracks/girdle/up: the track runs along its up direction"},
        {"/tracks/edge/nodes=[1, 2, 3, 2]", "/tracks/edge/nodes: found node 2 twice, expected each once"},
        {"/tracks/girdle/nodes=[3, 10, 24, 17, 3]", "/tracks/girdle/nodes: found node 3 twice, expected each once; "},
        {"/tracks/edge/along=[0, 0, 0]", "/tracks/edge/along: found a vector of no length"},
        {"/tracks/girdle/around=[0, 0, 0]", "/tracks/girdle/around: found a vector of no length"},
        {"/tracks/girdle/along=[0, 0, 1]", "/tracks/girdle/around: found next to \"along\""},
        {"/tracks/girdle/nodes=[3, 10]", "/tracks/girdle: found 2 nodes, expected at least 4"},
        {"/damping/alpha=-1", "/damping/alpha: found the number -1"},
        {"/damping/beta=-1", "/damping/beta: found the number -1"},
        {"/damping/modal=0.1", "/damping/modal: unknown key"},
        {"/frame/type=tangential", "/frame/type: found the text \"tangential\""},
        {"/frame/marker=lfet", "/frame/marker: no marker \"lfet\""},
        {"/frame={\"type\": \"chord\", \"first\": \"left\"}", "/frame: \"second\" is missing"},
        {"/frame={\"type\": \"chord\", \"first\": \"left\", \"second\": \"left\"}", "/frame/second: found the same"},
        {"/frame={\"type\": \"buckens\", \"marker\": \"left\"}", "/frame/marker: unknown key"},
        {"/supports/0={\"nodes\": \"inside\"}", "/frame: the body is supported"},
    });
}

TEST_CASE("A set of nodes may be a plain list") {
    const std::string plain =
        edited(edited(full_model(), "/node_sets/face=[22, 1, 8, 15]"), "/markers/left/nodes=face");
    CHECK(complaints_about_model(plain) == std::vector<std::string>{});
}

TEST_CASE("A node named twice counts once") {
    const std::string twice = edited(full_model(), "/markers/left/nodes=[1, 8, 15, 22, 8]");
    CHECK(complaints_about_model(twice) == std::vector<std::string>{});
}

TEST_CASE("Wrong inputs and outputs are refused") {
    check_model({
        {"/inputs=3", "/inputs: found the number 3"},
        {"/inputs=[]", "/inputs: found an empty list; leave it out for all loads of every marker"},
        {"/outputs=[]", "/outputs: found an empty list; leave it out to measure where the inputs act"},
        {"/reductions/modal/inputs=[]", "/reductions/modal/inputs: found an empty list"},
        {"/inputs/0=right", "/inputs/0: found the text \"right\""},
        {"/inputs/0={}", "/inputs/0: expected one of \"marker\""},
        {"/inputs/0/marker=rigth", "/inputs/0/marker: no marker \"rigth\""},
        {"/inputs/0/components=[\"x\"]", "/inputs/0/components/0: no component \"x\""},
        {"/inputs/1/track=egde", "/inputs/1/track: no track \"egde\""},
        {"/inputs/1/directions=[\"w\"]", "/inputs/1/directions/0: no direction \"w\""},
        {"/inputs/1/directions=[0, 0, 0]", "/inputs/1/directions: found a vector of no length"},
        {"/inputs/1/every=0", "/inputs/1/every: found the number 0"},
        {"/inputs/2/inertia=1", "/inputs/2/inertia: found the number 1"},
        {"/outputs/0/components=[\"fx\"]", "/outputs/0/components/0: no component \"fx\""},
        {"/outputs/1={\"inertia\": true}", "/outputs/1: expected one of \"marker\" or \"track\""},
        {"/band=[100, 10]", "/band: found [100, 10]"},
        {"/band=[0]", "/band: found a list of 1"},
        {"/band=[0, 1.1e12]", "/band/1: found the number 1100000000000.0, expected a number from 0 to 1"},
        {"/band=[-1, 10]", "/band/0: found the number -1"},
    });
}

TEST_CASE("Wrong reductions are refused, and options of other methods") {
    check_model({
        {"-/reductions", "/: expected one of \"reduction\" or \"reductions\""},
        {"/reductions={}", "/reductions: found no reduction"},
        {"/reduction={\"method\": \"modal\", \"modes\": 1}", "/: found \"reduction\" and \"reductions\""},
        {"/reductions/modal/method=modes", "/reductions/modal/method: found the text \"modes\""},
        {"-/reductions/modal/method", "/reductions/modal: \"method\" is missing"},
        {"/reductions/modal/modes=0", "/reductions/modal/modes: found the number 0"},
        {"/reductions/modal/below=3", "/reductions/modal: found \"modes\" and \"below\""},
        {"/reductions/modal/samples=3", "/reductions/modal/samples: does not belong to the method \"modal\""},
        {"/reductions/modal/size=3", "/reductions/modal/size: does not belong to the method \"modal\""},
        {"/reductions/modal/moods=3", "/reductions/modal/moods: unknown key"},
        {"/reductions/modal/inputs=[{\"marker\": \"lfet\"}]", "/reductions/modal/inputs/0/marker: no marker"},
        {"/reductions/below/below=0", "/reductions/below/below: found the number 0"},
        {"/reductions/below/below=1.1e12", "/reductions/below/below: found the number 1100000000000.0"},
        {"/reductions/shifted/shifts=[1.1e12]", "/reductions/shifted/shifts/0: found the number 1100000000000.0"},
        {"-/reductions/below/below", "/reductions/below: expected one of \"modes\""},
        {"/reductions/wanted/frf_error/error=0", "/reductions/wanted/frf_error/error: found the number 0"},
        {"/reductions/wanted/frf_error/band=[1, 1]", "/reductions/wanted/frf_error/band: found [1, 1]"},
        {"/reductions/wanted/frf_error/samples=1", "/reductions/wanted/frf_error/samples: found the number 1"},
        {"/reductions/wanted/frf_error/largest=0", "/reductions/wanted/frf_error/largest: found the number 0"},
        {"/reductions/modal/time_domain_error=1", "/reductions/modal/time_domain_error: found the number 1"},
        {"/reductions/modal/time_domain_error={\"error\": 0, \"scene\": \"a\"}",
         "/reductions/modal/time_domain_error/error: found the number 0"},
        {"/reductions/modal/time_domain_error={\"error\": 1}",
         "/reductions/modal/time_domain_error: \"scene\" is missing"},
        {"/reductions/modal/time_domain_error={\"error\": 1, \"scene\": \"a\", \"largest\": 0}",
         "/reductions/modal/time_domain_error/largest: found the number 0"},
        {"/reductions/modal/time_domain_error={\"error\": 1, \"scene\": \"a\", \"bodies\": 0}",
         "/reductions/modal/time_domain_error/bodies: unknown key"},
        {"/reductions/krylov/moments=0", "/reductions/krylov/moments: found the number 0"},
        {"/reductions/krylov/size=0", "/reductions/krylov/size: found the number 0"},
        {"/reductions/shifted/shifts=[]", "/reductions/shifted/shifts: found an empty list"},
        {"/reductions/shifted/shifts=[-1]", "/reductions/shifted/shifts/0: found the number -1"},
        {"/reductions/shifted/size=3", "/reductions/shifted/size: found next to \"shifts\""},
        {"/reductions/so_irka/runs=0", "/reductions/so_irka/runs: found the number 0"},
        {"/reductions/so_irka/iterations=0", "/reductions/so_irka/iterations: found the number 0"},
        {"/reductions/so_irka/tolerance=0", "/reductions/so_irka/tolerance: found the number 0"},
        {"/reductions/so_irka/seed=-1", "/reductions/so_irka/seed: found the number -1"},
        {"/reductions/so_irka/band=[5, 1]", "/reductions/so_irka/band: found [5, 1]"},
        {"/reductions/gramian/samples=1", "/reductions/gramian/samples: found the number 1"},
        {"/reductions/gramian/quantity=1", "/reductions/gramian/quantity: found the number 1"},
        {"/reductions/cms/quantity=velocity", "/reductions/cms/quantity: does not belong to the method \"cms\""},
        {"/reductions/pod/duration=0", "/reductions/pod/duration: found the number 0"},
        {"/reductions/pod/step=1", "/reductions/pod/step: found a step longer"},
        {"-/reductions/pod/step", "/reductions/pod: \"step\" is missing"},
        {"/reductions/pod/complex_svd=true", "/reductions/pod/complex_svd: does not belong to the method \"pod\""},
        {"/reductions/symplectic_pod/complex_svd=1", "/reductions/symplectic_pod/complex_svd: found the number 1"},
        {"/reductions/cms={\"method\": \"guyan\", \"modes\": 1}", "/reductions/cms/modes: the method \"guyan\" has no"},
        {"/reductions/spread/inputs/0/functions=\"sine\"",
         "/reductions/spread/inputs/0/functions: found the text \"sine\""},
        {"/reductions/spread/inputs/0/functions=\"fourier\"",
         "/reductions/spread/inputs/0: input approximation: Fourier"},
        {"-/reductions/spread/inputs/0/count", "/reductions/spread/inputs/0: \"count\" is missing"},
        {"/reductions/spread/inputs/0/count=0", "/reductions/spread/inputs/0/count: found the number 0"},
        {"/reductions/spread/inputs/0/every=2", "/reductions/spread/inputs/0/every: unknown key"},
        {"/outputs/1/functions=\"cubic\"", "/outputs/1/functions: unknown key"},
        {"-/reductions/moving/track", "/reductions/moving: \"track\" is missing"},
        {"/reductions/moving/track=\"egde\"", "/reductions/moving/track: no track \"egde\""},
        {"/reductions/moving/direction=\"up\"", "/reductions/moving/direction: no direction \"up\""},
        {"/reductions/moving/modes=0", "/reductions/moving/modes: found the number 0"},
        {"/reductions/moving/supports=1", "/reductions/moving/supports: found the number 1"},
        {"/reductions/moving/supports=8", "/reductions/moving/supports: found the number 8"},
        {"/reductions/moving/weights=\"quintic\"", "/reductions/moving/weights: found the text \"quintic\""},
        {"/reductions/moving/at=1.1", "/reductions/moving/at: found 1.1 m"},
        {"/reductions/moving/size=3", "/reductions/moving/size: does not belong to the method \"aligned\""},
        {"/name=3", "/name: found the number 3"},
        {"/name=", "/name: found an empty name"},
        {"/name=.", "/name: found \".\", which is a folder"},
        {"/name=..", "/name: found \"..\", which is a folder"},
        {"/name=../../evil", "/name: found a name with a slash"},
        {"/name=a\\\\b", "/name: found a name with a slash or backslash"},
        {"/name=\"a\\nb\"", "/name: found a name with a control character"},
        {"/name=" + std::string(201, 'a'), "/name: found a name of 201 bytes"},
        {"/surface=3", "/surface: found the number 3"},
        {"/stress_stiffness=3", "/stress_stiffness: found the number 3"},
        {"/colour=3", "/colour: unknown key"},
    });
    for (const char* method : {"guyan", "craig_bampton", "cms_gram"}) {
        const std::string size = method == std::string("guyan") ? "" : R"(, "frf_error": {"error": 0.1})";
        const std::string edit = fmt::format(R"(/reductions/cms={{"method": "{}"{}}})", method, size);
        check_model(
            {{edit, fmt::format("/reductions/cms: \"{}\" condenses to markers, and \"right\" is a mean", method)}});
    }
    CHECK(complaints_about_model(
              with_source(R"({"box": {"lengths": [1, 1, 1], "divisions": [1, 1, 1]}})", steel, "guyan"))
              .at(0)
              .find("model.json: /reduction: \"guyan\" condenses to markers, and there are none") == 0);
    const std::string without_band = edited(full_model(), "-/band");
    CHECK(complaints_about_model(without_band) ==
          std::vector<std::string>{"model.json: /reductions/gramian: \"band\" is missing, expected [low, high] in Hz "
                                   "here or in the model"});
}

TEST_CASE("The schema of models in the documentation is the program's own") {
    CHECK(read_whole_file(std::filesystem::path(RITZ_SOURCE_DIR) / "docs" / "model.schema.json") ==
          make_model_schema_text());
    CHECK(read_whole_file(std::filesystem::path(RITZ_SOURCE_DIR) / "docs" / "assembly.schema.json") ==
          make_assembly_schema_text());
}

TEST_CASE("A scene given as a model, and a model given as a scene, get one message that says what to do") {
    const std::string scenes = std::string(RITZ_SOURCE_DIR) + "/scenes/";
    const auto messages = [](const auto& load, const std::string& path) {
        try {
            load(path);
        } catch (const InputError& error) {
            return error.messages();
        }
        return std::vector<std::string>{};
    };
    const auto as_model = messages([](const std::string& path) { load_model(path); }, scenes + "pendulum.json");
    REQUIRE(as_model.size() == 1);
    CHECK(as_model[0].find("ritz simulate") != std::string::npos);
    const auto as_scene =
        messages([](const std::string& path) { load_scene(path); }, scenes + "elastic_pendulum_fe/bar.json");
    REQUIRE(as_scene.size() == 1);
    CHECK(as_scene[0].find("ritz reduce") != std::string::npos);
}
