#pragma once
// Parameters of a file: {"l": 1.0, "m": "2*l"}, each a number or an expression of those before it. Wherever a number
// may stand in that file, a text is an expression of them.
#include "core/log.hpp"
#include "scenes/loader/json/diagnostics.hpp"
#include "scenes/loader/json/json_document.hpp"

namespace ritz {

/// Reads the member "parameters", or "constants" as scenes called it before, into the document, so that every Reader
/// over it knows them. Before the first Reader, after apply_override. Who goes on after a complaint will hear of the
/// same mistake again, wherever the parameter is used. Those given take the place of what the file says, and are known
/// even if it does not name them.
void read_parameters(JsonDocument& document, Diagnostics& diagnostics, const Parameters& given = {});

/// The names that the file gives to parameters.
std::vector<std::string> find_parameter_names(const JsonDocument& document);

/// Whether expressions can use it: throws InputError that says why not.
void require_parameter_name(const std::string& name);

/// What the parameters are worth, for who looks for a fault.
void log_parameters(const JsonDocument& document, const Log& log);

/// The value of an expression of the parameters. Throws InputError that says why it has none: a name that is not
/// known, the time in it, no finite value.
double eval_number(const std::string& expression, const Parameters& parameters);

}  // namespace ritz
