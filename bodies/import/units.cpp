#include "bodies/import/units.hpp"

namespace ritz {

FeModel convert_to_si(FeModel model, const Units& units) {
    VecX inverse(model.size());
    for (Eigen::Index i = 0; i < inverse.size(); ++i) {
        const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
        inverse(i) = dof.node && dof.component < 3 ? 1 / units.length : 1;
    }
    const double action = units.mass * units.length * units.length;
    const auto scale = [&](SparseMat& A, double factor) {
        A = SparseMat(inverse.asDiagonal() * A * (factor * inverse).asDiagonal());
    };
    scale(model.K, action / (units.time * units.time));
    scale(model.M, action);
    if (model.D) scale(*model.D, action / units.time);
    model.nodes.positions *= units.length;
    return model;
}

}  // namespace ritz
