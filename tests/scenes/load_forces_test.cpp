// One rejection for every validated field of forces, loads, controllers, outputs and monitors.
#include <doctest/doctest.h>

#include "tests/scenes/edits.hpp"

using namespace ritz;
using namespace ritz::testing;

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

TEST_CASE("Wrong gears and couplers are refused") {
    check({{"/couplings/gear/type=belt",
            "/couplings/gear/type: found the text \"belt\", expected \"gear\" or \"coupler\""},
           {"-/couplings/gear/first", "/couplings/gear: \"first\" is missing"},
           {"/couplings/gear/first/joint=drvie", "/couplings/gear/first/joint: no joint \"drvie\"; known: support"},
           {"/couplings/gear/first/coordinate=angle",
            "/couplings/gear/first/coordinate: no coordinate of joint \"drive\" \"angle\""},
           {"/couplings/gear/first/factor=1", "/couplings/gear/first/factor: unknown key"},
           {"/couplings/gear/second={\"joint\": \"socket\", \"coordinate\": 0}",
            "/couplings/gear/second/joint: joint \"socket\" is spherical: it has no scalar coordinate to act on"},
           {"/couplings/gear/second={\"joint\": \"strut\"}",
            "/couplings/gear/second/joint: joint \"strut\" closes a loop"},
           {"/couplings/gear/second={\"joint\": \"support\"}",
            "/couplings/gear/second/joint: joint \"support\" is fixed and has no coordinate"},
           {"/couplings/gear/second={\"joint\": \"drive\"}",
            "/couplings/gear/second: found the same coordinate twice, expected a different one in each place"},
           {"-/couplings/gear/ratio", "/couplings/gear: \"ratio\" is missing"},
           {"/couplings/gear/ratio=0", "/couplings/gear/ratio: found 0, which ties nothing"},
           {"/couplings/gear/offset=x", "/couplings/gear/offset: found the text \"x\""},
           {"/couplings/gear/teeth=20", "/couplings/gear/teeth: unknown key"},
           {"-/couplings/balance/terms", "/couplings/balance: \"terms\" is missing"},
           {"/couplings/balance/terms=[]",
            "/couplings/balance/terms: found 0 of them, expected at least two coordinates"},
           {"/couplings/balance/terms/1/factor=0", "/couplings/balance/terms/1/factor: found 0, which ties nothing"},
           {"-/couplings/balance/terms/1/factor", "/couplings/balance/terms/1: \"factor\" is missing"},
           {"/couplings/balance/terms/1/joint=corss", "/couplings/balance/terms/1/joint: no joint \"corss\""},
           {"/couplings/balance/terms/1=2", "/couplings/balance/terms/1: found the number 2"},
           {"/couplings/balance/constant=[]", "/couplings/balance/constant: found an empty list"},
           {"/couplings/balance/terms=[{\"joint\": \"knee\", \"factor\": 1}, {\"joint\": \"knee\", \"factor\": 2}]",
            "/couplings/balance/terms/1: found the same coordinate twice"},
           {"/outputs/m/coupling=geer", "/outputs/m/coupling: no coupling \"geer\"; known: gear, balance"},
           {"-/outputs/m/on", "/outputs/m: \"on\" is missing"},
           {"/outputs/m/on={\"joint\": \"hinge\"}", "/outputs/m/on: coupling \"gear\" does not tie this coordinate"}});
}

TEST_CASE("A gear between two prescribed coordinates is refused, and a controller of one") {
    const std::string motion = edited(full_scene(),
                                      "/joints/hinge={\"type\": \"revolute\", \"parent\": \"cart.top\", "
                                      "\"child\": \"arm\", \"axis\": [0, 1, 0], \"motion\": \"t\"}");
    const auto both =
        complaints_about(edited(motion,
                                "/couplings/gear={\"type\": \"gear\", \"ratio\": 2, \"first\": {\"joint\": "
                                "\"hinge\"}, \"second\": {\"joint\": \"knee\"}}"));
    REQUIRE_FALSE(both.empty());
    CHECK(both[0].find("/couplings/gear: all its coordinates are prescribed") != std::string::npos);
    const auto driven = complaints_about(edited(full_scene(), "/controllers/pid/joint=knee"));
    REQUIRE_FALSE(driven.empty());
    CHECK(driven[0].find("/controllers/pid/joint: joint \"knee\" is prescribed by its \"motion\"") !=
          std::string::npos);
}

