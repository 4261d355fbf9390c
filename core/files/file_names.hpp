#pragma once
#include <string>

namespace ritz {

/// Why a name cannot be that of a file or folder in results/ ("found a slash, ..."); empty if it can.
std::string find_fault_of_name(const std::string& name);

}  // namespace ritz
