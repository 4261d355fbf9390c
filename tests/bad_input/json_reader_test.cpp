#include "scenes/loader/json/json_reader.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <numbers>

#include "core/errors.hpp"

using namespace ritz;
using doctest::Approx;
using Messages = std::vector<std::string>;

namespace {

/// What is complained about when a scene is read in the given way.
Messages complaints(const std::string& text, const std::function<void(Reader&)>& read) {
    const JsonDocument document = parse_json_text(text, "scene.json");
    Diagnostics diagnostics("scene.json");
    Reader reader(document, diagnostics);
    read(reader);
    return diagnostics.messages();
}

template <class T>
Messages complaints_for(const std::string& text, const Range& range = {}) {
    return complaints(text, [&](Reader& r) { r.required<T>("x", range); });
}

enum class Colour { red, green };
const std::vector<std::pair<std::string, Colour>> colours = {{"red", Colour::red}, {"green", Colour::green}};

}  // namespace

TEST_CASE("A well-formed object is read without complaints") {
    const Messages none = complaints(
        R"({"$schema": "s", "comment": "c", "description": "d", "mass": 2, "n": 3.0, "on": true, "name": "rod",
            "p": [1, 2, 3], "v": [1, 2], "m": [[1, 2, 3], [4, 5, 6]], "colour": "green", "angle_deg": 180,
            "names": ["a", "b"], "spring": {"k": 1}, "parent": "crank"})",
        [](Reader& r) {
            CHECK(r.required<double>("mass", positive()) == 2);
            CHECK(r.required<int>("n") == 3);
            CHECK(r.required<bool>("on"));
            CHECK(r.required<std::string>("name") == "rod");
            CHECK(r.required<Vec3>("p") == Vec3(1, 2, 3));
            CHECK(r.required<VecX>("v").size() == 2);
            CHECK(r.required_vector("v", 2)[1] == 2);
            CHECK(r.required<MatX>("m")(1, 2) == 6);
            CHECK(r.required_matrix("m", 2, 3)(0, 1) == 2);
            CHECK(r.required_choice("colour", colours) == Colour::green);
            CHECK(r.required_angle("angle") == Approx(std::numbers::pi));
            CHECK(r.required<std::vector<std::string>>("names")[1] == "b");
            CHECK(r.required_reference("parent", "body", {"rod", "crank"}) == std::size_t{1});
            Reader spring = r.child("spring");
            CHECK(spring.required<double>("k") == 1);
            spring.finish();
            CHECK(r.optional<double>("absent", 7) == 7);
            CHECK(r.optional_angle("absent_angle", 0.5) == 0.5);
            CHECK(r.optional_choice("absent", colours, Colour::red) == Colour::red);
            CHECK_FALSE(r.optional_reference("absent", "body", {"rod"}));
            CHECK_FALSE(r.optional_child("absent"));
            CHECK(r.named_list("absent").empty());
            r.finish();
        });
    CHECK(none == Messages{});
}

TEST_CASE("A value of the wrong type is shown with what was expected") {
    CHECK(complaints_for<double>(R"({"x": "2"})") ==
          Messages{"scene.json: /x: found the text \"2\", expected a number"});
    CHECK(complaints_for<double>(R"({"x": null})") == Messages{"scene.json: /x: found null, expected a number"});
    CHECK(complaints_for<int>(R"({"x": 2.5})") ==
          Messages{"scene.json: /x: found the number 2.5, expected a whole number"});
    CHECK(complaints_for<int>(R"({"x": 1e300})") ==
          Messages{"scene.json: /x: found the number 1e+300, expected a whole number"});
    CHECK(complaints_for<bool>(R"({"x": 1})") ==
          Messages{"scene.json: /x: found the number 1, expected true or false"});
    CHECK(complaints_for<std::string>(R"({"x": {"a": 1, "b": 2}})") ==
          Messages{"scene.json: /x: found an object with a, b, expected a text in quotes"});
    CHECK(complaints_for<Vec3>(R"({"x": [1, 2]})") ==
          Messages{"scene.json: /x: found a list of 2, expected a list of 3 numbers"});
    CHECK(complaints_for<Vec3>(R"({"x": [1, true, 3]})") ==
          Messages{"scene.json: /x/1: found true, expected a number"});
    CHECK(complaints_for<VecX>(R"({"x": 3})") ==
          Messages{"scene.json: /x: found the number 3, expected a list of numbers"});
    CHECK(complaints_for<MatX>(R"({"x": [[1, 2], [3]]})") ==
          Messages{"scene.json: /x/1: found a list of 1, expected 2 as in the first row"});
    CHECK(complaints_for<MatX>(R"({"x": [1]})") ==
          Messages{"scene.json: /x/0: found the number 1, expected a list of numbers"});
    CHECK(complaints_for<Mat3>(R"({"x": [[1, 0, 0], [0, 1], [0, 0, 1]]})") ==
          Messages{"scene.json: /x/1: found a list of 2, expected a list of 3 numbers"});
    CHECK(complaints_for<std::vector<std::string>>(R"({"x": ["a", 1]})") ==
          Messages{"scene.json: /x/1: found the number 1, expected a text in quotes"});
}

