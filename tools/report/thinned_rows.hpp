#pragma once
// Rows of a run of any length in memory of one size: for pictures, and for the motion of the bodies.
#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "engine/system/model.hpp"

namespace ritz {

/// Curves over time as a picture shows them: of neighbouring rows the first, the lowest, the highest and the last.
class ThinnedCurves {
  public:
    explicit ThinnedCurves(std::size_t curves) : curves_(curves) {}

    void add(double t, const std::vector<double>& values);
    void rollback(std::size_t rows);

    struct Points {
        std::vector<double> times, values;
    };
    Points points(std::size_t curve) const;

  private:
    struct Point {
        double t = 0, value = 0;
    };
    struct Group {
        std::size_t rows = 0;
        std::vector<std::array<Point, 4>> extremes;  // of each curve: first, lowest, highest, last
    };
    static void join(Group& group, const Group& next);
    void halve();

    static constexpr std::size_t most = 4096;  // twice a picture's pixels and more
    std::size_t curves_;
    std::size_t rows_per_group_ = 1;
    std::vector<Group> groups_;
};

/// States at even distances, and the last one.
class ThinnedStates {
  public:
    void add(const State& state);
    void rollback(std::size_t rows);
    std::vector<State> list() const;

    static constexpr std::size_t most = 1024;
    /// As a value, to be kept in a file.
    struct Kept {
        std::size_t stride = 1, rows = 0;
        std::vector<State> states;
        State last;
    };
    const Kept& kept() const { return kept_; }
    void restore(Kept kept) { kept_ = std::move(kept); }
    void convert(const std::function<State(const State&)>& convert) {
        for (State& state : kept_.states) state = convert(state);
        if (kept_.rows > 0) kept_.last = convert(kept_.last);
    }

  private:
    Kept kept_;
};

}  // namespace ritz
