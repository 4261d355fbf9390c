// Modes of the held body, alone or with the static answers to the inputs (modal, CMS; [Baumann2017], [Fischer2014]
// (7)(8)).
#include <fmt/format.h>

#include <numbers>

#include "reduction/columns.hpp"

namespace ritz {
namespace {

LanczosOptions with_progress(const ReductionProgress& progress, int wanted) {
    LanczosOptions options;
    if (progress)
        options.progress = [&progress, wanted](int converged) {
            progress(fmt::format("eigenmodes: {} found", converged),
                     wanted > 0 ? std::min(1.0, converged / double(wanted)) : 0.0);
        };
    return options;
}

}  // namespace

Eigenmodes compute_chosen_modes(const HeldSystem& system, const SizeChoice& size, const ReductionProgress& progress) {
    if (const auto* below = std::get_if<BelowFrequency>(&size))
        return system.compute_modes_below(2 * std::numbers::pi * below->limit, with_progress(progress, 0));
    const auto* count = std::get_if<ByCount>(&size);
    const int wanted = count ? count->count : std::get<ByResponseError>(size).largest;
    if (wanted == 0) return {VecX(0), MatX(system.size(), 0)};
    return system.compute_modes(wanted, with_progress(progress, wanted));
}

Columns make_modal_columns(ReductionProblem& problem, const SizeChoice& size, const ReductionProgress& progress) {
    const HeldSystem& system = problem.system();
    Eigenmodes modes = compute_chosen_modes(system, size, progress);
    return {MatX(system.size(), 0), std::move(modes.modes), std::move(modes.omega)};
}

Columns make_cms_columns(ReductionProblem& problem, const SizeChoice& size, const ReductionProgress& progress) {
    Columns columns = make_modal_columns(problem, size, progress);
    if (progress) progress("static modes", 0);
    columns.fixed = problem.system().solve_static(problem.inputs());
    return columns;
}

}  // namespace ritz
