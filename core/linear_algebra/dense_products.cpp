#include "core/linear_algebra/dense_products.hpp"

#include <algorithm>
#include <vector>

#include <cblas.h>

#include "core/linear_algebra/library_threads.hpp"
#include "core/parallel.hpp"

namespace ritz {
namespace {

using Eigen::Index;
using ConstRows = Eigen::Ref<const MatX>;
using Rows = Eigen::Ref<MatX>;

int narrow(Index n) { return static_cast<int>(n); }

/// C ± AᵀB, A B and C L⁻ᵀ on the thread that calls.
void add_transposed(double sign, const ConstRows& A, const ConstRows& B, double keep, Rows C) {
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, narrow(A.cols()), narrow(B.cols()), narrow(A.rows()), sign,
                A.data(), narrow(A.outerStride()), B.data(), narrow(B.outerStride()), keep, C.data(),
                narrow(C.outerStride()));
}
void add_product(double sign, const ConstRows& A, const ConstRows& B, double keep, Rows C) {
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, narrow(A.rows()), narrow(B.cols()), narrow(A.cols()), sign,
                A.data(), narrow(A.outerStride()), B.data(), narrow(B.outerStride()), keep, C.data(),
                narrow(C.outerStride()));
}
void divide(Rows W, const MatX& L) {
    cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, narrow(W.rows()), narrow(W.cols()),
                1.0, L.data(), narrow(L.rows()), W.data(), narrow(W.outerStride()));
}

/// Pieces of equal height. Their number depends on the size alone: sums over them come out the same with any number of
/// threads.
class Pieces {
  public:
    /// `wide`: columns that each piece works on with each of its rows.
    Pieces(Index rows, Index wide, Index most = 16) : rows_(rows) {
        constexpr Index high = 2048;   // rows at which BLAS has reached its speed
        constexpr double large = 2e6;  // multiplications below which a thread would hardly have started
        const bool is_large = static_cast<double>(rows) * static_cast<double>(wide) > large;
        count_ = is_large ? std::clamp<Index>(rows / high, 1, std::max<Index>(most, 1)) : 1;
    }
    Index count() const { return count_; }
    /// work(piece, first row, rows)
    template <typename Work>
    void for_all(const Work& work) const {
        const auto do_piece = [&](Index i) {
            const Index first = rows_ * i / count_;
            work(i, first, rows_ * (i + 1) / count_ - first);
        };
        if (count_ == 1 || is_on_one_blas_thread())
            for (Index i = 0; i < count_; ++i) do_piece(i);
        else
            for_all_in_parallel(count_, do_piece);
    }

  private:
    Index rows_, count_ = 1;
};

/// C = Σ over pieces of work(first row, rows, part of C), the parts added in their order.
template <typename Work>
void sum_pieces(const Pieces& pieces, MatX& C, const Work& work) {
    std::vector<MatX> parts(static_cast<std::size_t>(pieces.count() - 1), MatX::Zero(C.rows(), C.cols()));
    pieces.for_all([&](Index i, Index first, Index rows) {
        work(first, rows, i == 0 ? C : parts[static_cast<std::size_t>(i - 1)]);
    });
    for (const MatX& part : parts) C += part;
}

/// Of AᵀB: as many as leave their sums small beside A and B.
Pieces make_summed_pieces(const ConstRows& A, const ConstRows& B) {
    return {A.rows(), A.cols() * B.cols(), std::min<Index>(16, A.rows() / (4 * std::min(A.cols(), B.cols())))};
}

}  // namespace

MatX multiply_transposed(const ConstRows& A, const ConstRows& B) {
    if (A.cols() == 0 || B.cols() == 0 || A.rows() == 0) return MatX::Zero(A.cols(), B.cols());
    MatX C(A.cols(), B.cols());
    sum_pieces(make_summed_pieces(A, B), C, [&](Index first, Index rows, MatX& part) {
        add_transposed(1, A.middleRows(first, rows), B.middleRows(first, rows), 0, part);
    });
    return C;
}

MatX multiply(const ConstRows& A, const ConstRows& B) {
    if (A.rows() == 0 || B.cols() == 0 || A.cols() == 0) return MatX::Zero(A.rows(), B.cols());
    MatX C(A.rows(), B.cols());
    Pieces(A.rows(), A.cols() * B.cols()).for_all([&](Index, Index first, Index rows) {
        add_product(1, A.middleRows(first, rows), B, 0, C.middleRows(first, rows));
    });
    return C;
}

MatX multiply_to_symmetric(const ConstRows& A, const ConstRows& B) {
    constexpr Index width = 96;  // wide enough for BLAS, narrow enough to leave out nearly half
    MatX C = MatX::Zero(A.cols(), B.cols());
    if (A.rows() == 0 || C.size() == 0) return C;
    sum_pieces(make_summed_pieces(A, B), C, [&](Index row, Index rows, MatX& part) {
        for (Index first = 0; first < B.cols(); first += width) {
            const Index count = std::min(width, B.cols() - first), height = first + count;
            add_transposed(1, A.block(row, 0, rows, height), B.block(row, first, rows, count), 0,
                           part.block(0, first, height, count));
        }
    });
    C.triangularView<Eigen::StrictlyLower>() = C.transpose();
    return C;
}

void subtract_product(Rows C, const ConstRows& A, const ConstRows& B) {
    if (C.size() == 0 || A.cols() == 0) return;
    Pieces(A.rows(), A.cols() * B.cols()).for_all([&](Index, Index first, Index rows) {
        add_product(-1, A.middleRows(first, rows), B, 1, C.middleRows(first, rows));
    });
}

void divide_by_transposed(Rows W, const MatX& L) {
    if (W.size() == 0) return;
    Pieces(W.rows(), W.cols() * W.cols()).for_all([&](Index, Index first, Index rows) {
        divide(W.middleRows(first, rows), L);
    });
}

MatX join_columns(const MatX& A, const MatX& B) {
    MatX both(std::max(A.rows(), B.rows()), A.cols() + B.cols());
    both.leftCols(A.cols()) = A;
    both.rightCols(B.cols()) = B;
    return both;
}

MatX make_symmetric(const MatX& A) { return 0.5 * (A + A.transpose()); }

}  // namespace ritz
