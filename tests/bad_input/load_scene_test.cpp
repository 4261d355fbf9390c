// One rejection for every validated field of a scene: a valid scene, one edit, and a part of what must be said about
// it.
#include <doctest/doctest.h>

#include <algorithm>

#include "scene_text.hpp"
#include "scenes/loader/json_document.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

struct Row {
    std::string edit;      // "/pointer=VALUE" replaces or adds, "-/pointer" removes
    std::string expected;  // in the first message
};

std::string edited(const std::string& text, const std::string& edit) {
    JsonDocument document = parse_json_text(text, "scene.json");
    if (edit.starts_with("-")) {
        const Json::json_pointer pointer(edit.substr(1));
        document.root.at(pointer.parent_pointer()).erase(pointer.back());
    } else {
        apply_override(document, edit);
    }
    return document.root.dump();
}

void check(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        CAPTURE(row.edit);
        const std::vector<std::string> messages = complaints_about(edited(full_scene(), row.edit));
        REQUIRE_FALSE(messages.empty());
        CAPTURE(messages[0]);
        CAPTURE(row.expected);
        CHECK(messages[0].find("scene.json: " + row.expected) == 0);
    }
}

}  // namespace

TEST_CASE("A scene with everything a scene may contain is accepted") {
    CHECK(complaints_about(full_scene()) == std::vector<std::string>{});
}

TEST_CASE("Wrong general members of a scene are refused") {
    check({{"/gravty=[0, 0, 0]", "/gravty: unknown key \"gravty\""},
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
            "/bodies/mass/type: found the text \"ridgid\", expected \"rigid\", \"beam\" or "
            "\"elastic\" (did you mean \"rigid\"?)"},
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
           {"/bodies/a.b={\"type\": \"rigid\", \"mass\": 1}", "/bodies/a.b: the name \"a.b\" contains a dot"}});
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
          "plate, arm, leg, bead (did you mean \"arm\"?)"},
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

TEST_CASE("Wrong forces are refused") {
    check({{"/forces/spring/type=sprung", "/forces/spring/type: found the text \"sprung\", expected \"spring\""},
           {"-/forces/spring/from", "/forces/spring: \"from\" is missing"},
           {"/forces/spring/to=nowhere", "/forces/spring/to: no body \"nowhere\""},
           {"/forces/spring/stiffness=-1",
            "/forces/spring/stiffness: found the number -1, expected a non-negative number"},
           {"/forces/spring/damping=-1", "/forces/spring/damping: found the number -1"},
           {"/forces/spring/length=-1", "/forces/spring/length: found the number -1"},
           {"-/forces/spring/length", "/forces/spring: \"length\" is missing"},
           {"-/forces/damper/damping", "/forces/damper: expected \"stiffness\", \"table\" or \"damping\""},
           {"/forces/spring/sides=left", "/forces/spring/sides: found the text \"left\""},
           {"/forces/spring/lenght=1", "/forces/spring/lenght: unknown key \"lenght\""},
           {"/forces/bump/stiffness=1", "/forces/bump/table: found next to \"stiffness\""},
           {"/forces/bump/table/x=[0, 0, 1]", "/forces/bump/table: "},
           {"/forces/bump/table/value=[1]", "/forces/bump/table: "},
           {"/forces/bump/table={\"file\": \"none.csv\", \"column\": 1}", "/forces/bump/table/file: "},
           {"/forces/mount/stiffness=[1, 2, 3]",
            "/forces/mount/stiffness: found a list of 3, expected a list of 6 numbers"},
           {"/forces/mount/damping/5=-1", "/forces/mount/damping/5: found the number -1"},
           {"/forces/mount/tables/w={}", "/forces/mount/tables/w: unknown key"},
           {"/forces/mount/stiffness/0=1", "/forces/mount/tables/x: found next to a stiffness"},
           {"/forces/coil/joint=hnige", "/forces/coil/joint: no joint \"hnige\"; known: support"},
           {"/forces/coil/joint=strut", "/forces/coil/joint: joint \"strut\" closes a loop"},
           {"/forces/coil/joint=support", "/forces/coil/joint: joint \"support\" is fixed and has no coordinate"},
           {"/forces/coil/joint=socket", "/forces/coil/coordinate: no coordinate of joint \"socket\" \"angle\""},
           {"/forces/coil/coordinate=angel", "/forces/coil/coordinate: no coordinate of joint \"hinge\" \"angel\""},
           {"/forces/coil/coordinate=1",
            "/forces/coil/coordinate: found the number 1, expected a whole number from 0 to 0"},
           {"/forces/coil/stiffness=-1", "/forces/coil/stiffness: found the number -1"},
           {"/forces/coil/position_deg=x", "/forces/coil/position_deg: found the text \"x\""},
           {"-/forces/rub/coordinate",
            "/forces/rub: \"coordinate\" is missing, since joint \"floor\" has 3: x, y, angle"},
           {"-/forces/buffer/lower", "/forces/buffer: \"lower\" is missing"},
           {"/forces/buffer/upper=-2", "/forces/buffer/upper: found -2, expected more than \"lower\", -1"},
           {"/forces/buffer/stiffness=0", "/forces/buffer/stiffness: found the number 0, expected a positive number"},
           {"/forces/buffer/damping=-1", "/forces/buffer/damping: found the number -1"},
           {"-/forces/rub/regularisation", "/forces/rub: \"regularisation\" is missing"},
           {"/forces/rub={\"type\": \"joint_friction\", \"joint\": \"drive\"}",
            "/forces/rub: expected \"coulomb\" or \"viscous\""},
           {"/forces/rub/coulomb=-1", "/forces/rub/coulomb: found the number -1"},
           {"/forces/rub/breakaway=0.5", "/forces/rub/breakaway: found 0.5, expected at least \"coulomb\", 1"},
           {"/forces/rub/stribeck_rate=0", "/forces/rub/stribeck_rate: found the number 0"},
           {"-/forces/rub/stribeck_rate", "/forces/rub: \"stribeck_rate\" is missing"},
           {"/forces/rub/viscous=-1", "/forces/rub/viscous: found the number -1"},
           {"/forces/rub/regularisation=0", "/forces/rub/regularisation: found the number 0"}});
}

