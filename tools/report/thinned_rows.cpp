#include "tools/report/thinned_rows.hpp"

#include <algorithm>

namespace ritz {

void ThinnedCurves::join(Group& group, const Group& next) {
    for (std::size_t k = 0; k < group.extremes.size(); ++k) {
        auto& [first, lowest, highest, last] = group.extremes[k];
        const auto& other = next.extremes[k];
        // A value that is no number is neither lowest nor highest, and gives way to one.
        if (!(lowest.value <= other[1].value)) lowest = other[1];
        if (!(highest.value >= other[2].value)) highest = other[2];
        last = other[3];
    }
    group.rows += next.rows;
}

void ThinnedCurves::halve() {
    std::vector<Group> joined;
    joined.reserve(most);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        if (i % 2 == 0)
            joined.push_back(std::move(groups_[i]));
        else
            join(joined.back(), groups_[i]);
    }
    groups_ = std::move(joined);
    rows_per_group_ *= 2;
}

void ThinnedCurves::add(double t, const std::vector<double>& values) {
    Group row{1, std::vector<std::array<Point, 4>>(curves_)};
    for (std::size_t k = 0; k < curves_; ++k) row.extremes[k].fill({t, values[k]});
    if (!groups_.empty() && groups_.back().rows < rows_per_group_) return join(groups_.back(), row);
    if (groups_.size() == most) halve();
    groups_.push_back(std::move(row));
}

void ThinnedCurves::rollback(std::size_t rows) {
    std::size_t seen = 0;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        seen += groups_[i].rows;
        if (seen <= rows) continue;
        groups_.resize(i);  // a group that reaches beyond is less than a pixel wide
        return;
    }
}

ThinnedCurves::Points ThinnedCurves::points(std::size_t curve) const {
    Points points;
    for (const Group& group : groups_) {
        std::array<Point, 4> p = group.extremes[curve];
        if (p[2].t < p[1].t) std::swap(p[1], p[2]);
        for (const Point& each : p) {
            if (!points.times.empty() && !(each.t > points.times.back())) continue;
            points.times.push_back(each.t);
            points.values.push_back(each.value);
        }
    }
    return points;
}

void ThinnedStates::add(const State& state) {
    auto& [stride, rows, states, last] = kept_;
    if (rows % stride == 0) {
        if (states.size() == most) {
            for (std::size_t i = 0; i < most / 2; ++i) std::swap(states[i], states[2 * i]);
            states.resize(most / 2);
            stride *= 2;
        }
        if (rows % stride == 0) states.push_back(state);
    }
    last = state;
    ++rows;
}

void ThinnedStates::rollback(std::size_t rows) {
    kept_.rows = std::min(kept_.rows, rows);
    kept_.states.resize(std::min(kept_.states.size(), (kept_.rows + kept_.stride - 1) / kept_.stride));
    if (!kept_.states.empty()) kept_.last = kept_.states.back();
}

std::vector<State> ThinnedStates::list() const {
    std::vector<State> states = kept_.states;
    if (kept_.rows > 0 && (states.empty() || states.back().t < kept_.last.t)) states.push_back(kept_.last);
    return states;
}

}  // namespace ritz
