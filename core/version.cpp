#include "core/version.hpp"

namespace ritz {

std::string program_version() { return RITZ_VERSION; }

}  // namespace ritz
