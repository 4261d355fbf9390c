#pragma once
// A body under a load that moves along a path, reduced to a few coordinates whose shapes move with the load
// ([Baumann2017], [Fischer2014], theory §5.1): at each support i the basis V_i = [Φ, ψ_i] of common modes and the
// static answer to the local load, at places between them the interpolated matrices.
#include "bodies/numeric_body.hpp"
#include "reduction/input_approximation.hpp"
#include "reduction/matrix_interpolation.hpp"

namespace ritz {

/// How the coordinates of different supports are made the same.
enum class Alignment : std::uint8_t {
    aligned,  // Φ first, ψ_i freed of it, of unit mass, its sign continuous along the path; T_i = I
    panzer,   // as printed in [Baumann2017]: T_i = (Rᵀ V_i)⁻¹, R the leading left singular vectors of all V_i
    amsallem_farhat,  // as in [Fischer2014]: T_i = U Nᵀ of V_iᵀ V_ref = U Σ Nᵀ, definite matrices by Log and Exp
};

struct ParametricOptions {
    int common_modes = 20;
    Alignment alignment = Alignment::aligned;
    PathWeights weights = PathWeights::cubic;
    Eigen::Index reference = 0;  // support of amsallem_farhat
    /// Where continuity or definiteness is lost: throw (true), or only say so among the faults.
    bool refuse = true;
};

struct ParametricBody {
    LoadPath supports;
    MatX common;          // Φ, M-orthonormal
    MatX local;           // ψ_i, one a column
    std::vector<MatX> T;  // V_i T_i are the shapes of support i
    MatrixInterpolation matrices;
    MassIntegrals rigid;                // mass, centre and inertia, which do not depend on the place
    double smallest_cosine = 0;         // between the coordinates of neighbouring supports; below 0: one turns over
    double smallest_overlap = 0;        // ψ_iᵀMψ_{i+1}; below 0: shapes that the supports do not resolve
    std::vector<std::string> faults;    // why it must not be used
    std::vector<std::string> warnings;  // what it does not resolve

    /// V_i T_i.
    MatX make_shapes(Eigen::Index support) const;
};

/// The matrices are called "M", "D", "K", "B" (the moving load), "C" (the motion under it: Bᵀ), "outputs" (those of the
/// problem), "S", "P" (rows 3a + b), "Q 12" and so on, "marker <name>", "track <name>". Throws InputError for what
/// makes no sense, NumericalError where the interpolation loses continuity or definiteness (options.refuse).
ParametricBody make_parametric_body(ReductionProblem& problem, const LoadPath& supports,
                                    const ParametricOptions& options, const ReductionProgress& progress = {});

/// The small system with the load at p.
ReducedSystem eval_system(const ParametricBody& body, double p);

/// The body as the engine takes it, with the load resting at p.
NumericBodySpec make_body_at(const ParametricBody& body, const Structure& structure, double p);

}  // namespace ritz
