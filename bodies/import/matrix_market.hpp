#pragma once
// Matrix Market [Boisvert1996], the exchange format of most collections of matrices.
#include "bodies/import/entries.hpp"

namespace ritz {

/// Coordinate or array form; real or integer; general, symmetric or skew-symmetric.
SparseMat read_matrix_market(const std::string& path);
SparseMat parse_matrix_market(const Text& text);

}  // namespace ritz
