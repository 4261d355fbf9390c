// The size of a basis by the error bound along a run.
#include "scenes/loader/scene/size_by_run.hpp"

#include "bodies/exchange/body_file.hpp"
#include "core/files/files.hpp"
#include "tests/physics/scene_helpers.hpp"
#include "tests/support/folder.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// The arm and the sweep of scenes/refine.json, up to its second resonance, with a size that this run needs.
struct SweptArm : Folder {
    explicit SweptArm(const std::string& wanted) {
        const std::string scenes = std::string(RITZ_SOURCE_DIR) + "/scenes/";
        std::string text = read_whole_file(scenes + "refine/arm.json"), scene = read_whole_file(scenes + "refine.json");
        const std::string small = R"("modes": 1)", file = "refine/arm.json", end = R"("end": "duration")";
        text.replace(text.find(small), small.size(), small + R"(, "time_domain_error": )" + wanted);
        scene.replace(scene.find(file), file.size(), "arm.json");
        scene.replace(scene.find(end), end.size(), R"("end": 0.3)");
        const std::string used = R"("reduction": "small")";
        scene.replace(scene.find(used), used.size(), R"("reduction": "modal")");
        write("arm.json", text);
        write("sweep.json", scene);
    }
    SizedByRun reduce() const {
        const ReductionJob job = load_model(*this / "arm.json");
        return reduce_by_run(*this / "arm.json", job, find_reduction(job, "small"));
    }
    std::string complaint() const {
        try {
            reduce();
        } catch (const std::exception& error) {
            return error.what();
        }
        return "none";
    }
};

}  // namespace

TEST_CASE("A basis sized by a run keeps the error bound of that run below what was wanted") {
    const SweptArm arm(R"({"error": 1e-6, "scene": "sweep.json"})");
    const SizedByRun sized = arm.reduce();
    CHECK(sized.reduced.file.body.Ke.rows() > 2);
    CHECK(sized.runs > 1);
    CHECK(sized.bound < 1e-6);
    // As a file in the scene it needs no refinement, which two shapes would.
    write_body_file(arm / "arm.h5", sized.reduced.file);
    const std::string monitors = R"(/monitors={"error": {"bound": {"body": "arm"}, "above": 1e-6}})";
    const Recording with(
        load_scene(arm / "sweep.json", {R"(/bodies/arm={"type": "file", "file": "arm.h5"})", monitors}));
    CHECK(with.completed());
    CHECK(with.result().bounds[0].state_max == doctest::Approx(sized.bound).epsilon(1e-6));
}

TEST_CASE("Sizes by a run that cannot be found are refused with the reason") {
    const auto says = [](const std::string& text, const std::string& part) {
        CAPTURE(text);
        CHECK(text.find(part) != std::string::npos);
    };
    says(SweptArm(R"({"error": 1e-9, "scene": "sweep.json", "largest": 3})").complaint(),
         "its basis has 3 shapes, and no more are allowed");
    says(SweptArm(R"({"error": 1e-6, "scene": "nowhere.json"})").complaint(), "nowhere.json");
    says(SweptArm(R"({"error": 1e-6, "scene": "sweep.json", "body": "leg"})").complaint(),
         "has no body \"leg\" that is made from a file");
    // A scene cannot name such a reduction itself.
    const SweptArm arm(R"({"error": 1e-6, "scene": "sweep.json"})");
    CHECK_THROWS_WITH_AS(load_scene(arm / "sweep.json", {R"(/bodies/arm/reduction="small")"}),
                         doctest::Contains("which ritz reduce makes of it"), InputError);
}
