#include "core/signals/trajectory.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "core/errors.hpp"
#include "tests/support/messages.hpp"

using namespace ritz;
using doctest::Approx;
using testing::contains;

namespace {

std::string trajectory_message(const TrajectorySpec& spec) {
    return testing::message_of([&] { Trajectory{spec}; });
}

struct Extremes {
    double velocity = 0, acceleration = 0, jerk = 0, area_error = 0;
};

/// The largest rates over a trajectory, jerk by differences of the acceleration, and how far the integral of the
/// velocity (trapezoidal rule on a fine grid) is from the distance.
Extremes sample(const Trajectory& trajectory) {
    constexpr int n = 20000;
    const double T = trajectory.end() - trajectory.start(), dt = T / n;
    Extremes found;
    double area = 0;
    Jet before = trajectory.at(trajectory.start());
    for (int i = 1; i <= n; ++i) {
        const Jet now = trajectory.at(trajectory.start() + i * dt);
        area += (before.rate + now.rate) / 2 * dt;
        found.velocity = std::max(found.velocity, std::abs(now.rate));
        found.acceleration = std::max(found.acceleration, std::abs(now.acceleration));
        found.jerk = std::max(found.jerk, std::abs(now.acceleration - before.acceleration) / dt);
        before = now;
    }
    found.area_error = area - (trajectory.at(trajectory.end()).value - trajectory.at(trajectory.start()).value);
    return found;
}

}  // namespace

TEST_CASE("A trapezoidal move uses its limits and takes the time of the textbook") {
    const Trajectory move({.points = {1, 5}, .start = 2, .max_velocity = 2, .max_acceleration = 4});
    CHECK(move.end() == Approx(2 + 4.0 / 2 + 2.0 / 4));
    CHECK(move.at(0).value == 1);
    CHECK(move.at(100).value == 5);
    CHECK(move.at(100).rate == 0);
    CHECK(move.at(2.25).rate == Approx(1));
    CHECK(move.at(2.25).acceleration == 4);
    CHECK(move.at(3).rate == Approx(2));
    CHECK(move.breakpoints().size() == 4);
    const Trajectory shorter({.points = {0, -0.25}, .max_velocity = 2, .max_acceleration = 4});
    CHECK(shorter.end() == Approx(2 * std::sqrt(0.25 / 4)));
    CHECK(sample(shorter).velocity == Approx(std::sqrt(0.25 * 4)).epsilon(1e-3));
}

TEST_CASE("A jerk-limited move reaches the limits it has room for") {
    TrajectorySpec spec{
        .profile = Profile::jerk_limited, .points = {0, 10}, .max_velocity = 2, .max_acceleration = 1, .max_jerk = 4};
    Extremes all = sample(Trajectory(spec));
    CHECK(Trajectory(spec).end() == Approx(10.0 / 2 + 2.0 / 1 + 1.0 / 4));
    CHECK(all.velocity == Approx(2));
    CHECK(all.acceleration == Approx(1));
    CHECK(all.jerk == Approx(4).epsilon(1e-6));
    spec.points = {0, 1};  // no room for the velocity
    all = sample(Trajectory(spec));
    CHECK(all.velocity < 1);
    CHECK(all.acceleration == Approx(1));
    spec.points = {0, 0.05};  // nor for the acceleration: 2a³/j² = 0.125
    all = sample(Trajectory(spec));
    CHECK(all.acceleration < 0.9);
    CHECK(Trajectory(spec).end() == Approx(4 * std::cbrt(0.05 / 8)));
    spec.points = {0, 10};
    spec.max_acceleration = 100;  // the velocity before the acceleration
    all = sample(Trajectory(spec));
    CHECK(all.velocity == Approx(2));
    CHECK(all.acceleration == Approx(4 * std::sqrt(2.0 / 4)).epsilon(1e-3));
}

TEST_CASE("Random moves respect their limits, arrive, and cover their distance") {
    std::mt19937 random(3);
    std::uniform_real_distribution<> exponent(-2, 2);
    for (int i = 0; i < 120; ++i) {
        const auto size = [&] { return std::pow(10.0, exponent(random)); };
        const TrajectorySpec spec{.profile = i % 2 ? Profile::jerk_limited : Profile::trapezoidal,
                                  .points = {size() - size(), size()},
                                  .start = size(),
                                  .max_velocity = size(),
                                  .max_acceleration = size(),
                                  .max_jerk = size()};
        const Trajectory move(spec);
        const Extremes found = sample(move);
        const double D = std::abs(spec.points[1] - spec.points[0]);
        CAPTURE(i);
        CHECK(found.velocity <= spec.max_velocity * (1 + 1e-9));
        CHECK(found.acceleration <= spec.max_acceleration * (1 + 1e-9));
        if (i % 2) CHECK(found.jerk <= spec.max_jerk * (1 + 1e-5));
        CHECK(move.at(move.end()).value == spec.points[1]);
        // The polynomials themselves arrive, too, at rest, before the hold takes over.
        const double just_before = move.end() * (1 - 1e-14);
        CHECK(std::abs(move.at(just_before).value - spec.points[1]) < 1e-11 * D + 1e-14 * std::abs(spec.points[1]));
        CHECK(std::abs(move.at(just_before).rate) < 1e-9 * found.velocity + 2e-14 * move.end() * spec.max_acceleration);
        // A phase that is shorter than a sampling step costs at most that step.
        CHECK(std::abs(found.area_error) < 1e-6 * D + 1e-4 * found.velocity * (move.end() - move.start()));
    }
}

