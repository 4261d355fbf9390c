// One rejection for every validated field of a scene: a valid scene, one edit, and a part of what must be said about
// it.
#include <doctest/doctest.h>

#include "scenes/loader/scene/load_scene.hpp"
#include "tests/scenes/edits.hpp"

using namespace ritz;
using namespace ritz::testing;

TEST_CASE("A scene with everything a scene may contain is accepted") {
    CHECK(complaints_about(full_scene()) == std::vector<std::string>{});
}

TEST_CASE("Wrong general members of a scene are refused") {
    check(
        {{"/gravty=[0, 0, 0]", "/gravty: unknown key \"gravty\""},
         {"-/gravity", "/: \"gravity\" is missing, expected a list of 3 numbers"},
         {"/gravity=9.81", "/gravity: found the number 9.81, expected a list of 3 numbers"},
         {"/gravity/1=\"down\"", "/gravity/1: found the text \"down\", expected a number"},
         {"/description=3", "/description: found the number 3, expected a text"},
         {"-/time", "/: \"time\" is missing"},
         {"/time=3", "/time: found the number 3, expected an object"},
         {"-/time/end", "/time: \"end\" is missing"},
         {"/time/end=0", "/time/end: found the number 0, expected a positive number"},
         {"/time/end=true", "/time/end: found true, expected a positive number"},
         {"/time/output_step=-1", "/time/output_step: found the number -1, expected a positive number"},
         {"/time/output_step=2", "/time/output_step: found 2, expected at most \"end\", 1"},
         {"/time/output_step=1e-12", "/time/output_step: found 1e-12, expected at least"},
         {"/time/stop=2", "/time/stop: unknown key \"stop\""},
         {"/integrator/method=euler", "/integrator/method: found the text \"euler\", expected \"auto\""},
         {"/integrator/relative_tolerance=0",
          "/integrator/relative_tolerance: found the number 0, expected a number from"},
         {"/integrator/absolute_tolerance=0",
          "/integrator/absolute_tolerance: found the number 0, expected a positive"},
         {"/integrator/max_order=13",
          "/integrator/max_order: found the number 13, expected a whole number from 1 to 12"},
         {"/integrator/energy_limit=0", "/integrator/energy_limit: found the number 0"},
         {"/integrator/jacobian=\"dense\"", "/integrator/jacobian: found the text \"dense\", expected \"structured\""},
         {"/integrator/max_step=0", "/integrator/max_step: found the number 0"},
         {"/integrator/initial_step=-1", "/integrator/initial_step: found the number -1"},
         {"/integrator/fixed_step=0", "/integrator/fixed_step: found the number 0, expected a positive number"},
         {"/integrator/fixed_step=1", "/integrator/fixed_step: only the methods"},
         {"/integrator/spectral_radius=2",
          "/integrator/spectral_radius: found the number 2, expected a number from 0 to 1"},
         {"/integrator/spectral_radius=0.5", "/integrator/spectral_radius: belongs to the method"},
         {"/integrator/method=erk", "/integrator/max_order: belongs to the methods"},
         {"/integrator/order=3", "/integrator/order: unknown key"},
         {"/start/static_equilibrium=1", "/start/static_equilibrium: found the number 1, expected true or false"},
         {"/start/static=true", "/start/static: unknown key"},
         {"/constants/t=1", "/constants/t: "},
         {"/constants/w=\"2*x\"", "/constants/w: "},
         {"/bodies=3", "/bodies: found the number 3, expected an object"},
         {"-/bodies", "/: \"bodies\" is missing"}});
}

