// Parameters of scenes, models and assemblies: what expressions are worth, and what is refused.
#include "scenes/loader/json/parameters.hpp"

#include <doctest/doctest.h>

#include "scenes/loader/json/json_reader.hpp"
#include "scenes/loader/model/assembly.hpp"
#include "scenes/loader/schema/schema.hpp"
#include "tests/program/program.hpp"
#include "tests/scenes/model_text.hpp"

using namespace ritz;
using namespace ritz::testing;
using doctest::Approx;
using Messages = std::vector<std::string>;

namespace {

/// A document with l = 1.5, n = 3 and m = 2 l, and one more member "x".
class Document {
  public:
    explicit Document(const std::string& x, const std::string& parameters = R"("l": 1.5, "n": 3, "m": "2*l")")
        : document_(parse_json_text("{\"parameters\": {" + parameters + "}, \"x\": " + x + "}", "scene.json")) {
        read_parameters(document_, diagnostics_);
    }
    template <class T>
    T read(const Range& range = {}) {
        Reader root(document_, diagnostics_);
        const T result = root.required<T>("x", range);
        root.finish();
        return result;
    }
    Messages messages() const { return diagnostics_.messages(); }

  private:
    JsonDocument document_;
    Diagnostics diagnostics_{"scene.json"};
};

template <class T>
std::string complaint(const std::string& x, const Range& range = {}) {
    Document document(x);
    document.read<T>(range);
    const Messages messages = document.messages();
    CHECK(messages.size() == 1);  // one mistake, one message
    return messages.empty() ? "accepted" : messages[0];
}

bool begins(const std::string& text, const std::string& beginning) { return text.find(beginning) == 0; }

/// A pendulum of length l, whose scene says so in expressions.
const std::string pendulum_of_length = R"json({
    "gravity": [0, "-g", 0], "parameters": {"l": 1, "g": 9.81, "m": "2*l"},
    "time": {"end": "l/10", "output_step": 0.1},
    "bodies": {"rod": {"type": "rigid", "mass": "m", "center": ["l", 0, 0], "inertia": ["m/12", "m/12", "m/12"],
                       "markers": {"tip": {"position": ["l", 0, 0]}}}},
    "joints": {"hinge": {"type": "revolute", "parent": "world", "child": "rod", "position_deg": "90/l"}},
    "loads": {"push": {"type": "force", "at": "rod.tip", "force": ["m*sin(t)", "l", 0]}},
    "outputs": {"x": {"frame": "rod.tip", "component": "x"}}
})json";

}  // namespace

TEST_CASE("A text where a number may stand is an expression of the parameters") {
    CHECK(Document("\"l/2\"").read<double>() == 0.75);
    CHECK(Document("\"m\"").read<double>() == 3);
    CHECK(Document("\"2\"").read<double>() == 2);
    CHECK(Document("\"n - 1\"").read<int>() == 2);
    CHECK(Document("[\"l\", 0, \"-sin(pi/2)\"]").read<Vec3>() == Vec3(1.5, 0, -1));
    CHECK(Document("[[1, \"l\", 0], [0, 1, 0], [0, 0, \"m\"]]").read<Mat3>()(0, 1) == 1.5);
    CHECK(Document("[[\"m\"]]").read<MatX>()(0, 0) == 3);
    CHECK(Document("[\"n\", 4]").read<std::vector<int>>() == std::vector<int>{3, 4});
    CHECK(Document("[[0, 0, \"l\"]]").read<std::vector<Vec3>>().at(0)[2] == 1.5);
    CHECK(Document("\"l\"").read<std::string>() == "l");  // where a text is wanted, it stays one
    JsonDocument angle = parse_json_text(R"({"parameters": {"a": 180}, "phi_deg": "a/2"})", "scene.json");
    Diagnostics diagnostics("scene.json");
    read_parameters(angle, diagnostics);
    CHECK(Reader(angle, diagnostics).required_angle("phi") == Approx(1.5707963267948966));
    CHECK(diagnostics.empty());
}

TEST_CASE("A whole number may miss itself by the rounding of decimals") {
    CHECK(0.3 / 0.1 != 3);
    CHECK(Document("\"0.3/0.1\"").read<int>() == 3);
    CHECK(complaint<int>("\"n/2\"") == "scene.json: /x: found the text \"n/2\", which is 1.5, expected a whole number");
    CHECK(complaint<int>("\"1e300\"") ==
          "scene.json: /x: found the text \"1e300\", which is 1e+300, expected a whole number");
}

