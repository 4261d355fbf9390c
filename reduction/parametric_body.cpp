// All that the supports need is projected once on W = [Φ, ψ_1 .. ψ_k]; the matrices of V_i are parts of it.
#include "reduction/parametric_body.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "bodies/fe/fe_integrals.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "reduction/reduced_body.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// A static shape freed of the modes, of unit mass. ψᵀb > 0, so its sign goes along with that of the load; it is only
/// turned where the load itself clearly turns over between two supports.
MatX make_local_shapes(ReductionProblem& problem, const MatX& common, const SparseMat& loads) {
    const SparseMat& M = problem.structure().M;
    MatX local = problem.system().solve_static(MatX(loads));
    const VecX before = local.cwiseProduct(MatX(M * local)).colwise().sum().cwiseSqrt();
    for (int round = 0; round < 2; ++round) local -= multiply(common, multiply_transposed(MatX(M * common), local));
    const VecX lengths = local.cwiseProduct(MatX(M * local)).colwise().sum().cwiseMax(0.0).cwiseSqrt();
    for (Index i = 0; i < local.cols(); ++i) {
        if (!(lengths[i] > 1e-9 * before[i]))
            throw InputError(
                fmt::format("support {}: the common modes already hold the answer to its load; take fewer", i));
        local.col(i) /= lengths[i];
        if (i > 0 && local.col(i - 1).dot(M * local.col(i)) < -0.5) local.col(i) *= -1;
    }
    return local;
}

/// Everything on W, with the name and rule of each.
MatrixSet project_all(ReductionProblem& problem, const MatX& W, const SparseMat& loads, MassIntegrals& rigid) {
    const Structure& structure = problem.structure();
    const auto contract = [&W](const SparseMat& A) { return multiply_transposed(W, MatX(A * W)); };
    const MatX B = MatX(loads.transpose() * W).transpose();
    MatrixSet set{{"M", Rule::both_sides, contract(structure.M), true},
                  {"D", Rule::both_sides, contract(structure.D)},
                  {"K", Rule::both_sides, contract(structure.K), true},
                  {"B", Rule::left, B},
                  {"C", Rule::right, B.transpose()},
                  {"outputs", Rule::right, problem.outputs() * W}};
    for (const FeInterface& marker : structure.markers)
        set.push_back({"marker " + marker.spec.name, Rule::right, marker.motion * W});
    for (const FeTrack& track : structure.tracks)
        set.push_back({"track " + track.spec.name, Rule::right, track.motion * W});
    if (structure.T.rows() == 0) return set;  // matrices without a mesh have no place to move in
    const MassIntegrals integrals = compute_mass_integrals(structure.model, structure.T * W);
    set.push_back({"S", Rule::right, integrals.S});
    MatX P(9, W.cols());
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b) {
            P.row(static_cast<Index>(3 * a + b)) = integrals.P[a][b];
            if (b >= a) set.push_back({fmt::format("Q {}{}", a + 1, b + 1), Rule::both_sides, integrals.Q[a][b]});
        }
    set.push_back({"P", Rule::right, P});
    rigid.mass = integrals.mass;
    rigid.first_moment = integrals.first_moment;
    rigid.J0 = integrals.J0;
    return set;
}

/// The part of one support: columns of the common modes and its own.
MatrixSet take_support(const MatrixSet& all, Index common, Index support) {
    std::vector<Index> own(static_cast<std::size_t>(common) + 1);
    for (Index j = 0; j < common; ++j) own[static_cast<std::size_t>(j)] = j;
    own.back() = common + support;
    const std::vector<Index> load{support};
    MatrixSet set;
    for (const NamedMatrix& matrix : all) {
        NamedMatrix part = matrix;
        if (matrix.rule == Rule::both_sides) part.value = matrix.value(own, own);
        if (matrix.rule == Rule::left) part.value = matrix.value(own, load);
        if (matrix.rule == Rule::right) part.value = matrix.value(Eigen::all, own);
        if (matrix.name == "C") part.value = matrix.value(load, own);
        set.push_back(std::move(part));
    }
    return set;
}

std::vector<MatX> make_transformations(const MatX& common, const MatX& local, const ParametricOptions& options) {
    const Index n = common.cols() + 1, k = local.cols();
    std::vector<MatX> T(static_cast<std::size_t>(k), MatX::Identity(n, n));
    if (options.alignment == Alignment::aligned) return T;
    const auto basis = [&](Index i) { return join_columns(common, local.col(i)); };
    MatX R;
    if (options.alignment == Alignment::panzer) {
        // Φ appears in every V_i: once with the root of their number has the same left singular vectors.
        const MatX all = join_columns(std::sqrt(static_cast<double>(k)) * common, local);
        R = compute_svd(all).U.leftCols(n);
    } else {
        R = basis(options.reference);
    }
    for (Index i = 0; i < k; ++i) {
        MatX& T_i = T[static_cast<std::size_t>(i)];
        if (options.alignment == Alignment::panzer) {
            T_i = solve_square(MatX(R.transpose() * basis(i)), MatX::Identity(n, n));
        } else {
            const Svd svd = compute_svd(MatX(basis(i).transpose() * R));
            T_i = svd.U * svd.V.transpose();
        }
    }
    return T;
}

double cosine(const VecX& a, const VecX& b) {
    const double value = a.dot(b) / (a.norm() * b.norm());
    return std::isfinite(value) ? value : -1.0;
}

