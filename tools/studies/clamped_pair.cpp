#include "tools/studies/clamped_pair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numbers>

#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "scenes/loader/model/assembly.hpp"
#include "tools/report/compare_files.hpp"

namespace ritz {
namespace {

using Eigen::Index;

constexpr int points = 201;       // of the band
constexpr double highest = 1000;  // [Hz]

VecX to_hertz(const VecX& omega) { return omega / (2 * std::numbers::pi); }

/// The median error at the frequencies between two limits.
double median_error(const ComparedBody& result, const VecX& frequencies, double low, double high) {
    std::vector<double> inside;
    for (Index k = 0; k < frequencies.size(); ++k)
        if (frequencies[k] > low && frequencies[k] <= high) inside.push_back(result.errors[k]);
    std::nth_element(inside.begin(), inside.begin() + static_cast<std::ptrdiff_t>(inside.size() / 2), inside.end());
    return inside[inside.size() / 2];
}

std::string make_table(const Comparison& comparison) {
    std::string csv =
        "basis,n,frf_error_static,frf_error_median_0_200,frf_error_median_200_1000,modes_with_mac_above_0.9\n";
    for (const ComparedBody& result : comparison.bodies)
        csv += fmt::format("{},{},{:.6e},{:.6e},{:.6e},{}\n", result.name, result.size, result.static_error,
                           median_error(result, comparison.frequencies, 0, 200),
                           median_error(result, comparison.frequencies, 200, highest), result.matched);
    return csv;
}

void write_results(const std::string& folder, const std::string& csv, const Comparison& comparison) {
    std::filesystem::create_directories(folder);
    write_whole_file(folder + "/clamped_pair.csv", csv);
    for (const auto& [name, text] : make_comparison_files(comparison))
        if (name.ends_with(".svg")) write_whole_file(folder + "/clamped_pair_" + name, text);
}

}  // namespace

void run_clamped_pair(const std::string& scenes, const std::string& folder) {
    const Assembly assembly = load_assembly(scenes + "/clamped_pair/pair.json");
    const Comparison comparison = compare_assembly(assembly, {0, highest}, points, {"craig_bampton", "cms_gram"});
    if (!comparison.failed.empty()) throw InputError(comparison.failed.front().messages);
    const std::string csv = make_table(comparison);
    fmt::print("full model: {} unknowns, {} modes below {} Hz: {:.1f}\n", comparison.unknowns,
               comparison.full_omega.size(), highest, fmt::join(to_hertz(comparison.full_omega), " "));
    for (const ComparedBody& result : comparison.bodies)
        fmt::print("{:14s} modes [Hz] {:.1f}\n{:14s} best MAC   {:.2f}\n", result.name,
                   fmt::join(to_hertz(result.omega), " "), "", fmt::join(result.mac.rowwise().maxCoeff(), " "));
    fmt::print("{}", csv);
    write_results(folder, csv, comparison);
}

}  // namespace ritz
