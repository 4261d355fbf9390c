#include "tools/report/run_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "core/errors.hpp"
#include "core/files/write_error.hpp"
#include "engine/simulation/units.hpp"
#include "tools/report/motion.hpp"
#include "tools/report/picture.hpp"
#include "tools/report/results.hpp"

namespace ritz {
namespace {

constexpr std::size_t most_panels = 8;

const char* file_name(OutputsFormat format) { return format == OutputsFormat::csv ? "outputs.csv" : "outputs.h5"; }

std::vector<OutputColumn> list_columns(const Scene& scene) {
    std::vector<OutputColumn> columns;
    for (const Output& output : scene.outputs) columns.push_back({output.name, unit_of(output.quantity, scene.model)});
    return columns;
}

}  // namespace

RunWriter::RunWriter(const Scene& scene, const std::filesystem::path& folder, OutputsFormat format)
    : scene_(scene),
      place_(folder),
      format_(format),
      bands_(find_bound_bands(scene, most_panels)),
      curves_(std::min(scene.outputs.size(), most_panels) + 2 * bands_.size()) {
    check_result_folder(folder);
}

/// Rows without a checkpoint are of no use to anybody.
RunWriter::~RunWriter() {
    std::error_code error;
    if (!is_resumable_ || !outputs_ || std::filesystem::exists(checkpoint_file(), error)) return;
    std::filesystem::remove(rows_file(), error);
    if (std::filesystem::is_empty(place_, error)) std::filesystem::remove(place_, error);
}

/// The rows of a run that may be killed and go on lie where it is looked for.
void RunWriter::open_resumable() {
    std::error_code error;
    std::filesystem::create_directories(place_, error);
    if (format_ == OutputsFormat::csv)
        outputs_.emplace(CsvWriter(rows_file(), scene_.outputs));
    else
        outputs_.emplace(RowJournal(rows_file(), scene_.outputs.size()));
    sole_use_.emplace(rows_file());
}

void RunWriter::resume(const UnfinishedRun& run) {
    is_resumable_ = true;
    const std::filesystem::path path = rows_file();
    std::error_code error;
    const std::uintmax_t found = std::filesystem::file_size(path, error);
    if (error || found < run.row_bytes)
        throw InputError(
            fmt::format("{}: found {} bytes, expected at least {} as the checkpoint says: rows are lost, and "
                        "the run cannot go on from here; begin anew",
                        path.string(), error ? 0 : found, run.row_bytes));
    sole_use_.emplace(path);
    if (!sole_use_->is_ours())
        throw InputError(fmt::format("--resume {}: the run is still at work in another process", place_.string()));
    std::size_t rows = 0;
    const auto read = format_ == OutputsFormat::csv ? CsvWriter::read : RowJournal::read;
    const bool are_whole = read(path, scene_.outputs.size(), run.row_bytes, [&](double t, const auto& values) {
        add_to_curves(t, values);
        ++rows;
    });
    if (are_whole && rows == run.point.rows && compute_row_sum(path, run.row_bytes).value() != run.row_sum)
        throw InputError(
            fmt::format("{}: found other numbers in its first {} bytes than the run has written (their checksum does "
                        "not fit the checkpoint): the file was changed, and the run cannot go on from here; begin anew",
                        path.string(), run.row_bytes));
    if (!are_whole || rows != run.point.rows)
        throw InputError(
            fmt::format("{}: found {} rows in its first {} bytes, expected {} as the checkpoint says: the "
                        "file was changed, and the run cannot go on from here; begin anew",
                        path.string(), rows, run.row_bytes, run.point.rows));
    states_.restore(run.states);
    if (format_ == OutputsFormat::csv)
        outputs_.emplace(CsvWriter(path, run.row_bytes));
    else
        outputs_.emplace(RowJournal(path, scene_.outputs.size(), run.row_bytes));
}

std::uintmax_t RunWriter::flush() {
    const bool is_flushed = std::visit(
        [](auto& file) {
            if constexpr (requires { file.flush(); })
                return file.flush();
            else
                return false;  // outputs.h5 itself cannot be resumed
        },
        *outputs_);
    if (!is_flushed) refuse();
    return std::filesystem::file_size(rows_file());
}

std::uint64_t RunWriter::row_sum() const {
    return std::visit(
        [](const auto& file) -> std::uint64_t {
            if constexpr (requires { file.sum(); })
                return file.sum().value();
            else
                return 0;
        },
        *outputs_);
}

void RunWriter::open() {
    if (outputs_) return;
    if (is_resumable_) return open_resumable();
    folder_.emplace(place_);
    const std::filesystem::path path = folder_->path_of(file_name(format_));
    try {
        if (format_ == OutputsFormat::csv)
            outputs_.emplace(CsvWriter(path, scene_.outputs));
        else
            outputs_.emplace(OutputsFileWriter(path, list_columns(scene_)));
    } catch (const InputError&) {  // the place was good, the disk is not
        refuse();
    }
    // Of an earlier run: beside the new outputs nobody could tell which is which.
    folder_->drop(file_name(format_ == OutputsFormat::csv ? OutputsFormat::hdf5 : OutputsFormat::csv));
}

void RunWriter::refuse() const {
    if (!folder_)
        throw WriteError(
            fmt::format("{} cannot be written (is the disk full, or the size of files limited?); when there "
                        "is room, ritz simulate --resume {} goes on from its last checkpoint",
                        rows_file().string(), place_.string()));
    folder_->fail(
        fmt::format("{} cannot be written (is the disk full, or the size of files limited?)", file_name(format_)));
}

void RunWriter::add(const State& state, const std::vector<double>& values) {
    open();
    if (!std::visit([&](auto& file) { return file.add(state.t, values); }, *outputs_)) refuse();
    add_to_curves(state.t, values);
    states_.add(state);
}

void RunWriter::add_to_curves(double t, const std::vector<double>& values) {
    drawn_.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(std::min(values.size(), most_panels)));
    for (const BoundBand& band : bands_)
        for (const double side : {-1.0, 1.0}) drawn_.push_back(values[band.output] + side * values[band.bound]);
    curves_.add(t, drawn_);
}

