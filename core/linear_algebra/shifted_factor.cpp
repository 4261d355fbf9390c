// Left-looking supernodal elimination: columns of equal pattern are one dense block, so that nearly all work is done by
// BLAS. Block s holds the rows rows[s] and is  A_s - Σ_d L_d L_dᵀ  over the earlier blocks d that reach into it, then
// its square top is factorised and the rows below are divided by it.
#include "core/linear_algebra/shifted_factor.hpp"

#include <cblas.h>
#include <fmt/format.h>

#include <limits>

#include "core/errors.hpp"
#include "core/linear_algebra/cholmod_view.hpp"

namespace ritz {

using Eigen::Index;

struct EliminationPlan::Data {
    Index size = 0;
    std::vector<int> permuted;         // row of A -> row of the factor
    std::vector<int> first_column;     // of each supernode; one more entry at the end
    std::vector<int> block_of_column;  // supernode of a column
    std::vector<std::size_t> rows_begin;
    std::vector<int> rows;  // of all supernodes, ascending in each; the first are its own columns
    std::vector<std::size_t> values_begin;

    std::size_t blocks() const { return first_column.size() - 1; }
    Index columns(std::size_t s) const { return first_column[s + 1] - first_column[s]; }
    Index height(std::size_t s) const { return static_cast<Index>(rows_begin[s + 1] - rows_begin[s]); }
    const int* rows_of(std::size_t s) const { return rows.data() + rows_begin[s]; }
};

namespace {

using Block = Eigen::Map<MatXc, 0, Eigen::OuterStride<>>;

const Complex one{1, 0}, minus_one{-1, 0}, zero{0, 0};

/// L Lᵀ in place of the lower triangle of a dense block, by halves.
void factorise_dense(Complex* A, int n, int stride) {
    constexpr int smallest = 24;
    const auto at = [A, stride](int i, int j) -> Complex& { return A[i + static_cast<std::ptrdiff_t>(j) * stride]; };
    if (n <= smallest) {
        for (int j = 0; j < n; ++j) {
            const Complex pivot = at(j, j);
            if (!(std::abs(pivot) > 0) || !std::isfinite(std::abs(pivot))) throw NumericalError("a pivot vanishes");
            const Complex root = std::sqrt(pivot);
            at(j, j) = root;
            for (int i = j + 1; i < n; ++i) at(i, j) /= root;
            for (int k = j + 1; k < n; ++k)
                for (int i = k; i < n; ++i) at(i, k) -= at(i, j) * at(k, j);
        }
        return;
    }
    const int top = n / 2, bottom = n - top;
    factorise_dense(A, top, stride);
    cblas_ztrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, bottom, top, &one, A, stride,
                &at(top, 0), stride);
    cblas_zsyrk(CblasColMajor, CblasLower, CblasNoTrans, bottom, top, &minus_one, &at(top, 0), stride, &one,
                &at(top, top), stride);
    factorise_dense(&at(top, top), bottom, stride);
}

}  // namespace

