#pragma once
// A bound of what the reduction of one body costs, along a run (theory §6).
//
// The true error is e = u - V q: u solves the finite element equation of the body in its moving frame, driven by the
// recorded functions of the run (the motion of the frame, the loads on the body), from the same start. The bound holds
// at nodes of time; which these are, the caller says (bound_observer.hpp).
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bodies/estimator_data.hpp"
#include "engine/system/kinematics.hpp"
#include "integrators/observer.hpp"

namespace ritz {

struct BoundOptions {
    /// Of the nodes at least, in the shortest period of the reduced body; smaller: sharper and dearer.
    double spacing = 0.3;
    /// Of the bound that samples may add: where they add less, nodes are farther apart and samples fewer.
    double share = 0.05;
    double horizon = 1e300;  // of the run [s]; an observer of a run sets it
};

/// How many samples an interval takes: eight for polynomials of degree seven and a check, four for cubic ones.
enum class SampleKind : std::uint8_t { full, light };

/// What a number may be called. A bound holds for every run that the theory covers; an estimate leaves something out,
/// which `reason` names; none: there is no number, and `reason` says why.
enum class BoundKind { none, estimate, bound };
struct BoundClaim {
    BoundKind kind = BoundKind::none;
    std::string reason;
    std::string lacks{};  // of an estimate: the load that it does not know
};

/// A motion that the bound speaks of: of a marker of the body, in the axes of R.
struct BoundChannel {
    std::string marker;
    int component = 0;  // 0, 1, 2: displacement [m]; 3, 4, 5: rotation [rad]
};

/// At one node of time.
struct BoundValues {
    double t = 0;
    double state = 0;        // |e|_M = sqrt(eᵀ M e) is at most this [m sqrt(kg)]
    double size = 0;         // |V q|_M of the run itself, to judge the bound by
    VecX output;             // |C e| of each channel is at most this
    VecX corrected;          // C e as far as it is known: to be added to the output of the run
    VecX corrected_bound;    // and |C e - corrected| is at most this
    double static_size = 0;  // |s|_M of the static answer of all but the exact modes, a part of the error that is known
    double defect = 0;       // |Vᵀρ| beside its terms: 0 up to rounding, or the bound does not know a load
    VecX modes, mode_rates;  // of the error in the exact modes, and their rates: the directions of a refinement
};

class BodyBound {
  public:
    /// Of the elastic body of a node. Bodies without data, or with something that the bound does not cover, are
    /// accepted: claim() says so.
    BodyBound(const Model& model, NodeId body, const BoundOptions& options = {});
    ~BodyBound();
    BodyBound(BodyBound&&) noexcept;
    BodyBound& operator=(BodyBound&&) noexcept;

    const std::string& body() const;
    const BoundClaim& claim() const;
    bool is_estimate() const { return claim().kind == BoundKind::estimate; }
    const std::vector<BoundChannel>& channels() const;
    /// The distance that nodes should have [s].
    double spacing() const;
    /// By what the last distance may be multiplied, from 1/2 to 2, to add no more than the wanted share.
    double stretch() const;
    /// Whether light intervals of this length would add no more either.
    bool has_room() const;
    /// No distance may be larger: the lowest modes are followed.
    double largest_spacing() const;

    /// The first sample, at the start of a run or behind a jump of the equations: the bound goes on from the last node.
    /// The workspace holds evaluate_for_outputs of a model with world poses at this state.
    void start(const Model& model, const StateView& state, Workspace& ws);
    /// A sample of the interval behind the last node, in order of time, at the parts `sample_places` of it of one kind;
    /// fewer and at other places where an interval ends early. The last one is the next node.
    void add_sample(const Model& model, const StateView& state, Workspace& ws, bool is_node);
    /// Where an interval ends early.
    void drop_samples_behind(double t);
    static std::span<const double> sample_places(SampleKind kind = SampleKind::full);

    /// At the last node.
    const BoundValues& now() const;
    double state() const { return now().state; }
    double output(std::size_t channel) const { return now().output[static_cast<Eigen::Index>(channel)]; }
    double corrected(std::size_t channel) const { return now().corrected[static_cast<Eigen::Index>(channel)]; }
    double galerkin_defect() const { return now().defect; }
    /// Largest over all nodes so far.
    double state_max() const;
    double size_max() const;
    const VecX& output_max() const;

    /// As bare values, to go on from, for a bound of the same body.
    void remember(ObserverMemory& memory) const;
    void recall(class MemoryReader& memory);
    /// Goes on where the bound of another basis of the same full body ended, at a node: the error is the same there, as
    /// `transfer` (new by old coordinates) leaves the deformation unchanged, and s jumps as the accelerations do
    /// (theory §6). What was largest so far stays so.
    void carry_from(const BodyBound& old, const MatX& transfer);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace ritz
