#include "engine/system/mode_rows.hpp"

#include <algorithm>

namespace ritz {

using Eigen::Index;

void multiply(const ModeRows& X, const Mat6& K, ModeRows& Y) {
    const Index stride = X.rows();
    for (Index i = 0; i < stride; i += chunk_size) {
        Chunk x[6];
        for (int a = 0; a < 6; ++a) x[a] = load_chunk(X.data() + i + a * stride);
        for (int b = 0; b < 6; ++b) {
            Chunk sum = x[0] * K(0, b);
            for (int a = 1; a < 6; ++a) sum += x[a] * K(a, b);
            store_chunk(sum, Y.data() + i + b * stride);
        }
    }
}

void add_symmetric_product(const ModeRows& X, const ModeRows& Y, Index n, double* block, Index stride) {
    const Index modes = X.rows();
    for (Index i = 0; i < n; i += chunk_size) {
        Chunk x[6];
        for (int a = 0; a < 6; ++a) x[a] = load_chunk(X.data() + i + a * modes);
        const Index last = std::min(i + chunk_size, n);
        for (Index j = 0; j < last; ++j) {
            double* const at = block + i + j * stride;
            const double* const y = Y.data() + j;
            Chunk sum = load_chunk(at);
            for (int a = 0; a < 6; ++a) sum += x[a] * y[a * modes];
            store_chunk(sum, at);
        }
    }
}

}  // namespace ritz
