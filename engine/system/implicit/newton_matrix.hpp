#pragma once
// The matrix of an implicit step, I - γ ∂f/∂y, by the engine's own recursion. With y = (q, u), u' = M⁻¹ F and the stiff
// part of the forces in closed form, δF = -K δq - D δu (engine/system/implicit/stiff_forces.hpp, and Ke, De of the
// elastic bodies), the step (I - γ J) (δq, δu) = (r_q, r_u) is
//
//   M̂ x = -(γ D + γ² K) r_u - γ K r_q,    M̂ = M + γ D + γ² K,    δu = r_u + x,    δq = r_q + γ N δu
//
// and M̂ is factorised by the recursion that factorises M, with Me + γ De + γ² Ke for the bodies and γ d + γ² k on the
// diagonal of the joints: one setup costs about as much as a right-hand side, a solve a tenth of it, both linear in the
// bodies. What joins two bodies is a border of rows G (engine/system/loops/loop_system.hpp):
//
//   M̂ x = f + Gᵀ λ,   G x + C λ = 0,    C = 1 / (γ d + γ² k) for springs and bushings, 0 for loops and couplings
//
// Left out are the derivatives of M and of what does not grow with a stiffness; Newton's iteration takes them as they
// come, a W-method is of the same order without.
#include "engine/system/implicit/stiff_forces.hpp"

namespace ritz {

class NewtonMatrix {
  public:
    /// The model must outlive it.
    explicit NewtonMatrix(const Model& model);

    /// At a state, for an implicit step of length γ. The contacts and the rows of loops that hold are those of the
    /// workspace of the right-hand side.
    void setup(const StateView& state, double gamma, const Workspace& live);
    /// x = (r_q, r_u, r_z, r_work) on entry, the change of the state on return. Allocates nothing.
    void solve(double* x);

    /// The step of a form that has reactions and rates of the loops' rows among its unknowns:
    ///   M̂ du = force - γ K place + γ (what the control states r_z add) + Gᵀ reaction,   G du = rates
    void solve_held(const VecX& force, const VecX& place, const double* r_z, const VecX& rates, VecX& du,
                    VecX& reaction);
    /// The velocities that move the positions by r_q.
    void find_tangent(const double* r_q, VecX& tangent) const;
    /// q' of velocities, at the setup.
    void find_position_rates(const VecX& velocities, VecX& rates) const;
    /// δz from δq and δu; z = r_z on entry.
    void settle_controllers(const double* d_q, const double* d_u, double* z);
    /// At the setup: positions and rows of the loops.
    Workspace& workspace() { return ws_; }

  private:
    /// Rows between two frames, of a loop or of a pair, or the row of a coupling.
    struct Group {
        std::optional<NodeId> a{}, b{};
        const FrameMotion *motion_a = nullptr, *motion_b = nullptr;
        const ConstraintRow* rows = nullptr;
        const FramePair* pair = nullptr;          // null for a loop
        const JointCoupling* coupling = nullptr;  // then nothing else is set
    };

    void add_groups();
    void add_bodies();
    void eval_border(const Workspace& live);
    void push_coordinates(const double* r_z);
    void push_pairs();
    void close_border(const VecX& rates);
    void apply(const Group& group, std::size_t row, double lambda);
    double rate(const Group& group, std::size_t row, const VecX& motion) const;

    const Model& model_;
    Workspace ws_;
    StiffForces stiff_;
    IndexedVector<RowGroupId, Group> groups_;
    LoopSystem border_;
    double gamma_ = 0;
    VecX rotors_;                  // nu: their part of the joints' inertia
    std::vector<double> offsets_;  // of each feedback: what control states add to its output
    VecX q_, u_;                   // of the setup
    VecX x_, correction_;          // nu
    VecX by_rate_, by_place_;      // nu: γ r_u, γ (γ r_u + r_q): what damping and stiffness act on
    VecX lambda_;
    VecX no_rates_;  // rows of loops and couplings: zero
    VecX q_rate_;    // nq
};

}  // namespace ritz
