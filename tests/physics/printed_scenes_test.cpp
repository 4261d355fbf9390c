// What `ritz check --print` writes of a scene is the scene, to the last digit.
#include "tests/physics/scene_helpers.hpp"
#include "tests/support/folder.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

void check_moves_as_printed(const Scene& scene, const Folder& folder) {
    const std::string text = write_scene(scene);
    const Scene again = load_scene(folder.write("printed.json", text).string());
    CHECK(write_scene(again) == text);
    REQUIRE(again.outputs.size() == scene.outputs.size());
    for (std::size_t i = 0; i < scene.outputs.size(); ++i) CHECK(again.outputs[i].name == scene.outputs[i].name);
    CHECK(run(again).result().samples == run(scene).result().samples);
}

std::string turned_pendulum(const std::string& rotation) {
    return R"({"gravity": [0, 0, -9.81], "time": {"end": 0.1, "output_step": 0.02},
        "bodies": {"rod": {"type": "rigid", "mass": 1.3, "center": [0.3, 0.2, 0.1], "inertia": [0.1, 0.2, 0.15]}},
        "joints": {"ball": {"type": "spherical", "parent": {"body": "world", )" +
           rotation + R"(}, "child": {"body": "rod", )" + rotation + R"(}}},
        "outputs": {"x": {"frame": "rod", "component": "x"}, "y": {"frame": "rod", "component": "y"}}})";
}

}  // namespace

TEST_CASE("every example scene, printed and read again, moves bit by bit as it did") {
    const Folder folder;
    const std::filesystem::path scenes = std::string(RITZ_SOURCE_DIR) + "/scenes";
    for (const auto& entry : std::filesystem::directory_iterator(scenes))
        if (entry.is_directory())  // files of bodies are named relative to the scene
            std::filesystem::create_directory_symlink(entry.path(), folder.path / entry.path().filename());
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(scenes)) {
        if (entry.path().extension() != ".json") continue;
        const std::string name = entry.path().stem().string();
        CAPTURE(name);
        const double step = example(name).settings.output_step;
        check_moves_as_printed(example(name, {fmt::format("/time/end={}", 5 * step)}), folder);
        ++count;
    }
    CHECK(count >= 10);
}

TEST_CASE("a rotation is printed as it was given, or as a matrix where no vector has its last digits") {
    const Folder folder;
    for (const auto& entry : std::vector<std::pair<std::string, std::string>>{
             {R"("rotation_deg": [0, 0, 180])", R"("rotation_deg": [)"},
             {R"("rotation_deg": [30, 0, 0])", R"("rotation_deg": [)"},
             {R"("rotation_deg": [10, -25.5, 77])", R"("rotation_deg": [)"},
             {R"("rotation": [0, 0, 0.1])", R"("rotation": [)"},
             {R"("rotation": [0.123456, -1, 0.7])", R"("rotation": [)"},
             {R"("rotation_deg": [0, 0, 270])", R"("rotation)"},
             {R"("rotation_deg": [100, 200, -300])", R"("rotation)"},
             {R"("rotation": [0.12345678901234567, -1.2345678901234567, 0.7])", R"("rotation)"},
             {R"("rotation": [[0, -1, 0], [1, 0, 0], [0, 0, 1]])", R"("rotation)"},
             {R"("rotation": [[0.6, -0.8, 0], [0.8, 0.6, 0], [0, 0, 1]])", R"("rotation": [)"}}) {
        const std::string &given = entry.first, &expected = entry.second;  // Clang 14 captures no bindings
        CAPTURE(given);
        const Scene scene = scene_from(turned_pendulum(given));
        CHECK(write_scene(scene).find(expected) != std::string::npos);
        check_moves_as_printed(scene, folder);
    }
}
