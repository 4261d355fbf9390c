// Static condensation to the markers, with modes of the inside or with its Gramian ([Holzwarth2014] (11)-(14),
// (19)(20)).
#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/sparse_part.hpp"
#include "reduction/columns.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// Kii, or K of any part of the rows with any part of the columns.
SparseMat part_of(const SparseMat& A, const std::vector<int>& rows, const std::vector<int>& columns) {
    return take_part(A, Renumbering::of_list(A.rows(), rows), Renumbering::of_list(A.cols(), columns));
}

/// Everything the methods on a held boundary share.
struct Condensed {
    Partition partition;
    Structure inside;
    HeldSystem system;
    MatX guyan;

    explicit Condensed(const Structure& structure)
        : partition(make_partition(structure)),
          inside(make_inside(structure, partition)),
          system(inside, ReferenceFrame{MatX(inside.size(), 0), MatX(0, inside.size()), {}}),
          guyan(make_guyan_shapes(structure, partition, system)) {}
    Condensed(const Condensed&) = delete;  // the system points at the inside
    Condensed& operator=(const Condensed&) = delete;
};

}  // namespace

Partition make_partition(const Structure& structure) {
    std::vector<char> is_boundary(static_cast<std::size_t>(structure.size()), 0);
    std::vector<std::string> faults;
    for (const FeInterface& marker : structure.markers) {
        if (marker.spec.kind == MarkerKind::rbe3) {
            faults.push_back(
                fmt::format("marker \"{}\" is a mean of nodes (rbe3) and has no unknowns of its own to condense to; "
                            "make it rbe2 or node, or "
                            "take another method (cms, krylov)",
                            marker.spec.name));
            continue;
        }
        // Rows of a node marker that read one unknown directly; its mean rotation reads many.
        const SparseMat by_rows = SparseMat(marker.motion.transpose());
        for (Index row = 0; row < by_rows.cols(); ++row)
            if (by_rows.col(row).nonZeros() == 1)
                is_boundary[static_cast<std::size_t>(SparseMat::InnerIterator(by_rows, row).row())] = 1;
    }
    if (!faults.empty()) throw InputError(faults);
    Partition partition;
    for (int i = 0; i < static_cast<int>(structure.size()); ++i)
        (is_boundary[static_cast<std::size_t>(i)] ? partition.boundary : partition.inside).push_back(i);
    if (partition.boundary.empty())
        throw InputError(
            "there are no markers to condense to; give the body markers (rbe2 or node) where joints and forces act");
    return partition;
}

Structure make_inside(const Structure& structure, const Partition& partition) {
    Structure inside;
    inside.K = part_of(structure.K, partition.inside, partition.inside);
    inside.M = part_of(structure.M, partition.inside, partition.inside);
    inside.D = part_of(structure.D, partition.inside, partition.inside);
    inside.rigid_modes = MatX(inside.K.rows(), 0);
    return inside;
}

MatX embed_inside(const Partition& partition, const MatX& inside_rows) {
    MatX V = MatX::Zero(inside_rows.rows() + static_cast<Index>(partition.boundary.size()), inside_rows.cols());
    for (std::size_t i = 0; i < partition.inside.size(); ++i)
        V.row(partition.inside[i]) = inside_rows.row(static_cast<Index>(i));
    return V;
}

MatX make_guyan_shapes(const Structure& structure, const Partition& partition, const HeldSystem& inside) {
    const MatX Kib = part_of(structure.K, partition.inside, partition.boundary);
    MatX V = embed_inside(partition, -inside.solve_static(Kib));
    for (std::size_t j = 0; j < partition.boundary.size(); ++j) V(partition.boundary[j], static_cast<Index>(j)) = 1;
    return V;
}

Columns make_guyan_columns(ReductionProblem& problem) {
    Condensed condensed(problem.structure());
    return {std::move(condensed.guyan), MatX(problem.structure().size(), 0), {}};
}

Columns make_craig_bampton_columns(ReductionProblem& problem, const SizeChoice& size,
                                   const ReductionProgress& progress) {
    if (progress) progress("static condensation", 0);
    Condensed condensed(problem.structure());
    const Eigenmodes modes = compute_chosen_modes(condensed.system, size, progress);
    return {std::move(condensed.guyan), embed_inside(condensed.partition, modes.modes), {}};
}

Columns make_cms_gram_columns(ReductionProblem& problem, const CmsGram& gramian, int count,
                              const ReductionProgress& progress) {
    const Structure& structure = problem.structure();
    if (progress) progress("static condensation", 0);
    Condensed condensed(structure);
    const Partition& partition = condensed.partition;
    // B~ = -(M_ib + M_ii Ψ_c): what the acceleration of the markers does to the inside; and inputs that act on the
    // inside.
    const MatX inertia = structure.M * condensed.guyan;
    const MatX inputs = problem.inputs();
    MatX B(condensed.inside.size(), inertia.cols() + inputs.cols());
    for (std::size_t i = 0; i < partition.inside.size(); ++i)
        B.row(static_cast<Index>(i)) << -inertia.row(partition.inside[i]), inputs.row(partition.inside[i]);
    std::vector<Index> present;
    for (Index j = 0; j < B.cols(); ++j)
        if (B.col(j).squaredNorm() > 0) present.push_back(j);
    const MatX snapshots =
        sample_gramian(condensed.system, B(Eigen::all, present), {gramian.band, gramian.samples}, progress);
    const LeadingDirections leading = find_leading_directions(condensed.inside.M, snapshots, count);
    return {std::move(condensed.guyan), embed_inside(partition, leading.V), {}};
}

}  // namespace ritz
