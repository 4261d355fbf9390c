#include "core/linear_algebra/chunk_matrix.hpp"

#include <algorithm>

namespace ritz {

using Eigen::Index;

ChunkMatrix::ChunkMatrix(const MatX& dense) : rows_(dense.rows()) {
    std::vector<double> values;
    for (Index row = 0; row < rows_; row += chunk_size) {
        const Index count = std::min(chunk_size, rows_ - row);
        for (Index j = 0; j < dense.cols(); ++j) {
            const auto part = dense.col(j).segment(row, count);
            if ((part.array() == 0).all()) continue;
            columns_.push_back(static_cast<int>(j));
            for (Index i = 0; i < chunk_size; ++i) values.push_back(i < count ? part[i] : 0);
        }
        begin_.push_back(static_cast<int>(columns_.size()));
    }
    values_ = Eigen::Map<const VecX>(values.data(), static_cast<Index>(values.size()));
}

void ChunkMatrix::add_product(double factor, const double* x, double* y) const {
    if (is_zero()) return;
    for (Index row = 0; row < rows_; row += chunk_size) {
        const Chunk sum = factor * multiply(row / chunk_size, x);
        add_head(sum, std::min(chunk_size, rows_ - row), y + row);
    }
}

double ChunkMatrix::compute_form(const double* y, const double* x) const {
    double form = 0;
    if (is_zero()) return form;
    for (Index row = 0; row < rows_; row += chunk_size) {
        const Chunk sum = multiply(row / chunk_size, x);
        for (Index i = 0; i < std::min(chunk_size, rows_ - row); ++i) form += y[row + i] * sum[i];
    }
    return form;
}

void ChunkMatrix::add_lower_to(double factor, double* to, Index stride) const {
    for (std::size_t r = 0; r + 1 < begin_.size(); ++r) {
        const Index row = static_cast<Index>(r) * chunk_size;
        for (int k = begin_[r]; k < begin_[r + 1]; ++k) {
            if (column(k) >= row + chunk_size) continue;
            double* const at = to + row + column(k) * stride;
            store_chunk(load_chunk(at) + factor * values(k), at);
        }
    }
}

}  // namespace ritz