TEST_CASE("Wrong markers and tracks are refused") {
    check(
        {{"/world/markers/wall/position=[1, 2]", "/world/markers/wall/position: found a list of 2"},
         {"/world/markers/wall/rotation_deg=[1, 2, 3]", "/world/markers/wall/rotation_deg: found next to \"rotation\""},
         {"/world/markers/tilted/rotation=[[1, 0, 0], [0, 1, 0], [0, 0, 1]]",
          "/world/markers/tilted/rotation_deg: found next to \"rotation\""},
         {"/world/markers/wall/rotation=[[1, 0, 0], [0, 1, 0]]",
          "/world/markers/wall/rotation: found a list of 2, expected a list of 3 rows of 3 numbers"},
         {"/world/markers/wall/rotation=[[1, 0, 0], [0, 1, 0], [0, 0, -1]]",
          "/world/markers/wall/rotation: found a matrix that is no rotation"},
         {"/world/markers/wall/rotation=[[1, 0, 0], [0, 1, 0.001], [0, 0, 1]]",
          "/world/markers/wall/rotation: found a matrix that is no rotation"},
         {"/world/markers/wall/x=1", "/world/markers/wall/x: unknown key"},
         {"/world/tracks/ring/points=[[0, 0, 0]]", "/world/tracks/ring: "},
         {"/world/tracks/ring/points/0=[1]", "/world/tracks/ring/points/0: found a list of 1"},
         {"/world/tracks/ring/closed=1", "/world/tracks/ring/closed: found the number 1, expected true or false"},
         {"/world/tracks/ring/up=[0, 0, 0]", "/world/tracks/ring: "},
         {"/world/tracks/ring/colour=1", "/world/tracks/ring/colour: unknown key"},
         {"/world/gravity=1", "/world/gravity: unknown key"}});
}

TEST_CASE("Wrong rigid bodies are refused") {
    check({{"/bodies/mass/type=ridgid",
            "/bodies/mass/type: found the text \"ridgid\", expected \"rigid\", \"beam\", "
            "\"elastic\" or \"file\" (did you mean \"rigid\"?)"},
           {"-/bodies/mass/type", "/bodies/mass: \"type\" is missing"},
           {"-/bodies/mass/mass", "/bodies/mass: \"mass\" is missing, expected a positive number"},
           {"/bodies/mass/mass=-1", "/bodies/mass/mass: found the number -1, expected a positive number"},
           {"/bodies/mass/mass=heavy", "/bodies/mass/mass: found the text \"heavy\", expected a positive number"},
           {"/bodies/mass/centre=[0, 0, 0]", "/bodies/mass/centre: unknown key \"centre\""},
           {"/bodies/cart/center=[0, 0]", "/bodies/cart/center: found a list of 2, expected a list of 3 numbers"},
           {"/bodies/cart/inertia/0/0=-1", "/bodies/cart/inertia: the inertia tensor is not positive definite"},
           {"/bodies/cart/inertia/0/1=0.5", "/bodies/cart/inertia: the inertia tensor is not symmetric"},
           {"/bodies/plate/inertia=[1, 1, 5]", "/bodies/plate/inertia: no body has these principal moments of inertia"},
           {"/bodies/plate/inertia=[1, 1]", "/bodies/plate/inertia: found a list of 2, expected a list of 3 numbers"},
           {"/bodies/plate/inertia=1", "/bodies/plate/inertia: found the number 1"},
           {"/bodies/block/shape={\"cube\": 1}",
            "/bodies/block/shape: expected one of \"box\", \"cylinder\" or \"sphere\""},
           {"/bodies/block/shape/box=[1, 2, 0]",
            "/bodies/block/shape/box/2: found the number 0, expected a positive number"},
           {"/bodies/block/density=0", "/bodies/block/density: found the number 0, expected a positive number"},
           {"/bodies/block/mass=1", "/bodies/block: found \"density\" and \"mass\", expected only one of them"},
           {"-/bodies/block/density", "/bodies/block: expected one of \"density\" or \"mass\""},
           {"/bodies/block/inertia=[1, 1, 1]", "/bodies/block/inertia: found next to \"shape\""},
           {"/bodies/roll/shape/cylinder/radius=-1", "/bodies/roll/shape/cylinder/radius: found the number -1"},
           {"/bodies/roll/shape/cylinder/length=0", "/bodies/roll/shape/cylinder/length: found the number 0"},
           {"/bodies/ball/shape/sphere/radius=0", "/bodies/ball/shape/sphere/radius: found the number 0"},
           {"/bodies/ball/shape/sphere/size=1", "/bodies/ball/shape/sphere/size: unknown key"},
           {"/bodies/world={\"type\": \"rigid\", \"mass\": 1}", "/bodies/world: the name \"world\" is taken"},
           {"/bodies/cart.top={\"type\": \"rigid\", \"mass\": 1}",
            "/bodies/cart.top: the name \"cart.top\" is that of marker \"top\" of body \"cart\", too"},
           {"/bodies/world.wall={\"type\": \"rigid\", \"mass\": 1}",
            "/bodies/world.wall: the name \"world.wall\" is that of marker \"wall\" of body \"world\", too"}});
}

