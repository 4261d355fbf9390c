#pragma once
// The residual on one interval of time, as polynomials: through samples of the run, and through the curve q(t) that
// meets q, q', q'' at both ends and q twice between them. For any such curve e = u - V q obeys the error equation
// exactly, so that steps and samples of the run cannot break the bound (theory §6.3).
#include <span>

#include "engine/estimation/body_samples.hpp"
#include "engine/estimation/time_polynomials.hpp"

namespace ritz {

/// α~ + ω~ω~, and 2 ω~, row by row, as the couplings' blocks 3a + b are numbered.
struct FrameRates {
    Eigen::Matrix<double, 9, 1> T, spin;
};
FrameRates make_frame_rates(const BodySample& sample);

class IntervalResidual {
  public:
    explicit IntervalResidual(const ResidualData& data);

    /// At the sample's places 0 < ... < 1. `check`, a sample that the polynomials do not go through, if there is one.
    void build(std::span<const BodySample> samples, std::span<const double> places, int check);

    const PolynomialX& coefficients() const { return coefficients_; }  // a, one row a column of the residual
    /// Modal damping of the full body, apart because it is no sum of columns: Φᵀ D V q'; zero where D = α M + β K. In
    /// the static answers it is one of the inertia: the same coefficients with it.
    const PolynomialX& modal_damping() const { return modal_damping_; }
    const PolynomialX& static_coefficients() const { return data_.ratio > 0 ? static_coefficients_ : coefficients_; }
    /// What the polynomials miss at the check's place.
    const VecX& leftover() const { return leftover_; }
    /// |Vᵀρ| of the run at the last sample, beside the largest of its terms.
    double defect() const { return defect_; }
    const MatX& fit() const { return fit_; }  // values at the fitted samples -> coefficients
    double length() const { return length_; }

  private:
    void eval_columns(const BodySample& sample, double x, Eigen::Ref<VecX> a);
    double compute_defect(const BodySample& sample);
    void build_damping();

    const ResidualData& data_;
    PolynomialX q_, coefficients_, modal_damping_, static_coefficients_;
    MatX values_, fit_;
    VecX leftover_, column_, place_, rate_, acceleration_;
    MatX terms_;
    double length_ = 0, defect_ = 0;
};

}  // namespace ritz
