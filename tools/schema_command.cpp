#include <fmt/format.h>

#include "core/errors.hpp"
#include "scenes/loader/schema.hpp"
#include "tools/commands.hpp"

namespace ritz {

int run_schema(const std::string& what) {
    if (what == "scene")
        fmt::print("{}", make_scene_schema_text());
    else if (what == "model")
        fmt::print("{}", make_model_schema_text());
    else if (what == "assembly")
        fmt::print("{}", make_assembly_schema_text());
    else
        throw InputError(
            fmt::format("ritz schema: no schema \"{}\"{}", what, suggest(what, {"scene", "model", "assembly"})));
    return exit_done;
}

}  // namespace ritz