TEST_CASE("Wrong beams are refused") {
    check(
        {{"/bodies/beam/length=0", "/bodies/beam/length: found the number 0, expected a positive number"},
         {"-/bodies/beam/section", "/bodies/beam: \"section\" is missing"},
         {"-/bodies/beam/material", "/bodies/beam: \"material\" is missing"},
         {"/bodies/beam/section/shape=square", "/bodies/beam/section/shape: found the text \"square\""},
         {"/bodies/beam/section/width=0", "/bodies/beam/section/width: found the number 0, expected a positive number"},
         {"/bodies/beam/section/radius=1", "/bodies/beam/section/radius: unknown key"},
         {"/bodies/beam/section={\"shape\": \"tube\", \"outer_diameter\": 1, \"inner_diameter\": 2}",
          "/bodies/beam/section: "},
         {"/bodies/beam/section={\"shape\": \"box\", \"width\": 1, \"height\": 1, \"thickness\": 2}",
          "/bodies/beam/section: "},
         {"/bodies/beam/section={\"area\": -1, \"Iy\": 1, \"Iz\": 1}",
          "/bodies/beam/section/area: found the number -1"},
         {"/bodies/beam/section={\"area\": 1, \"Iy\": -1, \"Iz\": 1}", "/bodies/beam/section/Iy: found the number -1"},
         {"/bodies/beam/material/youngs_modulus=0", "/bodies/beam/material/youngs_modulus: found the number 0"},
         {"/bodies/beam/material/poissons_ratio=0.6", "/bodies/beam/material/poissons_ratio: found the number 0.6"},
         {"/bodies/beam/material/density=-1", "/bodies/beam/material/density: found the number -1"},
         {"/bodies/beam/law={\"mass_per_length\": 1}", "/bodies/beam/law: found next to \"section\""},
         {"/bodies/rod/law/mass_per_length=0", "/bodies/rod/law/mass_per_length: found the number 0"},
         {"/bodies/rod/law/EIy=-1", "/bodies/rod/law/EIy: found the number -1, expected a non-negative number"},
         {"/bodies/rod/law/EIy=0", "/bodies/rod: beam \"rod\": bending z modes need a positive stiffness EIy"},
         {"/bodies/rod/law/GIt=1", "/bodies/rod/law/GIt: unknown key"},
         {"/bodies/beam/ends=hinged", "/bodies/beam/ends: found the text \"hinged\""},
         {"/bodies/beam/axial_ends=loose", "/bodies/beam/axial_ends: found the text \"loose\""},
         {"/bodies/beam/torsion_ends=loose", "/bodies/beam/torsion_ends: found the text \"loose\""},
         {"/bodies/beam/modes/bending_y=-1", "/bodies/beam/modes/bending_y: found the number -1"},
         {"/bodies/beam/modes/bending_y=1.5",
          "/bodies/beam/modes/bending_y: found the number 1.5, expected a whole number"},
         {"/bodies/beam/modes/bending=1", "/bodies/beam/modes/bending: unknown key"},
         {"/bodies/rod/modes={}", "/bodies/rod/modes: expected at least one mode"},
         {"-/bodies/rod/modes", "/bodies/rod: \"modes\" is missing"},
         {"/bodies/beam/damping/modal=-0.1", "/bodies/beam/damping/modal: found the number -0.1"},
         {"/bodies/beam/damping/alpha=1", "/bodies/beam/damping: expected either \"modal\" or"},
         {"/bodies/rod/damping/beta=-1", "/bodies/rod/damping/beta: found the number -1"},
         {"/bodies/beam/geometric_stiffening=yes", "/bodies/beam/geometric_stiffening: found the text \"yes\""},
         {"/bodies/beam/end_shapes=0", "/bodies/beam/end_shapes: found the number 0, expected true or false"},
         {"/bodies/beam/rotary_inertia=0", "/bodies/beam/rotary_inertia: found the number 0, expected true or false"},
         {"/bodies/beam/markers/mid=5", "/bodies/beam/markers/mid: found the number 5, expected a number from 0 to 4"},
         {"/bodies/beam/markers/end=4", "/bodies/beam/markers/end: the marker \"end\" is always there"},
         {"/bodies/beam/initial/q=[1]", "/bodies/beam/initial/q: found a list of 1, expected a list of 5 numbers"},
         {"/bodies/beam/initial/q_dot=[1]", "/bodies/beam/initial/q_dot: found a list of 1"},
         {"/bodies/beam/initial/u=[1]", "/bodies/beam/initial/u: unknown key"}});
}

