#include "scenes/loader/json/json_document.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <functional>
#include <random>

#include "core/errors.hpp"

using namespace ritz;

namespace {

std::string message_of(const std::function<void()>& act) {
    try {
        act();
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

std::string message_for(const std::string& text) {
    return message_of([&] { parse_json_text(text, "scene.json"); });
}

std::string repeated(const std::string& part, int n) {
    std::string all;
    for (int i = 0; i < n; ++i) all += part;
    return all;
}

}  // namespace

TEST_CASE("JSON with comments is read in the order of the file") {
    const JsonDocument document = parse_json_text(R"({
        // a comment
        "zeta": 1, /* another
        one */ "alpha": [1, 2.5, "é", true, null, {}]
    })",
                                                  "scene.json");
    CHECK(document.root.begin().key() == "zeta");
    CHECK(document.root["alpha"].size() == 6);
    CHECK(document.root["alpha"][1] == 2.5);
    CHECK(document.root["alpha"][2] == "é");
}

TEST_CASE("Syntax errors name line and column and what was expected") {
    CHECK(message_for("") == "scene.json:1:1: found the end of the file, expected a value");
    CHECK(message_for("{\n  \"a\": 1\n  \"b\": 2\n}") == "scene.json:3:3: found \"b\", expected \",\" or \"}\"");
    CHECK(message_for("{\"a\": [1, 2}") == "scene.json:1:12: found }, expected \",\" or \"]\"");
    CHECK(message_for("{\"a\": 1,\n}") ==
          "scene.json:2:1: found }, expected a key in double quotes; remove the comma before it");
    CHECK(message_for("[1, ]") == "scene.json:1:5: found ], expected a value; remove the comma before it");
    CHECK(message_for("{\"a\" 1}") == "scene.json:1:6: found 1, expected \":\" after the key");
    CHECK(message_for("{\"a\": 1") == "scene.json:1:8: found the end of the file, expected \",\" or \"}\"");
    CHECK(message_for("{a: 1}") == "scene.json:1:2: found a, expected a key in double quotes");
    CHECK(message_for("{'a': 1}") == "scene.json:1:2: found 'a', expected a key in double quotes");
    CHECK(message_for("{\"a\": steel}") ==
          "scene.json:1:7: found steel, expected a value (strings stand in double quotes)");
    CHECK(message_for("{\"a\": True}") == "scene.json:1:7: found True, expected true");
    CHECK(message_for("{\"a\": None}") == "scene.json:1:7: found None, expected null");
    CHECK(message_for("{\"a\": 1} 2") == "scene.json:1:10: found 2, expected nothing after the end of the document");
    CHECK(message_for("[\"abc]") == "scene.json:1:2: invalid string: missing closing quote");
    CHECK(message_for("[1.]") == "scene.json:1:4: invalid number; expected digit after '.'");
    CHECK(message_for("[1] /* never") == "scene.json:1:5: invalid comment; missing closing '*/'");
    CHECK(message_for("[\"\xff\"]").find("ill-formed UTF-8") != std::string::npos);
}

TEST_CASE("Numbers that are none are refused") {
    CHECK(message_for("[NaN]") == "scene.json:1:2: found NaN, expected a value: JSON has only finite numbers");
    CHECK(message_for("[Infinity]") ==
          "scene.json:1:2: found Infinity, expected a value: JSON has only finite numbers");
    CHECK(message_for("[nan]") == "scene.json:1:2: found nan, expected a value: JSON has only finite numbers");
    CHECK(message_for("[1e999]") == "scene.json:1:2: the number 1e999 is too large");
    CHECK(message_for("[-Infinity]") ==
          "scene.json:1:2: found -Infinity, expected a value: JSON has only finite numbers");
}

TEST_CASE("A key that stands twice in an object is refused") {
    CHECK(message_for("{\"mass\": 1,\n \"mass\": 2}") == "scene.json:2:2: the key \"mass\" stands here twice");
    CHECK(message_for("{\"a\": {\"mass\": 1}, \"mass\": 2}") == "accepted");
}

