#pragma once
#include <string>

namespace ritz {

std::string program_version();  // "0.1.0"

}  // namespace ritz