TEST_CASE("Several drives of one controller are read with their shares, and wrong ones refused") {
    const auto with = [](const std::string& drives) {
        JsonDocument document = parse_json_text(full_scene(), "scene.json");
        Json& pid = document.root["controllers"]["pid"];
        pid.erase("joint");
        pid.erase("coordinate");
        pid["drives"] = Json::parse(drives);
        return document.root.dump();
    };
    CHECK(
        complaints_about(with(R"([{"joint": "drive", "share": 0.5}, {"joint": "floor", "coordinate": "x"}])")).empty());
    const std::vector<Row> rows = {
        {R"([{"joint": "drive"}, {"joint": "x"}])", "/controllers/pid/drives/1/joint: no joint \"x\""},
        {R"([{"joint": "drive"}, {"joint": "hinge", "share": 0}])", "/controllers/pid/drives/1/share: found 0"},
        {R"([{"joint": "drive"}, {"joint": "hinge", "share": "x"}])",
         "/controllers/pid/drives/1/share: found the text"},
        {R"([{"joint": "drive"}, {"joint": "knee"}])", "/controllers/pid/drives/1/joint: joint \"knee\" is prescribed"},
        {R"([{"joint": "drive", "weight": 1}])", "/controllers/pid/drives/0/weight: unknown key"},
        {R"([{"joint": "drive"}, {"joint": "hinge"}, {"joint": "drive", "coordinate": 0, "share": 2}])",
         "/controllers/pid/drives/2/joint: the controller drives this coordinate of joint \"drive\" already"},
        {R"([])", "/controllers/pid/drives: found nothing to drive"}};
    for (const Row& row : rows) {
        CAPTURE(row.edit);
        const auto messages = complaints_about(with(row.edit));
        REQUIRE_FALSE(messages.empty());
        CAPTURE(messages[0]);
        CHECK(messages[0].find(row.expected) != std::string::npos);
    }
}

TEST_CASE("A missing input is found at the very signal that names it") {
    check({{"/loads/motor/torque={\"input\": \"levr\"}",
            "/loads/motor/torque/input: no input \"levr\"; known: lever (did you mean \"lever\"?)"},
           {"/loads/push/force/1={\"input\": \"x\"}", "/loads/push/force/1/input: no input \"x\""},
           {"/loads/push/torque/2={\"input\": \"x\"}", "/loads/push/torque/2/input: no input \"x\""},
           {"/loads/truck/s={\"input\": \"x\"}", "/loads/truck/s/input: no input \"x\""},
           {"/loads/truck/force/0={\"input\": \"x\"}", "/loads/truck/force/0/input: no input \"x\""},
           {"/controllers/pid/reference={\"input\": \"x\"}", "/controllers/pid/reference/input: no input \"x\""},
           {"/controllers/pid/feed_forward={\"input\": \"x\"}", "/controllers/pid/feed_forward/input: no input \"x\""},
           {"/loads/thrust={\"type\": \"motor\", \"joint\": \"drive\", \"force\": {\"input\": \"x\"}}",
            "/loads/thrust/force/input: no input \"x\""}});
}

TEST_CASE("Who writes an input as an expression is told how it is written") {
    check({{"/loads/motor/torque=lever", "/loads/motor/torque: expression \"lever\", column 1: unknown name \"lever\""},
           {"/loads/motor/torque=2*lever",
            "/loads/motor/torque: expression \"2*lever\", column 3: unknown name \"lever\""}});
    const std::string hint = "; as a signal the input is written {\"input\": \"lever\"}";
    for (const char* text : {"lever", "2*lever", "sin(lever + t)"}) {
        CAPTURE(text);
        const auto messages = complaints_about(edited(full_scene(), std::string("/loads/motor/torque=") + text));
        REQUIRE(messages.size() == 1);
        CHECK(messages[0].ends_with(hint));
    }
    const auto other = complaints_about(edited(full_scene(), "/loads/motor/torque=levers"));
    REQUIRE(other.size() == 1);
    CHECK_FALSE(other[0].ends_with(hint));
}

