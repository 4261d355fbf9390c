#pragma once
// Where the rows of a run go as they come, so that a run need not hold them.
#include <cstddef>
#include <functional>
#include <vector>

#include "engine/system/model.hpp"

namespace ritz {

class RowSink {
  public:
    virtual ~RowSink() = default;
    /// One row: the state, and one value for each output of the scene.
    virtual void add(const State& state, const std::vector<double>& values) = 0;
    /// Forgets all rows but the first so many: the run goes back and on from there.
    virtual void rollback(std::size_t rows) = 0;
    /// A body was replaced: states so far, where they are kept, are to be those of the system as it is now.
    virtual void convert_states(const std::function<State(const State&)>&) {}
};

}  // namespace ritz
