#include <doctest/doctest.h>

#include "tests/bodies/fe/fe_support.hpp"

using namespace ritz;
using namespace ritz::testing;

TEST_CASE("the thin-walled cylinder in its chuck has the entries, the deflection and the frequencies it should") {
    const Mesh mesh = make_cylinder_mesh();
    REQUIRE(mesh.nodes.size() == 14760);
    const FeModel free = assemble(mesh, make_steel_properties());
    const FeModel model = fix(free, find_dofs(free, find_jaw_nodes(), {0, 1, 2}));
    CHECK(model.size() == 43983);
    CHECK(model.K.nonZeros() == 2329587);
    CHECK(model.M.nonZeros() == 776529);
    CHECK(find_faults(model).empty());

    // 200 N inward on node 0 of the inner tip ring: the displacement printed in the specification, to its digits.
    const int node = 180 * 2 * 40;
    VecX f = VecX::Zero(model.size());
    const int dof = find_dofs(model, {node}, {0})[0];
    f[dof] = -200;
    const Eigen::SimplicialLLT<SparseMat> solver(model.K);
    const VecX u = solver.solve(f);
    CHECK(u[dof] == doctest::Approx(-1.21060e-4).epsilon(0.5e-5));

    // The frequencies printed there have two decimals. With 12 vectors the sixth has converged by the factor
    // (968/2007)^(4·10), which is 1e-13.
    const VecX values = iterate_subspace(solver, model.K, model.M, 6, 10);
    const double expected[] = {532.64, 532.64, 680.89, 737.45, 968.17, 968.17};
    for (int i = 0; i < 6; ++i) CHECK(std::abs(to_hertz(values[i]) - expected[i]) < 0.006);
}
