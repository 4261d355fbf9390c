#include "tools/report/run_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "core/errors.hpp"
#include "core/write_error.hpp"
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
    : scene_(scene), place_(folder), format_(format), curves_(std::min(scene.outputs.size(), most_panels)) {
    check_result_folder(folder);
}

void RunWriter::open() {
    if (outputs_) return;
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
    folder_->fail(
        fmt::format("{} cannot be written (is the disk full, or the size of files limited?)", file_name(format_)));
}

void RunWriter::add(const State& state, const std::vector<double>& values) {
    open();
    if (!std::visit([&](auto& file) { return file.add(state.t, values); }, *outputs_)) refuse();
    curves_.add(state.t, values);
    states_.add(state);
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
    std::string title = scene_.name;
    if (scene_.outputs.size() > most_panels)
        title += fmt::format(" (the first {} of {} outputs)", most_panels, scene_.outputs.size());
    return draw_time_histories(title, curves);
}

void RunWriter::finish(const RunResult& result) {
    open();
    if (!std::visit([](auto& file) { return file.finish(); }, *outputs_)) refuse();
    // Names and reasons may hold anything; what is no UTF-8 is replaced rather than thrown at the user.
    folder_->write({"summary.json", [&](std::ostream& stream) {
                        stream << make_summary(scene_, result).dump(2, ' ', false, Json::error_handler_t::replace)
                               << "\n";
                    }});
    folder_->write({"outputs.svg", [&](std::ostream& stream) { stream << draw(); }, false});
    folder_->write(
        {"motion.json", [&](std::ostream& stream) { stream << make_motion(scene_, states_.list()); }, false});
    folder_->put_in_place();
}

}  // namespace ritz