TEST_CASE("Wrong loads and controllers are refused") {
    check(
        {{"/loads/push/type=wind", "/loads/push/type: found the text \"wind\""},
         {"/loads/push/at=x", "/loads/push/at: no body \"x\""},
         {"/loads/push/force=[1, 2]", "/loads/push/force: found a list of 2, expected a list of 3 signals"},
         {"/loads/push/force/1=\"10*T\"", "/loads/push/force/1: "},
         {"/loads/push/torque=1", "/loads/push/torque: found the number 1, expected a list of 3 signals"},
         {"/loads/push/axes=cart", "/loads/push/axes: found the text \"cart\", expected \"world\" or \"body\""},
         {"/loads/push={\"type\": \"force\", \"at\": \"cart\"}", "/loads/push: expected \"force\" or \"torque\""},
         {"/loads/truck/body=x", "/loads/truck/body: no body \"x\""},
         {"/loads/truck/track=x", "/loads/truck/track: no track of body \"beam\" \"x\""},
         {"-/loads/truck/s", "/loads/truck: \"s\" is missing"},
         {"-/loads/truck/force", "/loads/truck: \"force\" is missing"},
         {"/loads/motor/joint=x", "/loads/motor/joint: no joint \"x\""},
         {"/loads/motor/force=1", "/loads/motor: found \"force\" and \"torque\", expected only one of them"},
         {"-/loads/motor/torque", "/loads/motor: expected one of \"force\" or \"torque\""},
         {"/loads/motor/joint=drive",
          "/loads/motor/torque: coordinate \"displacement\" of joint \"drive\" takes a \"force\""},
         {"/loads/motor/torque/table/t=[1, 0]", "/loads/motor/torque/table: "},
         {"/controllers/pid/joint=x", "/controllers/pid/joint: no joint \"x\""},
         {"/controllers/pid/coordinate=5", "/controllers/pid/coordinate: found the number 5"},
         {"-/controllers/pid/measure", "/controllers/pid: \"measure\" is missing"},
         {"/controllers/pid/measure={\"energy\": \"total\"}",
          "/controllers/pid/measure: a controller can measure only"},
         {"/controllers/pid/measure/quantity=acceleration", "/controllers/pid/measure: a controller can measure only"},
         {"-/controllers/pid/reference", "/controllers/pid: \"reference\" is missing"},
         {"/controllers/pid/reference/trajectory/durations=-1",
          "/controllers/pid/reference/trajectory/durations: found"},
         {"/controllers/pid/kp=x", "/controllers/pid/kp: found the text \"x\", expected a number"},
         {"/controllers/pid/ki=null", "/controllers/pid/ki: found null"},
         {"/controllers/pid/kd=[]", "/controllers/pid/kd: found an empty list"},
         {"/controllers/pid/filter_time=-1", "/controllers/pid/filter_time: found the number -1"},
         {"/controllers/pid/windup_time=-1", "/controllers/pid/windup_time: found the number -1"},
         {"/controllers/pid/feed_forward=\"1+\"", "/controllers/pid/feed_forward: "},
         {"/controllers/pid/velocity_feed_forward=x", "/controllers/pid/velocity_feed_forward: found the text"},
         {"/controllers/pid/acceleration_feed_forward=x", "/controllers/pid/acceleration_feed_forward: found the text"},
         {"/controllers/pid/limits=[1]", "/controllers/pid/limits: found a list of 1, expected a list of 2 numbers"},
         {"/controllers/pid/limits=[1, -1]", "/controllers/pid/limits: found [1, -1], expected the lower limit first"},
         {"/controllers/pid/gain=1", "/controllers/pid/gain: unknown key"}});
}

