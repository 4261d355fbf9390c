#pragma once
#include <functional>

namespace ritz::bench {

/// A call computes the accelerations of the same rigid chain with Simbody, from positions on. Empty if Simbody is not
/// installed.
std::function<void()> make_simbody_chain(int links);

}  // namespace ritz::bench