TEST_CASE("Wrong elastic bodies are refused") {
    check(
        {{"-/bodies/arm/Ke", "/bodies/arm: \"Ke\" is missing"},
         {"/bodies/arm/Ke=[[1, 2]]", "/bodies/arm/Ke: found 1 rows of 2, expected a square matrix"},
         {"/bodies/arm/Ke=[[-1]]", "/bodies/arm: body \"arm\": Ke is not positive definite"},
         {"/bodies/arm/mass=0", "/bodies/arm/mass: found the number 0"},
         {"/bodies/arm/center=1", "/bodies/arm/center: found the number 1"},
         {"/bodies/arm/inertia=[[1, 2, 3]]", "/bodies/arm/inertia: found a list of 1"},
         {"/bodies/arm/inertia=[0.1, 0.1, 1]", "/bodies/arm: body \"arm\": the mass matrix"},
         {"/bodies/arm/Ct=[[1, 2]]", "/bodies/arm/Ct: found 1 rows of 2, expected a list of 1 rows of 3 numbers"},
         {"-/bodies/arm/Cr0", "/bodies/arm: expected one of \"P\" or \"Cr0\""},
         {"/bodies/arm/Cr0=[[1, 2, 3]]", "/bodies/arm/Cr0: found 1 rows of 3, expected a list of 3 rows of 1 numbers"},
         {"/bodies/arm/P=[]", "/bodies/arm: found \"P\" and \"Cr0\", expected only one of them"},
         {"/bodies/leg/P=[1]", "/bodies/leg/P: found a list of 1, expected 3 rows of 3 vectors"},
         {"/bodies/leg/P/0/0=[1, 2]", "/bodies/leg/P/0/0: found a list of 2, expected 1 numbers"},
         {"/bodies/leg/Q/1=[1]", "/bodies/leg/Q: found a list of 3, expected 3 rows of 3 matrices"},
         {"/bodies/leg/Q/2/2=[[1, 2]]", "/bodies/leg/Q/2/2: found 1 rows of 2, expected 1 rows of 1 numbers"},
         {"/bodies/arm/Me=[[0]]", "/bodies/arm: body \"arm\": Me is not positive definite"},
         {"/bodies/arm/De=[[1, 2]]", "/bodies/arm/De: found 1 rows of 2"},
         {"/bodies/arm/damping={\"modal\": 1}", "/bodies/arm/damping: found next to \"De\""},
         {"-/bodies/arm/markers/tip/phi", "/bodies/arm/markers/tip: \"phi\" is missing"},
         {"/bodies/arm/markers/tip/psi=[[1]]", "/bodies/arm/markers/tip/psi: found 1 rows of 1"},
         {"/bodies/arm/markers/tip/place=1", "/bodies/arm/markers/tip/place: unknown key"},
         {"/bodies/arm/tracks/rail/phi/1=[[1]]",
          "/bodies/arm/tracks/rail/phi/1: found 1 rows of 1, expected 3 rows of 1"},
         {"/bodies/arm/tracks/rail/psi=[]", "/bodies/arm/tracks/rail: "},
         {"/bodies/arm/tracks/rail/points=[]", "/bodies/arm/tracks/rail: "},
         {"/bodies/arm/stiffness=1", "/bodies/arm/stiffness: unknown key"},
         {"/bodies/arm/initial/q=[1, 2]", "/bodies/arm/initial/q: found a list of 2"}});
}