TEST_CASE("A jerk-limited move has a continuous acceleration") {
    const Trajectory move({.profile = Profile::jerk_limited,
                           .points = {0, 1, 0.98},
                           .max_velocity = 0.6,
                           .max_acceleration = 2,
                           .max_jerk = 30,
                           .dwell = {0.1}});
    CHECK(move.breakpoints().empty());
    double before = 0;
    for (double t = -0.1; t < move.end() + 0.1; t += 1e-5) {
        const double now = move.at(t).acceleration;
        CHECK_MESSAGE(std::abs(now - before) < 30 * 1.1e-5, t);
        before = now;
    }
}

TEST_CASE("A quintic move takes its time and starts and ends without acceleration") {
    const Trajectory move({.profile = Profile::quintic, .points = {1, 3, 2}, .durations = {2, 1}, .dwell = {0.5}});
    CHECK(move.end() == 3.5);
    CHECK(move.at(1).value == Approx(2));
    CHECK(move.at(1).rate == Approx(1.875 * 2 / 2));
    CHECK(move.at(2.2).value == 3);
    CHECK(move.at(2.2).rate == 0);
    CHECK(move.at(3).value == Approx(2.5));
    for (const double t : {0.0, 2.0, 2.5, 3.5})
        for (const double side : {-1e-9, 1e-9}) {
            CHECK(std::abs(move.at(t + side).rate) < 1e-7);
            CHECK(std::abs(move.at(t + side).acceleration) < 1e-6);
        }
    CHECK(move.breakpoints().empty());
}

TEST_CASE("Way points are visited in turn, with dwell times, and equal ones without a move") {
    const Trajectory tour({.points = {0, 1, 1, -1}, .max_velocity = 1e3, .max_acceleration = 4, .dwell = {0.5, 0.25}});
    CHECK(tour.at(1).value == 1);
    CHECK(tour.at(1.6).value == 1);
    CHECK(tour.at(1.75).value == 1);
    CHECK(tour.at(1.8).value < 1);
    CHECK(tour.at(tour.end()).value == -1);
    CHECK(tour.end() == Approx(1 + 0.75 + 2 * std::sqrt(2.0 / 4)));
    CHECK(Trajectory({.points = {2, 2}, .max_velocity = 1, .max_acceleration = 1}).is_constant());
}

TEST_CASE("The rates of a trajectory are its derivatives") {
    for (const Profile profile : {Profile::trapezoidal, Profile::jerk_limited, Profile::quintic}) {
        const Trajectory move({profile, {0, 2, -1}, 0.3, 1.5, 4, 20, {1.2}, {0.2}});
        const double h = 1e-5;
        for (double t = 0.0137; t < move.end(); t += 0.0171) {
            const Jet now = move.at(t);
            CHECK((move.at(t + h).value - move.at(t - h).value) / (2 * h) == Approx(now.rate).epsilon(1e-6).scale(1));
            // The jerk jumps, and the acceleration of the trapezoid.
            if (profile != Profile::trapezoidal)
                CHECK(std::abs((move.at(t + h).rate - move.at(t - h).rate) / (2 * h) - now.acceleration) < 2e-3);
        }
    }
}

TEST_CASE("Trajectories with wrong members are refused, each named") {
    const TrajectorySpec good{.points = {0, 1}, .max_velocity = 1, .max_acceleration = 1, .max_jerk = 1};
    const auto with = [&](const auto& change) {
        TrajectorySpec spec = good;
        change(spec);
        return trajectory_message(spec);
    };
    CHECK(trajectory_message(good) == "accepted");
    CHECK(contains(with([](auto& s) { s.points = {1}; }), "has 1 points, expected at least 2"));
    CHECK(contains(with([](auto& s) { s.points = {1, std::nan("")}; }), "way point is nan"));
    CHECK(contains(with([](auto& s) { s.start = 1 / 0.0; }), "start is inf, expected a finite number"));
    CHECK(contains(with([](auto& s) { s.max_velocity = 0; }), "max_velocity is 0, expected a positive number"));
    CHECK(contains(with([](auto& s) { s.max_acceleration = -1; }), "max_acceleration is -1, expected a positive"));
    CHECK(contains(with([](auto& s) { s.profile = Profile::jerk_limited, s.max_jerk = 0; }), "max_jerk is 0"));
    CHECK(contains(with([](auto& s) { s.profile = Profile::quintic; }), "durations has 0 values, expected 1"));
    CHECK(contains(with([](auto& s) { s.profile = Profile::quintic, s.durations = {0}; }), "a duration is 0"));
    CHECK(contains(with([](auto& s) { s.dwell = {1, 2}; }), "dwell has 2 values, expected 0"));
    CHECK(contains(with([](auto& s) { s.dwell = {-1}; }), "a dwell time is -1, expected a non-negative"));
    CHECK(contains(with([](auto& s) { s.max_velocity = 0, s.max_acceleration = 0; }), "max_acceleration is 0"));
    CHECK(contains(with([](auto& s) { s.points = {-1e308, 1e308}; }), "farther than a number can hold"));
}
