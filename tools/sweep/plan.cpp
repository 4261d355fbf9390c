#include "tools/sweep/plan.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "core/errors.hpp"

namespace ritz {
namespace {

[[noreturn]] void refuse(const std::string& text, const std::string& found, const std::string& expected) {
    throw InputError(fmt::format("--vary {}: found {}, expected {}", text, found, expected));
}

std::optional<double> read_number(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
    return value;
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text)
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

std::vector<double> read_numbers(const std::string& text, const std::vector<std::string>& parts) {
    std::vector<double> numbers;
    for (const std::string& part : parts) {
        const std::optional<double> number = read_number(part);
        if (!number) refuse(text, fmt::format("\"{}\"", part), "a number, such as 2.5 or 1e-3");
        numbers.push_back(*number);
    }
    return numbers;
}

constexpr double most_values = 1e6;

/// n numbers from a to b, both among them.
std::vector<double> spread(const std::string& text, double a, double b, double n) {
    if (!(n >= 2) || n != std::floor(n) || n > most_values)
        refuse(text, fmt::format("{} values", n), "a whole number of values, from 2 to a million");
    const auto count = static_cast<std::size_t>(n);
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double part = static_cast<double>(i) / static_cast<double>(count - 1);
        values[i] = i + 1 == count ? b : a + part * (b - a);
    }
    return values;
}

/// SplitMix64 [Steele2014]: a whole sequence from any seed, without a state to carry along.
std::uint64_t scramble(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/// Uniform in [0, 1).
double draw(std::uint64_t seed, std::size_t number, std::size_t variable) {
    const std::uint64_t bits = scramble(scramble(scramble(seed) + number) + variable);
    return static_cast<double>(bits >> 11) * 0x1p-53;
}

}  // namespace

Variable read_variable(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || text.empty() || text[0] != '/')
        refuse(text, "no place and values", "/json/pointer=a:b:n, such as /bodies/mass/mass=50:200:7");
    Variable variable{text.substr(0, equals), {}};
    const std::string values = text.substr(equals + 1);
    if (values.find(':') == std::string::npos) {
        variable.values = read_numbers(text, split(values, ','));
        return variable;
    }
    const std::vector<double> numbers = read_numbers(text, split(values, ':'));
    if (numbers.size() > 3) refuse(text, fmt::format("{} numbers", numbers.size()), "a:b:n, or a:b with --random");
    if (!(numbers[0] != numbers[1])) refuse(text, "a range without length", "two different numbers a:b");
    variable.is_range = true;
    variable.has_count = numbers.size() == 3;
    variable.values = numbers.size() == 2 ? numbers : spread(text, numbers[0], numbers[1], numbers[2]);
    return variable;
}

void check_plan(const SweepPlan& plan) {
    if (plan.variables.empty())
        throw InputError("--vary: found none, expected at least one, such as --vary /bodies/mass/mass=50:200:7");
    std::set<std::string> seen;
    for (const Variable& variable : plan.variables)
        if (!seen.insert(variable.pointer).second)
            throw InputError(fmt::format("--vary {}: found it twice, expected it once", variable.pointer));
    for (const Variable& variable : plan.variables) {
        if (plan.draws == 0 && !variable.has_count)
            throw InputError(fmt::format(
                "--vary {}: found a range without a number of values, expected a:b:n, or --random N beside it",
                variable.pointer));
        if (plan.draws > 0 && !variable.is_range)
            throw InputError(fmt::format(
                "--vary {}: found single values, expected a range a:b to draw from with --random", variable.pointer));
    }
    double count = plan.draws > 0 ? static_cast<double>(plan.draws) : 1;
    if (plan.draws == 0)
        for (const Variable& variable : plan.variables) count *= static_cast<double>(variable.values.size());
    if (count > most_values)
        throw InputError(fmt::format("--vary: found {:.3g} variations, expected at most a million", count));
}

std::size_t count_variations(const SweepPlan& plan) {
    if (plan.draws > 0) return static_cast<std::size_t>(plan.draws);
    std::size_t count = 1;
    for (const Variable& variable : plan.variables) count *= variable.values.size();
    return count;
}

std::vector<double> make_variation(const SweepPlan& plan, std::size_t number) {
    std::vector<double> values(plan.variables.size());
    std::size_t rest = number;
    for (std::size_t i = values.size(); i-- > 0;) {
        const std::vector<double>& known = plan.variables[i].values;
        if (plan.draws > 0) {
            values[i] = known.front() + draw(plan.seed, number, i) * (known.back() - known.front());
        } else {
            values[i] = known[rest % known.size()];
            rest /= known.size();
        }
    }
    return values;
}

std::vector<std::string> make_overrides(const SweepPlan& plan, std::size_t number) {
    const std::vector<double> values = make_variation(plan, number);
    std::vector<std::string> overrides;
    for (std::size_t i = 0; i < values.size(); ++i)
        overrides.push_back(fmt::format("{}={}", plan.variables[i].pointer, values[i]));
    return overrides;
}

}  // namespace ritz
