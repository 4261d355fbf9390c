// The full body along a record: loads as generalised forces, then interval by interval (full_body.hpp).
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_products.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "tools/trials/full_body.hpp"
#include "tools/trials/full_loads.hpp"
#include "tools/trials/oscillators.hpp"

namespace ritz {
namespace {

using Eigen::Index;

class Stepper {
  public:
    Stepper(const FullBody& body, const MatX& V, const BodyRecord& record)
        : body_(body),
          loads_(body, V, record),
          rest_(body.damping() - MatX(body.damping().diagonal().asDiagonal())),
          has_rest_(rest_.cwiseAbs().maxCoeff() > 1e-12 * body.damping().cwiseAbs().maxCoeff()) {}

    /// From z, z' at the beginning to those at the end.
    void step(const RecordedInterval& interval, VecX& z, VecX& z_dot) {
        const auto p = static_cast<Index>(interval.points.size());
        prepare(interval, p);
        const MatX driven = collect_forces(interval);
        MatX F = driven, rates, positions = respond(F, z, z_dot, rates);
        for (int round = 0; must_iterate_; ++round) {
            const MatX better = driven - convect(positions.leftCols(p), rates.leftCols(p));
            const double change = (better - F).cwiseAbs().maxCoeff(), size = better.cwiseAbs().maxCoeff();
            F = better;
            positions = respond(F, z, z_dot, rates);
            if (change <= 1e-14 * size) break;
            if (!std::isfinite(change) || round == 100)
                throw NumericalError(
                    fmt::format("the full body's interval of {:.3g} s at t = {:.6g} s is too long for its iteration",
                                interval.end - interval.begin, interval.begin));
        }
        watch_rest(F);
        z = positions.col(p);
        z_dot = rates.col(p);
    }

    double rest() const { return size_ > 0 ? last_coefficient_ / size_ : 0; }

  private:
    void prepare(const RecordedInterval& interval, Index p) {
        spins_.clear();
        double spin = 0;
        for (const RecordedPoint& point : interval.points) {
            spins_.push_back(make_spin(point));
            spin = std::max({spin, point.w.norm(), point.alpha.norm()});
        }
        must_iterate_ = spin > 0 || has_rest_;
        const double h = interval.end - interval.begin;
        if (std::abs(h - prepared_) <= 1e-12 * h && to_powers_.rows() == p) return;  // of steps of one length
        prepared_ = h;
        VecX places(p + 1);
        MatX powers(p, p);
        for (Index j = 0; j < p; ++j) {
            places[j] = (interval.points[static_cast<std::size_t>(j)].t - interval.begin) / h;
            for (Index k = 0; k < p; ++k) powers(j, k) = std::pow(places[j], static_cast<double>(k));
        }
        places[p] = 1;
        to_powers_ = solve_square(powers, MatX::Identity(p, p));
        responses_.clear();
        for (Index i = 0; i < body_.omega().size(); ++i)
            responses_.push_back(
                compute_response(body_.omega()[i], body_.damping()(i, i), h, places, static_cast<int>(p)));
    }

    MatX collect_forces(const RecordedInterval& interval) const {
        MatX F(body_.omega().size(), static_cast<Index>(interval.points.size()));
        for (std::size_t j = 0; j < interval.points.size(); ++j)
            F.col(static_cast<Index>(j)) = loads_.collect(interval.points[j]);
        return F;
    }

    /// z at the points and at the end; rates likewise.
    MatX respond(const MatX& F, const VecX& z, const VecX& z_dot, MatX& rates) const {
        const MatX powers = F * to_powers_.transpose();
        MatX positions(F.rows(), F.cols() + 1);
        rates.resize(F.rows(), F.cols() + 1);
        for (Index i = 0; i < F.rows(); ++i) {
            const OscillatorResponse& of = responses_[static_cast<std::size_t>(i)];
            const Eigen::Vector2d start(z[i], z_dot[i]);
            positions.row(i) = (of.free_position * start + of.position * powers.row(i).transpose()).transpose();
            rates.row(i) = (of.free_rate * start + of.rate * powers.row(i).transpose()).transpose();
        }
        return positions;
    }

    MatX convect(const MatX& positions, const MatX& rates) const {
        MatX sum = has_rest_ ? multiply(rest_, rates) : MatX::Zero(positions.rows(), positions.cols());
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b) {
                MatX motion(positions.rows(), positions.cols());
                double largest = 0;
                for (Index j = 0; j < motion.cols(); ++j) {
                    const Spin& spin = spins_[static_cast<std::size_t>(j)];
                    largest = std::max({largest, std::abs(spin.T(a, b)), std::abs(spin.cross(a, b))});
                    motion.col(j) = spin.T(a, b) * positions.col(j) + 2 * spin.cross(a, b) * rates.col(j);
                }
                if (largest > 0) sum += multiply(body_.convection(a, b), motion);
            }
        return sum;
    }

    /// The coefficient of the highest Chebyshev polynomial through the points.
    void watch_rest(const MatX& F) {
        const Index p = F.cols();
        VecX last = VecX::Zero(F.rows());
        for (Index j = 0; j < p; ++j) {
            const double angle = std::numbers::pi - (2 * static_cast<double>(j) + 1) * std::numbers::pi / (2.0 * p);
            last += 2.0 / static_cast<double>(p) * std::cos(static_cast<double>(p - 1) * angle) * F.col(j);
        }
        last_coefficient_ = std::max(last_coefficient_, last.norm());
        size_ = std::max(size_, F.colwise().norm().maxCoeff());
    }

    const FullBody& body_;
    FullLoads loads_;
    MatX rest_;
    bool has_rest_, must_iterate_ = false;
    MatX to_powers_;
    std::vector<OscillatorResponse> responses_;
    std::vector<Spin> spins_;
    double prepared_ = 0;  // [s] the length for which responses_ are
    double last_coefficient_ = 0, size_ = 0;
};

}  // namespace

FullMotion integrate_full_body(const FullBody& body, const MatX& V, const BodyRecord& record) {
    if (record.intervals.empty()) throw InputError("the record is empty");
    const MatX start = body.coordinates_of(V);
    const auto count = static_cast<Index>(record.intervals.size()) + 1;
    FullMotion motion{{record.intervals.front().begin}, MatX(start.rows(), count), MatX(start.rows(), count), 0};
    VecX z = start * record.intervals.front().q_begin, z_dot = start * record.intervals.front().q_dot_begin;
    motion.z.col(0) = z;
    motion.z_dot.col(0) = z_dot;
    Stepper stepper(body, V, record);
    for (Index k = 1; k < count; ++k) {
        const RecordedInterval& interval = record.intervals[static_cast<std::size_t>(k - 1)];
        stepper.step(interval, z, z_dot);
        motion.times.push_back(interval.end);
        motion.z.col(k) = z;
        motion.z_dot.col(k) = z_dot;
    }
    motion.polynomial_rest = stepper.rest();
    return motion;
}

}  // namespace ritz
