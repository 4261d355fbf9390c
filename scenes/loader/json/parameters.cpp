#include "scenes/loader/json/parameters.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "core/signals/expression.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"

namespace ritz {
namespace {

bool is_expression_of_time(const std::string& text, const Parameters& parameters) {
    try {
        return !Expression(text, parameters, {"t"}).is_constant();
    } catch (const InputError&) {
        return false;
    }
}

double read_value(const Reader& value, const Parameters& before) {
    return value.is_string() ? eval_number(value.as<std::string>(), before) : value.as<double>();
}

void read_member(const NamedReader& member, const Parameters& given, Parameters& parameters) {
    if (given.count(member.name) != 0) return;
    const auto is_name = complain_if_thrown(member.reader, [&] {
        require_parameter_name(member.name);
        return true;
    });
    if (!is_name) return;
    // After a complaint the name stays known to those that follow.
    const auto value = complain_if_thrown(member.reader, [&] { return read_value(member.reader, parameters); });
    parameters[member.name] = value.value_or(1);
}

}  // namespace

double eval_number(const std::string& expression, const Parameters& parameters) {
    try {
        return Expression(expression, parameters, {}).at(0).value;
    } catch (const InputError&) {
        if (!is_expression_of_time(expression, parameters)) throw;
    }
    throw InputError(
        fmt::format("expression \"{}\": unknown name \"t\" here, only signals depend on the time", expression));
}

/// An expression that uses nothing shows whether the name is allowed.
void require_parameter_name(const std::string& name) { Expression("0", {{name, 1}}); }

std::vector<std::string> find_parameter_names(const JsonDocument& document) {
    Diagnostics unheard(document.name);
    Reader root(document, unheard);
    std::vector<std::string> names;
    for (const char* key : {"parameters", "constants"})
        for (const NamedReader& member : root.optional_child(key).members()) names.push_back(member.name);
    return names;
}

void read_parameters(JsonDocument& document, Diagnostics& diagnostics, const Parameters& given) {
    document.parameters.reset();  // no expression is known while they are read
    Parameters parameters = given;
    if (document.root.is_object()) {  // otherwise the first Reader complains
        Reader root(document, diagnostics);
        if (root.has("parameters") && root.has("constants"))
            root.complain("constants",
                          "found next to \"parameters\", expected only one of them: \"constants\" is its former name");
        for (const NamedReader& member :
             root.optional_child(root.has("parameters") ? "parameters" : "constants").members())
            read_member(member, given, parameters);
    }
    document.parameters = std::move(parameters);
}

void log_parameters(const JsonDocument& document, const Log& log) {
    if (!log || !document.parameters) return;
    for (const auto& [name, value] : *document.parameters)
        log.debug(fmt::format("{}: parameter {} = {}", document.name, name, value));
}

}  // namespace ritz