TEST_CASE("A number outside its range is refused") {
    CHECK(complaints_for<double>(R"({"x": 0})", positive()) ==
          Messages{"scene.json: /x: found the number 0, expected a positive number"});
    CHECK(complaints_for<double>(R"({"x": -1})", non_negative()) ==
          Messages{"scene.json: /x: found the number -1, expected a non-negative number"});
    CHECK(complaints_for<double>(R"({"x": 0.7})", between(0, 0.5)) ==
          Messages{"scene.json: /x: found the number 0.7, expected a number from 0 to 0.5"});
    CHECK(complaints_for<int>(R"({"x": 1})", at_least(2)) ==
          Messages{"scene.json: /x: found the number 1, expected a whole number of at least 2"});
    CHECK(complaints_for<Vec3>(R"({"x": [1, -2, 3]})", positive()) ==
          Messages{"scene.json: /x/1: found the number -2, expected a positive number"});
}

TEST_CASE("After a complaint the value is harmless, also for its range") {
    complaints(R"({"x": -1, "y": "no"})", [](Reader& r) {
        CHECK(r.required<double>("x", positive()) > 0);
        CHECK(r.required<int>("x", at_least(3)) >= 3);
        CHECK(r.required<double>("missing", between(2, 3)) == 2.5);
        CHECK(r.optional<double>("y", 9) == 9);
        CHECK(r.required_vector("y", 4).size() == 4);
        CHECK(r.required_matrix("y", 2, 3).cols() == 3);
    });
}

TEST_CASE("A missing member is named with what was expected") {
    CHECK(complaints_for<double>("{}", positive()) ==
          Messages{"scene.json: /: \"x\" is missing, expected a positive number"});
    CHECK(complaints(R"({"a": {}})", [](Reader& r) { r.child("a").required<Vec3>("p"); }) ==
          Messages{"scene.json: /a: \"p\" is missing, expected a list of 3 numbers"});
    CHECK(complaints("{}", [](Reader& r) { r.required_angle("phi"); }) ==
          Messages{"scene.json: /: \"phi\" is missing, expected an angle in rad, or in degrees as \"phi_deg\""});
}

TEST_CASE("Below a wrong or missing object nothing more is complained about") {
    const auto read = [](Reader& r) {
        Reader spring = r.child("spring");
        spring.required<double>("k");
        spring.child("damper").required<double>("d");
        spring.finish();
    };
    CHECK(complaints(R"({"spring": 5})", read) ==
          Messages{"scene.json: /spring: found the number 5, expected an object"});
    CHECK(complaints("{}", read) == Messages{"scene.json: /: \"spring\" is missing, expected an object"});
    CHECK(complaints("[1]", read) == Messages{"scene.json: /: found a list of 1, expected an object"});
}

TEST_CASE("Unknown keys are reported with a suggestion among those asked for") {
    CHECK(complaints(R"({"mas": 1, "comment": "fine"})", [](Reader& r) {
              r.optional<double>("mass", 1);
              r.optional<double>("length", 1);
              r.finish();
          }) == Messages{"scene.json: /mas: unknown key \"mas\"; known: mass, length (did you mean \"mass\"?)"});
    CHECK(complaints(R"({"a/b~c": 1})", [](Reader& r) { r.finish(); }) ==
          Messages{"scene.json: /a~1b~0c: unknown key \"a/b~c\"; none is known here"});
}