EliminationPlan::EliminationPlan(const Cholesky& factor) {
    const cholmod_factor* L = factor.factor_->L;
    auto data = std::make_shared<Data>();
    const auto* super = static_cast<const std::int64_t*>(L->super);
    const auto* rows_begin = static_cast<const std::int64_t*>(L->pi);
    const auto* rows = static_cast<const std::int64_t*>(L->s);
    const auto* order = static_cast<const std::int64_t*>(L->Perm);
    data->size = static_cast<Index>(L->n);
    data->permuted.resize(L->n);
    for (std::size_t i = 0; i < L->n; ++i) data->permuted[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
    data->first_column.assign(super, super + L->nsuper + 1);
    data->rows_begin.assign(rows_begin, rows_begin + L->nsuper + 1);
    data->rows.assign(rows, rows + rows_begin[L->nsuper]);
    data->block_of_column.resize(L->n);
    data->values_begin.assign(1, 0);
    for (std::size_t s = 0; s < L->nsuper; ++s) {
        for (int j = data->first_column[s]; j < data->first_column[s + 1]; ++j)
            data->block_of_column[static_cast<std::size_t>(j)] = static_cast<int>(s);
        data->values_begin.push_back(data->values_begin.back() +
                                     static_cast<std::size_t>(data->height(s) * data->columns(s)));
    }
    data_ = std::move(data);
}

void ShiftedFactor::assemble_supernode(std::size_t s, std::vector<int>& place) {
    const auto& plan = plan_.data();
    const int* rows = plan.rows_of(s);
    const Index height = plan.height(s);
    for (Index i = 0; i < height; ++i) place[static_cast<std::size_t>(rows[i])] = static_cast<int>(i);
    Complex* values = L_.data() + plan.values_begin[s];
    for (int j = plan.first_column[s]; j < plan.first_column[s + 1]; ++j) {
        Complex* column = values + static_cast<std::ptrdiff_t>(j - plan.first_column[s]) * height;
        for (SparseMatC::InnerIterator entry(A_, j); entry; ++entry)
            if (entry.row() >= j) column[place[static_cast<std::size_t>(entry.row())]] += entry.value();
    }
}

void ShiftedFactor::update_by(std::size_t d, std::size_t first_row, std::size_t s, std::vector<int>& place,
                              std::vector<Complex>& scratch) {
    const auto& plan = plan_.data();
    const int* rows = plan.rows_of(d);
    const int height = static_cast<int>(plan.height(d)), columns = static_cast<int>(plan.columns(d));
    const int begin = static_cast<int>(first_row);
    int end = begin;
    while (end < height && rows[end] < plan.first_column[s + 1]) ++end;
    const int width = end - begin, reach = height - begin;
    const Complex* L_d = L_.data() + plan.values_begin[d] + begin;
    scratch.resize(static_cast<std::size_t>(reach) * static_cast<std::size_t>(width));
    cblas_zsyrk(CblasColMajor, CblasLower, CblasNoTrans, width, columns, &one, L_d, height, &zero, scratch.data(),
                reach);
    if (reach > width)
        cblas_zgemm(CblasColMajor, CblasNoTrans, CblasTrans, reach - width, width, columns, &one, L_d + width, height,
                    L_d, height, &zero, scratch.data() + width, reach);
    Complex* values = L_.data() + plan.values_begin[s];
    const Index height_s = plan.height(s);
    for (int k = 0; k < width; ++k) {
        Complex* column = values + (rows[begin + k] - plan.first_column[s]) * height_s;
        const Complex* update = scratch.data() + static_cast<std::ptrdiff_t>(k) * reach;
        for (int i = k; i < reach; ++i) column[place[static_cast<std::size_t>(rows[begin + i])]] -= update[i];
    }
}

ShiftedFactor::ShiftedFactor(const EliminationPlan& plan, const SparseMatC& A) : plan_(plan) {
    const auto& p = plan_.data();
    const Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order(
        Eigen::Map<const Eigen::VectorXi>(p.permuted.data(), p.size));
    A_ = A.twistedBy(order);
    L_.assign(p.values_begin.back(), zero);
    std::vector<int> place(static_cast<std::size_t>(p.size));
    std::vector<Complex> scratch;
    // waiting[s]: the earlier blocks whose next unused row lies in s, as a linked list; next_row[d]: that row.
    const int none = -1;
    std::vector<int> waiting(p.blocks(), none), next(p.blocks(), none);
    std::vector<std::size_t> next_row(p.blocks(), 0);
    const auto let_wait = [&](std::size_t d) {
        if (next_row[d] >= static_cast<std::size_t>(p.height(d))) return;
        const auto target =
            static_cast<std::size_t>(p.block_of_column[static_cast<std::size_t>(p.rows_of(d)[next_row[d]])]);
        next[d] = waiting[target];
        waiting[target] = static_cast<int>(d);
    };
    for (std::size_t s = 0; s < p.blocks(); ++s) {
        assemble_supernode(s, place);
        for (int d = waiting[s]; d != none;) {
            const auto block = static_cast<std::size_t>(d);
            d = next[block];
            update_by(block, next_row[block], s, place, scratch);
            while (next_row[block] < static_cast<std::size_t>(p.height(block)) &&
                   p.rows_of(block)[next_row[block]] < p.first_column[s + 1])
                ++next_row[block];
            let_wait(block);
        }
        const int columns = static_cast<int>(p.columns(s)), height = static_cast<int>(p.height(s));
        Complex* values = L_.data() + p.values_begin[s];
        factorise_dense(values, columns, height);
        if (height > columns)
            cblas_ztrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, height - columns, columns,
                        &one, values, height, values + columns, height);
        next_row[s] = static_cast<std::size_t>(columns);
        let_wait(s);
    }
}

