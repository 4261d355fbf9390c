// A body's record as a table: t | place in the interval | ω α a-g | for each place s f m | q q' q''.
#include <fmt/format.h>

#include "bodies/exchange/outputs_file.hpp"
#include "core/errors.hpp"
#include "engine/simulation/body_record.hpp"

namespace ritz {
namespace {

using Eigen::Index;

constexpr std::size_t head = 10;           // "place", ω, α, a - g
constexpr std::size_t width_of_place = 7;  // s, f, m
const char* const on_track = "track ";
const char* const at_marker = "marker ";

Index modes_of(const BodyRecord& record) {
    return record.intervals.empty() ? 0 : record.intervals.front().q_begin.size();
}

std::vector<OutputColumn> make_columns(const BodyRecord& record) {
    std::vector<OutputColumn> columns = {{"place in " + record.body, ""}};
    const auto add = [&](const std::string& name, const std::string& unit) {
        for (const char axis : {'x', 'y', 'z'}) columns.push_back({fmt::format("{}_{}", name, axis), unit});
    };
    add("angular_velocity", "rad/s");
    add("angular_acceleration", "rad/s²");
    add("acceleration_less_gravity", "m/s²");
    for (const RecordedPlace& place : record.places) {
        const std::string name = (place.is_track ? on_track : at_marker) + place.name;
        columns.push_back({name, "m"});
        add(name + " force", "N");
        add(name + " moment", "N m");
    }
    for (const char* kind : {"q", "q_dot", "q_ddot"})
        for (Index i = 0; i < modes_of(record); ++i) columns.push_back({fmt::format("{}_{}", kind, i + 1), ""});
    return columns;
}

void put(const VecX& values, std::size_t at, std::vector<double>& row) {
    std::copy(values.begin(), values.end(), row.begin() + static_cast<std::ptrdiff_t>(at));
}

class Columns {
  public:
    Columns(std::size_t places, Index modes) : places_(places), modes_(static_cast<std::size_t>(modes)) {}
    std::size_t place(std::size_t i) const { return head + width_of_place * i; }
    std::size_t q(std::size_t derivative) const { return place(places_) + modes_ * derivative; }
    std::size_t count() const { return q(3); }

    std::vector<double> make_end(double at, const VecX& q_, const VecX& q_dot) const {
        std::vector<double> row(count(), 0.0);
        row[0] = at;
        put(q_, q(0), row);
        put(q_dot, q(1), row);
        return row;
    }
    std::vector<double> make_point(const RecordedInterval& interval, const RecordedPoint& point) const {
        std::vector<double> row(count(), 0.0);
        row[0] = (point.t - interval.begin) / (interval.end - interval.begin);
        put(point.w, 1, row);
        put(point.alpha, 4, row);
        put(point.a, 7, row);
        for (std::size_t i = 0; i < point.loads.size(); ++i) {
            row[place(i)] = point.loads[i].s;
            put(point.loads[i].force, place(i) + 1, row);
            put(point.loads[i].moment, place(i) + 4, row);
        }
        put(point.q, q(0), row);
        put(point.q_dot, q(1), row);
        put(point.q_ddot, q(2), row);
        return row;
    }

  private:
    std::size_t places_, modes_;
};

std::string strip(const std::string& text, const std::string& prefix) { return text.substr(prefix.size()); }

[[noreturn]] void refuse(const std::filesystem::path& path) {
    throw InputError(fmt::format("{}: this is no record of a body", path.string()));
}

}  // namespace

void write_body_record(const BodyRecord& record, const std::filesystem::path& path) {
    const Columns columns(record.places.size(), modes_of(record));
    OutputsFileWriter file(path, make_columns(record));
    bool good = true;
    for (const RecordedInterval& each : record.intervals) {
        good = good && file.add(each.begin, columns.make_end(0, each.q_begin, each.q_dot_begin));
        for (const RecordedPoint& point : each.points)
            good = good && file.add(point.t, columns.make_point(each, point));
        good = good && file.add(each.end, columns.make_end(1, each.q_end, each.q_dot_end));
    }
    if (!file.finish() || !good) throw InputError(fmt::format("{}: the disk does not take it", path.string()));
}

BodyRecord read_body_record(const std::filesystem::path& path) {
    const OutputsFileReader file(path);
    const auto& names = file.columns();
    BodyRecord record;
    if (names.size() < head || !names[0].name.starts_with("place in ")) refuse(path);
    record.body = strip(names[0].name, "place in ");
    for (std::size_t i = head; i < names.size() && !names[i].name.starts_with("q_"); i += width_of_place) {
        const bool is_track = names[i].name.starts_with(on_track);
        record.places.push_back({strip(names[i].name, is_track ? on_track : at_marker), is_track});
    }
    const std::size_t rest = names.size() - head - width_of_place * record.places.size();
    const auto n = static_cast<Index>(rest / 3);
    const Columns columns(record.places.size(), n);
    if (columns.count() != names.size()) refuse(path);
    const OutputsFileReader::Block block = file.read(0, file.rows());
    for (std::size_t k = 0; k < block.times.size(); ++k) {
        const VecX row = block.values.row(static_cast<Index>(k)).transpose();
        const auto take = [&](std::size_t at, Index count) { return row.segment(static_cast<Index>(at), count); };
        if (row[0] == 0) {
            record.intervals.emplace_back();
            record.intervals.back().begin = block.times[k];
            record.intervals.back().q_begin = take(columns.q(0), n);
            record.intervals.back().q_dot_begin = take(columns.q(1), n);
            continue;
        }
        if (record.intervals.empty()) refuse(path);
        RecordedInterval& interval = record.intervals.back();
        if (row[0] == 1) {
            interval.end = block.times[k];
            interval.q_end = take(columns.q(0), n);
            interval.q_dot_end = take(columns.q(1), n);
            continue;
        }
        RecordedPoint point{block.times[k], take(1, 3), take(4, 3), take(7, 3), {}, {}, {}, {}};
        for (std::size_t i = 0; i < record.places.size(); ++i)
            point.loads.push_back({row[static_cast<Index>(columns.place(i))], take(columns.place(i) + 1, 3),
                                   take(columns.place(i) + 4, 3)});
        point.q = take(columns.q(0), n);
        point.q_dot = take(columns.q(1), n);
        point.q_ddot = take(columns.q(2), n);
        interval.points.push_back(std::move(point));
    }
    return record;
}

}  // namespace ritz
