#pragma once
// Which outputs have their error bound beside them: pictures draw it as a band around them.
#include <cstddef>
#include <vector>

#include "engine/simulation/scene.hpp"

namespace ritz {

struct BoundBand {
    std::size_t output = 0, bound = 0;  // columns
};

/// Of the first so many outputs: motions of markers whose bound is an output, too.
std::vector<BoundBand> find_bound_bands(const Scene& scene, std::size_t outputs);

}  // namespace ritz
