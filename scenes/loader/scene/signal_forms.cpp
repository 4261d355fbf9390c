// Signals of a scene: reading is in read_signal.cpp, here they are written and described.
#include <fmt/format.h>

#include "core/signals/input.hpp"
#include "core/signals/trajectory.hpp"
#include "scenes/loader/scene/read_signal.hpp"
#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

Json one_or_all(const std::vector<double>& values) { return values.size() == 1 ? Json(values[0]) : to_json(values); }

Json write_trajectory(const TrajectorySpec& spec) {
    Json object = Json::object();
    object["profile"] = spec.profile == Profile::trapezoidal    ? "trapezoidal"
                        : spec.profile == Profile::jerk_limited ? "jerk_limited"
                                                                : "quintic";
    object["points"] = to_json(spec.points);
    if (spec.start != TrajectorySpec{}.start) object["start"] = spec.start;
    if (spec.profile == Profile::quintic) {
        object["durations"] = one_or_all(spec.durations);
    } else {
        object["max_velocity"] = spec.max_velocity;
        object["max_acceleration"] = spec.max_acceleration;
        if (spec.profile == Profile::jerk_limited) object["max_jerk"] = spec.max_jerk;
    }
    if (!spec.dwell.empty()) object["dwell"] = one_or_all(spec.dwell);
    return object;
}

Json write_signal(const Signal& signal) {
    if (const Expression* expression = signal.expression()) return expression->text_without_constants();
    if (const Table* table = signal.table()) return Json{{"table", write_table(*table, "t")}};
    if (const Trajectory* trajectory = signal.trajectory())
        return Json{{"trajectory", write_trajectory(trajectory->spec())}};
    if (const Input* input = signal.input()) return Json{{"input", input->name()}};
    return signal.value(0);
}

Json describe_trajectory() {
    using namespace schema;
    return object(
        "a motion from point to point",
        {{"profile", choice({"trapezoidal", "jerk_limited", "quintic"}, "how velocity or acceleration is shaped")},
         {"points", schema::vector(-1, "the places [m or rad]")},
         {"start", number("when it begins [s]; 0 if left out")},
         {"max_velocity", schema::positive("[m/s or rad/s]")},
         {"max_acceleration", schema::positive("[m/s² or rad/s²]")},
         {"max_jerk", schema::positive("[m/s³ or rad/s³]")},
         {"durations", any_of({schema::positive("of every part [s]"), schema::vector(-1, "of each part [s]")},
                              "quintic: of the parts [s]")},
         {"dwell", any_of({schema::non_negative("[s]"), schema::vector(-1, "[s]")}, "rest at the points between [s]")}},
        {"profile", "points"});
}

}  // namespace

Json write_table(const Table& table, const std::string& abscissa) {
    Json object = Json::object();
    object[abscissa] = to_json(table.x());
    object["value"] = to_json(table.y());
    const TableOptions& options = table.options();
    if (options.interpolation == Interpolation::spline) object["interpolation"] = "spline";
    if (options.outside == Outside::extrapolate) object["outside"] = "extrapolate";
    if (options.ends == SplineEnds::rest) object["ends"] = "rest";
    if (options.periodic) object["periodic"] = true;
    return object;
}

Json describe_table(const std::string& abscissa, const std::string& words) {
    using namespace schema;
    return object(words,
                  {{abscissa, schema::vector(-1, "where the values stand, increasing")},
                   {"value", schema::vector(-1, "the values")},
                   {"file", text("a CSV file with the values, relative to the scene")},
                   {"column", any_of({text("its name"), count(0, "its number from 0")}, "the column of the values")},
                   {abscissa + "_column", any_of({text("its name"), count(0, "its number from 0")}, "0 if left out")},
                   {"interpolation", choice({"linear", "spline"}, "linear if left out")},
                   {"periodic", flag("false if left out")},
                   {"outside", choice({"hold", "extrapolate"}, "beyond the ends; hold if left out")},
                   {"ends", choice({"not_a_knot", "rest"}, "of a spline; not_a_knot if left out")}});
}

Json describe_signal() {
    using namespace schema;
    return any_of(
        {number("a constant"), text("an expression of t, e.g. \"10*sin(2*pi*t)\""),
         object("points over time", {{"table", describe_table("t", "values over time [s]")}}, {"table"}),
         object("a planned motion", {{"trajectory", describe_trajectory()}}, {"trajectory"}),
         object("set from outside while the run goes on", {{"input", text("one of the scene's inputs")}}, {"input"})},
        "a function of time");
}

void fill_signal(Form& form, const std::string& key, Signal& signal, const std::string& words, bool is_required) {
    form.member(
        key, is_required, [&] { return schema::see("signal", words); },
        [&](Reader& reader) {
            if (is_required)
                signal = read_signal(reader, key);
            else
                signal = read_signal(reader, key, Signal());
        },
        [&] {
            const bool is_nothing = signal.is_constant() && signal.value(0) == 0;
            return is_nothing && !is_required ? Json() : write_signal(signal);
        });
}

void fill_signals(Form& form, const std::string& key, std::array<Signal, 3>& signals, const std::string& words,
                  bool is_required) {
    form.member(
        key, is_required, [&] { return schema::see("signals", words); },
        [&](Reader& reader) {
            if (!is_required && !reader.has(key)) return;
            const Reader value = reader.value(key);
            if (!value) return;
            if (!value.is_array() || value.elements().size() != 3)
                return value.complain(fmt::format("found {}, expected a list of 3 signals", value.found()));
            std::vector<Reader> elements = value.elements();
            for (std::size_t i = 0; i < 3; ++i) signals[i] = read_signal(elements[i]);
        },
        [&] {
            return Json{write_signal(signals[0]), write_signal(signals[1]), write_signal(signals[2])};
        });
}

}  // namespace ritz
