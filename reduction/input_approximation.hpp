#pragma once
// Moving loads as few fixed ones ([Baumann2017] 3.2, theory §5.2): the columns b(p) of a load that moves along a path
// are approximated in the mean,
//   b(p) ≈ B̂ ψ(p),   ∫ ||b(p) - B̂ ψ(p)||² dp = min
// so that the body has constant inputs B̂ with û = ψ(p(t)) u(t), and any method that needs inputs can reduce it.
#include <variant>

#include "reduction/frequency_response.hpp"

namespace ritz {

/// Unit loads at places along a path, linear between them.
struct LoadPath {
    VecX places;        // ascending, one for each column [m or rad]
    SparseMat loads;    // unknowns x places
    double period = 0;  // length of a closed path, on which the last load is followed by the first; 0: open

    bool closed() const { return period > 0; }
    double length() const { return closed() ? period : places[places.size() - 1] - places[0]; }
};
/// Throws InputError for paths that do not ascend, or have too few places.
void check_path(const LoadPath& path);
/// p within one turn of a closed path; an open one is not left: throws InputError.
double wrap(const LoadPath& path, double p);
/// Weights of the loads at p: hat functions.
VecX eval_hats(const LoadPath& path, double p);
/// b(p).
VecX eval_load(const LoadPath& path, double p);

struct LegendreFunctions {
    int count = 0;
};
/// Hermite cubics (value and slope at each place) on a coarse even grid; periodic on closed paths.
struct CubicFunctions {
    int elements = 0;
};
/// 1, cos, sin, ... on closed paths; an odd number is balanced.
struct FourierFunctions {
    int count = 0;
};
using PathFunctions = std::variant<LegendreFunctions, CubicFunctions, FourierFunctions>;

struct InputApproximation {
    LoadPath path;
    PathFunctions functions;
    MatX weights;  // places x functions: B̂ = loads · weights
    MatX B;        // B̂, unknowns x functions
    // ||b - B̂ψ|| along the path: root of the integral over p, and the largest (at 17 places of every panel).
    double l2_error = 0, max_error = 0;
    double l2_size = 0, max_size = 0;  // the same of b

    VecX eval(double p) const;  // ψ(p)
};

InputApproximation approximate_inputs(const LoadPath& path, const PathFunctions& functions);

/// How much outputs feel an error of the load ([Baumann2017] 3.2), for loads F(t) in the span of orthonormal columns
/// Q = B:
///   ||y||_L2 ≤ c_2 ||F||_L2,   ||y||_L∞ ≤ c_∞ ||F||_L∞
/// Closed form for modal systems (M, D and K diagonal, damped): sums of what single oscillators do.
struct LoadGains {
    double l2 = 0, max = 0;
};
LoadGains compute_load_gains(const ReducedSystem& modal);

}  // namespace ritz