TEST_CASE("Deep nesting is refused without an overflow") {
    CHECK(message_for(repeated("[", 100000)) == "scene.json:1:201: nested more than 200 levels deep");
    CHECK(message_for(repeated("{\"a\":", 100000)).find("nested more than 200 levels deep") != std::string::npos);
    CHECK(message_for(repeated("[", 200) + repeated("]", 200)) == "accepted");
}

TEST_CASE("Files that cannot be read are refused") {
    CHECK(message_of([] { parse_json_file("no/such/scene.json"); }) == "no/such/scene.json: there is no such file");
    CHECK(message_of([] { parse_json_file("/"); }) == "/: is a folder, expected a file");
}

TEST_CASE("Random and damaged text is refused or read, never worse") {
    std::mt19937 random(5);
    const std::string good = R"({"a": [1, -2.5e3, "x\u00e9\n"], "b": {"c": null, "d": true}, /* c */ "e": ""})";
    for (int i = 0; i < 20000; ++i) {
        std::string text = good;
        for (int k = 0; k < 1 + i % 5; ++k) {
            const std::size_t at = random() % text.size();
            if (random() % 2)
                text[at] = static_cast<char>(random() % 256);
            else
                text.erase(at, 1 + random() % 3);
            if (text.empty()) text.push_back('[');
        }
        const std::string message = message_for(text);
        CHECK((message == "accepted" || message.starts_with("scene.json:")));
    }
}

TEST_CASE("An override replaces a member by JSON or by text") {
    JsonDocument document = parse_json_text(R"({"bodies": [{"mass": 1, "a/b": 0}], "name": "x"})", "scene.json");
    apply_override(document, "/bodies/0/mass=2.5");
    CHECK(document.root["bodies"][0]["mass"] == 2.5);
    apply_override(document, "/bodies/0/a~1b=[1, 2]");
    CHECK(document.root["bodies"][0]["a/b"].size() == 2);
    apply_override(document, "/name=crank=rod");
    CHECK(document.root["name"] == "crank=rod");
    apply_override(document, "/name=");
    CHECK(document.root["name"] == "");
}

TEST_CASE("An override adds a member to an object that is there") {
    JsonDocument document = parse_json_text(R"({"time": {"end": 1}})", "scene.json");
    apply_override(document, "/time/output_step=0.5");
    apply_override(document, "/start={\"static_equilibrium\": true}");
    CHECK(document.root["time"]["output_step"] == 0.5);
    CHECK(document.root["start"]["static_equilibrium"] == true);
}

TEST_CASE("An override of what is not there is refused with a suggestion") {
    JsonDocument document = parse_json_text(R"({"bodies": [{"mass": 1}], "name": "x"})", "scene.json");
    const auto message = [&](const std::string& text) { return message_of([&] { apply_override(document, text); }); };
    CHECK(message("/bodies/0/mas/x=2") ==
          "--set /bodies/0/mas/x=2: /bodies/0 has no member \"mas\"; known: mass (did you mean \"mass\"?)");
    CHECK(
        message("/bodys/0/mass=2") ==
        "--set /bodys/0/mass=2: the document has no member \"bodys\"; known: bodies, name (did you mean \"bodies\"?)");
    CHECK(message("/bodies/1/mass=2") ==
          "--set /bodies/1/mass=2: /bodies is a list of 1 elements, numbered from 0; it has no element \"1\"");
    CHECK(message("/bodies/-1=2").find("it has no element \"-1\"") != std::string::npos);
    CHECK(message("/name/x=2") == "--set /name/x=2: /name is a single value without members");
    CHECK(message("name=2") == "--set name=2: expected /pointer/to/a/member=VALUE");
    CHECK(message("/name") == "--set /name: expected /pointer/to/a/member=VALUE");
    CHECK(message("") == "--set : expected /pointer/to/a/member=VALUE");
}
