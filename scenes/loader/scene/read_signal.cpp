#include "scenes/loader/scene/read_signal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "core/errors.hpp"
#include "core/signals/input.hpp"
#include "core/signals/trajectory.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/json/csv.hpp"

namespace ritz {
namespace {

Table zero_table() { return Table({0, 1}, {0, 0}); }

/// The numbers of a column given by its name or its number.
std::optional<std::vector<double>> find_column(const CsvColumns& csv, const Reader& column) {
    const int count = static_cast<int>(csv.columns.size());
    if (!column.is_string()) {
        const std::size_t before = column.diagnostics().count();
        const int i = column.as<int>(between(0, count - 1));
        if (column.diagnostics().count() != before) return {};
        return csv.columns[i];
    }
    const std::string name = column.as<std::string>();
    const auto match = std::find(csv.names.begin(), csv.names.end(), name);
    if (match != csv.names.end()) return csv.columns[match - csv.names.begin()];
    column.complain(csv.names.empty() ? "the file has no line with the names of its columns; give a number from 0"
                                      : fmt::format("no column \"{}\"{}", name, suggest(name, csv.names)));
    return {};
}

/// Whether the word stands in the text, not as a part of a longer one.
bool has_word(const std::string& text, const std::string& word) {
    const auto is_letter = [&](std::size_t i) {
        return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
    };
    for (std::size_t at = text.find(word); at != std::string::npos && !word.empty(); at = text.find(word, at + 1))
        if (!is_letter(at - 1) && !is_letter(at + word.size())) return true;
    return false;
}

struct Points {
    std::vector<double> x, y;
};

std::optional<Points> read_points_from_file(Reader& object, const std::string& abscissa) {
    Reader file = object.value("file");
    Reader x_column = object.optional_value(abscissa + "_column"), y_column = object.value("column");
    const std::string name = file.as<std::string>();
    if (!file.is_string() || !y_column) return {};
    const auto csv = complain_if_thrown(file, [&] { return read_csv(object.document().folder / name); });
    if (!csv) return {};
    auto x = x_column ? find_column(*csv, x_column) : csv->columns[0];
    auto y = find_column(*csv, y_column);
    if (!x || !y) return {};
    return Points{std::move(*x), std::move(*y)};
}

std::optional<Points> read_points(Reader& object, const std::string& abscissa) {
    if (object.has("file")) return read_points_from_file(object, abscissa);
    const std::size_t before = object.diagnostics().count();
    Points points{object.required<std::vector<double>>(abscissa), object.required<std::vector<double>>("value")};
    if (object.diagnostics().count() != before) return {};
    return points;
}

TableOptions read_table_options(Reader& object) {
    TableOptions options;
    options.interpolation = object.optional_choice<Interpolation>(
        "interpolation", {{"linear", Interpolation::linear}, {"spline", Interpolation::spline}}, options.interpolation);
    options.outside = object.optional_choice<Outside>(
        "outside", {{"hold", Outside::hold}, {"extrapolate", Outside::extrapolate}}, options.outside);
    options.ends = object.optional_choice<SplineEnds>(
        "ends", {{"not_a_knot", SplineEnds::not_a_knot}, {"rest", SplineEnds::rest}}, options.ends);
    options.periodic = object.optional<bool>("periodic", options.periodic);
    return options;
}

/// A list of numbers, or one number that stands for all.
std::vector<double> read_one_or_all(Reader& object, const std::string& key, bool is_required, const Range& range) {
    const Reader value = is_required ? object.value(key) : object.optional_value(key);
    if (!value) return {};
    return value.is_array() ? value.as<std::vector<double>>(range) : std::vector{value.as<double>(range)};
}

Signal read_trajectory(Reader& object) {
    const std::size_t before = object.diagnostics().count();
    TrajectorySpec spec;
    spec.profile = object.required_choice<Profile>("profile", {{"trapezoidal", Profile::trapezoidal},
                                                               {"jerk_limited", Profile::jerk_limited},
                                                               {"quintic", Profile::quintic}});
    const bool is_profile_known = object.diagnostics().count() == before;
    spec.points = object.required<std::vector<double>>("points");
    spec.start = object.optional<double>("start", spec.start);
    spec.dwell = read_one_or_all(object, "dwell", false, non_negative());
    if (!is_profile_known) return {};  // which of the other keys belong here depends on it
    if (spec.profile == Profile::quintic) {
        spec.durations = read_one_or_all(object, "durations", true, positive());
    } else {
        spec.max_velocity = object.required<double>("max_velocity", positive());
        spec.max_acceleration = object.required<double>("max_acceleration", positive());
        if (spec.profile == Profile::jerk_limited) spec.max_jerk = object.required<double>("max_jerk", positive());
    }
    object.finish();
    if (object.diagnostics().count() != before) return {};
    const auto trajectory = complain_if_thrown(object, [&] { return Trajectory(spec); });
    return trajectory ? Signal(*trajectory) : Signal();
}

/// An input is a signal by itself, and no name of an expression.
std::string hint_at_input(const JsonDocument& document, const std::string& text) {
    if (!document.root.contains("inputs")) return {};
    const Json& inputs = document.root.at("inputs");
    std::vector<std::string> names;
    if (inputs.is_object())
        for (const auto& member : inputs.items()) names.push_back(member.key());
    else if (inputs.is_array())
        for (const Json& each : inputs)
            if (each.is_object() && each.contains("name") && each.at("name").is_string())
                names.push_back(each.at("name").get<std::string>());
    for (const std::string& name : names)
        if (has_word(text, name)) return fmt::format("; as a signal the input is written {{\"input\": \"{}\"}}", name);
    return {};
}

std::optional<Expression> read_expression(const Reader& value) {
    const std::string text = value.as<std::string>();
    try {
        return Expression(text, value.document().parameters.value_or(Parameters{}));
    } catch (const InputError& error) {
        for (const std::string& message : error.messages())
            value.complain(message + hint_at_input(value.document(), text));
        return {};
    }
}

}  // namespace

Table read_table(Reader& object, const std::string& abscissa) {
    if (!object.exists()) return zero_table();
    const std::size_t before = object.diagnostics().count();
    const std::optional<Points> points = read_points(object, abscissa);
    const TableOptions options = read_table_options(object);
    object.finish();
    if (!points || object.diagnostics().count() != before) return zero_table();
    return complain_if_thrown(object, [&] { return Table(points->x, points->y, options); }).value_or(zero_table());
}

Signal read_signal(Reader& value) {
    if (!value) return {};
    if (value.is_number()) return value.as<double>();
    if (value.is_string()) {
        const std::optional<Expression> expression = read_expression(value);
        if (!expression) return {};
        if (!std::isfinite(expression->at(0).value)) {
            value.complain(fmt::format("found {}, expected a finite value at t = 0", value.found()));
            return {};
        }
        return expression->is_constant() ? Signal(expression->at(0).value) : Signal(*expression);
    }
    if (!value.is_object()) {
        value.complain(
            fmt::format("found {}, expected a number, an expression of t in quotes, or an object with "
                        "\"table\", \"trajectory\" or \"input\"",
                        value.found()));
        return {};
    }
    const std::string kind = value.exactly_one_of({"table", "trajectory", "input"});
    value.finish();
    if (kind.empty()) return {};
    if (kind == "input") return Input(value.required<std::string>("input"));
    Reader object = value.child(kind);
    if (!object) return {};
    if (kind == "trajectory") return read_trajectory(object);
    const std::size_t before = value.diagnostics().count();
    Table table = read_table(object, "t");
    return value.diagnostics().count() == before ? Signal(std::move(table)) : Signal();
}

Signal read_signal(Reader& parent, const std::string& key) {
    Reader value = parent.value(key);
    return read_signal(value);
}

Signal read_signal(Reader& parent, const std::string& key, const Signal& otherwise) {
    Reader value = parent.optional_value(key);
    return value ? read_signal(value) : otherwise;
}

}  // namespace ritz
