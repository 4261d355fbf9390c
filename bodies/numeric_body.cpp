// Checks of a body given by numbers. All matrices come from text files, so symmetry is asked to eight digits only and
// then made exact; a mass matrix is tested with its diagonal scaled to one, since kg, kg m² and modal masses mix.
#include "bodies/numeric_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "bodies/mass_points.hpp"
#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// Gathers sentences about one body.
struct Findings {
    std::string body;
    std::vector<std::string> messages;

    void add(const std::string& sentence) { messages.push_back(fmt::format("body \"{}\": {}", body, sentence)); }
    void stop_if_any() const {
        if (!messages.empty()) throw InputError(messages);
    }
};

void check_matrix(const MatX& m, Index rows, Index columns, const std::string& name, Findings& findings) {
    if (m.rows() != rows || m.cols() != columns)
        findings.add(fmt::format("{} is {} x {}, but {} x {} is expected", name, m.rows(), m.cols(), rows, columns));
    else if (!m.allFinite())
        findings.add(fmt::format("{} contains numbers that are not finite", name));
}

void check_optional_matrix(const MatX& m, Index rows, Index columns, const std::string& name, Findings& findings) {
    if (m.size() > 0) check_matrix(m, rows, columns, name, findings);
}

/// The symmetric part, after a check that the rest is rounding.
MatX symmetrise(const MatX& m, const std::string& name, Findings& findings) {
    const double size = m.size() > 0 ? m.cwiseAbs().maxCoeff() : 0;
    const MatX rest = m - m.transpose();
    if (m.size() > 0 && rest.cwiseAbs().maxCoeff() > 1e-8 * size) {
        Index i = 0, j = 0;
        rest.cwiseAbs().maxCoeff(&i, &j);
        findings.add(fmt::format("{} is not symmetric: entry ({}, {}) is {:.9g}, entry ({}, {}) is {:.9g}", name, i + 1,
                                 j + 1, m(i, j), j + 1, i + 1, m(j, i)));
    }
    return 0.5 * (m + m.transpose());
}

/// The smallest eigenvalue after scaling the diagonal to one; not positive if the diagonal is not.
double compute_scaled_minimum(const MatX& m) {
    if (m.rows() == 0) return 1;
    if (m.diagonal().minCoeff() <= 0) return m.diagonal().minCoeff();
    const VecX scale = m.diagonal().cwiseSqrt().cwiseInverse();
    const MatX scaled = scale.asDiagonal() * m * scale.asDiagonal();
    return compute_symmetric_eigenvalues(scaled).minCoeff();
}

void check_positive(const MatX& m, double margin, const std::string& sentence, Findings& findings) {
    const double smallest = compute_scaled_minimum(m);
    if (!(smallest > margin))
        findings.add(
            fmt::format("{} (smallest eigenvalue {:.3g} with the diagonal scaled to one)", sentence, smallest));
}

bool is_known(const std::array<std::array<VecX, 3>, 3>& P) {
    for (const auto& row : P)
        for (const VecX& v : row)
            if (v.size() > 0) return true;
    return false;
}

bool is_known(const std::array<std::array<MatX, 3>, 3>& Q) {
    for (const auto& row : Q)
        for (const MatX& m : row)
            if (m.size() > 0) return true;
    return false;
}

void check_integrals(const NumericBodySpec& spec, Index n, Findings& findings) {
    const MassIntegrals& m = spec.integrals;
    if (!(m.mass > 0) || !std::isfinite(m.mass))
        findings.add(fmt::format("the mass must be positive, but is {} kg", m.mass));
    if (!m.first_moment.allFinite()) findings.add("the first moment contains numbers that are not finite");
    check_matrix(m.J0, 3, 3, "J0", findings);
    check_matrix(m.S, 3, n, "S", findings);
    for (std::size_t a = 0; a < 3; ++a) {
        check_optional_matrix(m.gamma[a], n, n, fmt::format("gamma_{}", a + 1), findings);
        for (std::size_t b = 0; b < 3; ++b) {
            const std::string index = fmt::format("{}{}", a + 1, b + 1);
            check_optional_matrix(m.P[a][b], n, 1, "P_" + index, findings);
            check_optional_matrix(m.Q[a][b], n, n, "Q_" + index, findings);
            check_optional_matrix(m.gamma_moment[a][b], n, n, "gamma_moment_" + index, findings);
        }
    }
    if (n > 0 && spec.Cr0.has_value() == is_known(m.P))
        findings.add(spec.Cr0 ? "Cr0 and P are both given; Cr0 follows from P" : "either P or Cr0 must be given");
    if (n > 0 && spec.Me.has_value() == is_known(m.Q))
        findings.add(spec.Me ? "Me and Q are both given; Me follows from Q" : "either Q or Me must be given");
    if (spec.Cr0) check_matrix(*spec.Cr0, 3, n, "Cr0", findings);
    if (spec.Me) check_matrix(*spec.Me, n, n, "Me", findings);
}

