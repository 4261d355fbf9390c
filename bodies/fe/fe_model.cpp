#include "bodies/fe/fe_model.hpp"

#include <fmt/format.h>

#include "core/rotation.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// Rounding of matrices printed with few digits: ratio of the largest difference to the largest entry.
constexpr double symmetry_tolerance = 1e-6;

double largest_entry(const SparseMat& A) { return A.nonZeros() ? A.coeffs().abs().maxCoeff() : 0.0; }

void check_matrix(const char* name, const SparseMat& A, Index size, std::vector<std::string>& faults) {
    if (A.rows() != size || A.cols() != size) {
        faults.push_back(
            fmt::format("{} has {} rows and {} columns, expected {} of both", name, A.rows(), A.cols(), size));
        return;
    }
    if (A.nonZeros() && !A.coeffs().isFinite().all()) {
        faults.push_back(fmt::format("{} has entries that are not finite", name));
        return;
    }
    const SparseMat difference = A - SparseMat(A.transpose());
    if (largest_entry(difference) > symmetry_tolerance * largest_entry(A))
        faults.push_back(fmt::format("{} is not symmetric", name));
}

}  // namespace

std::vector<std::string> find_faults(const FeModel& model) {
    std::vector<std::string> faults;
    const auto size = static_cast<Index>(model.dofs.size());
    check_matrix("K", model.K, size, faults);
    check_matrix("M", model.M, size, faults);
    if (model.D) check_matrix("D", *model.D, size, faults);
    if (!model.nodes.positions.allFinite()) faults.emplace_back("there are node coordinates that are not finite");
    std::vector<char> seen(6 * static_cast<std::size_t>(model.nodes.size()), 0);
    for (const Dof& dof : model.dofs) {
        if (!dof.node) continue;
        if (*dof.node < 0 || *dof.node >= model.nodes.size() || dof.component < 0 || dof.component > 5) {
            faults.emplace_back("there is a degree of freedom without a node");
            return faults;
        }
        char& mark = seen[6 * static_cast<std::size_t>(*dof.node) + static_cast<std::size_t>(dof.component)];
        if (mark++) {
            faults.push_back(fmt::format("node {} has its degree of freedom {} twice",
                                         model.nodes.ids[static_cast<std::size_t>(*dof.node)], dof.component + 1));
            return faults;
        }
    }
    return faults;
}

DofTable::DofTable(const FeModel& model) : rows_(6 * static_cast<std::size_t>(model.nodes.size()), -1) {
    for (std::size_t i = 0; i < model.dofs.size(); ++i) {
        const Dof& dof = model.dofs[i];
        if (dof.node)
            rows_[6 * static_cast<std::size_t>(*dof.node) + static_cast<std::size_t>(dof.component)] =
                static_cast<int>(i);
    }
}

MatX make_rigid_modes(const FeModel& model) {
    MatX R = MatX::Zero(model.size(), 6);
    for (Index i = 0; i < model.size(); ++i) {
        const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
        if (!dof.node) continue;
        if (dof.component < 3) {
            R(i, dof.component) = 1;
            // u = θ × c, component by component.
            R.row(i).tail<3>() = -skew(model.nodes.positions.col(*dof.node)).row(dof.component);
        } else {
            R(i, dof.component) = 1;
        }
    }
    return R;
}

}  // namespace ritz
