#pragma once
// Parameters of a file: {"l": 1.0, "m": "2*l"}, each a number or an expression of those before it. Wherever a number
// may stand in that file, a text is an expression of them.
#include "core/log.hpp"
#include "scenes/loader/json/diagnostics.hpp"
#include "scenes/loader/json/json_document.hpp"

namespace ritz {

/// Reads the member "parameters", or "constants" as scenes called it before, into the document, so that every Reader
/// over it knows them. Before the first Reader, after apply_override. Who goes on after a complaint will hear of the
/// same mistake again, wherever the parameter is used.
void read_parameters(JsonDocument& document, Diagnostics& diagnostics);

/// What the parameters are worth, for who looks for a fault.
void log_parameters(const JsonDocument& document, const Log& log);

/// The value of an expression of the parameters. Throws InputError that says why it has none: a name that is not
/// known, the time in it, no finite value.
double eval_number(const std::string& expression, const Parameters& parameters);

}  // namespace ritz
