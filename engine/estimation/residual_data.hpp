#pragma once
// The data of a body's error bound, read once and checked (reduction/estimator_data.hpp says what each matrix is).
#include <string>
#include <variant>

#include "bodies/elastic_body.hpp"

namespace ritz {

struct ResidualData {
    // m modes, n shapes, r static directions, p columns
    Eigen::Index loads = 0;  // columns of loads, the first ones
    VecX omega, delta;       // of the modes: φ'' + 2 δ φ' + ω² φ
    double next_omega = 0;   // of the lowest mode that is not among them
    // D = α M + β K; or modal damping of ratio ζ: 2ζω_i in the exact modes, ζ (2ω_{m+1}) M in all above them, α = β = 0
    double alpha = 0, beta = 0, ratio = 0;
    /// δ and r of the modes above, the largest 2δ/ω² of them, and β of the lemma: D - 2δ_1 ≤ β (K - ω_1²).
    double next_delta() const {
        return ratio > 0 ? ratio * next_omega : 0.5 * (alpha + beta * next_omega * next_omega);
    }
    double next_lag() const { return 2 * next_delta() / (next_omega * next_omega); }
    double lemma_beta() const { return ratio > 0 ? ratio / omega[0] : beta; }
    // The blocks of the moving frame, of these and of the couplings, are those of spin_terms.hpp.
    MatX projection, modes, statics;
    std::vector<bool> does_something;  // of each column of loads: those on a frame's own marker often move nothing
    VecX static_omega;
    Eigen::Vector2d tail;
    VecX inverse_weights, inverse_coupling_weights;
    MatX mode_coupling, static_coupling, feedback;
    MatX output_modes, output_static, output_rest;
    std::vector<MatX> track_points;
    bool is_exact = true;
    bool stiffens = false;  // by foreshortening: what it does to the shapes is known, and to the rest of the body not

    Eigen::Index mode_count() const { return omega.size(); }
    Eigen::Index shapes() const { return projection.rows(); }
    Eigen::Index columns() const { return modes.cols(); }
    Eigen::Index static_count() const { return static_omega.size(); }
};

/// Or a sentence that says why there can be no bound.
std::variant<ResidualData, std::string> read_residual_data(const ElasticBody& body);

}  // namespace ritz
