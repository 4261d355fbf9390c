#pragma once
// The reduction methods (theory §4): which there are, what each can be told, and one function from a problem to a
// basis.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "reduction/held_system.hpp"

namespace ritz {

struct Band {
    double low = 0, high = 0;  // [Hz]
};

// Each counts the columns that its size chooses; static columns come in addition.
struct Modal {};         // the lowest modes of the held body
struct Guyan {};         // static condensation to the markers; no choice of size
struct CraigBampton {};  // Guyan, and modes with all markers held
struct Cms {};           // modes of the held body, and static answers to the inputs
/// Moments of (K + sD + s²M)⁻¹B at the shifts. Without shifts: evenly spread on the imaginary axis of the band.
struct Krylov {
    std::vector<Complex> shifts;  // [rad/s]
    Band band;
    int moments = 1;  // for each shift: 1 matches H, 2 also its first derivative, ...
};
/// Second-order IRKA: shifts and directions moved until they mirror the reduced poles (H2-optimality), from several
/// random starts whose spaces are joined by an SVD [Baumann2017].
struct Irka {
    Band band;  // in which the random starts lie
    int runs = 1;
    int iterations = 30;
    double tolerance = 1e-4;  // relative change of the shifts
    unsigned seed = 1;
};
/// The leading directions of the frequency-weighted Gramian ∫ L(ω)⁻¹B Bᵀ L(ω)⁻ᴴ dω over the band, by quadrature; of
/// velocities, where these are what matters: the same with a factor ω².
struct Gramian {
    Band band;
    int samples = 24;
    bool of_velocities = false;
};
/// Guyan, and the Gramian of the inside, driven by the acceleration of the markers [Holzwarth2014] (19)(20).
struct CmsGram {
    Band band;
    int samples = 24;
};
/// Leading directions of snapshots of a simulated run: all inputs get a step of their unit load, one after the other.
struct Pod {
    double duration = 0, step = 0;  // [s]
    bool symplectic = false;        // snapshots of place and momentum joined (cotangent lift)
    bool complex_svd = false;       // the singular vectors of place + i momentum instead
};
using ReductionMethod = std::variant<Modal, Guyan, CraigBampton, Cms, Krylov, Irka, Gramian, CmsGram, Pod>;

std::string name_of(const ReductionMethod& method);  // as in a model's JSON: "craig_bampton"

struct ByCount {
    int count = 0;
};
struct BelowFrequency {
    double limit = 0;  // [Hz]; modal, craig_bampton, cms
};
/// As many as bring the largest relative error of the frequency response ||H - H̄||_F/||H||_F in the band below the
/// wanted one: at samples spread evenly and, because light damping makes narrow peaks, at the body's resonances.
struct ByResponseError {
    double error = 0;
    Band band;
    int samples = 12;
    int largest = 400;    // give up beyond
    int resonances = 24;  // of those in the band the lowest
};
using SizeChoice = std::variant<ByCount, BelowFrequency, ByResponseError>;

/// Told now and then what is done: a stage in words and how much of it, 0 to 1. May throw to stop.
using ReductionProgress = std::function<void(const std::string& stage, double part)>;

/// What is to be reduced. The factor of K is made when it is first asked for, and shared by all that follow.
class ReductionProblem {
  public:
    /// inputs: loads, one a column. outputs: measured combinations, one a row. The structure must outlive this.
    ReductionProblem(const Structure& structure, ReferenceFrame frame, const SparseMat& inputs,
                     const SparseMat& outputs);

    const Structure& structure() const { return structure_; }
    const ReferenceFrame& frame() const { return frame_; }
    const SparseMat& inputs() const { return inputs_; }
    const SparseMat& outputs() const { return outputs_; }
    const HeldSystem& system();

  private:
    const Structure& structure_;
    ReferenceFrame frame_;
    SparseMat inputs_, outputs_;
    std::shared_ptr<const HeldSystem> system_;
};

struct Basis {
    MatX V;            // M-orthonormal, held in the frame, and K-orthogonal: Me = I, Ke = Ω²
    VecX omega;        // Ω of the reduced body, ascending [rad/s]
    VecX full_omega;   // exact frequencies of the held body, as far as the method computed them
    double error = 0;  // of the frequency response in the band, where the size was chosen by it
};

/// Throws InputError for choices that do not fit the body, NumericalError where the mathematics fails.
Basis compute_basis(ReductionProblem& problem, const ReductionMethod& method, const SizeChoice& size,
                    const ReductionProgress& progress = {});

/// V held in the frame, orthonormalised and turned to its own modes.
Basis finish_basis(const Structure& structure, const ReferenceFrame& frame, MatX V);

}  // namespace ritz
