#include "core/dense_products.hpp"

#include <algorithm>

#include <cblas.h>

namespace ritz {
namespace {

int narrow(Eigen::Index n) { return static_cast<int>(n); }

}  // namespace

MatX multiply_transposed(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B) {
    MatX C = MatX::Zero(A.cols(), B.cols());
    if (C.size() == 0 || A.rows() == 0) return C;
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, narrow(A.cols()), narrow(B.cols()), narrow(A.rows()), 1.0,
                A.data(), narrow(A.outerStride()), B.data(), narrow(B.outerStride()), 0.0, C.data(), narrow(C.rows()));
    return C;
}

MatX multiply(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B) {
    MatX C = MatX::Zero(A.rows(), B.cols());
    if (C.size() == 0 || A.cols() == 0) return C;
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, narrow(A.rows()), narrow(B.cols()), narrow(A.cols()), 1.0,
                A.data(), narrow(A.outerStride()), B.data(), narrow(B.outerStride()), 0.0, C.data(), narrow(C.rows()));
    return C;
}

MatX join_columns(const MatX& A, const MatX& B) {
    MatX both(std::max(A.rows(), B.rows()), A.cols() + B.cols());
    both.leftCols(A.cols()) = A;
    both.rightCols(B.cols()) = B;
    return both;
}

MatX make_symmetric(const MatX& A) { return 0.5 * (A + A.transpose()); }

}  // namespace ritz