TEST_CASE("The value of an expression is held to the range of its number") {
    CHECK(complaint<double>("\"l - m\"", positive()) ==
          "scene.json: /x: found the text \"l - m\", which is -1.5, expected a positive number");
    CHECK(complaint<int>("\"n\"", between(0, 2)) ==
          "scene.json: /x: found the text \"n\", which is 3, expected a whole number from 0 to 2");
    CHECK(complaint<Vec3>("[0, \"-l\", 0]", non_negative()) ==
          "scene.json: /x/1: found the text \"-l\", which is -1.5, expected a non-negative number");
}

TEST_CASE("A text that is no expression is refused with what was expected and why it is none") {
    const std::string start = "scene.json: /x: found the text ";
    const std::string expected = "expected a positive number or an expression of the parameters; expression ";
    const std::string unknown = complaint<double>("\"2*nn\"", positive());
    CHECK(
        begins(unknown, start + "\"2*nn\", " + expected + "\"2*nn\", column 3: unknown name \"nn\"; known: l, m, n, "));
    CHECK(unknown.find("(did you mean \"n\"?)") != std::string::npos);
    CHECK(complaint<double>("\"2*\"", positive()) ==
          start + "\"2*\", " + expected + "\"2*\", column 3: found the end, expected a number, a name or \"(\"");
    CHECK(complaint<double>("\"l/0\"", positive()) ==
          start + "\"l/0\", " + expected + "\"l/0\" is not a finite number");
    CHECK(complaint<double>("\"sqrt(-l)\"", positive()) ==
          start + "\"sqrt(-l)\", " + expected + "\"sqrt(-l)\" is not a finite number");
    CHECK(complaint<double>("\"l*t\"", positive()) ==
          start + "\"l*t\", " + expected + "\"l*t\": unknown name \"t\" here, only signals depend on the time");
    CHECK(begins(complaint<double>("\"\""), start + "\"\", expected a number or an expression of the parameters; "));
    CHECK(complaint<double>("true") == "scene.json: /x: found true, expected a number");
    CHECK(complaint<Vec3>("\"l\"") == "scene.json: /x: found the text \"l\", expected a list of 3 numbers");
}

TEST_CASE("A wrong parameter is one mistake with one message, however often it is used") {
    const auto message = [](const std::string& edit) {
        const Messages messages = complaints_about(edited(pendulum_of_length, edit));
        CHECK(messages.size() == 1);
        return messages.empty() ? "accepted" : messages[0];
    };
    const std::string place = "scene.json: /parameters/l: ";
    CHECK(begins(message("/parameters/l=2*g"), place + "expression \"2*g\", column 3: unknown name \"g\""));
    CHECK(message("/parameters/l=2*t") ==
          place + "expression \"2*t\": unknown name \"t\" here, only signals depend on the time");
    CHECK(message("/parameters/l=1/0") == place + "expression \"1/0\" is not a finite number");
    CHECK(message("/parameters/l=[1]") == place + "found a list of 1, expected a number");
    CHECK(message("/parameters={\"2k\": 3}") ==
          "scene.json: /parameters/2k: the constant \"2k\" is not a name; expected letters, digits and _, with a "
          "letter first");
    CHECK(contains(message("/parameters={\"pi\": 3}"), "hides a variable"));
    CHECK(message("/parameters=3") == "scene.json: /parameters: found the number 3, expected an object");
}

TEST_CASE("Parameters and their former name do not stand side by side, and only scenes know that name") {
    CHECK(complaints_about(edited(pendulum_of_length, "/constants={\"k\": 1}")) ==
          Messages{"scene.json: /constants: found next to \"parameters\", expected only one of them: \"constants\" is "
                   "its former name"});
    CHECK(
        complaints_about_model(edited(full_model(), "/constants={\"k\": 1}")).at(0).find("unknown key \"constants\"") !=
        std::string::npos);
}

TEST_CASE("A scene of expressions is the scene of their values, and --set changes all that follows from a parameter") {
    const Folder folder;
    const std::string path = folder.write("scene.json", pendulum_of_length).string();
    const Scene scene = load_scene(path), longer = load_scene(path, {"/parameters/l=2"});
    CHECK(scene.settings.end == 0.1);
    CHECK(scene.model.gravity == Vec3(0, -9.81, 0));
    CHECK(longer.settings.end == 0.2);
    CHECK(load_scene(path, {"/parameters/m=3"}).settings.end == 0.1);
    CHECK(load_scene(path, {"/parameters/l=sqrt(4)"}).settings.end == 0.2);
}

