#pragma once
// The motion of a frame as the residual takes it. With skew(v) x = v × x,
//   T = skew(α) + ω ωᵀ - |ω|² 1 = Σ_g place_g Z_g,     2 skew(ω) = Σ_g rate_g Z_g
// for nine matrices: Z_0..2 = skew(e_k), Z_3..5 = e_k e_kᵀ - 1, Z_6..8 = e_k e_lᵀ + e_l e_kᵀ of (x, y), (x, z), (y, z).
// A frame that turns about one of its axes needs two of them, where T has five entries.
#include <array>

#include "engine/estimation/body_samples.hpp"

namespace ritz {

constexpr int spin_count = 9;
using SpinVector = Eigen::Matrix<double, spin_count, 1>;

struct SpinTerms {
    SpinVector place, rate;  // the factors of q and of q'
};
SpinTerms make_spin_terms(const Vec3& w, const Vec3& alpha);

const std::array<Mat3, spin_count>& spin_matrices();

/// Nine blocks of columns, numbered 3a + b, to those of the matrices above.
MatX combine_spin_blocks(const MatX& blocks);
/// And back.
MatX separate_spin_blocks(const MatX& combined);

}  // namespace ritz
