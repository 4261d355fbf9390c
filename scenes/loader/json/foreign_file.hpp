#pragma once
#include <string>
#include <string_view>

namespace ritz {

/// What a file seems to be that is no text of its own kind: "an empty file", "a mesh of Gmsh", "a binary file"; empty
/// if nothing speaks against the text.
std::string recognise_foreign_file(std::string_view bytes);

/// Before a body file or SID is read: throws InputError for what is neither.
void refuse_foreign_body(const std::string& path);

}  // namespace ritz
