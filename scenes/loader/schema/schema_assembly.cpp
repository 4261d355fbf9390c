#include "scenes/loader/json/limits.hpp"
#include "scenes/loader/schema/schema.hpp"
#include "scenes/loader/schema/schema_parts.hpp"

namespace ritz {
namespace {

using namespace schema;

Json make_place(const std::vector<std::string>& components, const std::string& description) {
    return list_of(
        object("",
               {{"body", text("its name")},
                {"marker", text("on that body")},
                {"components", list_of(choice(components, ""), -1, "in the marker's axes; all if left out")}},
               {"body", "marker"}),
        -1, description);
}

}  // namespace

Json make_assembly_schema() {
    const Json assembly = object(
        "Models clamped together, to judge their reductions. SI units.",
        {{"$schema", text("where this schema is")},
         {"parameters", parameters("names for numbers, each a number or an expression of those before it; wherever a "
                                   "number may stand, a text is an expression of them")},
         {"description", text("shown by ritz info")},
         {"bodies", named(object("", {{"model", text("its file, relative to the assembly")}}, {"model"}), "by name")},
         {"clamps", list_of(list_of(text("BODY.MARKER"), 2, "two rigid markers that move as one"), -1, "")},
         {"inputs", make_place({"fx", "fy", "fz", "mx", "my", "mz"}, "where loads act")},
         {"outputs", make_place({"x", "y", "z", "rx", "ry", "rz"}, "what is measured")},
         {"band", list_of(within(frequency_range(), ""), 2, "low and high end [Hz]")}},
        {"bodies", "clamps", "inputs", "outputs"});
    Json root;
    root["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    root["title"] = "Ritz assembly";
    for (const auto& member : assembly.items()) root[member.key()] = member.value();
    return root;
}

std::string make_assembly_schema_text() { return make_assembly_schema().dump(1) + "\n"; }

}  // namespace ritz
