#pragma once
// The residual on one interval of time, as polynomials: through samples of the run, and through the curve q(t) that
// meets q, q', q'' at both ends and q twice between them. For any such curve e = u - V q obeys the error equation
// exactly, so that steps and samples of the run cannot break the bound (theory §6.3).
#include <span>
#include <type_traits>

#include "engine/estimation/body_bound.hpp"
#include "engine/estimation/spin_terms.hpp"
#include "engine/estimation/time_polynomials.hpp"

namespace ritz {

/// The columns of the residual whose coefficients are not zero, of all matrices: what has once been active stays so.
class ActiveColumns {
  public:
    explicit ActiveColumns(const ResidualData& data);

    /// Takes in the loads and the terms of spin that these samples have.
    void see(std::span<const BodySample> samples);

    /// 1 for each load and then for each term of spin that is active.
    VecX flags() const;
    void set_flags(const VecX& flags);
    template <class Self, class Each>
    static void visit(Self& self, Each& each) {
        VecX flags = self.flags();
        each(flags);
        if constexpr (!std::is_const_v<Self>) self.set_flags(flags);
    }

    const std::vector<Eigen::Index>& loads() const { return loads_; }
    const std::vector<int>& spins() const { return spins_; }  // of the nine of spin_terms.hpp
    Eigen::Index count() const { return modes_.cols(); }
    // with as many columns: loads, acceleration, spins, spins of each shape, stiffness, inertia
    const MatX& modes() const { return modes_; }
    const MatX& statics() const { return statics_; }
    const MatX& projection() const { return projection_; }  // without those of the inertia
    const VecX& inverse_weights() const { return inverse_weights_; }

  private:
    void gather();

    const ResidualData& data_;
    std::vector<bool> has_load_;
    std::array<bool, spin_count> has_spin_{};
    std::vector<Eigen::Index> loads_;
    std::vector<int> spins_;
    MatX modes_, statics_, projection_;
    VecX inverse_weights_;
};

/// Where an interval is sampled, in parts of it, and what belongs to these places.
struct SamplePlaces {
    /// fitted: all but `check`, a sample that the polynomials do not go through, or -1.
    SamplePlaces(std::vector<double> the_places, int the_check);

    std::vector<double> places;
    int check;
    std::vector<Eigen::Index> order;  // of the samples as columns: the fitted ones, then the check
    Eigen::Index fitted = 0;          // columns
    MatX powers, slopes;              // polynomial_size x columns: values, and derivatives by x
    Eigen::Matrix<double, Eigen::Dynamic, polynomial_size> fit;  // values at the fitted samples -> coefficients
};

/// Those of whole intervals.
SamplePlaces make_sample_places(SampleKind kind);

class IntervalResidual {
  public:
    explicit IntervalResidual(const ResidualData& data);

    void build(std::span<const BodySample> samples, const SamplePlaces& at);
    template <class Self, class Each>
    static void visit(Self& self, Each& each) {
        each(self.active_);
    }

    const ActiveColumns& active() const { return active_; }
    const PolynomialX& coefficients() const { return coefficients_; }  // a, one row an active column of the residual
    /// Modal damping of the full body, apart because it is no sum of columns: Φᵀ D V q'; zero where D = α M + β K. In
    /// the static answers it is one of the inertia: the same coefficients with it.
    const PolynomialX& modal_damping() const { return modal_damping_; }
    const PolynomialX& static_coefficients() const { return data_.ratio > 0 ? static_coefficients_ : coefficients_; }
    /// What the polynomials miss at the check's place.
    const VecX& leftover() const { return leftover_; }
    /// |Vᵀρ| of the run at the last sample, beside the largest of its terms.
    double defect() const { return defect_; }
    double length() const { return length_; }
    /// Of the frame at the samples, in the order of the places' columns.
    const std::vector<SpinTerms>& spins() const { return spins_; }

  private:
    void build_curve(std::span<const BodySample> samples, const SamplePlaces& at);
    void eval_columns(std::span<const BodySample> samples, const SamplePlaces& at);
    void fit_columns(const SamplePlaces& at);
    void assume_balance();
    double compute_defect(const BodySample& sample);
    void build_damping();

    const ResidualData& data_;
    ActiveColumns active_;
    std::vector<SpinTerms> spins_;
    PolynomialX q_, coefficients_, modal_damping_, static_coefficients_, rate_polynomial_, acceleration_polynomial_;
    MatX values_, curve_, rates_;  // one column a sample
    VecX leftover_, place_;
    MatX terms_;
    double length_ = 0, defect_ = 0;
};

}  // namespace ritz
