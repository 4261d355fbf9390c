#include "scenes/loader/json/json_convert.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/errors.hpp"
#include "scenes/loader/json/parameters.hpp"

namespace ritz {
namespace {

std::string shortened(const std::string& text) { return text.size() > 40 ? text.substr(0, 37) + "..." : text; }

/// Nobody counts fifteen zeros.
std::string bound_text(double bound) {
    const std::string brief = fmt::format("{:g}", bound);
    return std::abs(bound) >= 1e7 && std::stod(brief) == bound ? brief : fmt::format("{}", bound);
}

}  // namespace

std::string describe(const Json& value) {
    switch (value.type()) {
        case Json::value_t::null:
            return "null";
        case Json::value_t::boolean:
            return value.get<bool>() ? "true" : "false";
        case Json::value_t::string:
            return fmt::format("the text \"{}\"", shortened(value.get<std::string>()));
        case Json::value_t::object: {
            std::string keys;
            for (const auto& member : value.items()) keys += (keys.empty() ? " with " : ", ") + member.key();
            return (keys.empty() ? "an empty object" : "an object") + shortened(keys);
        }
        case Json::value_t::array:
            return value.empty() ? "an empty list" : fmt::format("a list of {}", value.size());
        default:
            return fmt::format("the number {}", value.dump());
    }
}

bool JsonConverter::refuse(const Json& json, const std::string& pointer, const std::string& what) const {
    diagnostics_.add(pointer, fmt::format("found {}, expected {}", describe(json), what));
    return false;
}

bool JsonConverter::is_allowed(double number) const {
    return std::isfinite(number) && (range_.without_low ? number > range_.low : number >= range_.low) &&
           number <= range_.high;
}

double JsonConverter::harmless_number() const {
    if (is_allowed(0)) return 0;
    if (std::isfinite(range_.low) && std::isfinite(range_.high)) return (range_.low + range_.high) / 2;
    return std::isfinite(range_.low) ? range_.low + 1 : range_.high;
}

std::string JsonConverter::words_for(const std::string& noun) const {
    const bool is_bounded_below = std::isfinite(range_.low), is_bounded_above = std::isfinite(range_.high);
    if (is_bounded_below && is_bounded_above && range_.without_low)
        return fmt::format("a {} above {} and at most {}", noun, bound_text(range_.low), bound_text(range_.high));
    if (is_bounded_below && is_bounded_above)
        return fmt::format("a {} from {} to {}", noun, bound_text(range_.low), bound_text(range_.high));
    if (is_bounded_above) return fmt::format("a {} of at most {}", noun, bound_text(range_.high));
    if (!is_bounded_below) return "a " + noun;
    if (range_.low == 0) return (range_.without_low ? "a positive " : "a non-negative ") + noun;
    return fmt::format("a {} {} {}", noun, range_.without_low ? "greater than" : "of at least", range_.low);
}

std::string JsonConverter::expected(const double*) const { return words_for("number"); }
std::string JsonConverter::expected(const int*) const { return words_for("whole number"); }

std::optional<double> JsonConverter::find_number(const Json& json, const std::string& pointer,
                                                 const std::string& expected) const {
    if (json.is_number()) return json.get<double>();
    if (!json.is_string() || !parameters_) {
        refuse(json, pointer, expected);
        return {};
    }
    try {
        return eval_number(json.get<std::string>(), *parameters_);
    } catch (const InputError& error) {
        refuse(json, pointer, fmt::format("{} or an expression of the parameters; {}", expected, error.what()));
        return {};
    }
}

bool JsonConverter::refuse_value(const Json& json, double value, const std::string& pointer,
                                 const std::string& expected) const {
    if (!json.is_string()) return refuse(json, pointer, expected);
    diagnostics_.add(pointer, fmt::format("found {}, which is {}, expected {}", describe(json), value, expected));
    return false;
}

bool JsonConverter::take(const Json& json, double& result) const {
    if (!json.is_number()) return false;
    result = json.get<double>();
    return is_allowed(result);
}

bool JsonConverter::convert(const Json& json, const std::string& pointer, double& result) const {
    if (take(json, result)) return true;
    const std::optional<double> number = find_number(json, pointer, expected(&result));
    const bool good = number && is_allowed(*number);
    result = good ? *number : harmless_number();
    return good || (number && refuse_value(json, *number, pointer, expected(&result)));
}

bool JsonConverter::convert(const Json& json, const std::string& pointer, int& result) const {
    std::optional<double> number = find_number(json, pointer, expected(&result));
    result = static_cast<int>(harmless_number());
    if (!number) return false;
    // 0.3/0.1 is three: a quotient of decimals that are not exact in binary may miss a whole number by its rounding.
    constexpr double rounding = 1e-12;
    if (json.is_string() && std::abs(*number - std::round(*number)) <= rounding * std::abs(*number))
        number = std::round(*number);
    // 3.0 and 1e3 are whole, too.
    const bool is_whole = *number == std::floor(*number) && std::abs(*number) <= std::numeric_limits<int>::max();
    if (!is_whole || !is_allowed(*number)) return refuse_value(json, *number, pointer, expected(&result));
    result = static_cast<int>(*number);
    return true;
}

bool JsonConverter::convert(const Json& json, const std::string& pointer, bool& result) const {
    result = json.is_boolean() && json.get<bool>();
    return json.is_boolean() || refuse(json, pointer, expected(&result));
}

bool JsonConverter::convert(const Json& json, const std::string& pointer, std::string& result) const {
    result = json.is_string() ? json.get<std::string>() : std::string{};
    return json.is_string() || refuse(json, pointer, expected(&result));
}

bool JsonConverter::convert(const Json& json, const std::string& pointer, Vec3& result) const {
    result = harmless<Vec3>();
    if (!json.is_array() || json.size() != 3) return refuse(json, pointer, expected(&result));
    bool good = true;
    for (int i = 0; i < 3; ++i)
        if (!take(json[i], result[i])) good &= convert(json[i], pointer_to(pointer, i), result[i]);
    return good;
}

bool JsonConverter::convert(const Json& json, const std::string& pointer, Mat3& result) const {
    result = harmless<Mat3>();
    if (!json.is_array() || json.size() != 3) return refuse(json, pointer, expected(&result));
    bool good = true;
    for (int i = 0; i < 3; ++i) {
        Vec3 row;
        good &= convert(json[i], pointer_to(pointer, i), row);
        result.row(i) = row;
    }
    return good;
}

bool JsonConverter::convert(const Json& json, const std::string& pointer, VecX& result) const {
    std::vector<double> numbers;
    result.resize(0);
    if (!json.is_array()) return refuse(json, pointer, expected(&result));
    const bool good = convert(json, pointer, numbers);
    result = VecX::Map(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
    return good;
}

bool JsonConverter::convert(const Json& json, const std::string& pointer, MatX& result) const {
    result.resize(0, 0);
    if (!json.is_array()) return refuse(json, pointer, expected(&result));
    bool good = true;
    for (std::size_t i = 0; i < json.size(); ++i) {
        VecX row;
        if (!convert(json[i], pointer_to(pointer, i), row)) {
            good = false;
        } else if (i > 0 && json[0].is_array() && json[i].size() != json[0].size()) {
            good = refuse(json[i], pointer_to(pointer, i), fmt::format("{} as in the first row", json[0].size()));
        } else if (good) {
            result.conservativeResize(static_cast<Eigen::Index>(i + 1), row.size());
            result.row(static_cast<Eigen::Index>(i)) = row;
        }
    }
    return good;
}

}  // namespace ritz
