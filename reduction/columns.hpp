#pragma once
// The columns of each method, before the frame and orthonormalisation: static ones first, then those whose number is
// chosen, most important first, so that a smaller basis is a part of a larger one.
#include "reduction/methods.hpp"

namespace ritz {

struct Columns {
    MatX fixed;       // always taken
    MatX chosen;      // the first so many
    VecX full_omega;  // exact frequencies of the held body, where known
};

Columns make_modal_columns(ReductionProblem& problem, const SizeChoice& size, const ReductionProgress& progress);
Columns make_guyan_columns(ReductionProblem& problem);
Columns make_craig_bampton_columns(ReductionProblem& problem, const SizeChoice& size,
                                   const ReductionProgress& progress);
Columns make_cms_columns(ReductionProblem& problem, const SizeChoice& size, const ReductionProgress& progress);
Columns make_krylov_columns(ReductionProblem& problem, const Krylov& krylov, int count,
                            const ReductionProgress& progress);
Columns make_irka_columns(ReductionProblem& problem, const Irka& irka, int count, const ReductionProgress& progress);
Columns make_gramian_columns(ReductionProblem& problem, const Gramian& gramian, int count,
                             const ReductionProgress& progress);
Columns make_cms_gram_columns(ReductionProblem& problem, const CmsGram& gramian, int count,
                              const ReductionProgress& progress);
Columns make_pod_columns(ReductionProblem& problem, const Pod& pod, int count, const ReductionProgress& progress);

/// As many modes as the size says (at most `largest` where an error chooses).
Eigenmodes compute_chosen_modes(const HeldSystem& system, const SizeChoice& size, const ReductionProgress& progress);

/// The unknowns of a structure split into those of its markers (boundary) and the inside, [Holzwarth2014] (11).
struct Partition {
    std::vector<int> boundary, inside;
};
/// Throws InputError where a marker has no unknowns of its own (rbe3).
Partition make_partition(const Structure& structure);
/// The inside alone, all markers held: Kii, Mii, Dii.
Structure make_inside(const Structure& structure, const Partition& partition);
/// [I; -Kii⁻¹ Kib] with the rows in the order of the structure, [Holzwarth2014] (12).
MatX make_guyan_shapes(const Structure& structure, const Partition& partition, const HeldSystem& inside);
/// Rows of the inside put back among those of the boundary, which are zero.
MatX embed_inside(const Partition& partition, const MatX& inside_rows);

/// M-orthonormal leading directions of weighted snapshots, most important first, with their singular values.
struct LeadingDirections {
    MatX V;
    VecX sigma;
};
LeadingDirections find_leading_directions(const SparseMat& M, const MatX& snapshots, int count);

/// Weighted snapshots sqrt(w_k/π) [Re, Im] L(ω_k)⁻¹B: their Gram matrix is the frequency-weighted Gramian,
/// [Holzwarth2014] (15)-(18).
MatX sample_gramian(const HeldSystem& system, const MatX& B, const Gramian& gramian, const ReductionProgress& progress);

}  // namespace ritz
