#include "bodies/import/mesh_files.hpp"

#include <fmt/format.h>

#include "bodies/import/gmsh.hpp"
#include "bodies/import/inp_deck.hpp"

namespace ritz {

Mesh read_mesh(const std::string& path) { return parse_mesh(read_text(path)); }

Mesh parse_mesh(const Text& text) {
    const std::string extension = extension_of(text.name);
    if (extension == ".inp") return parse_inp_mesh(text);
    if (extension == ".msh") return parse_gmsh(text);
    fail_at(text, 0, fmt::format("a mesh in a file of kind {}, expected .inp or .msh", quote(extension)));
}

Mesh read_inp_mesh(const std::string& path) { return parse_inp_mesh(read_text(path)); }

Mesh parse_inp_mesh(const Text& text) { return make_mesh(text, parse_inp_deck(text)); }

}  // namespace ritz
