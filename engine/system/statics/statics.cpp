#include "engine/system/statics/statics.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "engine/system/forces/straight_laws.hpp"
#include "engine/system/loops/ggl.hpp"
#include "engine/system/statics/coordinate_scales.hpp"
#include "engine/system/statics/linearization.hpp"

namespace ritz {
namespace {

using Eigen::Index;

constexpr double longest_step = 0.3;  // in scaled coordinates: about a third of a radian
constexpr double neutral = 1e-13;     // of the largest stiffness: what rounding leaves of a direction without any
constexpr int most_steps = 200;
constexpr int most_halvings = 50;  // down to the rounding: a stiff contact is met within 1e-10

/// Forces at rest, in scaled coordinates, and their tangent.
class StaticSystem {
  public:
    StaticSystem(const Model& model, const State& start, const StaticOptions& options)
        : model_(model),
          straight_(model),
          ws_(model),
          scale_(compute_coordinate_scales(model)),
          rows_(list_independent_rows(model, start)),
          held_(options.held) {}

    const std::vector<int>& rows() const { return rows_; }

    Index control_count() const { return model_.nz; }
    const VecX& scale() const { return scale_; }

    /// From here on tangent_residual takes the force laws as they go on from this state.
    void hold_contacts(const State& state) {
        eval_kinematics(model_, view(state), ws_);
        straight_.forces = make_straight_laws(model_, view(state), ws_);
    }

    /// r at rest with the loops' reactions λ, and z' behind it.
    VecX residual(const State& state, const VecX& lambda) { return residual_of(model_, state, lambda); }
    VecX tangent_residual(const State& state, const VecX& lambda) { return residual_of(straight_, state, lambda); }

    /// Constraints in scaled coordinates: loops and held coordinates.
    MatX constraints(const State& state) {
        const auto rows = static_cast<Index>(rows_.size());
        MatX G = MatX::Zero(rows + static_cast<Index>(held_.size()), model_.nu);
        if (rows > 0) G.topRows(rows) = compute_loop_jacobian(model_, state)(rows_, Eigen::all) * scale_.asDiagonal();
        for (std::size_t k = 0; k < held_.size(); ++k) G(rows + static_cast<Index>(k), held_[k]) = 1;
        return G;
    }

    /// Newton's steps onto the loops that leave held coordinates alone.
    bool close_loops(State& state) {
        if (model_.rows == 0) return true;
        for (int step = 0; step < 50; ++step) {
            eval_kinematics(model_, view(state), ws_);
            follow_tracks(model_, state, ws_);
            eval_kinematics(model_, view(state), ws_);
            eval_loops(model_, view(state), ws_);
            const VecX error = ws_.loop_error(rows_);
            const double gap = error.size() > 0 ? error.lpNorm<Eigen::Infinity>() : 0;
            if (gap < 1e-13) return true;
            VecX wanted = VecX::Zero(error.size() + static_cast<Index>(held_.size()));
            wanted.head(error.size()) = -error;
            const VecX y = solve_least_squares(constraints(state), wanted, 1e-8);
            if (y.lpNorm<Eigen::Infinity>() < 1e-15) return gap < 1e-9;
            move_along(model_, scale_.cwiseProduct(y), state.q);
        }
        return false;
    }

    /// Moves along a scaled direction and lets the arc coordinates of loops follow.
    State moved(const State& state, const VecX& y) {
        State next = state;
        move_along(model_, scale_.cwiseProduct(y.head(model_.nu)), next.q);
        next.z.head(control_count()) += y.tail(control_count());
        if (model_.rows > 0) {
            eval_kinematics(model_, view(next), ws_);
            eval_loops(model_, view(next), ws_);
            follow_tracks(model_, next, ws_);
        }
        return next;
    }

  private:
    VecX residual_of(const Model& model, const State& state, const VecX& lambda) {
        const StateView at = view(state);
        eval_kinematics(model, at, ws_);
        if (model.rows > 0) eval_loops(model, at, ws_);
        eval_forces(model, at, ws_);
        const VecX z_dot = ws_.z_dot;
        if (model.rows > 0) apply_loop_forces(model, lambda, ws_);
        const VecX rest = VecX::Zero(model.nu);
        VecX r(model.nu);
        eval_residual(model, at, rest.data(), ws_, r);
        VecX all(model.nu + control_count());
        all << r, z_dot;
        return all;
    }

