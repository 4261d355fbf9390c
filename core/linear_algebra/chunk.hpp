#pragma once
// Eight numbers at once, for kernels of small matrices: one vector with AVX-512, two with AVX, four without.
#include "core/types.hpp"

namespace ritz {

constexpr Eigen::Index chunk_size = 8;
using Chunk = Eigen::Array<double, chunk_size, 1>;

constexpr Eigen::Index round_to_chunks(Eigen::Index n) { return (n + chunk_size - 1) / chunk_size * chunk_size; }
inline Chunk load_chunk(const double* from) { return Eigen::Map<const Chunk>(from); }
inline void store_chunk(const Chunk& chunk, double* to) { Eigen::Map<Chunk>{to} = chunk; }
/// The first of them only, for vectors that end within a chunk.
inline void add_head(const Chunk& chunk, Eigen::Index count, double* to) {
    if (count >= chunk_size) return store_chunk(load_chunk(to) + chunk, to);
    for (Eigen::Index i = 0; i < count; ++i) to[i] += chunk[i];
}

inline void store_head(const Chunk& chunk, Eigen::Index count, double* to) {
    if (count >= chunk_size) return store_chunk(chunk, to);
    for (Eigen::Index i = 0; i < count; ++i) to[i] = chunk[i];
}

}  // namespace ritz
