#include "tools/trials/full_body.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "core/overloaded.hpp"
#include "tools/trials/oscillators.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// A basis of { u : C u = 0 }, by the pivots of C: dense, but for few conditions.
MatX make_held_space(const ReferenceFrame& frame, Index size) {
    if (frame.R.cols() == 0) return MatX::Identity(size, size);
    return compute_null_space(MatX(frame.C * frame.R.colwise().norm().maxCoeff()), 1e-12);
}

/// The unit fields e_a (columns 0..2) and the linear fields c_b e_a (3 + 3 b + a) on the degrees of freedom; a node of
/// a beam turns by half the curl of the field.
MatX make_fields(const FeModel& model) {
    MatX fields = MatX::Zero(model.size(), 12);
    for (Index i = 0; i < model.size(); ++i) {
        const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
        if (!dof.node) continue;
        if (dof.component < 3) fields(i, dof.component) = 1;
        for (int b = 0; b < 3; ++b)
            for (int a = 0; a < 3; ++a)
                fields(i, 3 + 3 * b + a) = dof.component < 3
                                               ? (dof.component == a ? model.nodes.positions(b, *dof.node) : 0.0)
                                               : 0.5 * Vec3::Unit(b).cross(Vec3::Unit(a))[dof.component - 3];
    }
    return fields;
}

/// (M E_ab) on the degrees of freedom of solids, whose mass matrix is the same in each direction. For other elements
/// the convective terms of a finite element model are a choice; as the engine's (theory §4.5): those of the mean
/// translational mass, and for a = b a third of what is then missing to M.
class Convection {
  public:
    explicit Convection(const FeModel& model) : model_(model), mean_(model.nodes.size(), model.nodes.size()) {
        int directions = 0;
        for (const Dof& dof : model.dofs)
            if (dof.node && dof.component < 3) directions = std::max(directions, dof.component + 1);
        std::vector<Eigen::Triplet<double>> entries;
        for (Index j = 0; j < model.M.outerSize(); ++j)
            for (SparseMat::InnerIterator entry(model.M, j); entry; ++entry) {
                const Dof &row = model.dofs[static_cast<std::size_t>(entry.row())],
                          &column = model.dofs[static_cast<std::size_t>(j)];
                if (row.node && column.node && row.component == column.component && row.component < 3)
                    entries.emplace_back(*row.node, *column.node, entry.value() / directions);
            }
        mean_.setFromTriplets(entries.begin(), entries.end());
    }

    /// U_aᵀ M_s U_b for the translations U_a of the nodes.
    MatX project(const MatX& U, int a, int b) const {
        return multiply_transposed(take(U, a), MatX(mean_ * take(U, b)));
    }

  private:
    MatX take(const MatX& U, int component) const {
        MatX part = MatX::Zero(model_.nodes.size(), U.cols());
        for (Index i = 0; i < model_.size(); ++i) {
            const Dof& dof = model_.dofs[static_cast<std::size_t>(i)];
            if (dof.node && dof.component == component) part.row(*dof.node) = U.row(i);
        }
        return part;
    }

    const FeModel& model_;
    SparseMat mean_;
};

}  // namespace

FullBody::FullBody(const Structure& structure, const ReferenceFrame& frame, const std::optional<Damping>& damping)
    : structure_(structure) {
    const MatX H = make_held_space(frame, structure.size());
    const MatX K = multiply_transposed(H, MatX(structure.K * H)), M = multiply_transposed(H, MatX(structure.M * H));
    // M x = μ K x, μ = 1/ω²: rounding is that of the largest μ, so that the low modes are exact. The other way it would
    // be that of the highest frequency, and ω_1² of a slender body off by 1e-9.
    const SymmetricEigen eigen = solve_symmetric_eigen(make_symmetric(M), make_symmetric(K));
    const VecX flexibility = eigen.values.reverse();
    omega_ = flexibility.cwiseSqrt().cwiseInverse();
    modes_ = multiply(H, MatX(eigen.vectors.rowwise().reverse() * omega_.asDiagonal()));
    M_modes_ = structure.M * modes_;
    damping_ = multiply_transposed(modes_, MatX(structure.D * modes_));
    if (damping)
        std::visit(Overloaded{[&](const ModalDamping& d) { damping_ = MatX((2 * d.ratio * omega_).asDiagonal()); },
                              [&](const RayleighDamping& d) {
                                  damping_ = MatX((d.alpha + d.beta * omega_.array().square()).matrix().asDiagonal());
                              }},
                   *damping);
    project_inertia();
}

void FullBody::project_inertia() {
    const FeModel& model = structure_.model;
    if (model.nodes.size() == 0) {
        translations_ = MatX::Zero(omega_.size(), 3);
        linear_fields_ = MatX::Zero(omega_.size(), 9);
        convection_.fill(MatX::Zero(omega_.size(), omega_.size()));
        return;
    }
    const MatX U = structure_.T * modes_, loads = multiply_transposed(U, MatX(model.M * make_fields(model)));
    translations_ = loads.leftCols(3);
    linear_fields_ = loads.rightCols(9);
    const Convection convection(model);
    MatX rest = MatX::Identity(omega_.size(), omega_.size()) / 3;
    for (int a = 0; a < 3; ++a) rest -= convection.project(U, a, a) / 3;
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
            MatX& X = convection_[static_cast<std::size_t>(3 * a + b)];
            X = convection.project(U, a, b);
            if (a == b) X += rest;
        }
}

MatX FullBody::coordinates_of(const MatX& u) const { return multiply_transposed(M_modes_, u); }

BodyError compute_body_error(const FullBody& body, const MatX& V, const MatX& outputs, const BodyRecord& record,
                             const FullMotion& motion) {
    const MatX Zv = body.coordinates_of(V), C = multiply(outputs, body.modes());
    const auto count = static_cast<Index>(motion.times.size());
    BodyError error{motion.times, VecX(count), MatX(outputs.rows(), count), VecX(count)};
    for (Index k = 0; k < count; ++k) {
        const auto& q =
            k == 0 ? record.intervals.front().q_begin : record.intervals[static_cast<std::size_t>(k - 1)].q_end;
        const VecX e = motion.z.col(k) - Zv * q;
        error.state[k] = e.norm();
        error.state_size[k] = motion.z.col(k).norm();
        error.outputs.col(k) = C * e;
    }
    return error;
}

}  // namespace ritz