MatXc ShiftedFactor::solve_once(const Eigen::Ref<const MatXc>& F) const {
    const auto& p = plan_.data();
    const int width = static_cast<int>(F.cols()), size = static_cast<int>(p.size);
    MatXc X = F;
    MatXc below;
    for (std::size_t s = 0; s < p.blocks(); ++s) {
        const int columns = static_cast<int>(p.columns(s)), height = static_cast<int>(p.height(s)),
                  rest = height - columns;
        const Complex* L = L_.data() + p.values_begin[s];
        Complex* own = X.data() + p.first_column[s];
        cblas_ztrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, columns, width, &one, L, height,
                    own, size);
        if (!rest) continue;
        below.resize(rest, width);
        cblas_zgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rest, width, columns, &one, L + columns, height, own,
                    size, &zero, below.data(), rest);
        const int* rows = p.rows_of(s) + columns;
        for (int c = 0; c < width; ++c)
            for (int i = 0; i < rest; ++i) X(rows[i], c) -= below(i, c);
    }
    for (std::size_t s = p.blocks(); s-- > 0;) {
        const int columns = static_cast<int>(p.columns(s)), height = static_cast<int>(p.height(s)),
                  rest = height - columns;
        const Complex* L = L_.data() + p.values_begin[s];
        Complex* own = X.data() + p.first_column[s];
        if (rest) {
            below.resize(rest, width);
            const int* rows = p.rows_of(s) + columns;
            for (int c = 0; c < width; ++c)
                for (int i = 0; i < rest; ++i) below(i, c) = X(rows[i], c);
            cblas_zgemm(CblasColMajor, CblasTrans, CblasNoTrans, columns, width, rest, &minus_one, L + columns, height,
                        below.data(), rest, &one, own, size);
        }
        cblas_ztrsm(CblasColMajor, CblasLeft, CblasLower, CblasTrans, CblasNonUnit, columns, width, &one, L, height,
                    own, size);
    }
    return X;
}

namespace {

/// Near resonances the forces A X that cancel are many times F: a residual of their rounding is all that can be had,
/// and the answer is good to rounding times that ratio, which must leave some digits.
bool is_rounding(const SparseMatC& A, const MatXc& X, double residual, double scale) {
    const double forces = (A.cwiseAbs() * X.cwiseAbs().eval()).norm();
    return residual <= 1e-14 * forces && forces <= 1e13 * scale;
}

}  // namespace

MatXc ShiftedFactor::solve(const Eigen::Ref<const MatXc>& F) const {
    const auto& p = plan_.data();
    MatXc F_p(F.rows(), F.cols());
    for (Index i = 0; i < p.size; ++i) F_p.row(p.permuted[static_cast<std::size_t>(i)]) = F.row(i);
    MatXc X = solve_once(F_p);
    constexpr double good = 1e-11, bearable = 1e-8;
    const double scale = F.norm();
    double error = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 4; ++round) {
        const MatXc residual = F_p - A_ * X;
        const double before = error;
        error = residual.norm();
        if (!(error > good * scale) || error > before / 4) break;  // good, or no longer better
        X += solve_once(residual);
    }
    if (!(error <= bearable * scale) && !is_rounding(A_, X, error, scale))
        throw NumericalError(
            "a shifted system cannot be solved: its frequency is too near to one of an undamped body; "
            "give the body some damping, or take other frequencies");
    MatXc result(F.rows(), F.cols());
    for (Index i = 0; i < p.size; ++i) result.row(i) = X.row(p.permuted[static_cast<std::size_t>(i)]);
    return result;
}

Index ShiftedFactor::negative_pivots() const {
    const auto& p = plan_.data();
    Index count = 0;
    for (std::size_t s = 0; s < p.blocks(); ++s)
        for (Index j = 0; j < p.columns(s); ++j) {
            const Complex root = L_[p.values_begin[s] + static_cast<std::size_t>(j * (p.height(s) + 1))];
            if (std::abs(root.imag()) > std::abs(root.real())) ++count;
        }
    return count;
}

}  // namespace ritz