/// Q_ab = Q_baᵀ, and every Γ is symmetric.
void check_pairs(const MassIntegrals& m, Index n, Findings& findings) {
    if (n == 0) return;
    // Measured by the largest of a kind: in a plane body those of the third direction are rounding alone.
    double size_of_Q = 0, size_of_gamma = 0, size_of_moment = 0;
    const auto largest = [](const MatX& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; };
    for (std::size_t a = 0; a < 3; ++a) {
        size_of_gamma = std::max(size_of_gamma, largest(m.gamma[a]));
        for (std::size_t b = 0; b < 3; ++b) {
            size_of_Q = std::max(size_of_Q, largest(m.Q[a][b]));
            size_of_moment = std::max(size_of_moment, largest(m.gamma_moment[a][b]));
        }
    }
    const auto differ = [n](const MatX& p, const MatX& q, double size) {
        return (or_zero(p, n) - or_zero(q, n).transpose()).cwiseAbs().maxCoeff() > 1e-8 * size;
    };
    for (std::size_t a = 0; a < 3; ++a) {
        if (differ(m.gamma[a], m.gamma[a], size_of_gamma))
            findings.add(fmt::format("gamma_{} is not symmetric", a + 1));
        for (std::size_t b = 0; b < 3; ++b) {
            if (differ(m.gamma_moment[a][b], m.gamma_moment[a][b], size_of_moment))
                findings.add(fmt::format("gamma_moment_{}{} is not symmetric", a + 1, b + 1));
            if (b <= a && differ(m.Q[a][b], m.Q[b][a], size_of_Q))
                findings.add(a == b ? fmt::format("Q_{}{} is not symmetric", a + 1, b + 1)
                                    : fmt::format("Q_{0}{1} is not the transpose of Q_{1}{0}", a + 1, b + 1));
        }
    }
}

void check_markers(const NumericBodySpec& spec, Index n, Findings& findings) {
    std::set<std::string> names;
    for (const Marker& marker : spec.markers) {
        if (!names.insert(marker.name).second) findings.add(fmt::format("there are two markers \"{}\"", marker.name));
        check_matrix(marker.phi, 3, n, fmt::format("phi of marker \"{}\"", marker.name), findings);
        check_matrix(marker.psi, 3, n, fmt::format("psi of marker \"{}\"", marker.name), findings);
        for (const MatX& gamma : marker.gamma)
            check_optional_matrix(gamma, n, n, fmt::format("gamma of marker \"{}\"", marker.name), findings);
        const Mat3& R = marker.X_RM.R;
        if (!marker.X_RM.p.allFinite() || !((R.transpose() * R - Mat3::Identity()).norm() < 1e-8) ||
            R.determinant() < 0)
            findings.add(fmt::format("the pose of marker \"{}\" is not a place and a rotation", marker.name));
    }
}

/// The part is no body of its own: what it lacks of Q is taken for zero, and it may be thin.
std::vector<BodyCut> make_cuts(const NumericBodySpec& spec, Index n, Findings& findings) {
    std::vector<BodyCut> cuts;
    std::set<std::string> names;
    for (const NumericCutSpec& cut : spec.cuts) {
        const std::size_t before = findings.messages.size();
        if (!names.insert(cut.name).second) findings.add(fmt::format("there are two cuts \"{}\"", cut.name));
        const auto marker = std::find_if(spec.markers.begin(), spec.markers.end(),
                                         [&](const Marker& each) { return each.name == cut.marker; });
        if (marker == spec.markers.end())
            findings.add(fmt::format("cut \"{}\" is at no marker \"{}\"", cut.name, cut.marker));
        if (!(cut.part.mass > 0) || !(cut.part.mass <= spec.integrals.mass * (1 + 1e-9)))
            findings.add(
                fmt::format("the part of cut \"{}\" has {} kg of {} kg", cut.name, cut.part.mass, spec.integrals.mass));
        check_matrix(cut.frame_share, 6, 6, fmt::format("frame_share of cut \"{}\"", cut.name), findings);
        check_matrix(cut.part.S, 3, n, fmt::format("S of cut \"{}\"", cut.name), findings);
        if (findings.messages.size() != before) continue;
        cuts.push_back({cut.name, *marker, cut.beyond, cut.frame_share, make_invariants(cut.part)});
    }
    return cuts;
}