TEST_CASE("An input may be given by its value alone") {
    CHECK(complaints_about(edited(full_scene(), "/inputs/lever=0.5")).empty());
    CHECK(complaints_about(edited(full_scene(), "/inputs/lever=2*L")).empty());
    const Folder folder;
    const Scene scene = load_scene(folder.write("scene.json", edited(full_scene(), "/inputs/lever=2*L")).string());
    REQUIRE(scene.spec.inputs.size() == 1);
    CHECK(scene.spec.inputs[0].value == 4);
    CHECK(scene.spec.inputs[0].rate == 0);
    check({{"/inputs/lever=[1]", "/inputs/lever: found a list of 1, expected an object"},
           {"/inputs/lever=abc", "/inputs/lever: found the text \"abc\", expected a number"},
           {"/inputs/lever/value=[1]", "/inputs/lever/value: found a list of 1, expected a number"},
           {"/inputs/lever/rate=[1]", "/inputs/lever/rate: found a list of 1, expected a number"},
           {"/inputs/lever/speed=1", "/inputs/lever/speed: unknown key"}});
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
    check(
        {{"/outputs/a/joint=x", "/outputs/a/joint: no joint \"x\""},
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
         {"/outputs/l/reaction=beam.mid", "/outputs/l/reaction: no beam's end \"beam.mid\""},
         {"/outputs/l/reaction=3", "/outputs/l/reaction: found the number 3, expected the name of a beam's end"},
         {"/outputs/l/component=N", "/outputs/l/component: found the text \"N\""},
         {"/outputs/f/energy=dark", "/outputs/f/energy: found the text \"dark\""},
         {"/outputs/g/loop_error=hinge", "/outputs/g/loop_error: no loop \"hinge\"; known: strut, gear, balance, all"},
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

TEST_CASE("Wrong outputs of error bounds are refused") {
    check({{"/outputs/n/bound=amr", "/outputs/n/bound: no body \"amr\""},
           {"/outputs/n/bound=1", "/outputs/n/bound: found the number 1, expected the name of a body"},
           {"/outputs/n/bound=cart", "/outputs/n/bound: body \"cart\" is rigid"},
           {"/outputs/n/marker=tap", "/outputs/n/marker: no marker of body \"arm\" \"tap\""},
           {"-/outputs/n/marker", "/outputs/n: \"marker\" is missing"},
           {"-/outputs/n/component", "/outputs/n: \"component\" is missing"},
           {"/outputs/n/component=w", "/outputs/n/component: found the text \"w\""},
           {"/outputs/n/quantity=size", "/outputs/n/quantity: found the text \"size\""},
           {"/outputs/n={\"bound\": \"arm\", \"quantity\": \"corrected\"}",
            "/outputs/n/quantity: found no \"marker\" beside it"},
           {"/outputs/n/quantity=system_estimate",
            "/outputs/n/quantity: the estimate of the whole system is of a body's state"},
           {"/outputs/n/mode=1", "/outputs/n/mode: unknown key"},
           {"/error_bounds=1", "/error_bounds: found the number 1"},
           {"/monitors/error/from=1e6", "/monitors/error/from: found 1000000, expected less than the end of the run"}});
}

TEST_CASE("Wrong monitors of error bounds are refused") {
    check({{"/monitors/error/bound=arm", "/monitors/error/bound: found the text \"arm\", expected an object"},
           {"-/monitors/error/bound/body", "/monitors/error/bound: \"body\" is missing"},
           {"/monitors/error/bound/body=amr", "/monitors/error/bound/body: no body \"amr\""},
           {"/monitors/error/bound/body=cart", "/monitors/error/bound/body: body \"cart\" is rigid"},
           {"/monitors/error/bound/marker=tap", "/monitors/error/bound/marker: no marker of body \"arm\" \"tap\""},
           {"-/monitors/error/bound/marker", "/monitors/error/bound: \"marker\" is missing"},
           {"-/monitors/error/bound/component", "/monitors/error/bound: \"component\" is missing"},
           {"/monitors/error/bound/component=w", "/monitors/error/bound/component: found the text \"w\""},
           {"/monitors/error/bound/mode=1", "/monitors/error/bound/mode: unknown key"},
           {"-/monitors/error/above", "/monitors/error: \"above\" is missing"},
           {"/monitors/error/above=0", "/monitors/error/above: found the number 0"},
           {"/monitors/error/below=1", "/monitors/error/below: unknown key"},
           {"/monitors/error/relative=1", "/monitors/error/relative: found the number 1"},
           {"/monitors/error/from=-1", "/monitors/error/from: found the number -1"},
           {"/monitors/error/act=run", "/monitors/error/act: found the text \"run\""},
           {"/monitors/error/act=stop", "/monitors/error/refinements: only \"act\": \"refine\" has this limit"},
           {"/monitors/error/refinements=0", "/monitors/error/refinements: found the number 0"},
           {"/monitors/error/largest=0.5", "/monitors/error/largest: found the number 0.5"}});
}
