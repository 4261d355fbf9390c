#include "reduction/coupling.hpp"

#include <fmt/format.h>

#include <algorithm>
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

/// Sets of unknowns that are one, over all bodies: a forest whose trees are the sets.
class SharedUnknowns {
  public:
    explicit SharedUnknowns(const std::vector<const Structure*>& bodies) {
        for (const Structure* body : bodies) {
            first_.push_back(above_.size());
            for (Index i = 0; i < body->size(); ++i) above_.push_back(above_.size());
        }
    }

    void unite(std::size_t body, int unknown, std::size_t other_body, int other_unknown) {
        const std::size_t a = find_root(place(body, unknown)), b = find_root(place(other_body, other_unknown));
        above_[std::max(a, b)] = std::min(a, b);  // the first body's number stays
    }

    /// number[b][i]: the unknown of the assembly that body b's unknown i is.
    std::vector<std::vector<int>> number(const std::vector<const Structure*>& bodies, int& size) {
        std::vector<int> of_root(above_.size());
        std::vector<std::vector<int>> numbers;
        size = 0;
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            numbers.emplace_back();
            for (Index i = 0; i < bodies[b]->size(); ++i) {
                const std::size_t at = place(b, static_cast<int>(i)), root = find_root(at);
                if (root == at) of_root[at] = size++;
                numbers.back().push_back(of_root[root]);  // roots come before what hangs on them
            }
        }
        return numbers;
    }

  private:
    std::size_t place(std::size_t body, int unknown) const { return first_[body] + static_cast<std::size_t>(unknown); }

    std::size_t find_root(std::size_t i) const {
        while (above_[i] != i) i = above_[i];
        return i;
    }

    std::vector<std::size_t> first_, above_;
};

void require_meeting(const Clamp& clamp, const FeInterface& first, const FeInterface& second,
                     std::map<std::pair<std::size_t, std::size_t>, Vec3>& shifts) {
    const Vec3 shift = first.origin - second.origin;
    const auto [known, is_new] = shifts.try_emplace({clamp.first_body, clamp.second_body}, shift);
    if (!is_new && (known->second - shift).norm() > 1e-9 * (1 + shift.norm()))
        throw InputError(fmt::format("clamp: markers \"{}\" and \"{}\" do not meet where the bodies' other clamps do",
                                     clamp.first_marker, clamp.second_marker));
}

}  // namespace

CoupledStructure couple(const std::vector<const Structure*>& bodies, const std::vector<Clamp>& clamps) {
    SharedUnknowns shared(bodies);
    std::map<std::pair<std::size_t, std::size_t>, Vec3> shifts;  // between the coordinates of two bodies
    for (const Clamp& clamp : clamps) {
        const FeInterface& first = find_rigid_marker(*bodies[clamp.first_body], clamp.first_marker);
        const FeInterface& second = find_rigid_marker(*bodies[clamp.second_body], clamp.second_marker);
        require_meeting(clamp, first, second, shifts);
        for (std::size_t k = 0; k < 6; ++k) {
            if (first.masters[k].has_value() != second.masters[k].has_value())
                throw InputError(
                    fmt::format("clamp: of markers \"{}\" and \"{}\" one is of a plane model; expected both",
                                clamp.first_marker, clamp.second_marker));
            if (first.masters[k])
                shared.unite(clamp.first_body, *first.masters[k], clamp.second_body, *second.masters[k]);
        }
    }
    int size = 0;
    const std::vector<std::vector<int>> owner = shared.number(bodies, size);
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
