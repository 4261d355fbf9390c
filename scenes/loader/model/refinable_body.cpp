// Directions of a refinement (theory §6.6): the exact mode of which the error holds most, or K⁻¹F of what acts on the
// body,
//   F = Σ_k C_kᵀ (f_k, m_k) - M (a - g + T c),   T = α~ + ω~ω~
// Terms with q are left out of F: they are small, and lie in the basis for the most part.
#include "scenes/loader/model/refinable_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "bodies/exchange/load_body.hpp"
#include "bodies/numeric_body.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/dense_products.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;
using Eigen::Index;

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
    throw InputError(fmt::format("body \"{}\" cannot be refined: {}", name, why));
}

std::string hash_of(const std::vector<SourceFile>& files, const std::string& path) {
    for (const SourceFile& file : files)
        if (file.path == path) return file.sha256;
    return {};
}

/// Every file of the model is one of those that the body was made from.
void require_unchanged(const std::string& name, const ReductionJob& job, const std::vector<SourceFile>& known) {
    for (const SourceFile& source : job.sources)
        if (hash_of(known, source.path) != source.sha256)
            refuse(name, fmt::format("{} is not the file that it was made from (SHA-256 {} now); reduce it again",
                                     source.path, source.sha256));
}

struct ModelOfBody {
    ReductionJob job;
    std::string reduction;
};

/// The model of a body file stands beside it, and one of its reductions is by the method of the file.
ModelOfBody find_model_of_file(const std::string& name, const fs::path& file) {
    const Provenance made = read_body_file(file.string()).provenance;
    if (made.sources.empty()) refuse(name, fmt::format("{} does not say from which model it was made", file.string()));
    const fs::path model = file.parent_path() / made.sources.front().path;
    if (!fs::exists(model))
        refuse(name, fmt::format("its model {} is not there; a body file needs it beside it", model.string()));
    ModelOfBody found{load_model(model.string()), {}};
    require_unchanged(name, found.job, made.sources);
    int count = 0;
    for (const ModelReduction& reduction : found.job.reductions)
        if (name_of_method(reduction) == made.method) {
            found.reduction = reduction.name;
            ++count;
        }
    if (count != 1)
        refuse(name, fmt::format("{} has {} reductions by the method {}, expected one: name the model in the scene",
                                 model.string(), count, made.method));
    return found;
}

ModelOfBody find_model(const std::string& folder, const std::string& name, const MadeBodySpec& made,
                       const std::vector<SourceFile>& files) {
    if (made.file.empty()) refuse(name, "it was not made from a model");
    const fs::path path = fs::path(folder) / made.file;
    if (!fs::exists(path)) refuse(name, fmt::format("{} is not there", path.string()));
    if (path.extension() == ".json") {
        ModelOfBody found{load_model(path.string()), made.reduction};
        require_unchanged(name, found.job, files);
        return found;
    }
    return find_model_of_file(name, path);
}

/// The body of the scene has this basis: its stiffness and its markers say so.
void require_basis(const std::string& name, const ReductionJob& job, const Basis& basis, const ElasticBody& body) {
    const auto differ = [](const MatX& a, const MatX& b) {
        return a.rows() != b.rows() || a.cols() != b.cols() || !((a - b).norm() <= 1e-6 * b.norm());
    };
    bool is_same = !differ(basis.omega.cwiseAbs2().asDiagonal(), body.Ke);
    for (const FeInterface& marker : job.structure.markers)
        for (const Marker& known : body.markers)
            if (is_same && known.name == marker.spec.name && known.phi.norm() > 1e-9)
                is_same = !differ(marker.motion.topRows(3) * basis.V, known.phi);
    if (!is_same) refuse(name, "its model gives another basis now; reduce it again");
}

}  // namespace

RefinableBody::RefinableBody(const std::string& folder, const std::string& name, const MadeBodySpec& made,
                             const std::vector<SourceFile>& files)
    : name_(name), damping_(made.damping) {
    ModelOfBody found = find_model(folder, name, made, files);
    job_ = std::move(found.job);
    const ModelReduction& reduction = find_reduction(job_, found.reduction);
    if (reduction.path) refuse(name, "interpolated bases have no error bound");
    problem_.emplace(make_problem(job_, reduction.inputs));
    basis_ = compute_basis(*problem_, reduction.method, reduction.size);
    require_basis(name, job_, basis_, *made.body);
}

VecX RefinableBody::collect_load(const std::vector<RecordedPlace>& places, const RecordedPoint& point) const {
    const Structure& structure = job_.structure;
    const FeModel& model = structure.model;
    const Mat3 cross = skew(point.w), T = skew(point.alpha) + cross * cross;
    const Vec3 turn = 0.5 * Vec3(T(2, 1) - T(1, 2), T(0, 2) - T(2, 0), T(1, 0) - T(0, 1));
    VecX field = VecX::Zero(model.size());
    for (Index i = 0; i < model.size(); ++i) {
        const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
        if (!dof.node) continue;
        const Vec3 acceleration = point.a + T * model.nodes.positions.col(*dof.node);
        field[i] = dof.component < 3 ? acceleration[dof.component] : turn[dof.component - 3];
    }
    VecX load = -(structure.T.transpose() * (model.M * field));
    for (std::size_t k = 0; k < point.loads.size(); ++k)
        for (const FeInterface& marker : structure.markers)
            if (!places[k].is_track && marker.spec.name == places[k].name) {
                Vec6 wrench;
                wrench << point.loads[k].force, point.loads[k].moment;
                load += marker.motion.transpose() * wrench;
            }
    return load;
}

MatX RefinableBody::find_direction(const VecX& modes, double bound, const std::vector<RecordedPlace>& places,
                                   const RecordedPoint& point) {
    Index dominant = 0;
    const double most = modes.size() > 0 ? modes.cwiseAbs().maxCoeff(&dominant) : 0;
    if (most < bound / 3) return problem_->system().solve_static(collect_load(places, point));
    if (exact_.cols() != modes.size())
        exact_ = problem_->system().compute_modes(static_cast<int>(modes.size())).modes.leftCols(modes.size());
    return exact_.col(dominant);
}

Replacement RefinableBody::refine(const VecX& modes, double bound, const std::vector<RecordedPlace>& places,
                                  const RecordedPoint& point) {
    const MatX direction = find_direction(modes, bound, places, point);
    Basis larger = finish_basis(job_.structure, problem_->frame(), join_columns(basis_.V, direction));
    BodyFile file = make_body_file(job_, *problem_, larger);
    NumericBodySpec numbers = file.body;
    numbers.name = name_;
    if (damping_) {
        numbers.De.reset();
        numbers.damping = *damping_;
    }
    ElasticBody body = make_numeric_body(numbers);
    if (file.estimator) body.estimator = std::make_shared<EstimatorData>(*file.estimator);
    file_ = std::move(file);
    Replacement better{std::make_shared<const ElasticBody>(std::move(body)),
                       multiply_transposed(larger.V, MatX(job_.structure.M * basis_.V))};
    basis_ = std::move(larger);
    return better;
}

}  // namespace ritz
