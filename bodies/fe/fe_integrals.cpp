// With nodal fields f_ab (component b at a node is its coordinate c_a; a beam node turns by ½ curl = ½ e_a × e_b):
//   S_a = e_aᵀ M V,   P_ab = f_abᵀ M V,   ∫ c_a c_a' dm from f_abᵀ M f_a'b
//   Q_ab = V_aᵀ M_s V_b,   M_s the mass matrix of one translation, V_a the shapes' component a at the nodes
#include "bodies/fe/fe_integrals.hpp"

#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/sparse_products.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// M_s: for each pair of nodes the mean of the three translational entries that are there.
SparseMat make_scalar_mass(const FeModel& model) {
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(static_cast<std::size_t>(model.M.nonZeros()));
    std::array<bool, 3> present{};
    for (const Dof& dof : model.dofs)
        if (dof.node && dof.component < 3) present[static_cast<std::size_t>(dof.component)] = true;
    const double share = 1.0 / std::max(1, int(present[0]) + int(present[1]) + int(present[2]));
    for (Index j = 0; j < model.M.cols(); ++j) {
        const Dof& column = model.dofs[static_cast<std::size_t>(j)];
        if (!column.node || column.component > 2) continue;
        for (SparseMat::InnerIterator entry(model.M, j); entry; ++entry) {
            const Dof& row = model.dofs[static_cast<std::size_t>(entry.row())];
            if (row.node && row.component == column.component)
                entries.emplace_back(*row.node, *column.node, share * entry.value());
        }
    }
    SparseMat M_s(model.nodes.size(), model.nodes.size());
    M_s.setFromTriplets(entries.begin(), entries.end());
    return M_s;
}

/// Whether M is M_s for each direction and nothing else, as in solids: then M_s tells all of the kinetic energy.
bool is_scalar(const FeModel& model, const SparseMat& M_s) {
    int directions = 0;
    for (const Dof& dof : model.dofs) {
        if (!dof.node || dof.component > 2) return false;
        directions = std::max(directions, dof.component + 1);
    }
    if (model.M.nonZeros() != directions * M_s.nonZeros()) return false;
    const double rounding = 1e-14 * M_s.diagonal().maxCoeff();
    for (Index j = 0; j < model.M.cols(); ++j) {
        const Dof& column = model.dofs[static_cast<std::size_t>(j)];
        for (SparseMat::InnerIterator entry(model.M, j); entry; ++entry) {
            const Dof& row = model.dofs[static_cast<std::size_t>(entry.row())];
            if (row.component != column.component) return false;
            if (!(std::abs(entry.value() - M_s.coeff(*row.node, *column.node)) <= rounding)) return false;
        }
    }
    return true;
}

/// Component a of the shapes at every node; zero where the node has no such dof.
MatX take_component(const FeModel& model, const MatX& V, int a) {
    std::vector<std::pair<Index, Index>> places;  // of the node, of its dof
    for (Index i = 0; i < V.rows(); ++i) {
        const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
        if (dof.node && dof.component == a) places.emplace_back(*dof.node, i);
    }
    MatX part(model.nodes.size(), V.cols());
    if (static_cast<Index>(places.size()) < part.rows()) part.setZero();
    for (Index j = 0; j < V.cols(); ++j)
        for (const auto& [node, dof] : places) part(node, j) = V(dof, j);
    return part;
}

void add_rigid_integrals(const FeModel& model, const SparseMat& M_s, MassIntegrals& integrals) {
    const MatX R = make_rigid_modes(model);
    const Mat6 rigid = R.transpose() * (model.M * R);
    const VecX ones = VecX::Ones(M_s.rows());
    const MatX& places = model.nodes.positions;
    // Planar models do not move along z: their inertia is that of the nodes.
    const bool spatial = rigid.diagonal().head<3>().minCoeff() > 0;
    if (spatial) {
        integrals.mass = rigid.diagonal().head<3>().mean();
        // m c~ stands beside the translations: rows v, columns ω of [m I, -m c~].
        const Mat3 mc = rigid.topRightCorner<3, 3>();
        integrals.first_moment = 0.5 * Vec3(mc(1, 2) - mc(2, 1), mc(2, 0) - mc(0, 2), mc(0, 1) - mc(1, 0));
        integrals.J0 = rigid.bottomRightCorner<3, 3>();
    } else {
        integrals.mass = ones.dot(M_s * ones);
        integrals.first_moment = places * (M_s * ones);
        const Mat3 C0 = places * (M_s * MatX(places.transpose()));
        integrals.J0 = C0.trace() * Mat3::Identity() - C0;
    }
}