TEST_CASE("Wrong joints are refused") {
    check(
        {{"/joints/hinge/type=hinge", "/joints/hinge/type: found the text \"hinge\", expected \"revolute\""},
         {"-/joints/hinge/parent", "/joints/hinge: \"parent\" is missing"},
         {"-/joints/hinge/child", "/joints/hinge: \"child\" is missing"},
         {"/joints/hinge/child=amr",
          "/joints/hinge/child: no body \"amr\"; known: beam, rod, mass, cart, block, roll, ball, "
          "plate, arm, leg, bead, trolley (did you mean \"arm\"?)"},
         {"/joints/hinge/parent=cart.tpo",
          "/joints/hinge/parent: body \"cart\" has no marker \"tpo\"; known: top (did you "
          "mean \"top\"?)"},
         {"/joints/hinge/parent=3", "/joints/hinge/parent: found the number 3, expected a frame"},
         {"/joints/hinge/parent={\"marker\": \"top\"}", "/joints/hinge/parent: \"body\" is missing"},
         {"/joints/hinge/parent={\"body\": \"card\"}", "/joints/hinge/parent/body: no body \"card\""},
         {"/joints/hinge/parent={\"body\": \"cart\", \"marker\": \"t\"}",
          "/joints/hinge/parent/marker: no marker of body"},
         {"/joints/hinge/parent={\"body\": \"cart\", \"x\": 1}", "/joints/hinge/parent/x: body \"cart\" is no beam"},
         {"/joints/clamp/parent/x=5", "/joints/clamp/parent/x: found the number 5, expected a number from 0 to 4"},
         {"/joints/clamp/parent/marker=mid", "/joints/clamp/parent/x: found next to \"marker\""},
         {"/joints/clamp/parent/position=1", "/joints/clamp/parent/position: found the number 1"},
         {"/joints/clamp/parent/y=1", "/joints/clamp/parent/y: unknown key"},
         {"/joints/hinge/axis=[0, 0, 0]", "/joints/hinge/axis: found a vector of length zero"},
         {"/joints/hinge/axis=z", "/joints/hinge/axis: found the text \"z\""},
         {"/joints/socket/axis=[0, 0, 1]", "/joints/socket/axis: a spherical joint has no axis"},
         {"/joints/hinge/position=0", "/joints/hinge/position_deg: found next to \"position\""},
         {"/joints/hinge/position_deg=[1, 2]",
          "/joints/hinge/position_deg: found a list of 2, but a revolute joint has 1"},
         {"/joints/hinge/rate_deg=fast", "/joints/hinge/rate_deg: found the text \"fast\""},
         {"/joints/cross/position=1",
          "/joints/cross/position: found the number 1, but a universal joint has 2 coordinates: "
          "angle_x, angle_y"},
         {"/joints/support/position=1",
          "/joints/support/position: found the number 1, but a fixed joint has 0 coordinates"},
         {"/joints/floor/rate=[1, 2]", "/joints/floor/rate: found a list of 2"},
         {"/joints/fly/position_deg=3", "/joints/fly/position_deg: a slide joint has no angle"},
         {"/joints/slide/track=axle", "/joints/slide/track: no track of body \"beam\" \"axle\"; known: axis"},
         {"/joints/slide/parent=beam.mid", "/joints/slide/parent: a slide moves along a track, not on a marker"},
         {"/joints/slide/parent=mass", "/joints/slide/track: no track of body \"mass\" \"axis\""},
         {"/joints/road/beyond=curved",
          "/joints/road/beyond: found the text \"curved\", expected \"end_run\" or \"straight\""},
         {"-/joints/road/transition", "/joints/road: \"transition\" is missing"},
         {"/joints/road/transition=0", "/joints/road/transition: found the number 0, expected a positive number"},
         {"-/joints/road/beyond", "/joints/road/transition: found without \"beyond\": \"straight\""},
         {"/joints/hinge/beyond=straight", "/joints/hinge/beyond: unknown key"},
         {"/joints/fly={\"type\": \"slide\", \"parent\": \"world\", \"child\": \"bead\", \"beyond\": \"straight\", "
          "\"transition\": 1}",
          "/joints/fly/beyond: found on a closed track, which has no ends"},
         {"/joints/floor/type=point_on_line",
          "/joints/floor/position: found a list of 3, but a point_on_line joint has 4 "
          "coordinates: displacement, rotation_x, rotation_y, rotation_z"},
         {"/joints/slide/position=4.5",
          "/joints/slide/position: joint \"slide\" starts at s = 4.5 m, outside its track"},
         {"/joints/slide/position=-1", "/joints/slide/position: joint \"slide\" starts at s = -1 m, outside its track"},
         {"/joints/hinge/track=axis", "/joints/hinge/track: unknown key"},
         {"/joints/knee/motion=step(t-0.5)", "/joints/knee/motion: "},
         {"/joints/knee/motion=\"sin(omega*t)\"", "/joints/knee/motion: "},
         {"/joints/knee/position=1", "/joints/knee/motion: found next to \"position\" or \"rate\""},
         {"/joints/floor/motion=0", "/joints/floor/motion: a planar joint has 3 coordinates"},
         {"/joints/strut/motion=0", "/joints/strut/motion: a spherical joint has 3 coordinates"},
         {"/joints/strut/position=[0, 0, 0]", "/joints/strut: a joint that closes a loop has no \"position\""},
         {"/joints/strut/closes_loop=1", "/joints/strut/closes_loop: found the number 1, expected true or false"}});
}

