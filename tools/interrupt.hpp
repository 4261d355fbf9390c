#pragma once

namespace ritz {

/// From now on Ctrl-C (and SIGTERM) only raises a flag, so that a run can write what it has. A second one ends at once.
void watch_for_interrupt();
bool is_interrupted();

}  // namespace ritz
