#include "tools/report/compare_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "scenes/loader/json/csv.hpp"
#include "tools/report/compare_picture.hpp"

namespace ritz {
namespace {

using Eigen::Index;

double hertz(double omega) { return omega / (2 * std::numbers::pi); }

std::string make_summary(const Comparison& comparison) {
    std::string text =
        "body,method,size,frf_error_static,frf_error_median,frf_error_max,modes_with_mac_above_0.9,seconds\n";
    for (const ComparedBody& body : comparison.bodies)
        text += fmt::format("{},{},{},{:.6g},{:.6g},{:.6g},{},{}\n", make_csv_field(body.name), body.method, body.size,
                            body.static_error, body.median_error(), body.errors.maxCoeff(), body.matched,
                            body.seconds ? fmt::format("{:.3f}", *body.seconds) : "");
    return text;
}

std::string make_response_table(const Comparison& comparison) {
    std::string text = "frequency,full";
    for (const ComparedBody& body : comparison.bodies)
        text += fmt::format(",{},{}", make_csv_field(body.name), make_csv_field(body.name + ".error"));
    for (Index k = 0; k < comparison.frequencies.size(); ++k) {
        text += fmt::format("\n{},{:.17g}", comparison.frequencies[k], comparison.magnitude[k]);
        for (const ComparedBody& body : comparison.bodies)
            text += fmt::format(",{:.17g},{:.17g}", body.magnitude[k], body.errors[k]);
    }
    return text + "\n";
}

std::string make_mac_table(const Comparison& comparison) {
    std::string text = "body,full_mode,full_frequency,reduced_mode,reduced_frequency,mac\n";
    for (const ComparedBody& body : comparison.bodies)
        for (Index i = 0; i < body.mac.rows(); ++i)
            for (Index j = 0; j < body.mac.cols(); ++j)
                text += fmt::format("{},{},{:.8g},{},{:.8g},{:.6g}\n", make_csv_field(body.name), i + 1,
                                    hertz(comparison.full_omega[i]), j + 1, hertz(body.omega[j]), body.mac(i, j));
    return text;
}

std::string draw_response(const Comparison& comparison) {
    const auto list = [](const VecX& values) { return std::vector<double>(values.begin(), values.end()); };
    LogPanel response{"frequency response ||H||", {{"full", list(comparison.magnitude)}}};
    LogPanel errors{"relative error ||H - H̄|| / ||H||", {}};
    for (const ComparedBody& body : comparison.bodies) {
        response.curves.push_back({body.name, list(body.magnitude)});
        errors.curves.push_back({fmt::format("{} ({})", body.name, body.size), list(body.errors)});
    }
    return draw_log_panels(comparison.name, "frequency in Hz", list(comparison.frequencies), {response, errors});
}

}  // namespace

std::vector<std::pair<std::string, std::string>> make_comparison_files(const Comparison& comparison) {
    std::vector<std::pair<std::string, std::string>> files = {{"summary.csv", make_summary(comparison)},
                                                              {"frf.csv", make_response_table(comparison)},
                                                              {"mac.csv", make_mac_table(comparison)},
                                                              {"frf_error.svg", draw_response(comparison)}};
    for (const ComparedBody& body : comparison.bodies)
        files.emplace_back(fmt::format("mac_{}.svg", body.name),
                           draw_chessboard(fmt::format("MAC of {} ({})", comparison.name, body.name),
                                           "modes of the full model", "modes of the reduced body", body.mac));
    return files;
}

}  // namespace ritz
