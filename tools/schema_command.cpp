#include <fmt/format.h>

#include "core/errors.hpp"
#include "scenes/loader/schema.hpp"
#include "tools/commands.hpp"

namespace ritz {

int run_schema(const std::string& what) {
    if (what != "scene" && what != "model")
        throw InputError(fmt::format("ritz schema: no schema \"{}\"{}", what, suggest(what, {"scene", "model"})));
    fmt::print("{}", what == "scene" ? make_scene_schema_text() : make_model_schema_text());
    return exit_done;
}

}  // namespace ritz
