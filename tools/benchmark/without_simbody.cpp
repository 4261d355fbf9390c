// Takes the place of simbody_chain.cpp where Simbody is not installed.
#include "tools/benchmark/simbody_chain.hpp"

namespace ritz::bench {

std::function<void()> make_simbody_chain(int) { return {}; }

}  // namespace ritz::bench
