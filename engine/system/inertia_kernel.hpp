#pragma once
// The constants of an elastic body, arranged for the recursion: second-order matrices by the chunks that hold anything,
// and the mass points (bodies/elastic_body.hpp) as arrays over points and over modes, so that all points are evaluated
// together. Made once with the model.
#include <array>
#include <memory>
#include <vector>

#include "bodies/elastic_body.hpp"
#include "core/linear_algebra/chunk_matrix.hpp"
#include "engine/system/mode_rows.hpp"

namespace ritz {

/// All mass points of a body. Arrays over points end in zeros up to a full chunk, and so do arrays over modes.
struct PointKernel {
    Eigen::Index points = 0;  // with the zeros behind them
    VecX mass, root_mass;     // [kg], its root
    std::array<VecX, 3> place;

    /// Row a of Φ for one mode, where it is not zero: over points.
    struct Shape {
        int row = 0, mode = 0;
        VecX values;
    };
    std::vector<Shape> shapes;
    /// Row a of Φ for a chunk of modes, where it is not zero: a column for each point.
    struct ShapeChunk {
        int row = 0;
        Eigen::Index chunk = 0;
        Eigen::Matrix<double, chunk_size, Eigen::Dynamic> values;
    };
    std::vector<ShapeChunk> shape_chunks;

    /// A direction in which points are drawn by foreshortening, Γ_a of each.
    struct Direction {
        int axis = 0;
        std::vector<ChunkMatrix> gamma;
        MatX scaled_shapes;  // modes x points: sqrt(m) times row a of Φ
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
};

}  // namespace ritz
