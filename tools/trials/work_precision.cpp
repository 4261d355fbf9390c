#include "tools/trials/work_precision.hpp"

#include <algorithm>
#include <cmath>

namespace ritz {

WorkPoint measure_point(const Scene& scene, const MethodSetting& setting, double tolerance, const Reference& reference,
                        const TrialLimits& limits) {
    const Trial trial = run_trial(scene, setting, tolerance, limits);
    WorkPoint point{tolerance, trial.cpu, {}, trial.statistics, trial.integrator, ""};
    if (!trial.completed) {
        point.failure = trial.reason.empty() ? "failed" : trial.reason.substr(0, trial.reason.find_first_of(":;"));
    } else if (const auto error = compare(trial.rows, reference)) {
        point.error = *error;
    } else {
        point.failure = "has other rows than the reference";
    }
    return point;
}

WorkCurve measure_curve(const Scene& scene, const MethodSetting& setting, const std::vector<double>& tolerances,
                        const Reference& reference, const TrialLimits& limits,
                        const std::function<bool(const RunError&)>& is_enough) {
    WorkCurve curve{setting.name, {}};
    for (const double tolerance : tolerances) {
        curve.points.push_back(measure_point(scene, setting, tolerance, reference, limits));
        const WorkPoint& last = curve.points.back();
        if (last.cpu >= limits.longest || (is_enough && last.failure.empty() && is_enough(last.error))) break;
    }
    return curve;
}

WorkCurve without_luck(WorkCurve curve) {
    RunError worst;
    for (auto point = curve.points.rbegin(); point != curve.points.rend(); ++point) {
        if (!point->failure.empty()) continue;
        worst.relative = std::max(worst.relative, point->error.relative);
        worst.absolute = std::max(worst.absolute, point->error.absolute);
        point->error = worst;
    }
    return curve;
}

EqualError find_equal_error(const WorkCurve& curve, double error, ErrorKind kind) {
    const auto error_of = [kind](const WorkPoint& p) {
        return kind == ErrorKind::relative ? p.error.relative : p.error.absolute;
    };
    EqualError best;
    const auto offer = [&](double cpu, const WorkPoint& point) {
        if (cpu < best.cpu) best = {cpu, &point};
    };
    const WorkPoint* before = nullptr;
    for (const WorkPoint& point : curve.points) {
        if (!point.failure.empty()) continue;
        if (error_of(point) <= error) {
            offer(point.cpu, point);
            if (before != nullptr && before->integrator == point.integrator && error_of(*before) > error &&
                before->cpu < point.cpu && error_of(point) > 0) {
                const double fraction =
                    std::log(error_of(*before) / error) / std::log(error_of(*before) / error_of(point));
                offer(before->cpu * std::pow(point.cpu / before->cpu, fraction), point);
            }
        }
        before = &point;
    }
    return best;
}

}  // namespace ritz