/// Seen from the aligned coordinates, which go along with the load, those of neighbouring supports must not turn over:
/// the columns of T_i do not where they are continuous. The shapes themselves may differ much between supports; then
/// only what is seen under the load is resolved.
void check_continuity(const MatX& M_on_all, ParametricBody& body) {
    const Index m = body.common.cols(), k = body.local.cols(), pairs = body.supports.closed() ? k : k - 1;
    body.smallest_cosine = body.smallest_overlap = 1;
    Index lost = 0;
    std::optional<Index> first;
    for (Index i = 0; i < pairs; ++i) {
        const Index j = (i + 1) % k;
        const MatX &T_i = body.T[static_cast<std::size_t>(i)], &T_j = body.T[static_cast<std::size_t>(j)];
        double smallest = 1;
        for (Index c = 0; c < T_i.cols(); ++c) smallest = std::min(smallest, cosine(T_i.col(c), T_j.col(c)));
        if (smallest <= 0) {
            ++lost;
            if (!first) first = i;
        }
        body.smallest_cosine = std::min(body.smallest_cosine, smallest);
        body.smallest_overlap = std::min(body.smallest_overlap, M_on_all(m + i, m + j));
    }
    if (first)
        body.faults.push_back(
            fmt::format("continuity is lost between {} of {} neighbouring supports, first after support {}: a "
                        "coordinate turns over (smallest cosine {:.2f}); take the aligned bases",
                        lost, pairs, *first, body.smallest_cosine));
    if (body.smallest_overlap < 0)
        body.warnings.push_back(
            fmt::format("the static shapes of neighbouring supports point apart (smallest overlap {:.2f}): between "
                        "supports, motion elsewhere than under the load is not resolved; take more supports",
                        body.smallest_overlap));
}

/// Mass and stiffness at and between the supports.
void check_definiteness(ParametricBody& body) {
    const VecX& places = body.matrices.places();
    const Index k = places.size(), spans = body.supports.closed() ? k : k - 1;
    Index lost = 0;
    double first = 0;
    for (Index i = 0; i < spans; ++i) {
        const double next = i + 1 < k ? places[i + 1] : places[0] + body.matrices.period();
        for (const double part : {0.0, 0.25, 0.5, 0.75}) {
            const double p = places[i] + part * (next - places[i]);
            bool definite = true;
            for (const NamedMatrix& matrix : body.matrices.eval(p))
                if (matrix.definite) definite = definite && is_positive_definite(matrix.value);
            if (!definite && lost++ == 0) first = p;
        }
    }
    if (lost)
        body.faults.push_back(
            fmt::format("mass or stiffness is not positive definite at {} of {} places looked at, first at {:.6g}",
                        lost, 4 * spans, first));
}

std::string join_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += (text.empty() ? "" : "; ") + line;
    return text;
}

}  // namespace

MatX ParametricBody::make_shapes(Index support) const {
    return join_columns(common, local.col(support)) * T[static_cast<std::size_t>(support)];
}

ParametricBody make_parametric_body(ReductionProblem& problem, const LoadPath& supports,
                                    const ParametricOptions& options, const ReductionProgress& progress) {
    check_path(supports);
    const Index k = supports.places.size();
    if (options.common_modes < 1) throw InputError("a parametric body needs at least one common mode");
    if (options.reference < 0 || options.reference >= k)
        throw InputError(fmt::format("reference support {}: expected 0 to {}", options.reference, k - 1));
    if (progress) progress("common modes", 0);
    const MatX common = problem.system().compute_modes(options.common_modes).modes;
    if (progress) progress("static answers of the supports", 0);
    const MatX local = make_local_shapes(problem, common, supports.loads);
    MassIntegrals rigid;
    const MatrixSet all = project_all(problem, join_columns(common, local), supports.loads, rigid);
    std::vector<MatX> T = make_transformations(common, local, options);
    MatrixInterpolationSpec spec{supports.places, supports.period, options.weights, {}};
    for (Index i = 0; i < k; ++i)
        spec.sets.push_back(transform(take_support(all, common.cols(), i), T[static_cast<std::size_t>(i)]));
    if (options.alignment == Alignment::amsallem_farhat) spec.tangent_at = options.reference;
    ParametricBody body{supports, common, local, std::move(T), MatrixInterpolation(std::move(spec)),
                        rigid,    0,      0,     {},           {}};
    check_continuity(find_matrix(all, "M"), body);
    check_definiteness(body);
    if (options.refuse && !body.faults.empty()) throw NumericalError(join_lines(body.faults));
    return body;
}

ReducedSystem eval_system(const ParametricBody& body, double p) {
    const MatrixSet set = body.matrices.eval(p);
    return {find_matrix(set, "M"), find_matrix(set, "D"), find_matrix(set, "K"), find_matrix(set, "B"),
            find_matrix(set, "C")};
}

NumericBodySpec make_body_at(const ParametricBody& body, const Structure& structure, double p) {
    const MatrixSet set = body.matrices.eval(p);
    NumericBodySpec spec;
    spec.integrals = body.rigid;
    spec.integrals.S = find_matrix(set, "S");
    const MatX& P = find_matrix(set, "P");
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b) {
            spec.integrals.P[a][b] = P.row(static_cast<Index>(3 * a + b));
            const MatX& Q = find_matrix(set, fmt::format("Q {}{}", std::min(a, b) + 1, std::max(a, b) + 1));
            spec.integrals.Q[a][b] = b >= a ? Q : MatX(Q.transpose());
        }
    spec.Ke = find_matrix(set, "K");
    spec.De = find_matrix(set, "D");
    spec.full_dofs = structure.size();
    add_interfaces(
        structure, [&](const FeInterface& marker) { return find_matrix(set, "marker " + marker.spec.name); },
        [&](const FeTrack& track) { return find_matrix(set, "track " + track.spec.name); }, spec);
    return spec;
}

}  // namespace ritz
