// A body as SID; the equations stand in sid_body.cpp. Foreshortening goes where FEMBeam writes geometric stiffening:
// into Ct.m1 (acceleration of the frame), Cr.m1 (its angular acceleration), Oe.m1 (its rotation) and phi.m1 of the
// nodes (forces).
#include <fmt/format.h>

#include <charconv>
#include <numbers>
#include <optional>
#include <set>

#include "bodies/exchange/sid.hpp"
#include "bodies/import/text.hpp"
#include "bodies/mass_points.hpp"

namespace ritz {
namespace {

constexpr std::string_view own_mark = "by Ritz, SI units";  // ends the first line of our files

using Eigen::Index;

constexpr std::size_t entry_of_oe[6] = {0, 1, 2, 3, 5, 4};  // xx yy zz xy yz xz, of xx yy zz xy xz yz

/// Each mode's matrix made by a function; none if all are zero.
template <class Make>
std::vector<MatX> make_m1(Index n, const Make& make) {
    std::vector<MatX> m1;
    bool is_zero = true;
    for (Index j = 0; j < n; ++j) {
        m1.push_back(make(j));
        is_zero = is_zero && (m1.back().array() == 0).all();
    }
    return is_zero ? std::vector<MatX>{} : m1;
}

Mat3 make_inertia(const Vec6& J) {
    Mat3 full;
    full << J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2];
    return full;
}

void fill_inertia(const InertiaInvariants& in, Index n, SidFile& sid) {
    std::array<MatX, 3> N, S1;
    std::array<MatX, 6> J2;
    for (std::size_t k = 0; k < 3; ++k) N[k] = or_zero(in.N[k], n);
    for (std::size_t k = 0; k < 3; ++k) S1[k] = or_zero(in.S1[k], n);
    for (std::size_t e = 0; e < 6; ++e) J2[e] = or_zero(in.J2[e], n);
    const auto columns = [n](const std::array<MatX, 3>& m, Index j, bool by_row) {
        MatX result(n, 3);
        for (std::size_t k = 0; k < 3; ++k)
            result.col(static_cast<Index>(k)) = by_row ? VecX(m[k].row(j).transpose()) : VecX(m[k].col(j));
        return result;
    };
    const Mat6X J1 = in.J1.cols() == n ? in.J1 : Mat6X(Mat6X::Zero(6, n));
    sid.mass = in.mass;
    sid.mdCM = {in.mc0, make_m1(n, [&](Index j) { return MatX(in.S.col(j)); })};
    MatX J0(6, 1);
    J0 << in.J0(0, 0), in.J0(1, 1), in.J0(2, 2), in.J0(0, 1), in.J0(0, 2), in.J0(1, 2);
    sid.J = {J0, make_m1(n, [&](Index j) { return MatX(J1.col(j)); })};
    sid.Ct = {in.S.transpose(), make_m1(n, [&](Index j) { return columns(S1, j, false); })};
    sid.Cr = {in.Cr0.transpose(), make_m1(n, [&](Index j) { return columns(N, j, true); })};
    sid.Me = {in.Me, {}};
    sid.Gr.m0.resize(3, 3 * n);
    sid.Ge.m0.resize(n, 3 * n);
    sid.Oe.m0.resize(n, 6);
    for (Index j = 0; j < n; ++j) {
        sid.Gr.m0.middleCols(3 * j, 3) = make_inertia(J1.col(j)) - skew(Vec3(in.Cr0.col(j)));
        // 2 Cr.m1 for shapes without foreshortening; that is symmetric in N and makes no Coriolis force.
        for (std::size_t k = 0; k < 3; ++k)
            sid.Ge.m0.col(static_cast<Index>(k) * n + j) = N[k].row(j).transpose() - N[k].col(j);
    }
    const auto weight = [](Index c) { return c < 3 ? -0.5 : -1.0; };
    for (Index c = 0; c < 6; ++c) sid.Oe.m0.col(c) = weight(c) * J1.row(static_cast<Index>(entry_of_oe[c])).transpose();
    sid.Oe.m1 = make_m1(n, [&](Index j) {
        MatX m1(n, 6);
        for (Index c = 0; c < 6; ++c) m1.col(c) = weight(c) * J2[entry_of_oe[c]].col(j);
        return m1;
    });
}

SidNode make_node(const Marker& marker, int id, Index n) {
    SidNode node;
    node.id = id;
    node.origin = {marker.X_RM.p, make_m1(n, [&](Index j) { return MatX(marker.phi.col(j)); })};
    node.phi = {marker.phi, make_m1(n, [&](Index j) {
                    MatX m1 = MatX::Zero(3, n);
                    for (std::size_t a = 0; a < 3; ++a)
                        if (marker.gamma[a].size() > 0)
                            m1.row(static_cast<Index>(a)) = marker.gamma[a].col(j).transpose();
                    return m1;
                })};
    node.psi = {marker.psi, {}};
    node.AP = {marker.X_RM.R, make_m1(n, [&](Index j) { return MatX(skew(Vec3(marker.psi.col(j))) * marker.X_RM.R); })};
    return node;
}

/// Of a name node_<id>, as the reader gives it; other names have none.
std::optional<int> find_node_id(const std::string& name) {
    constexpr std::string_view prefix = "node_";
    if (!name.starts_with(prefix)) return {};
    int id = 0;
    const auto [end, error] = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), id);
    if (error != std::errc() || id < 0 || name != fmt::format("{}{}", prefix, id)) return {};
    return id;
}

