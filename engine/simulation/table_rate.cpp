#include "engine/simulation/table_rate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ritz {
namespace {

constexpr int most_points = 1'000'000;  // a periodic table has no end

/// Calls visit(t, value) at the points of the table within [0, end], and at these ends.
template <typename Visit>
void for_each_point(const Signal& table, double end, Visit visit) {
    visit(0.0, table.value(0));
    double t = table.next_node(0);
    for (int i = 0; i < most_points && t < end; ++i, t = table.next_node(t)) visit(t, table.value(t));
    visit(std::min(t, end), table.value(std::min(t, end)));
}

/// Passages of a level by a signal that is given point by point; one that does not get beyond `margin` is none.
class Passages {
  public:
    Passages(double level, double margin) : level_(level), margin_(margin) {}

    void add(double t, double value) {
        const double height = value - level_;
        if (has_last_ && (height > 0) != (last_height_ > 0))
            crossed_ = last_t_ + (t - last_t_) * last_height_ / (last_height_ - height);
        if (std::abs(height) > margin_) {
            const int side = height > 0 ? 1 : -1;
            if (side_ != 0 && side != side_) {
                if (has_passed_) shortest_ = std::min(shortest_, crossed_ - passed_);
                passed_ = crossed_;
                has_passed_ = true;
            }
            side_ = side;
        }
        has_last_ = true, last_t_ = t, last_height_ = height;
    }

    double shortest() const { return shortest_; }

  private:
    double level_, margin_;
    double last_t_ = 0, last_height_ = 0, crossed_ = 0, passed_ = 0;
    double shortest_ = std::numeric_limits<double>::infinity();
    int side_ = 0;  // where the signal was beyond the margin last
    bool has_last_ = false, has_passed_ = false;
};

}  // namespace

double compute_table_rate(const Signal& table, double end) {
    if (table.is_constant() || !std::isfinite(table.next_node(0))) return 0;
    double low = table.value(0), high = low;
    for_each_point(table, end, [&](double, double value) { low = std::min(low, value), high = std::max(high, value); });
    if (!(high > low)) return 0;
    Passages passages(0.5 * (low + high), 0.25 * (high - low));
    for_each_point(table, end, [&](double t, double value) { passages.add(t, value); });
    // Nothing, if there are no two of them.
    return passages.shortest() > 0 ? 0.75 * std::numbers::pi / passages.shortest() : 0;
}

}  // namespace ritz
