#pragma once
// The cost of a method over the error that it leaves, and the cost at equal error.
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "tools/trials/reference.hpp"

namespace ritz {

struct WorkPoint {
    double tolerance = 0;
    double cpu = 0;  // [s]
    RunError error;
    Statistics statistics;
    std::string integrator;
    std::string failure;  // empty if it completed
};

/// One method by falling tolerances.
struct WorkCurve {
    std::string method;
    std::vector<WorkPoint> points;
};

WorkPoint measure_point(const Scene& scene, const MethodSetting& setting, double tolerance, const Reference& reference,
                        const TrialLimits& limits = {});

/// By one tolerance after the other; ends after the first run that takes too long, or is exact enough.
WorkCurve measure_curve(const Scene& scene, const MethodSetting& setting, const std::vector<double>& tolerances,
                        const Reference& reference, const TrialLimits& limits = {},
                        const std::function<bool(const RunError&)>& is_enough = {});

/// The same with errors that do not rise when the tolerance is tightened: the error of a point is the largest of it and
/// of all tighter ones. A run that happens to end near the reference says nothing of its method.
WorkCurve without_luck(WorkCurve curve);

/// What it costs to err by no more than a given error: of the points, and by interpolation of the logarithms between
/// two points, one on each side.
struct EqualError {
    double cpu = std::numeric_limits<double>::infinity();  // [s] infinite if the method is never so good
    const WorkPoint* point = nullptr;                      // that errs by no more
};
enum class ErrorKind { relative, absolute };
EqualError find_equal_error(const WorkCurve& curve, double error, ErrorKind kind = ErrorKind::relative);
EqualError find_equal_error(WorkCurve&& curve, double error,
                            ErrorKind kind = ErrorKind::relative) = delete;  // a point of it

}  // namespace ritz
