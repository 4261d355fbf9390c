#pragma once
#include <string>

namespace ritz {

/// "59 s", "1 min 00 s", "2 h 05 min".
std::string describe_duration(double seconds);

}  // namespace ritz