void RunWriter::rollback(std::size_t rows) {
    if (outputs_ && !std::visit([&](auto& file) { return file.rollback(rows); }, *outputs_)) refuse();
    curves_.rollback(rows);
    states_.rollback(rows);
}

std::string RunWriter::draw() const {
    std::vector<History> curves;
    for (std::size_t k = 0; k < std::min(scene_.outputs.size(), most_panels); ++k) {
        const std::string unit = unit_of(scene_.outputs[k].quantity, scene_.model);
        ThinnedCurves::Points points = curves_.points(k);
        curves.push_back({scene_.outputs[k].name + (unit.empty() ? "" : " in " + unit), std::move(points.times),
                          std::move(points.values)});
    }
    const std::size_t panels = curves.size();
    for (std::size_t i = 0; i < bands_.size(); ++i) {
        History& curve = curves[bands_[i].output];
        curve.label += ", and its error bound";
        ThinnedCurves::Points low = curves_.points(panels + 2 * i), high = curves_.points(panels + 2 * i + 1);
        curve.band = {std::move(low.times), std::move(low.values), std::move(high.times), std::move(high.values)};
    }
    std::string title = scene_.name;
    if (scene_.outputs.size() > most_panels)
        title += fmt::format(" (the first {} of {} outputs)", most_panels, scene_.outputs.size());
    return draw_time_histories(title, curves);
}

/// Journal to outputs.h5, block by block.
void RunWriter::convert_journal() {
    OutputsFileWriter file(folder_->path_of(file_name(format_)), list_columns(scene_));
    bool is_good = true;
    const std::uintmax_t bytes = std::filesystem::file_size(rows_file());
    is_good =
        RowJournal::read(rows_file(), scene_.outputs.size(), bytes,
                         [&](double t, const std::vector<double>& row) { is_good = is_good && file.add(t, row); }) &&
        is_good;
    if (!file.finish() || !is_good) refuse();
}

/// From the rows of an unfinished run to the outputs of a finished one. Until the folder is in place the rows stay, so
/// that nothing is lost by being killed here.
void RunWriter::hand_over_rows(bool keeps_checkpoint) {
    namespace fs = std::filesystem;
    folder_.emplace(place_);
    for (const OutputsFormat format : {OutputsFormat::csv, OutputsFormat::hdf5})
        if (format != format_) folder_->drop(file_name(format));
    if (!keeps_checkpoint)
        for (const std::string& name : list_checkpoint_files(place_)) folder_->drop(name);
    if (format_ == OutputsFormat::hdf5) return convert_journal();
    const fs::path target = folder_->path_of(file_name(format_));
    std::error_code error = std::make_error_code(std::errc::operation_not_supported);
    if (!keeps_checkpoint) fs::create_hard_link(rows_file(), target, error);
    if (error) fs::copy_file(rows_file(), target, error);
    if (error) refuse();
}

void RunWriter::finish(const RunResult& result, bool keeps_checkpoint) {
    open();
    if (!std::visit([](auto& file) { return file.finish(); }, *outputs_)) refuse();
    if (is_resumable_) hand_over_rows(keeps_checkpoint);
    for (const char* earlier : {"report.html", "plot.svg"}) folder_->drop(earlier);
    folder_->write({"summary.json", [&](std::ostream& stream) { write_summary(stream, scene_, result); }});
    folder_->write({"outputs.svg", [&](std::ostream& stream) { stream << draw(); }, false});
    folder_->write(
        {"motion.json", [&](std::ostream& stream) { write_motion(stream, scene_, states_.list(), surfaces_); }, false});
    folder_->put_in_place();
}

}  // namespace ritz
