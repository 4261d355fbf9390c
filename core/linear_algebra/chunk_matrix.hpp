#pragma once
// A matrix by chunks of eight rows in one column, of which only those are kept that hold anything. Matrices of shape
// functions are dense (finite elements), diagonal or a few blocks (beams); a product costs what they hold.
#include <array>
#include <vector>

#include "core/linear_algebra/chunk.hpp"

namespace ritz {

class ChunkMatrix {
  public:
    ChunkMatrix() = default;
    explicit ChunkMatrix(const MatX& dense);

    bool is_zero() const { return columns_.empty(); }
    bool operator==(const ChunkMatrix& other) const {
        return rows_ == other.rows_ && begin_ == other.begin_ && columns_ == other.columns_ && values_ == other.values_;
    }
    /// Chunk r of A x.
    Chunk multiply(Eigen::Index r, const double* x) const {
        Chunk sum = Chunk::Zero();
        for (int k = begin_[static_cast<std::size_t>(r)]; k < begin_[static_cast<std::size_t>(r) + 1]; ++k)
            sum += values(k) * x[column(k)];
        return sum;
    }
    /// Chunk r of A x for several x: the matrix is read once.
    template <std::size_t count>
    std::array<Chunk, count> multiply(Eigen::Index r, const std::array<const double*, count>& x) const {
        std::array<Chunk, count> sums;
        for (Chunk& sum : sums) sum.setZero();
        for (int k = begin_[static_cast<std::size_t>(r)]; k < begin_[static_cast<std::size_t>(r) + 1]; ++k) {
            const Chunk a = values(k);
            for (std::size_t v = 0; v < count; ++v) sums[v] += a * x[v][column(k)];
        }
        return sums;
    }
    bool is_zero(Eigen::Index r) const {
        return begin_[static_cast<std::size_t>(r)] == begin_[static_cast<std::size_t>(r) + 1];
    }
    /// y += factor A x; y has as many entries as A has rows.
    void add_product(double factor, const double* x, double* y) const;
    /// yᵀ A x
    double compute_form(const double* y, const double* x) const;
    /// B += factor A on and below the diagonal, for a block at `to` with this stride. Above the diagonal, and up to
    /// seven rows below the block, zeros may be added.
    void add_lower_to(double factor, double* to, Eigen::Index stride) const;

  private:
    Chunk values(int k) const { return load_chunk(values_.data() + k * chunk_size); }
    int column(int k) const { return columns_[static_cast<std::size_t>(k)]; }

    Eigen::Index rows_ = 0;
    std::vector<int> begin_{0};  // of each chunk of rows in columns_
    std::vector<int> columns_;
    VecX values_;
};

}  // namespace ritz
