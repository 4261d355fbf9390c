#include "core/linear_algebra/sparse_products.hpp"

#include <thread>
#include <vector>

#include "core/threads.hpp"

namespace ritz {
namespace {

using Eigen::Index;

constexpr int width = 8;  // columns at once: a cache line of each row

/// Y = A X for up to eight columns, X packed by rows. A column of a symmetric A is a row of it.
void multiply_packed(const SparseMat& A, const double* X, Eigen::Ref<MatX> Y) {
    const int* starts = A.outerIndexPtr();
    const int* rows = A.innerIndexPtr();
    const double* values = A.valuePtr();
    for (Index i = 0; i < A.cols(); ++i) {
        Eigen::Array<double, width, 1> sum = Eigen::Array<double, width, 1>::Zero();
        for (int k = starts[i]; k < starts[i + 1]; ++k)
            sum += values[k] *
                   Eigen::Map<const Eigen::Array<double, width, 1>>(X + static_cast<std::ptrdiff_t>(rows[k]) * width);
        for (Index j = 0; j < Y.cols(); ++j) Y(i, j) = sum[j];
    }
}

void multiply_columns(const SparseMat& A, const Eigen::Ref<const MatX>& X, Eigen::Ref<MatX> Y) {
    std::vector<double> packed(static_cast<std::size_t>(X.rows()) * width, 0.0);
    for (Index first = 0; first < X.cols(); first += width) {
        const Index count = std::min<Index>(width, X.cols() - first);
        for (Index j = 0; j < count; ++j)
            for (Index i = 0; i < X.rows(); ++i) packed[static_cast<std::size_t>(i * width + j)] = X(i, first + j);
        multiply_packed(A, packed.data(), Y.middleCols(first, count));
    }
}

}  // namespace

MatX multiply_symmetric(const SparseMat& A, const Eigen::Ref<const MatX>& X) {
    MatX Y(A.rows(), X.cols());
    if (X.cols() < 4) {  // too few to pack
        Y.noalias() = A * X;
        return Y;
    }
    // Whole packs for each thread; small products are done before a thread would have started.
    const Index packs = (X.cols() + width - 1) / width;
    const Index wanted = A.nonZeros() * X.cols() < 1000000 ? 1 : thread_budget();
    const Index threads = std::max<Index>(1, std::min(wanted, packs));
    std::vector<std::thread> others;
    for (Index t = 0; t < threads; ++t) {
        const Index begin = packs * t / threads * width, end = std::min(X.cols(), packs * (t + 1) / threads * width);
        const auto part = [&A, &X, &Y, begin, end] {
            multiply_columns(A, X.middleCols(begin, end - begin), Y.middleCols(begin, end - begin));
        };
        if (t + 1 < threads)
            others.emplace_back(part);
        else
            part();
    }
    for (std::thread& thread : others) thread.join();
    return Y;
}

}  // namespace ritz