TEST_CASE("Signals know parameters and the time") {
    JsonDocument document = parse_json_text(pendulum_of_length, "scene.json");
    CHECK(complaints_about(edited(pendulum_of_length, "/loads/push/force/0=k*t")).at(0).find("unknown name \"k\"") !=
          std::string::npos);
    CHECK(complaints_about(
              edited(pendulum_of_length, R"(/loads/push/force/0={"table": {"t": [0, "l"], "value": ["m", "-m"]}})")) ==
          Messages{});
    CHECK(complaints_about(
              edited(pendulum_of_length, R"(/loads/push/force/0={"table": {"t": ["l", 0], "value": [0, 1]}})"))
              .at(0)
              .find("must increase") != std::string::npos);
}

TEST_CASE("--set of a parameter that is not there gets a suggestion") {
    const Program program;
    program.folder.write("pendulum.json", pendulum_of_length);
    const Ended unknown = program.run("check pendulum.json --set /parameters/ll=2");
    CHECK(unknown.code == 2);
    CHECK(unknown.err ==
          "--set /parameters/ll=2: /parameters has no member \"ll\"; known: l, g, m (did you mean \"l\"?)\n");
    CHECK(program.run("check pendulum.json --set /parameters/l=2 --set '/parameters/m=3*l'").code == 0);
    const Ended wrong = program.run("check pendulum.json --set /parameters/l=0");
    CHECK(wrong.code == 2);
    CHECK(contains(wrong.err, "/time/end: found the text \"l/10\", which is 0, expected a positive number"));
}

TEST_CASE("A model of expressions is the model of their values") {
    const auto bar = [](const std::string& parameters, const std::string& lengths, const std::string& n) {
        return R"({"parameters": {)" + parameters + R"(}, "fe": {"box": {"lengths": )" + lengths +
               R"(, "divisions": [)" + n + R"(, 1, 1]}}, "material": {"youngs_modulus": 2.1e11, "density": 7850},
               "markers": {"left": {"type": "rbe2", "nodes": "x0"}}, "reduction": {"method": "modal", "modes": 2}})";
    };
    const std::string model = bar(R"("l": 1, "b": "l/10", "n": 6)", R"(["l", "b", "b"])", "\"n\"");
    const Folder folder;
    const std::string path = folder.write("model.json", model).string();
    const ReductionJob plain = load_model(folder.write("plain.json", bar("", "[1, 0.1, 0.1]", "6")).string());
    const ReductionJob job = load_model(path), longer = load_model(path, {"/parameters/l=2"});
    CHECK(job.mesh->nodes.positions == plain.mesh->nodes.positions);
    CHECK(longer.mesh->nodes.positions.row(0).maxCoeff() == Approx(2));
    // Body files name their sources by hash: what --set made of the model is another source than its file.
    CHECK(job.sources.at(0).path == "model.json");
    CHECK(longer.sources.at(0).path == "model.json with --set /parameters/l=2");
    CHECK(longer.sources.at(0).sha256 != job.sources.at(0).sha256);
    CHECK(load_model(path, {"/parameters/l=3"}).sources.at(0).sha256 != longer.sources.at(0).sha256);
    CHECK(begins(complaints_about_model(edited(model, "/material/density=\"rho\"")).at(0),
                 "model.json: /material/density: found the text \"rho\", expected a number from 1e-06 to 1e+09 or an "
                 "expression of the parameters; "));
}

TEST_CASE("An assembly has parameters, too") {
    const Folder folder;
    const auto complaint_about = [&](const std::string& band) {
        const std::string text =
            R"({"parameters": {"f": 100}, "bodies": {}, "clamps": [], "inputs": [], "outputs": [], "band": )";
        try {
            load_assembly(folder.write("assembly.json", text + band + "}").string());
        } catch (const InputError& error) {
            return error.messages().at(0).substr(folder.path.string().size() + 1);
        }
        return std::string("accepted");
    };
    CHECK(complaint_about(R"(["f", "2*f"])") == "assembly.json: /bodies: expected at least two bodies");
    CHECK(complaint_about(R"(["2*f", "f"])") ==
          "assembly.json: /band: found [200, 100], expected [low, high] in Hz with low below high");
}

TEST_CASE("A direction of a track may hold expressions among its numbers, and names stay names") {
    const std::string model = edited(full_model(), R"(/parameters={"x": 5, "k": 1})");
    CHECK(complaints_about_model(edited(model, R"(/inputs/1/directions=["k", 0, "2*k"])")) == Messages{});
    CHECK(complaints_about_model(edited(model, R"(/inputs/1/directions=["x", "y", "z"])")) == Messages{});
    CHECK(complaints_about_model(edited(model, R"(/inputs/1/directions=["k", "y", "z"])"))
              .at(0)
              .find("no direction \"k\"") != std::string::npos);
}
