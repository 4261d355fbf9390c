#include "engine/estimation/spin_terms.hpp"

namespace ritz {

SpinTerms make_spin_terms(const Vec3& w, const Vec3& alpha) {
    SpinTerms terms;
    terms.place << alpha, w.cwiseAbs2(), w.x() * w.y(), w.x() * w.z(), w.y() * w.z();
    terms.rate << 2 * w, Eigen::Matrix<double, 6, 1>::Zero();
    return terms;
}

const std::array<Mat3, spin_count>& spin_matrices() {
    static const std::array<Mat3, spin_count> matrices = [] {
        std::array<Mat3, spin_count> Z;
        for (int k = 0; k < 3; ++k) {
            const auto g = static_cast<std::size_t>(k);
            Z[g] = skew(Vec3::Unit(k));
            Z[3 + g] = Vec3::Unit(k) * Vec3::Unit(k).transpose() - Mat3::Identity();
            const Vec3 one = Vec3::Unit(k == 2 ? 1 : 0), other = Vec3::Unit(k == 0 ? 1 : 2);
            Z[6 + g] = one * other.transpose() + other * one.transpose();
        }
        return Z;
    }();
    return matrices;
}

namespace {

using Shares = Eigen::Matrix<double, spin_count, spin_count>;

/// Of the block 3a + b in the one of Z_g: row g.
Shares make_shares() {
    Shares shares;
    for (int g = 0; g < spin_count; ++g)
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b) shares(g, 3 * a + b) = spin_matrices()[static_cast<std::size_t>(g)](a, b);
    return shares;
}

/// Block i of the result is the sum of the blocks k by shares(i, k).
MatX mix(const MatX& blocks, const Shares& shares) {
    const Eigen::Index n = blocks.cols() / spin_count;
    MatX mixed = MatX::Zero(blocks.rows(), blocks.cols());
    for (int i = 0; i < spin_count; ++i)
        for (int k = 0; k < spin_count; ++k)
            if (shares(i, k) != 0) mixed.middleCols(i * n, n) += shares(i, k) * blocks.middleCols(k * n, n);
    return mixed;
}

}  // namespace

MatX combine_spin_blocks(const MatX& blocks) { return mix(blocks, make_shares()); }

MatX separate_spin_blocks(const MatX& combined) { return mix(combined, make_shares().inverse()); }

}  // namespace ritz
