#include "tools/report/run_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "core/write_error.hpp"
#include "engine/simulation/units.hpp"
#include "tools/report/motion.hpp"
#include "tools/report/picture.hpp"
#include "tools/report/results.hpp"

namespace ritz {
namespace {

constexpr std::size_t most_panels = 8;
const char* const refused = "outputs.csv cannot be written (is the disk full, or the size of files limited?)";

}  // namespace

RunWriter::RunWriter(const Scene& scene, const std::filesystem::path& folder)
    : scene_(scene), place_(folder), curves_(std::min(scene.outputs.size(), most_panels)) {
    check_result_folder(folder);
}

void RunWriter::open() {
    if (csv_) return;
    folder_.emplace(place_);
    csv_.emplace(folder_->path_of("outputs.csv"), scene_.outputs);
}

void RunWriter::add(const State& state, const std::vector<double>& values) {
    open();
    if (!csv_->add(state.t, values)) folder_->fail(refused);
    curves_.add(state.t, values);
    states_.add(state);
}

void RunWriter::rollback(std::size_t rows) {
    if (csv_ && !csv_->rollback(rows)) folder_->fail(refused);
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
    if (!csv_->finish()) folder_->fail(refused);
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
