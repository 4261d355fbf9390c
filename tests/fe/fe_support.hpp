#pragma once
// What several tests of elements need: steel, the cylinder of the papers, dense spectra, sparse subspace iteration.
#include <Eigen/SparseCholesky>
#include <cmath>
#include <numbers>
#include <random>

#include "bodies/fe/assembly.hpp"
#include "bodies/fe/generators.hpp"

namespace ritz::testing {

inline constexpr double pi = std::numbers::pi;

inline Material make_steel() { return {2.1e11, 0.3, 7850}; }

inline FeProperties make_steel_properties() {
    FeProperties properties;
    properties.material = make_steel();
    return properties;
}

/// Eigenvalues of K x = λ M x, ascending.
inline VecX compute_spectrum(const MatX& K, const MatX& M) {
    return Eigen::GeneralizedSelfAdjointEigenSolver<MatX>(K, M, Eigen::EigenvaluesOnly).eigenvalues();
}
inline VecX compute_spectrum(const FeModel& model) { return compute_spectrum(MatX(model.K), MatX(model.M)); }
inline double to_hertz(double eigenvalue) { return std::sqrt(std::max(eigenvalue, 0.0)) / (2 * pi); }

/// The lowest eigenvalues of K x = λ M x by subspace iteration with twice the vectors.
inline VecX iterate_subspace(const SparseMat& K, const SparseMat& M, int count, int steps) {
    const Eigen::SimplicialLLT<SparseMat> solver(K);
    MatX X(K.rows(), 2 * count);
    std::mt19937 generator(1);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (double& x : X.reshaped()) x = uniform(generator);
    VecX values;
    for (int step = 0; step < steps; ++step) {
        X = solver.solve(MatX(M * X));
        const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> small(MatX(X.transpose() * (K * X)),
                                                                   MatX(X.transpose() * (M * X)));
        X = MatX(X * small.eigenvectors());
        values = small.eigenvalues();
    }
    return values.head(count);
}

/// Moves every inner node by up to `amount` in each direction; those of the named sets stay, unless `all`.
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

/// The thin-walled cylinder of the papers, around must be a multiple of 180 nodes' angle to have its jaws.
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
