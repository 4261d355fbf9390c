#pragma once
#include <string>

namespace ritz {

std::string program_version();  // "0.2.0"

}  // namespace ritz