TEST_CASE("A derivative without a filter needs a quantity with a rate") {
    JsonDocument document = parse_json_text(full_scene(), "scene.json");
    Json& pid = document.root["controllers"]["pid"];
    pid["filter_time"] = 0;
    CHECK(complaints_about(document.root.dump()).empty());
    pid["measure"] = {{"frame", "cart"}, {"component", "norm"}};
    const auto messages = complaints_about(document.root.dump());
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].find("/controllers/pid/measure: the measured quantity has no rate") != std::string::npos);
}

TEST_CASE("Wrong outputs and monitors are refused") {
    check({{"/outputs/a/joint=x", "/outputs/a/joint: no joint \"x\""},
           {"/outputs/a/quantity=speed", "/outputs/a/quantity: found the text \"speed\", expected \"position\""},
           {"/outputs/a/coordinate=t", "/outputs/a/coordinate: no coordinate of joint \"slide\" \"t\""},
           {"/outputs/i/coordinate=0", "/outputs/i/coordinate: the wrench through a joint belongs to no coordinate"},
           {"/outputs/k/quantity=force", "/outputs/k/quantity: joint \"socket\" is spherical: measure"},
           {"/outputs/a={}", "/outputs/a: expected one of \"joint\", \"frame\""},
           {"/outputs/a={\"joint\": \"slide\", \"energy\": \"total\"}", "/outputs/a: found \"joint\" and \"energy\""},
           {"/outputs/a/unit=m", "/outputs/a/unit: unknown key"},
           {"/outputs/b/frame=x", "/outputs/b/frame: no body \"x\""},
           {"/outputs/b/observer=x", "/outputs/b/observer: no body \"x\""},
           {"/outputs/b/quantity=rate", "/outputs/b/quantity: found the text \"rate\""},
           {"-/outputs/b/component", "/outputs/b: \"component\" is missing"},
           {"/outputs/b/component=w", "/outputs/b/component: found the text \"w\""},
           {"/outputs/c/elastic=cart", "/outputs/c/elastic: body \"cart\" is rigid"},
           {"/outputs/c/elastic=x", "/outputs/c/elastic: no body \"x\""},
           {"/outputs/c/mode=0", "/outputs/c/mode: found the number 0, expected a whole number from 1 to 5"},
           {"/outputs/c/mode=6", "/outputs/c/mode: found the number 6, expected a whole number from 1 to 5"},
           {"/outputs/c/quantity=x", "/outputs/c/quantity: found the text \"x\""},
           {"/outputs/d/deflection=cart.top", "/outputs/d/deflection: body \"cart\" is rigid"},
           {"/outputs/d/deflection=beam", "/outputs/d/deflection: expected a marker, or a place x along a beam"},
           {"/outputs/d/deflection=beam.middle", "/outputs/d/deflection: body \"beam\" has no marker \"middle\""},
           {"/outputs/d/component=N", "/outputs/d/component: found the text \"N\""},
           {"/outputs/d/quantity=rate", "/outputs/d/quantity: found the text \"rate\""},
           {"/outputs/e/section_force=arm", "/outputs/e/section_force: body \"arm\" is no beam"},
           {"/outputs/e/x=5", "/outputs/e/x: found the number 5, expected a number from 0 to 4"},
           {"/outputs/e/component=M", "/outputs/e/component: found the text \"M\""},
           {"/outputs/f/energy=dark", "/outputs/f/energy: found the text \"dark\""},
           {"/outputs/g/loop_error=hinge", "/outputs/g/loop_error: no loop \"hinge\"; known: strut, all"},
           {"/outputs/g/quantity=x", "/outputs/g/quantity: found the text \"x\""},
           {"/outputs/h/controller=pd", "/outputs/h/controller: no controller \"pd\"; known: pid"},
           {"/outputs/time={\"energy\": \"total\"}", "/outputs/time: the name \"time\" is taken"},
           {"/outputs/a,b={\"energy\": \"total\"}", "/outputs/a,b: the name of an output must not contain commas"},
           {"-/monitors/far/quantity", "/monitors/far: \"quantity\" is missing"},
           {"/monitors/far/quantity/joint=x", "/monitors/far/quantity/joint: no joint \"x\""},
           {"/monitors/far/above=x", "/monitors/far/above: found the text \"x\""},
           {"/monitors/far/below=20", "/monitors/far/below: found 20, expected less than \"above\", 10"},
           {"/monitors/far={\"quantity\": {\"joint\": \"drive\"}}", "/monitors/far: expected \"above\" or \"below\""},
           {"/monitors/far/beyond=1", "/monitors/far/beyond: unknown key"}});
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
