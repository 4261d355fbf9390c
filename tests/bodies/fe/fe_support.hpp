#pragma once
// What several tests of elements need: steel, the cylinder of the papers, dense spectra, sparse subspace iteration.
#include <Eigen/SparseCholesky>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "bodies/fe/assembly.hpp"
#include "bodies/fe/generators.hpp"
#include "core/linear_algebra/dense_solvers.hpp"

namespace ritz::testing {

inline constexpr double pi = std::numbers::pi;

inline Material make_steel() { return {2.1e11, 0.3, 7850}; }

inline FeProperties make_steel_properties() {
    FeProperties properties;
    properties.material = make_steel();
    return properties;
}

/// Eigenvalues of K x = λ M x, ascending.
inline VecX compute_spectrum(const MatX& K, const MatX& M) { return compute_symmetric_eigenvalues(K, M); }
inline VecX compute_spectrum(const FeModel& model) { return compute_spectrum(MatX(model.K), MatX(model.M)); }
inline double to_hertz(double eigenvalue) { return std::sqrt(std::max(eigenvalue, 0.0)) / (2 * pi); }

/// The lowest eigenvalues of K x = λ M x by subspace iteration with twice the vectors, K factorised.
template <class Solver>
VecX iterate_subspace(const Solver& solver, const SparseMat& K, const SparseMat& M, int count, int steps) {
    MatX X(K.rows(), 2 * count);
    std::mt19937 generator(1);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (double& x : X.reshaped()) x = uniform(generator);
    VecX values;
    for (int step = 0; step < steps; ++step) {
        X = solver.solve(MatX(M * X));
        const SymmetricEigen small = solve_symmetric_eigen(X.transpose() * (K * X), X.transpose() * (M * X));
        X = MatX(X * small.vectors);
        values = small.values;
    }
    return values.head(count);
}

/// Moves every inner node by up to `amount` in each direction; those of the named sets stay.
inline void distort(Mesh& mesh, double amount, int dimensions = 3) {
    std::vector<char> outside(static_cast<std::size_t>(mesh.nodes.size()), 0);
    for (const auto& [name, nodes] : mesh.nodes.sets)
        for (int node : nodes) outside[static_cast<std::size_t>(node)] = 1;
    std::mt19937 generator(7);
    std::uniform_real_distribution<double> uniform(-amount, amount);
    for (Eigen::Index n = 0; n < mesh.nodes.size(); ++n)
        if (!outside[static_cast<std::size_t>(n)])
            for (int d = 0; d < dimensions; ++d) mesh.nodes.positions(d, n) += uniform(generator);
}

/// Puts the nodes on edges midway between the corners.
inline void straighten(Mesh& mesh) {
    using Edges = std::vector<std::array<int, 3>>;  // corner, corner, between
    const Edges tetrahedron{{0, 1, 4}, {1, 2, 5}, {2, 0, 6}, {0, 3, 7}, {1, 3, 8}, {2, 3, 9}};
    const Edges brick{{0, 1, 8},  {1, 2, 9},  {2, 3, 10}, {3, 0, 11}, {4, 5, 12}, {5, 6, 13},
                      {6, 7, 14}, {7, 4, 15}, {0, 4, 16}, {1, 5, 17}, {2, 6, 18}, {3, 7, 19}};
    for (const Element& element : mesh.elements) {
        if (element.nodes.size() <= 8) continue;
        const auto node = [&](int a) { return element.nodes[static_cast<std::size_t>(a)]; };
        for (const auto& [a, b, between] : element.nodes.size() == 10 ? tetrahedron : brick)
            mesh.nodes.positions.col(node(between)) =
                0.5 * (mesh.nodes.positions.col(node(a)) + mesh.nodes.positions.col(node(b)));
    }
}

/// Values of a field at the dofs of the model (translations).
template <class Field>
VecX sample(const FeModel& model, Field field) {
    VecX u(model.size());
    for (Eigen::Index i = 0; i < model.size(); ++i) {
        const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
        u[i] = Vec3(field(Vec3(model.nodes.positions.col(*dof.node))))[dof.component];
    }
    return u;
}

inline VecX make_random_vector(Eigen::Index size, unsigned seed) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    return VecX::NullaryExpr(size, [&] { return uniform(generator); });
}

inline double largest(const MatX& A) { return A.size() ? A.cwiseAbs().maxCoeff() : 0.0; }

/// The thin-walled cylinder of the papers.
inline Mesh make_cylinder_mesh() { return make_hollow_cylinder_mesh({0.085, 0.0025, 0.18, 180, 1, 40}); }

/// Its chuck: three jaws of 11 x 3 nodes of the outer surface at z = 0.
inline std::vector<int> find_jaw_nodes() {
    std::vector<int> nodes;
    for (int k = 0; k < 3; ++k)
        for (int jaw = 0; jaw < 3; ++jaw)
            for (int i = -5; i <= 5; ++i) nodes.push_back((60 * jaw + i + 180) % 180 + 180 * (1 + 2 * k));
    return nodes;
}

}  // namespace ritz::testing
