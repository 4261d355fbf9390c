#include "reduction/coupling.hpp"

#include <fmt/format.h>

#include <map>

#include "core/errors.hpp"

namespace ritz {
namespace {

using Eigen::Index;

const FeInterface& find_rigid_marker(const Structure& body, const std::string& name) {
    std::vector<std::string> known;
    for (const FeInterface& marker : body.markers) {
        if (marker.spec.name == name) {
            if (marker.masters.empty()) throw InputError(fmt::format("clamp: marker \"{}\" is not rigid (rbe2)", name));
            return marker;
        }
        known.push_back(marker.spec.name);
    }
    throw InputError(fmt::format("clamp: no marker \"{}\"{}", name, suggest(name, known)));
}

}  // namespace

CoupledStructure couple(const std::vector<const Structure*>& bodies, const std::vector<Clamp>& clamps) {
    // owner[b][i]: the unknown of the assembly that body b's unknown i is; clamped ones take that of the first body.
    constexpr int own = -1, clamped = -2;
    std::vector<std::vector<int>> owner;
    for (const Structure* body : bodies) owner.emplace_back(static_cast<std::size_t>(body->size()), own);
    std::map<std::pair<std::size_t, std::size_t>, Vec3> shifts;  // between the coordinates of two bodies
    for (const Clamp& clamp : clamps) {
        const FeInterface& first = find_rigid_marker(*bodies[clamp.first_body], clamp.first_marker);
        const FeInterface& second = find_rigid_marker(*bodies[clamp.second_body], clamp.second_marker);
        const Vec3 shift = first.origin - second.origin;
        const auto [known, is_new] = shifts.try_emplace({clamp.first_body, clamp.second_body}, shift);
        if (!is_new && (known->second - shift).norm() > 1e-9 * (1 + shift.norm()))
            throw InputError(
                fmt::format("clamp: markers \"{}\" and \"{}\" do not meet where the bodies' other clamps do",
                            clamp.first_marker, clamp.second_marker));
        for (int master : second.masters) owner[clamp.second_body][static_cast<std::size_t>(master)] = clamped;
    }
    int size = 0;
    for (auto& list : owner)
        for (int& unknown : list)
            if (unknown == own) unknown = size++;
    for (const Clamp& clamp : clamps) {
        const FeInterface& first = find_rigid_marker(*bodies[clamp.first_body], clamp.first_marker);
        const FeInterface& second = find_rigid_marker(*bodies[clamp.second_body], clamp.second_marker);
        for (std::size_t k = 0; k < 6; ++k)
            owner[clamp.second_body][static_cast<std::size_t>(second.masters[k])] =
                owner[clamp.first_body][static_cast<std::size_t>(first.masters[k])];
    }
    CoupledStructure coupled;
    Structure& whole = coupled.structure;
    whole.K = whole.M = whole.D = SparseMat(size, size);
    whole.rigid_modes = MatX(size, 0);
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        std::vector<Eigen::Triplet<double>> entries;
        for (std::size_t i = 0; i < owner[b].size(); ++i) entries.emplace_back(static_cast<int>(i), owner[b][i], 1.0);
        SparseMat map(bodies[b]->size(), size);
        map.setFromTriplets(entries.begin(), entries.end());
        whole.K += SparseMat(map.transpose() * SparseMat(bodies[b]->K * map));
        whole.M += SparseMat(map.transpose() * SparseMat(bodies[b]->M * map));
        whole.D += SparseMat(map.transpose() * SparseMat(bodies[b]->D * map));
        coupled.map.push_back(std::move(map));
    }
    return coupled;
}

}  // namespace ritz
