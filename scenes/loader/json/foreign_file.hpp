#pragma once
#include <string>
#include <string_view>

#include "scenes/loader/json/json_document.hpp"

namespace ritz {

/// What a file seems to be that is no text of its own kind: "an empty file", "a mesh of Gmsh", "a binary file"; empty
/// if nothing speaks against the text.
std::string recognise_foreign_file(std::string_view bytes);

/// "the summary of a run", "the motion of a run", or empty.
std::string recognise_result(const Json& document);

/// Throws InputError if the document is a result and not what was expected ("a scene").
void refuse_result(const Json& document, const std::string& path, const std::string& expected);

/// Before a body file or SID is read: throws InputError for what is neither.
void refuse_foreign_body(const std::string& path);

}  // namespace ritz
