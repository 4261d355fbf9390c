#include <doctest/doctest.h>

#include "core/errors.hpp"
#include "core/name_index.hpp"
#include "core/printable.hpp"

using namespace ritz;

TEST_CASE("Control characters and broken UTF-8 become visible, everything else stays") {
    CHECK(printable("beam ä 梁 😀 ² \\ \"") == "beam ä 梁 😀 ² \\ \"");
    CHECK(printable("\x1b[31m\n\t\r\x7f") == "\\x1b[31m\\n\\t\\r\\x7f");
    CHECK(printable(std::string_view("a\0b", 3)) == "a\\x00b");
    CHECK(printable("\u0085\u202e\u2066\u2028") == "\\u0085\\u202e\\u2066\\u2028");
    CHECK(printable("\xff\xc3(\xe2\x82") == "\\xff\\xc3(\\xe2\\x82");         // stray, cut short
    CHECK(printable("\xc0\x80\xed\xa0\x80") == "\\xc0\\x80\\xed\\xa0\\x80");  // overlong, surrogate
    CHECK(printable_lines("a\nb\x07\n") == "a\nb\\x07\n");
    CHECK(printable("").empty());
}

TEST_CASE("A name has the number of its place, and of twins the first is meant") {
    NameIndex names;
    for (const char* name : {"a", "b", "a"}) names.add(name);
    CHECK(names.find("a") == 0u);
    CHECK(names.find("b") == 1u);
    CHECK_FALSE(names.find("c"));
    CHECK(names.size() == 3);
    CHECK(names[2] == "a");
}

TEST_CASE("Of very many known names a message lists some, and the nearest of all") {
    std::vector<std::string> known;
    for (int i = 0; i < 1000; ++i) known.push_back("body" + std::to_string(i));
    const std::string text = suggest("body_999", known);
    CHECK(text.find("body49 and 950 more (did you mean \"body999\"?)") != std::string::npos);
    CHECK(suggest("c", {"a", "b"}) == "; known: a, b (did you mean \"a\"?)");
}
