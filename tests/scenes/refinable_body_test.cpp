// A body that is given a larger basis from its model, and models that do not serve.
#include "scenes/loader/model/refinable_body.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "bodies/exchange/load_body.hpp"
#include "core/errors.hpp"
#include "tests/scenes/scene_text.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

using Eigen::Index;

const char* const model_text = R"({
    "fe": {"plate": {"length": 1, "height": 0.1, "along": 12, "across": 2}, "position": [0, -0.05, 0]},
    "thickness": 0.01, "material": {"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850},
    "markers": {"start": {"type": "rbe2", "nodes": "x0"}, "end": {"type": "rbe2", "nodes": "x1"}},
    "frame": {"type": "tangent", "marker": "start"}, "inputs": [{"marker": "end", "components": ["fy"]}],
    "reductions": {"small": {"method": "cms", "modes": 1}, "modal": {"method": "modal", "modes": 4}}})";

struct Made {
    MadeBodySpec body;
    std::vector<SourceFile> files;
};

/// As a scene makes it from its model.
Made make_from_model(const Folder& folder, const std::string& reduction) {
    const ReductionJob job = load_model(folder / "arm.json");
    const ReducedModel reduced = reduce_model(job, find_reduction(job, reduction));
    return {{std::make_shared<const ElasticBody>(make_numeric_body(reduced.file.body)), "arm.json", reduction, {}},
            job.sources};
}

Made make_from_file(const Folder& folder, const std::string& reduction) {
    const ReductionJob job = load_model(folder / "arm.json");
    const ReducedModel reduced = reduce_model(job, find_reduction(job, reduction));
    write_body_file(folder / "arm.h5", reduced.file);
    return {{std::make_shared<const ElasticBody>(load_body(folder / "arm.h5", "arm", {}).body), "arm.h5", "", {}},
            {{folder / "arm.h5", compute_file_sha256(folder / "arm.h5")}}};
}

std::string refusal(const Folder& folder, const Made& made) {
    try {
        const RefinableBody body(folder.path.string(), "arm", made.body, made.files);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

/// A force of 1 N across the tip of a body at rest.
RecordedPoint make_tip_load() {
    RecordedPoint point;
    point.loads = {{0, Vec3(0, 1, 0), Vec3::Zero()}};
    return point;
}

}  // namespace

TEST_CASE("A basis that is refined by an exact mode keeps all it had, and has the frequency of that mode") {
    const Folder folder;
    folder.write("arm.json", model_text);
    const VecX exact = compute_frequencies(*make_from_model(folder, "modal").body.body);
    for (const Made& made : {make_from_model(folder, "small"), make_from_file(folder, "small")}) {
        REQUIRE(made.body.body->modes() == 2);
        RefinableBody body(folder.path.string(), "arm", made.body, made.files);
        VecX error = VecX::Zero(6);
        error[1] = -1e-3;  // most of it
        error[4] = 2e-4;
        const Replacement better = body.refine(error, 1.1e-3, {{"end", false}}, make_tip_load());
        REQUIRE(better.body->modes() == 3);
        // V = V_new transfer, both orthonormal in M,
        CHECK((better.transfer.transpose() * better.transfer - MatX::Identity(2, 2)).norm() < 1e-10);
        // and what the old shapes do at the tip the new ones do.
        const MatX& old_tip = made.body.body->markers[1].phi;
        CHECK((better.body->markers[1].phi * better.transfer - old_tip).norm() < 1e-9 * old_tip.norm());
        const VecX refined = compute_frequencies(*better.body);
        CHECK(refined[0] == doctest::Approx(exact[0]).epsilon(1e-9));
        CHECK(refined[1] == doctest::Approx(exact[1]).epsilon(1e-9));
        CHECK(compute_frequencies(*made.body.body)[1] > 1.01 * exact[1]);
    }
}

TEST_CASE("Where no mode holds most of the bound, a basis is refined by the static answer to what acts") {
    const Folder folder;
    folder.write("arm.json", model_text);
    const Made made = make_from_model(folder, "modal");
    RefinableBody body(folder.path.string(), "arm", made.body, made.files);
    VecX error = VecX::Zero(6);
    error[5] = 1e-4;
    const Replacement better = body.refine(error, 1e-3, {{"end", false}}, make_tip_load());
    REQUIRE(better.body->modes() == 5);
    // The deflection of the tip under the force: that of the small basis, which is exact by its static shape.
    const auto deflect = [](const ElasticBody& of) {
        const VecX row = of.markers[1].phi.row(1);
        return row.dot(VecX(of.Ke.llt().solve(row)));
    };
    const double exact = deflect(*make_from_model(folder, "small").body.body);
    CHECK(deflect(*better.body) == doctest::Approx(exact).epsilon(1e-9));
    CHECK(deflect(*made.body.body) < 0.9999 * exact);
}

TEST_CASE("Before a run it is said that a model is missing, changed, or gives another basis") {
    const Folder folder;
    folder.write("arm.json", model_text);
    const Made made = make_from_model(folder, "small"), file = make_from_file(folder, "small");
    CHECK(refusal(folder, made).empty());
    CHECK(refusal(folder, file).empty());
    CHECK(refusal(folder, {}).find("body \"arm\" cannot be refined: it was not made from a model") == 0);

    Made other = made;
    other.body.reduction = "modal";
    CHECK(refusal(folder, other).find("gives another basis") != std::string::npos);

    folder.write("arm.json", std::string(model_text) + "\n");
    CHECK(refusal(folder, made).find("arm.json is not the file that it was made from") != std::string::npos);
    CHECK(refusal(folder, file).find("arm.json is not the file that it was made from") != std::string::npos);
    std::filesystem::remove(folder / "arm.json");
    CHECK(refusal(folder, made).find("is not there") != std::string::npos);
    CHECK(refusal(folder, file).find("its model") != std::string::npos);
}
