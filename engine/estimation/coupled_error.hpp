#pragma once
// The exact modes η of the error and the static answer s of all others on one interval, which act on each other in a
// spinning frame (theory §6.4):
//   η'' + 2δη' + ω²η = Φᵀρ - Φᵀ(2GΦη' + WΦη) - Φᵀ(2Gs' + Ws),     s = K⁻¹Q(ρ - 2GΦη' - WΦη)
#include "engine/estimation/error_modes.hpp"
#include "engine/estimation/interval.hpp"

namespace ritz {

class CoupledError {
  public:
    explicit CoupledError(const ResidualData& data);

    void solve(const IntervalResidual& residual, const SamplePlaces& places, bool spins);
    /// Goes to the end of the interval.
    void accept() { modes_.accept(); }

    const ErrorModes& modes() const { return modes_; }
    const PolynomialX& s() const { return s_; }        // in the static directions
    const PolynomialX& tail() const { return tail_; }  // (a, c)/weights of the columns that there are

    /// The modes and their couplings as those of other data of the same body left them; signs: 1 or -1 for a mode that
    /// both have, 0 for another.
    void carry_modes(const CoupledError& from, const VecX& signs);
    /// s and its tail on the last interval of the other, whose residual was built again from these data. False if the
    /// couplings are not known in them.
    bool carry_answers(const CoupledError& from, const VecX& signs, const IntervalResidual& residual, bool spins);
    template <class Self, class Each>
    static void visit(Self& self, Each& each) {
        each(self.modes_), each(self.feedback_), each(self.last_length_);
    }

    // What samples and couplings left on this interval.
    const VecX& modal_missed() const { return modal_missed_; }  // of each mode: |∫ h ε| is at most this
    double missed() const { return missed_; }                   // by the static answers, in the M-norm
    double missed_K() const { return missed_K_; }

  private:
    void solve_alone(const IntervalResidual& residual);
    void solve_coupled(const IntervalResidual& residual, const SamplePlaces& places);
    void gather(const std::vector<int>& spins);
    void eval_couplings(const IntervalResidual& residual, const SamplePlaces& places);
    void weigh_couplings(const SamplePlaces& places, double H);
    void weigh_leftover(const IntervalResidual& residual);
    void collect_tail(const IntervalResidual& residual);

    const ResidualData& data_;
    ErrorModes modes_;
    std::vector<int> spins_;                                  // terms of spin whose couplings are gathered
    MatX mode_coupling_, static_coupling_, static_feedback_;  // blocks of m, m and r columns
    PolynomialX own_, load_, feedback_, next_feedback_, s_, s_own_, tail_;
    MatX blocks_, static_blocks_, pieces_, statics_, static_rates_;  // one column a sample
    PolynomialX coupling_;                                           // c: of the columns M_ab Φ, one row each
    VecX modal_missed_, own_missed_, rest_missed_;
    double missed_ = 0, missed_K_ = 0;
    double last_length_ = 0;
};

}  // namespace ritz
