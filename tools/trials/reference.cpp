#include "tools/trials/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "bodies/exchange/outputs_file.hpp"
#include "core/files/sha256.hpp"
#include "scenes/loader/scene/load_scene.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

constexpr double reference_tolerance = 1e-11;
constexpr double agreement = 1e-5;  // of its range: an output on which the methods differ by more does not count

/// The scene without the way in which it is integrated.
std::string describe_key(const Scene& scene) {
    Scene plain = scene;
    plain.settings.options = {};
    plain.settings.options.absolute_tolerance =
        scene.settings.options.absolute_tolerance / scene.settings.options.relative_tolerance;
    plain.settings.choose_method = true;
    std::string text = write_scene(plain);
    for (const SourceFile& file : scene.files) text += file.sha256;
    return compute_sha256(text).substr(0, 12);
}

/// Both runs in one file: the columns of the first, then those of the second.
void write_rows(const fs::path& path, const Scene& scene, const Rows& first, const Rows& second) {
    std::vector<OutputColumn> columns;
    for (const char* method : {"erk", "adams"})
        for (const Output& output : scene.outputs) columns.push_back({output.name + " by " + method, ""});
    fs::create_directories(path.parent_path());
    const fs::path part = path.string() + ".part";
    {
        OutputsFileWriter writer(part, columns);
        bool is_written = true;
        for (std::size_t i = 0; i < first.times.size(); ++i) {
            std::vector<double> row = first.values[i];
            row.insert(row.end(), second.values[i].begin(), second.values[i].end());
            is_written = is_written && writer.add(first.times[i], row);
        }
        if (!writer.finish() || !is_written) return;  // then it is computed again the next time
    }
    fs::rename(part, path);
}

std::pair<Rows, Rows> read_rows(const fs::path& path, std::size_t outputs) {
    const OutputsFileReader reader(path);
    const OutputsFileReader::Block block = reader.read(0, reader.rows());
    std::pair<Rows, Rows> rows;
    rows.first.times = rows.second.times = block.times;
    for (std::size_t i = 0; i < block.times.size(); ++i) {
        const double* row = block.values.row(static_cast<Eigen::Index>(i)).data();
        rows.first.values.emplace_back(row, row + outputs);
        rows.second.values.emplace_back(row + outputs, row + 2 * outputs);
    }
    return rows;
}

bool have_same_times(const Rows& a, const Rows& b) {
    if (a.times.size() != b.times.size()) return false;
    for (std::size_t i = 0; i < a.times.size(); ++i)
        if (std::abs(a.times[i] - b.times[i]) > 1e-9 * std::max(1.0, std::abs(b.times[i]))) return false;
    return true;
}

double largest_difference(const Rows& a, const Rows& b, std::size_t column) {
    double largest = 0;
    for (std::size_t i = 0; i < a.times.size(); ++i) {
        const double difference = std::abs(a.values[i][column] - b.values[i][column]);
        if (!(difference <= largest)) largest = difference;  // a NaN stays
    }
    return largest;
}

Reference judge(const Scene& scene, Rows first, const Rows& second) {
    Reference reference;
    for (std::size_t k = 0; k < scene.outputs.size(); ++k) {
        double low = first.values[0][k], high = low;
        for (const auto& row : first.values) {
            low = std::min(low, row[k]);
            high = std::max(high, row[k]);
        }
        Reference::Column column{scene.outputs[k].name, high - low, largest_difference(first, second, k)};
        column.counts = column.range > 0 && column.uncertainty <= agreement * column.range;
        reference.columns.push_back(column);
    }
    if (std::none_of(reference.columns.begin(), reference.columns.end(), [](const auto& c) { return c.counts; }))
        reference.missing =
            fmt::format("at the tolerance {:g}, erk and adams differ in every output", reference_tolerance);
    reference.rows = std::move(first);
    return reference;
}

Reference without(const std::string& why) {
    Reference reference;
    reference.missing = why;
    return reference;
}

}  // namespace

double Reference::floor() const {
    double largest = 0;
    for (const Column& column : columns)
        if (column.counts) largest = std::max(largest, column.uncertainty / column.range);
    return largest;
}

Reference ReferenceStore::find(const Scene& scene) const {
    const fs::path path = fs::path(folder) / fmt::format("{}-{}.h5", scene.name, describe_key(scene));
    if (fs::exists(path)) {
        auto [first, second] = read_rows(path, scene.outputs.size());
        return judge(scene, std::move(first), second);
    }
    Trial trials[2];
    for (int k = 0; k < 2; ++k) {
        trials[k] = run_trial(scene, find_method(k == 0 ? "erk" : "adams"), reference_tolerance, {longest, 0});
        if (!trials[k].completed)
            return without(fmt::format("no reference by {}: {}", trials[k].integrator, trials[k].reason));
    }
    if (!have_same_times(trials[0].rows, trials[1].rows)) return without("the references end at different times");
    write_rows(path, scene, trials[0].rows, trials[1].rows);
    return judge(scene, std::move(trials[0].rows), trials[1].rows);
}

std::optional<RunError> compare(const Rows& rows, const Reference& reference) {
    if (!have_same_times(rows, reference.rows)) return std::nullopt;
    RunError error;
    for (std::size_t k = 0; k < reference.columns.size(); ++k) {
        if (!reference.columns[k].counts) continue;
        const double largest = largest_difference(rows, reference.rows, k);
        if (!std::isfinite(largest)) return std::nullopt;
        error.absolute = std::max(error.absolute, largest);
        error.relative = std::max(error.relative, largest / reference.columns[k].range);
    }
    return error;
}

}  // namespace ritz
