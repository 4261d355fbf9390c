#include "core/linear_algebra/dense_products.hpp"

#include <algorithm>

#include <cblas.h>

namespace ritz {
namespace {

int narrow(Eigen::Index n) { return static_cast<int>(n); }

}  // namespace

MatX multiply_transposed(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B) {
    if (A.cols() == 0 || B.cols() == 0 || A.rows() == 0) return MatX::Zero(A.cols(), B.cols());
    MatX C(A.cols(), B.cols());
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, narrow(A.cols()), narrow(B.cols()), narrow(A.rows()), 1.0,
                A.data(), narrow(A.outerStride()), B.data(), narrow(B.outerStride()), 0.0, C.data(), narrow(C.rows()));
    return C;
}

MatX multiply(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B) {
    if (A.rows() == 0 || B.cols() == 0 || A.cols() == 0) return MatX::Zero(A.rows(), B.cols());
    MatX C(A.rows(), B.cols());
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, narrow(A.rows()), narrow(B.cols()), narrow(A.cols()), 1.0,
                A.data(), narrow(A.outerStride()), B.data(), narrow(B.outerStride()), 0.0, C.data(), narrow(C.rows()));
    return C;
}

MatX multiply_to_symmetric(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B) {
    constexpr Eigen::Index width = 96;  // wide enough for BLAS, narrow enough to leave out nearly half
    MatX C(A.cols(), B.cols());
    for (Eigen::Index first = 0; first < B.cols(); first += width) {
        const Eigen::Index count = std::min(width, B.cols() - first), rows = first + count;
        C.block(0, first, rows, count) = multiply_transposed(A.leftCols(rows), B.middleCols(first, count));
    }
    C.triangularView<Eigen::StrictlyLower>() = C.transpose();
    return C;
}

void subtract_product(Eigen::Ref<MatX> C, const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B) {
    if (C.size() == 0 || A.cols() == 0) return;
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, narrow(A.rows()), narrow(B.cols()), narrow(A.cols()), -1.0,
                A.data(), narrow(A.outerStride()), B.data(), narrow(B.outerStride()), 1.0, C.data(),
                narrow(C.outerStride()));
}

void divide_by_transposed(Eigen::Ref<MatX> W, const MatX& L) {
    if (W.size() == 0) return;
    cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, narrow(W.rows()), narrow(W.cols()),
                1.0, L.data(), narrow(L.rows()), W.data(), narrow(W.outerStride()));
}

MatX join_columns(const MatX& A, const MatX& B) {
    MatX both(std::max(A.rows(), B.rows()), A.cols() + B.cols());
    both.leftCols(A.cols()) = A;
    both.rightCols(B.cols()) = B;
    return both;
}

MatX make_symmetric(const MatX& A) { return 0.5 * (A + A.transpose()); }

}  // namespace ritz