    const Model& model_;
    Model straight_;  // the same with straight force laws
    Workspace ws_;
    VecX scale_;
    std::vector<int> rows_;  // of the loops, as chosen at the start
    std::vector<int> held_;
};

/// Forces and stiffness at one position, on the tangent space: unknowns are (y, z).
struct Tangent {
    MatX Z;           // orthonormal, in scaled coordinates
    VecX lambda;      // of the loops
    VecX force;       // Zᵀ S r, and z'
    MatX J;           // its derivative
    double size = 0;  // of the forces that balance each other
};

/// On the tangent space, and z' behind it.
VecX project_forces(const StaticSystem& system, const MatX& Z, const VecX& r) {
    const Index n = system.scale().size();
    VecX force(Z.cols() + system.control_count());
    force << Z.transpose() * system.scale().cwiseProduct(r.head(n)), r.tail(system.control_count());
    return force;
}

VecX compute_forces(StaticSystem& system, const State& state, const VecX& offset, const Tangent& t) {
    return project_forces(system, t.Z, system.residual(state, t.lambda) - offset);
}

Tangent make_tangent(const Model& model, StaticSystem& system, const State& state, const VecX& offset) {
    const Index n = model.nu, nz = system.control_count();
    Tangent t;
    const MatX G = system.constraints(state);
    t.Z = G.rows() > 0 ? compute_null_space(G, 1e-8) : MatX::Identity(n, n);
    t.lambda = VecX::Zero(model.rows);
    const VecX free = system.scale().cwiseProduct((system.residual(state, t.lambda) - offset).head(n));
    if (G.rows() > 0) {
        const VecX reactions = solve_least_squares(G.transpose(), free, 1e-8);
        t.lambda(system.rows()) = reactions.head(static_cast<Index>(system.rows().size()));
    }
    t.force = compute_forces(system, state, offset, t);
    // What stands against each other in the balance: elastic forces, and the reactions' share of the rest.
    t.size = free.size() > 0 ? free.lpNorm<Eigen::Infinity>() : 0;
    for (const Node& node : model.nodes)
        if (node.n > 0) {
            const VecX elastic = model.elastic_bodies[*node.elastic]->Ke * state.q.segment(node.eq, node.n);
            t.size = std::max(t.size,
                              elastic.cwiseProduct(system.scale().segment(node.eu, node.n)).lpNorm<Eigen::Infinity>());
        }
    system.hold_contacts(state);
    const auto force_at = [&](const VecX& y) {
        return project_forces(system, t.Z, system.tangent_residual(system.moved(state, y), t.lambda));
    };
    const Index m = t.Z.cols();
    t.J.resize(m + nz, m + nz);
    for (Index k = 0; k < m + nz; ++k) {
        const double h = 1e-6 * (k < m ? 1.0 : std::max(1.0, std::abs(state.z[k - m])));
        VecX y = VecX::Zero(n + nz);
        if (k < m)
            y.head(n) = h * t.Z.col(k);
        else
            y[n + k - m] = h;
        t.J.col(k) = (force_at(y) - force_at(-y)) / (2 * h);
    }
    return t;
}

MatX symmetric_part(const MatX& A) { return 0.5 * (A + A.transpose()); }

/// The step, with negative stiffnesses turned round and the rest of control states settled with it.
VecX compute_step(const Tangent& t, Index controls) {
    const Index m = t.Z.cols();
    if (controls == 0) {
        const SymmetricEigen eigen = solve_symmetric_eigen(symmetric_part(t.J));
        const double largest = eigen.values.cwiseAbs().maxCoeff();
        if (!(largest > 0)) return -t.force;  // no stiffness anywhere: run with the forces
        if (eigen.values.minCoeff() > neutral * largest) return -solve_square(t.J, t.force);
        const VecX stiffness = eigen.values.cwiseAbs().cwiseMax(neutral * largest);
        return -eigen.vectors * (eigen.vectors.transpose() * t.force).cwiseQuotient(stiffness);
    }
    // Rows and columns of control states have units of their own.
    VecX row = VecX::Ones(m + controls), column = row;
    for (Index k = m; k < m + controls; ++k) {
        const double c = t.J.col(k).lpNorm<Eigen::Infinity>(), r = t.J.row(k).lpNorm<Eigen::Infinity>();
        // Behind a lag no force follows a position at once.
        const double direct = t.J.topLeftCorner(m, m).lpNorm<Eigen::Infinity>();
        const double size = direct > 0 ? direct : std::max(1e-300, t.J.lpNorm<Eigen::Infinity>());
        column[k] = c > 0 ? size / c : 1;
        row[k] = r > 0 ? size / r : 1;
    }
    const MatX J = row.asDiagonal() * t.J * column.asDiagonal();
    return -column.cwiseProduct(VecX(solve_least_squares(J, row.cwiseProduct(t.force), neutral)));
}

enum class Outcome { found, lost };

/// Newton's method for r = offset. The state is changed only where an equilibrium is found.
Outcome run_newton(const Model& model, StaticSystem& system, const VecX& offset, State& state, double& left) {
    State at = state;
    if (!system.close_loops(at)) return Outcome::lost;
    const Index m_controls = system.control_count();
    for (int step = 0; step < most_steps; ++step) {
        const Tangent t = make_tangent(model, system, at, offset);
        if (!t.force.allFinite() || !t.J.allFinite()) return Outcome::lost;
        const Index m = t.Z.cols();
        if (m + m_controls == 0) {  // everything is held
            state = at;
            return Outcome::found;
        }
        VecX y = compute_step(t, m_controls);
        const double length = m > 0 ? y.head(m).lpNorm<Eigen::Infinity>() : 0;
        left = m > 0 ? t.force.head(m).lpNorm<Eigen::Infinity>() : 0;
        const double unsettled = m_controls > 0 ? t.force.tail(m_controls).lpNorm<Eigen::Infinity>() : 0;
        // Forces to 1e-9 of those that balance each other, and a step that no output could show. A stiff system's
        // forces are known to its stiffness times the rounding of its coordinates.
        const double stiffest = t.J.size() > 0 ? t.J.cwiseAbs().maxCoeff() : 0;
        const bool is_balanced = left <= 1e-9 * t.size + 1e-14 * stiffest;
        if (length < 1e-9 && is_balanced && unsettled < 1e-9) {
            state = at;
            return Outcome::found;
        }
        if (length > longest_step) y *= longest_step / length;
        // Along the step the force must fall, or still pull the same way.
        VecX along(model.nu + m_controls);
        along << t.Z * y.head(m), y.tail(m_controls);
        const double slope = y.dot(t.force);
        bool is_better = false;
        for (int halving = 0; halving < most_halvings && !is_better; ++halving, along *= 0.5) {
            State next = system.moved(at, along);
            if (!system.close_loops(next)) continue;
            const VecX there = compute_forces(system, next, offset, t);
            if (!there.allFinite()) continue;
            const double slope_there = y.dot(there);
            const double size_there = there.norm(), size_here = t.force.norm();
            is_better = (slope < 0 && slope_there <= 0) || std::abs(slope_there) <= 0.9 * std::abs(slope) ||
                        size_there < 0.9 * size_here || length < 1e-9;
            if (is_better) at = next;
        }
        if (!is_better) return Outcome::lost;
    }
    return Outcome::lost;
}

/// The unbalanced forces of the start are taken away in steps as large as Newton's method follows.
bool step_loads(const Model& model, StaticSystem& system, State& state, double& left) {
    const VecX start = system.residual(state, VecX::Zero(model.rows));
    VecX offset = start;
    offset.tail(system.control_count()).setZero();
    State at = state;
    double factor = 0, step = 0.25;
    while (factor < 1) {
        const double next = std::min(1.0, factor + step);
        if (run_newton(model, system, (1 - next) * offset, at, left) == Outcome::found) {
            factor = next;
            step *= 2;
        } else if ((step *= 0.5) < 1e-4) {
            return false;
        }
    }
    state = at;
    return true;
}

/// What moves most in a direction of scaled coordinates.
std::string name_direction(const Model& model, const VecX& direction) {
    Index k = 0;
    direction.cwiseAbs().maxCoeff(&k);
    return name_coordinates(model)[static_cast<std::size_t>(k)];
}

/// A force is known to its stiffness times the rounding of the coordinates, which may be more than gravity lets pass.
void warn_if_rounded(const Model& given, const State& state, Warnings& warnings) {
    const double g = given.gravity.norm();
    if (g == 0) return;
    const Model model = with_world_poses(given);
    Workspace ws(model);
    evaluate_for_outputs(model, view(state), ws);
    double most = 1e-6 * g;
    const Node* moved = nullptr;
    for (const NodeId i : model.nodes.ids()) {
        const NodeData& d = ws.nodes[i];
        const double left = (d.R_WB * d.av + model.gravity).norm();  // av is the acceleration less gravity
        if (left <= most) continue;
        most = left;
        moved = &model.nodes[i];
    }
    if (moved == nullptr) return;
    warnings.add(fmt::format(
        "at the static equilibrium body \"{}\" accelerates with {:.2g} m/s²: something there is so stiff that the "
        "rounding of positions changes its force by more than the balance allows; a softer contact behaves the same",
        moved->name, most));
}

void warn_if_unstable(const Model& model, StaticSystem& system, const State& state, Warnings& warnings) {
    const VecX none = VecX::Zero(model.nu + system.control_count());
    const auto warn = [&](const std::string& what, const std::string& how) {
        warnings.add(fmt::format(
            "the static equilibrium is unstable: {} moves away from it by itself{}; if another one is meant, give "
            "positions nearer to it, or run until the motion has died away",
            what, how));
    };
    if (system.control_count() == 0) {
        const Tangent t = make_tangent(model, system, state, none);
        if (t.Z.cols() == 0) return;
        const SymmetricEigen eigen = solve_symmetric_eigen(symmetric_part(t.J));
        // Differences leave 1e-10 of the forces in the stiffness.
        const double noise = 1e-8 * t.size + 1e-12 * eigen.values.cwiseAbs().maxCoeff();
        if (eigen.values[0] < -noise) warn(name_direction(model, t.Z * eigen.vectors.col(0)), "");
        return;
    }
    const Linearization linear = linearize(model, state);
    const GeneralEigen eigen = solve_general_eigen(linear.make_system_matrix());
    Index k = 0;
    const double growth = eigen.values.real().maxCoeff(&k);
    if (!(growth > std::max(1e-3, 1e-6 * std::abs(eigen.values[k])))) return;
    const VecX motion = (linear.make_motion_basis() * eigen.vectors.col(k).head(linear.size())).cwiseAbs();
    warn(name_direction(model, motion.cwiseQuotient(system.scale())), fmt::format(", growing with {:.3g} 1/s", growth));
}

}  // namespace

void find_static_equilibrium(const Model& model, const StaticOptions& options, State& state, Warnings& warnings) {
    state.u.setZero();
    if (model.nu == 0) return;
    StaticSystem system(model, state, options);
    const VecX none = VecX::Zero(model.nu + system.control_count());
    double left = 0;
    const State given = state;
    if (run_newton(model, system, none, state, left) != Outcome::found) {
        state = given;
        if (!step_loads(model, system, state, left)) {
            const Tangent t = make_tangent(model, system, state, none);
            throw NumericalError(fmt::format(
                "no static equilibrium found near the given positions: at the last one the forces on \"{}\" are out of "
                "balance. Is every body held? Does a load pass what can be held, or a contact lie out of reach? "
                "Friction "
                "that grows with the rate holds nothing. Positions nearer to the equilibrium help",
                t.Z.cols() > 0 ? name_direction(model, t.Z * t.force.head(t.Z.cols())) : "nothing"));
        }
    }
    if (options.held.empty()) warn_if_rounded(model, state, warnings);  // what is held accelerates when it is let go
    warn_if_unstable(model, system, state, warnings);
}

}  // namespace ritz
