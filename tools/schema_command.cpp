#include <fmt/format.h>

#include "core/errors.hpp"
#include "scenes/loader/schema/schema.hpp"
#include "tools/commands.hpp"

namespace ritz {

int run_schema(const std::string& what) {
    if (what == "scene")
        say("{}", make_scene_schema_text());
    else if (what == "part")
        say("{}", make_part_schema_text());
    else if (what == "model")
        say("{}", make_model_schema_text());
    else if (what == "assembly")
        say("{}", make_assembly_schema_text());
    else
        throw InputError(fmt::format("ritz schema: no schema \"{}\"{}", what,
                                     suggest(what, {"scene", "part", "model", "assembly"})));
    return exit_done;
}

}  // namespace ritz
