#pragma once
// What a run was, as summary.json says it.
#include "engine/simulation/simulate.hpp"
#include "scenes/loader/json/json_document.hpp"

namespace ritz {

Json make_summary(const Scene& scene, const RunResult& result);

/// Whether a document is a summary.json of this program.
bool is_summary(const Json& document);

std::string status_name(RunStatus status);

}  // namespace ritz