TEST_CASE("Joints that make no tree are refused at the joint or body") {
    check({{"/joints/strut/closes_loop=false",
            "/joints/strut: body \"ball\" is the child of joints \"socket\" and \"strut\""},
           {"-/joints/floor", "/bodies/plate: body \"plate\" hangs on no joint"},
           {"/joints/cross/parent=roll", "/bodies/block: the joints of body \"block\" form a cycle"},
           {"/joints/floor/child=world", "/joints/floor: joint \"floor\" has the world as its child"},
           {"/joints/fly={\"type\": \"free\", \"parent\": \"world\", \"child\": \"bead\"}",
            "/bodies/bead: the mass matrix of body \"bead\" is not positive definite"},
           {"/joints/fly={\"type\": \"revolute\", \"parent\": \"world\", \"child\": \"bead\"}",
            "/bodies/bead: body \"bead\" has no inertia along its joint coordinate"}});
}

TEST_CASE("Things in lists are pointed at by their numbers") {
    const std::string text = R"({"gravity": [0, 0, 0], "time": {"end": 1, "output_step": 0.1},
        "bodies": [{"name": "crank", "type": "rigid", "mass": 1, "inertia": [1, 1, 1]},
                   {"name": "rod", "type": "rigid", "mass": 1, "inertia": [1, 1, 1]}],
        "joints": [{"name": "a", "type": "revolute", "parent": "world", "child": "crank"},
                   {"name": "b", "type": "revolute", "parent": "CRANK", "child": "rod"}]})";
    std::string good = text, bad = text;
    good.replace(good.find("CRANK"), 5, "crank");
    bad.replace(bad.find("CRANK"), 5, "crnak");
    CHECK(complaints_about(good) == std::vector<std::string>{});
    CHECK(complaints_about(bad) ==
          std::vector<std::string>{
              "scene.json: /joints/1/parent: no body \"crnak\"; known: crank, rod (did you mean \"crank\"?)"});
    CHECK(complaints_about(edited(good, "-/joints/1/name"))[0] ==
          "scene.json: /joints/1: \"name\" is missing, expected a text in quotes");
}

TEST_CASE("All mistakes are reported at once, and one mistake only once") {
    JsonDocument document = parse_json_text(full_scene(), "scene.json");
    apply_override(document, "/bodies/mass/mass=-1");
    apply_override(document, "/bodies/beam/length=-1");
    apply_override(document, "/joints/drive/axis=[0, 0, 0]");
    apply_override(document, "/forces/spring/stiffness=-1");
    apply_override(document, "/outputs/f/energy=dark");
    const auto messages = complaints_about(document.root.dump());
    std::string all;
    for (const std::string& message : messages) all += message + "\n";
    CAPTURE(all);
    CHECK(messages.size() == 5);
}

TEST_CASE("Files that are no scenes are refused") {
    CHECK(complaints_about("")[0].find("scene.json:1:1: found the end of the file") == 0);
    CHECK(complaints_about("{\n  \"gravity\": [0, 0 0]\n}")[0].find(
              "scene.json:2:20: found 0, expected \",\" or \"]\"") == 0);
    CHECK(complaints_about("{\"gravity\": [0, 0, NaN]}")[0].find("scene.json:1:20: found NaN") == 0);
    CHECK(complaints_about("[]")[0].find("scene.json: /: found an empty list, expected an object") == 0);
    CHECK(complaints_about("3")[0].find("scene.json: /: found the number 3, expected an object") == 0);
    CHECK(complaints_about("{}").size() == 3);  // gravity, time, bodies
    CHECK_THROWS_WITH(load_scene("no/such/scene.json"), "no/such/scene.json: there is no such file");
    const Folder folder;
    CHECK_THROWS_AS(load_scene(folder.path.string()), InputError);
}
