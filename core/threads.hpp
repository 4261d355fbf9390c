#pragma once
// How many threads there are to work with: the one place that says so.

namespace ritz {

/// The processors that this thread may run on (its affinity mask, as taskset, cpusets and batch systems set it), at
/// least one. The machine may have more; threads beyond these would only wait for each other.
int thread_budget();

}  // namespace ritz
