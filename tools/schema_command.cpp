#include <fmt/format.h>

#include "core/errors.hpp"
#include "scenes/loader/schema.hpp"
#include "tools/commands.hpp"

namespace ritz {

int run_schema(const std::string& what) {
    if (what == "model")
        throw InputError("ritz schema model: finite element models come with a later version; there is only \"scene\"");
    if (what != "scene")
        throw InputError(fmt::format("ritz schema: no schema \"{}\"{}", what, suggest(what, {"scene"})));
    fmt::print("{}", make_scene_schema_text());
    return exit_done;
}

}  // namespace ritz