std::vector<std::pair<std::string, Track>> make_tracks(const NumericBodySpec& spec, Index n, Findings& findings) {
    std::vector<std::pair<std::string, Track>> tracks;
    std::set<std::string> names;
    for (const NumericTrackSpec& track : spec.tracks) {
        if (!names.insert(track.name).second) findings.add(fmt::format("there are two tracks \"{}\"", track.name));
        try {
            SplineTrack spline(track.points, track.phi, track.psi, track.closed, track.up);
            if (spline.modes() != n)
                findings.add(
                    fmt::format("track \"{}\" has {} modes, but the body has {}", track.name, spline.modes(), n));
            tracks.emplace_back(track.name, std::move(spline));
        } catch (const InputError& error) {
            findings.add(fmt::format("track \"{}\": {}", track.name, error.what()));
        }
    }
    return tracks;
}

}  // namespace

MatX compute_mass_matrix_at_rest(const InertiaInvariants& inertia) {
    const Index n = inertia.S.cols();
    MatX M(6 + n, 6 + n);
    M.topLeftCorner<3, 3>() = inertia.mass * Mat3::Identity();
    M.block<3, 3>(0, 3) = -skew(inertia.mc0);
    M.block<3, 3>(3, 0) = skew(inertia.mc0);
    M.block<3, 3>(3, 3) = inertia.J0;
    M.block(0, 6, 3, n) = inertia.S;
    M.block(3, 6, 3, n) = inertia.Cr0;
    M.block(6, 0, n, 3) = inertia.S.transpose();
    M.block(6, 3, n, 3) = inertia.Cr0.transpose();
    M.block(6, 6, n, n) = inertia.Me;
    return M;
}

ElasticBody make_numeric_body(const NumericBodySpec& spec) {
    const Index n = spec.Ke.rows();
    Findings findings{spec.name, {}};
    check_matrix(spec.Ke, n, n, "Ke", findings);
    if (spec.De) check_matrix(*spec.De, n, n, "De", findings);
    if (const std::string why = why_not_a_damping(spec.damping); !spec.De && !why.empty()) findings.add(why);
    check_integrals(spec, n, findings);
    check_markers(spec, n, findings);
    if (!spec.mode_names.empty() && static_cast<Index>(spec.mode_names.size()) != n)
        findings.add(fmt::format("there are {} mode names for {} modes", spec.mode_names.size(), n));
    findings.stop_if_any();  // what follows needs the sizes right

    ElasticBody body;
    body.name = spec.name;
    check_pairs(spec.integrals, n, findings);
    MassIntegrals integrals = spec.integrals;
    body.mass_points = make_mass_points(integrals);
    integrals.gamma = {};
    integrals.gamma_moment = {};
    body.inertia = make_invariants(integrals);
    if (spec.Cr0) body.inertia.Cr0 = *spec.Cr0;
    body.inertia.J0 = symmetrise(spec.integrals.J0, "J0", findings);
    body.inertia.Me = symmetrise(spec.Me ? *spec.Me : body.inertia.Me, "Me", findings);
    body.Ke = symmetrise(spec.Ke, "Ke", findings);
    if (spec.De) body.De = symmetrise(*spec.De, "De", findings);
    body.tracks = make_tracks(spec, n, findings);
    body.cuts = make_cuts(spec, n, findings);
    findings.stop_if_any();

    // Margins: 1e-12 of the diagonal is what rounding leaves of a zero eigenvalue, with two digits to spare.
    check_positive(body.inertia.Me, 1e-12, "Me is not positive definite: the modes depend on each other", findings);
    check_positive(body.Ke, 1e-12, "Ke is not positive definite: a rigid motion is left among the modes", findings);
    // Zero is allowed: a straight beam has no inertia about its axis, and all shapes of a supported body together
    // contain the motion of its frame. A joint that would move it so is refused by the engine.
    check_positive(
        compute_mass_matrix_at_rest(body.inertia), -1e-9,
        "the mass matrix of mass, J0, S, Cr0 and Me is not positive definite: these do not belong to one body",
        findings);
    findings.stop_if_any();

    if (!spec.De) body.De = compute_damping(spec.damping, body.inertia.Me, body.Ke);
    body.markers = spec.markers;
    body.full_dofs = spec.full_dofs;
    body.mode_names = spec.mode_names;
    if (body.mode_names.empty())
        for (Index i = 1; i <= n; ++i) body.mode_names.push_back(fmt::format("mode {}", i));
    return body;
}

}  // namespace ritz
