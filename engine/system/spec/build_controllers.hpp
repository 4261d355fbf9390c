#pragma once
// A controller of a specification, into the builder. Private to build().
#include "engine/system/spec/resolver.hpp"

namespace ritz {

void add_controller(Resolver& names, const ControllerSpec& spec);

}  // namespace ritz
