#pragma once
// The constants of an elastic body, arranged for the recursion: second-order matrices by the chunks that hold anything,
// and the mass points (bodies/elastic_body.hpp) as arrays over points and over modes, so that all points are evaluated
// together. Made once with the model.
#include <array>
#include <memory>
#include <vector>

#include "bodies/elastic_body.hpp"
#include "core/linear_algebra/chunk_matrix.hpp"
#include "engine/system/ids.hpp"
#include "engine/system/mode_rows.hpp"

namespace ritz {

/// All mass points of a body. Arrays over points end in zeros up to a full chunk, and so do arrays over modes.
struct PointKernel {
    Eigen::Index count = 0, padded = 0;  // of points, and with the zeros behind them
    VecX mass, root_mass;                // [kg], its root
    std::array<VecX, 3> place;
    std::array<ChunkMatrix, 3> shapes;             // row a of Φ: points x modes
    std::array<ChunkMatrix, 3> shapes_transposed;  // modes x points

    /// A direction in which points are drawn by foreshortening: Γ_a of all points.
    struct Direction {
        int axis = 0;
        /// Mode i by the modes before it and by itself, where Γ_a of any point is not zero.
        struct Row {
            int mode = 0;
            std::vector<int> before;
            bool operator==(const Row&) const = default;
        };
        std::vector<Row> rows;
        VecX gamma;  // for each chunk of points, in the order of the rows: eight values of each entry
        std::vector<Eigen::Index> chunks;  // of modes with rows
        MatX scaled_shapes;                // modes x points: sqrt(m) times row a of Φ
    };
    std::vector<Direction> directions;
    std::vector<Eigen::Index> mass_chunks;  // of modes that any Γ or Φ in its direction moves
};

struct InertiaKernel {
    InertiaKernel() = default;
    /// For bodies and parts of bodies without mass points.
    explicit InertiaKernel(const InertiaInvariants& inertia);
    explicit InertiaKernel(const ElasticBody& body);

    Eigen::Index modes = 0, chunks = 0;
    double mass = 0;
    Vec3 mc0 = Vec3::Zero();
    Mat3 J0 = Mat3::Zero();
    ModeRows coupling;  // at q = 0: Cr0, S
    ModeRows J1;        // halves of the six entries
    std::array<ChunkMatrix, 3> S1;
    std::array<ChunkMatrix, 3> N_transposed;
    std::array<ChunkMatrix, 3> N;  // zero where N is skew, as it is without Γ
    std::array<ChunkMatrix, 6> half_J2;
    MatX Me;  // on and below the diagonal, rows and columns to full chunks; less Σ m φ_a φ_aᵀ where points have Γ_a
    ChunkMatrix Ke, De;
    PointKernel points;

    bool operator==(const InertiaKernel& other) const;
};

/// Kernels of bodies, one for all that are equal but for their names: a chain of a hundred links then reads the same
/// numbers a hundred times, which stay near the processor.
IndexedVector<ElasticId, std::shared_ptr<const InertiaKernel>> make_inertia_kernels(
    const IndexedVector<ElasticId, std::shared_ptr<const ElasticBody>>& bodies);

}  // namespace ritz