void add_mode_integrals(const FeModel& model, const SparseMat& M_s, const MatX& V, MassIntegrals& integrals) {
    std::array<MatX, 3> part;
    for (std::size_t a = 0; a < 3; ++a) part[a] = take_component(model, V, static_cast<int>(a));
    for (std::size_t b = 0; b < 3; ++b) {
        const MatX M_part = multiply_symmetric(M_s, part[b]);
        for (std::size_t a = 0; a < b; ++a) {
            integrals.Q[a][b] = multiply_transposed(part[a], M_part);
            integrals.Q[b][a] = integrals.Q[a][b].transpose();
        }
        integrals.Q[b][b] = multiply_to_symmetric(part[b], M_part);
    }
    if (is_scalar(model, M_s)) return;
    // What rotations and internal unknowns add to the kinetic energy, spread evenly: Me stays Vᵀ M V.
    const MatX Me = multiply_to_symmetric(V, multiply_symmetric(model.M, V));
    const MatX rest = (Me - integrals.Q[0][0] - integrals.Q[1][1] - integrals.Q[2][2]) / 3.0;
    for (std::size_t a = 0; a < 3; ++a) integrals.Q[a][a] += rest;
}

}  // namespace

MatX make_linear_fields(const FeModel& model) {
    MatX fields = MatX::Zero(model.M.rows(), 9);
    for (Index i = 0; i < fields.rows(); ++i) {
        const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
        if (!dof.node) continue;
        for (int a = 0; a < 3; ++a) {
            if (dof.component < 3) {
                fields(i, 3 * a + dof.component) = model.nodes.positions(a, *dof.node);
            } else {
                for (int b = 0; b < 3; ++b)
                    fields(i, 3 * a + b) = 0.5 * Vec3::Unit(a).cross(Vec3::Unit(b))[dof.component - 3];
            }
        }
    }
    return fields;
}

MassIntegrals compute_mass_integrals(const FeModel& model, const MatX& V) {
    MassIntegrals integrals;
    const SparseMat M_s = make_scalar_mass(model);
    add_rigid_integrals(model, M_s, integrals);
    integrals.S = multiply_transposed(multiply_symmetric(model.M, make_rigid_modes(model).leftCols(3)), V);
    const MatX P = multiply_transposed(multiply_symmetric(model.M, make_linear_fields(model)), V);
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            integrals.P[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = P.row(3 * a + b);
    add_mode_integrals(model, M_s, V, integrals);
    return integrals;
}

MassParts::MassParts(const FeModel& model)
    : model_(model), M_s_(make_scalar_mass(model)), is_exact_(is_scalar(model, M_s_)) {}

MatX MassParts::multiply(int a, int b, const MatX& V) const {
    const auto place = [&](const MatX& part, int component, double factor, MatX& out) {
        for (Index i = 0; i < out.rows(); ++i) {
            const Dof& dof = model_.dofs[static_cast<std::size_t>(i)];
            if (dof.node && dof.component == component) out.row(i) += factor * part.row(*dof.node);
        }
    };
    MatX product = MatX::Zero(V.rows(), V.cols());
    if (a == b && !is_exact_) {
        product = multiply_symmetric(model_.M, V) / 3.0;
        for (int c = 0; c < 3; ++c) place(multiply_symmetric(M_s_, take_component(model_, V, c)), c, -1.0 / 3, product);
    }
    place(multiply_symmetric(M_s_, take_component(model_, V, b)), a, 1, product);
    return product;
}

}  // namespace ritz
