#pragma once
// Tables of edits of a valid scene, and of what must be said about each.
#include <doctest/doctest.h>

#include "scenes/loader/json/json_document.hpp"
#include "tests/scenes/scene_text.hpp"

namespace ritz::testing {

struct Row {
    std::string edit;      // "/pointer=VALUE" replaces or adds, "-/pointer" removes
    std::string expected;  // in the first message
};

inline std::string edited(const std::string& text, const std::string& edit) {
    JsonDocument document = parse_json_text(text, "scene.json");
    if (edit.starts_with("-")) {
        const Json::json_pointer pointer(edit.substr(1));
        document.root.at(pointer.parent_pointer()).erase(pointer.back());
    } else {
        apply_override(document, edit);
    }
    return document.root.dump();
}

inline void check(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        CAPTURE(row.edit);
        const std::vector<std::string> messages = complaints_about(edited(full_scene(), row.edit));
        REQUIRE_FALSE(messages.empty());
        CAPTURE(messages[0]);
        CAPTURE(row.expected);
        CHECK(messages[0].find("scene.json: " + row.expected) == 0);
    }
}

}  // namespace ritz::testing
