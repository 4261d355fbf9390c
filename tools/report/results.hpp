#pragma once
// What a run was, as summary.json says it.
#include <iosfwd>
#include <string>

#include "engine/simulation/simulate.hpp"

namespace ritz {

/// The text of summary.json. Names and reasons may hold anything; what is no UTF-8 is replaced.
void write_summary(std::ostream& stream, const Scene& scene, const RunResult& result);

std::string status_name(RunStatus status);

}  // namespace ritz