/// A node that came from a file keeps its number, since scenes call it by that; the others take those that are free.
std::vector<int> number_nodes(const std::vector<Marker>& markers) {
    std::set<int> taken;
    for (const Marker& marker : markers)
        if (const auto id = find_node_id(marker.name)) taken.insert(*id);
    std::vector<int> ids;
    int free = 1;
    for (const Marker& marker : markers) {
        const auto id = find_node_id(marker.name);
        while (!id && !taken.insert(free).second) ++free;
        ids.push_back(id.value_or(free));
    }
    return ids;
}

/// Where a name ends with the mode's frequency, between these two; otherwise nowhere.
std::size_t find_frequency(std::string_view name, std::string_view before, std::string_view after) {
    const std::size_t at = name.rfind(before);
    if (at == std::string_view::npos || !name.ends_with(after)) return std::string_view::npos;
    const std::size_t first = at + before.size(), last = name.size() - after.size();
    return first < last && parse_number(trim(name.substr(first, last - first))) ? at : std::string_view::npos;
}

/// "bending y 1 :       12.500 Hz": a name from SID as it is, "mode 1 (12.5 Hz)" of a body file without its own number.
std::string make_mode_name(const ElasticBody& body, std::size_t i) {
    const auto j = static_cast<Index>(i);
    const std::string& name = body.mode_names[i];
    if (find_frequency(name, ":", " Hz") != std::string::npos) return name;
    const double frequency = std::sqrt(body.Ke(j, j) / body.inertia.Me(j, j)) / (2 * std::numbers::pi);
    return fmt::format("{} : {:12.3f} Hz", name.substr(0, find_frequency(name, " (", " Hz)")), frequency);
}

}  // namespace

SidFile make_sid(const ElasticBody& body) {
    const Index n = body.modes();
    SidFile sid;
    sid.header = fmt::format("{}{:4}    :No. nodes, No. modes:{} {}", body.markers.size(), n, body.name, own_mark);
    for (char& c : sid.header)
        if (c == '\n' || c == '\r') c = ' ';
    for (std::size_t i = 0; i < body.mode_names.size(); ++i) sid.mode_names.push_back(make_mode_name(body, i));
    fill_inertia(truncate_inertia(body), n, sid);
    const std::vector<int> ids = number_nodes(body.markers);
    for (std::size_t i = 0; i < ids.size(); ++i) sid.nodes.push_back(make_node(body.markers[i], ids[i], n));
    sid.ksigma = {MatX::Zero(n, 1), {}};
    sid.Ke = {body.Ke, {}};
    sid.De = {body.De, {}};
    if (!body.tracks.empty()) sid.notes.push_back("tracks have no place in SID and are left out");
    if (!body.mass_points.empty())
        sid.notes.push_back("foreshortening is kept to second order in q: SID is a polynomial");
    return sid;
}

bool looks_like_own_sid(std::string_view text) { return text.substr(0, text.find('\n')).ends_with(own_mark); }

}  // namespace ritz
