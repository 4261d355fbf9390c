#pragma once
// From a basis to what the engine and the body file need.
#include <string>

#include "bodies/exchange/body_file.hpp"
#include "reduction/methods.hpp"

namespace ritz {

struct ReducedBodyOptions {
    std::string name;
    bool surface = true;  // shapes on the surface, for pictures
};

/// Invariants, matrices, markers, tracks, surface; provenance is left to the caller.
BodyFile make_reduced_body(const Structure& structure, const Basis& basis, const ReducedBodyOptions& options);

}  // namespace ritz