TEST_CASE("An unknown name of a choice is refused with a suggestion") {
    const auto read = [](Reader& r) { r.required_choice("colour", colours); };
    CHECK(complaints(R"({"colour": "gren"})", read) ==
          Messages{"scene.json: /colour: found the text \"gren\", expected \"red\" or \"green\" "
                   "(did you mean \"green\"?)"});
    CHECK(complaints(R"({"colour": 3})", read) ==
          Messages{"scene.json: /colour: found the number 3, expected \"red\" or \"green\""});
    CHECK(complaints("{}", read) == Messages{"scene.json: /: \"colour\" is missing, expected \"red\" or \"green\""});
}

TEST_CASE("A reference to something unknown is refused with a suggestion") {
    const auto read = [](Reader& r) { r.list("joints")[0].required_reference("child", "body", {"crank", "rod"}); };
    CHECK(complaints(R"({"joints": [{"child": "crnak"}]})", read) ==
          Messages{"scene.json: /joints/0/child: no body \"crnak\"; known: crank, rod (did you mean \"crank\"?)"});
    CHECK(complaints(R"({"joints": [{"child": 1}]})", read) ==
          Messages{"scene.json: /joints/0/child: found the number 1, expected the name of a body"});
}

TEST_CASE("An angle is given in rad or in degrees, not both") {
    const auto read = [](Reader& r) { r.required_angle("phi"); };
    CHECK(complaints(R"({"phi": 1, "phi_deg": 57})", read) ==
          Messages{"scene.json: /phi_deg: found next to \"phi\", expected only one of them"});
    CHECK(complaints(R"({"phi_deg": "90"})", read) ==
          Messages{"scene.json: /phi_deg: found the text \"90\", expected a number"});
}

TEST_CASE("Exactly one of several keys must be there") {
    const auto read = [](Reader& r) { r.exactly_one_of({"a", "b", "c"}); };
    CHECK(complaints(R"({"b": 1})", read) == Messages{});
    CHECK(complaints("{}", read) == Messages{"scene.json: /: expected one of \"a\", \"b\" or \"c\""});
    CHECK(complaints(R"({"a": 1, "c": 1})", read) ==
          Messages{"scene.json: /: found \"a\" and \"c\", expected only one of them"});
}

TEST_CASE("Lists of named objects need names of their own") {
    const auto read = [](Reader& r) { r.named_list("bodies"); };
    CHECK(complaints(R"({"bodies": [{"name": "rod"}, {"name": "rod"}]})", read) ==
          Messages{"scene.json: /bodies/1/name: the name \"rod\" is taken by /bodies/0 already"});
    CHECK(complaints(R"({"bodies": [{}]})", read) ==
          Messages{"scene.json: /bodies/0: \"name\" is missing, expected a text in quotes"});
    CHECK(complaints(R"({"bodies": [{"name": 3}, 4]})", read) ==
          Messages{"scene.json: /bodies/0/name: found the number 3, expected a text in quotes",
                   "scene.json: /bodies/1: found the number 4, expected an object"});
    CHECK(complaints(R"({"bodies": [{"name": ""}]})", read) ==
          Messages{"scene.json: /bodies/0/name: found an empty name"});
    CHECK(complaints(R"({"bodies": {}})", read) ==
          Messages{"scene.json: /bodies: found an empty object, expected a list"});
}

TEST_CASE("Vectors and matrices of a given size are held to it") {
    CHECK(complaints(R"({"v": [1, 2]})", [](Reader& r) { r.required_vector("v", 3); }) ==
          Messages{"scene.json: /v: found a list of 2, expected a list of 3 numbers"});
    CHECK(complaints(R"({"m": [[1, 2]]})", [](Reader& r) { r.required_matrix("m", 2, 2); }) ==
          Messages{"scene.json: /m: found 1 rows of 2, expected a list of 2 rows of 2 numbers"});
}

TEST_CASE("All complaints are thrown together, in order, up to a cap") {
    Diagnostics diagnostics("scene.json", 3);
    diagnostics.throw_if_any();
    for (int i = 0; i < 10; ++i) diagnostics.add("/a", "wrong " + std::to_string(i));
    CHECK(diagnostics.count() == 10);
    try {
        diagnostics.throw_if_any();
        FAIL("nothing was thrown");
    } catch (const InputError& error) {
        CHECK(error.messages() == Messages{"scene.json: /a: wrong 0", "scene.json: /a: wrong 1",
                                           "scene.json: /a: wrong 2", "scene.json: ... and 7 more"});
    }
}
