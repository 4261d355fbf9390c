// Forms: a member that is left out has the value of a new specification.
#include <doctest/doctest.h>

#include "scenes/loader/json/form.hpp"

using namespace ritz;

namespace {

enum class Gloss { matt, shiny };
struct Paint {
    double layers = 2.5;
    Gloss gloss = Gloss::shiny;
    double angle = 0.5;
};

void fill(Form& form, Paint& paint) {
    form.optional("layers", paint, &Paint::layers, non_negative(), "how many");
    form.choice("gloss", paint, &Paint::gloss, {{"matt", Gloss::matt}, {"shiny", Gloss::shiny}}, "which");
    form.angle("angle", paint, &Paint::angle, "[rad]");
}

Paint read_paint(const std::string& text) {
    const JsonDocument document = parse_json_text(text, "paint.json");
    Diagnostics diagnostics("paint.json");
    Reader reader(document, diagnostics);
    Form form(reader);
    Paint paint{1, Gloss::matt, 1};  // whatever was there before
    fill(form, paint);
    diagnostics.throw_if_any();
    return paint;
}

}  // namespace

TEST_CASE("What is left out has the default of the specification, and what has it is not written") {
    const Paint standard = read_paint("{}");
    CHECK(standard.layers == 2.5);
    CHECK(standard.gloss == Gloss::shiny);
    CHECK(standard.angle == 0.5);
    CHECK(read_paint(R"({"layers": 1, "gloss": "matt", "angle_deg": 180})").gloss == Gloss::matt);
    const auto write = [](Paint paint) {
        Json object = Json::object();
        Form form(object);
        fill(form, paint);
        return object.dump();
    };
    CHECK(write({}) == "{}");
    CHECK(write({3, Gloss::matt, 0.5}) == R"({"layers":3.0,"gloss":"matt"})");
    const Json schema = Form::describe_object("", [](Form& form) {
        Paint paint{1, Gloss::matt, 1};
        fill(form, paint);
    });
    CHECK(schema["properties"]["layers"]["description"] == "how many; 2.5 if left out");
    CHECK(schema["properties"]["gloss"]["description"] == "which; shiny if left out");
}
