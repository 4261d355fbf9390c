#pragma once
// The program's log on stderr, one line each: "warning: ...", and with --verbose "info: ...", given twice "debug: ...".
#include <string>
#include <vector>

#include "core/log.hpp"

namespace ritz {

/// Once, after the command line is read. Verbosity: how often --verbose was given.
void start_log(int verbosity);

/// For the rooms: what they say goes into the program's log, as far as that is wanted. `before_line` is called before
/// each line, to wipe what stands in its place.
Log make_log(std::function<void()> before_line = {});

/// "reading arm.json with --set /parameters/l=2".
void log_reading(const Log& log, const std::string& file, const std::vector<std::string>& overrides);

}  // namespace ritz
