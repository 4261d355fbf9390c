#include "core/signals/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "core/errors.hpp"
#include "core/signals/jet_math.hpp"

namespace ritz {
namespace {

Jet truth(bool yes) { return {yes ? 1.0 : 0.0, 0, 0}; }
Jet sign(const Jet& u) { return {static_cast<double>((u.value > 0) - (u.value < 0)), 0, 0}; }

Jet apply(Op op, const Jet& u) {
    switch (op) {
        case Op::negate:
            return -u;
        case Op::logical_not:
            return truth(u.value == 0);
        case Op::sin:
            return sin(u);
        case Op::cos:
            return cos(u);
        case Op::tan:
            return tan(u);
        case Op::asin:
            return asin(u);
        case Op::acos:
            return acos(u);
        case Op::atan:
            return atan(u);
        case Op::sinh:
            return sinh(u);
        case Op::cosh:
            return cosh(u);
        case Op::tanh:
            return tanh(u);
        case Op::exp:
            return exp(u);
        case Op::log:
            return log(u);
        case Op::log10:
            return log10(u);
        case Op::sqrt:
            return sqrt(u);
        case Op::abs:
            return abs(u);
        case Op::sign:
            return sign(u);
        case Op::floor:
            return {std::floor(u.value), 0, 0};
        case Op::step:
            return truth(u.value >= 0);
        default:
            return smoothstep(u);
    }
}

Jet apply(Op op, const Jet& u, const Jet& v) {
    switch (op) {
        case Op::add:
            return u + v;
        case Op::subtract:
            return u - v;
        case Op::multiply:
            return u * v;
        case Op::divide:
            return u / v;
        case Op::power:
            return pow(u, v);
        case Op::less:
            return truth(u.value < v.value);
        case Op::less_equal:
            return truth(u.value <= v.value);
        case Op::greater:
            return truth(u.value > v.value);
        case Op::greater_equal:
            return truth(u.value >= v.value);
        case Op::equal:
            return truth(u.value == v.value);
        case Op::not_equal:
            return truth(u.value != v.value);
        case Op::logical_and:
            return truth(u.value != 0 && v.value != 0);
        case Op::logical_or:
            return truth(u.value != 0 || v.value != 0);
        case Op::atan2:
            return atan2(u, v);
        case Op::min:
            return v.value < u.value ? v : u;
        case Op::max:
            return v.value > u.value ? v : u;
        default:
            return mod(u, v);
    }
}

Jet apply(Op op, const Jet& u, const Jet& v, const Jet& w) {
    if (op == Op::select) return u.value != 0 ? v : w;
    return smoothstep((w - u) / (v - u));
}

}  // namespace

Jet apply_operation(Op op, const Jet& u) { return apply(op, u); }
Jet apply_operation(Op op, const Jet& u, const Jet& v) { return apply(op, u, v); }

Jet run_program(std::span<const Instruction> code, std::span<const Jet> variables) {
    Jet stack[expression_stack_size];
    Jet* top = stack;  // one past the last value
    for (const Instruction& instruction : code) {
        switch (arity(instruction.op)) {
            case 0:
                *top++ = instruction.op == Op::constant ? Jet{instruction.number, 0, 0} : variables[instruction.index];
                break;
            case 1:
                top[-1] = apply(instruction.op, top[-1]);
                break;
            case 2:
                top[-2] = apply(instruction.op, top[-2], top[-1]);
                --top;
                break;
            default:
                top[-3] = apply(instruction.op, top[-3], top[-2], top[-1]);
                top -= 2;
        }
    }
    return stack[0];
}

namespace {

/// Names of constants give way to their numbers; functions and variables go before constants, as in the compiler.
std::string put_numbers(const std::string& text, const Expression::Constants& constants,
                        const std::vector<std::string>& variables) {
    if (constants.empty()) return text;
    const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;
        if (is_digit(text[i]) || text[i] == '.') {
            double value = 0;
            const auto parsed = std::from_chars(text.data() + i, text.data() + text.size(), value);
            end = std::max(end, static_cast<std::size_t>(parsed.ptr - text.data()));
        } else if (is_letter(text[i])) {
            while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
            const std::string name = text.substr(i, end - i);
            const std::size_t next = text.find_first_not_of(" \t\r\n", end);
            const bool is_call = next != std::string::npos && text[next] == '(';
            const bool is_variable = std::find(variables.begin(), variables.end(), name) != variables.end();
            if (const auto found = constants.find(name); found != constants.end() && !is_call && !is_variable) {
                result += found->second < 0 ? fmt::format("({})", found->second) : fmt::format("{}", found->second);
                i = end;
                continue;
            }
        }
        result.append(text, i, end - i);
        i = end;
    }
    return result;
}

}  // namespace

Expression::Expression(const std::string& text, const Constants& constants, const std::vector<std::string>& variables)
    : text_(text),
      expanded_(put_numbers(text, constants, variables)),
      variables_(variables),
      program_(compile_expression(text, constants, variables)) {
    if (is_constant() && !std::isfinite(program_.code[0].number))
        throw InputError(fmt::format("expression \"{}\" is not a finite number", text));
}

std::vector<double> Expression::breakpoints() const {
    std::vector<double> times;
    for (const Switch& change : program_.switches)
        if (change.argument && change.argument->slope != 0 && !changes_again_and_again(change.op))
            times.push_back(-change.argument->at_zero / change.argument->slope);
    std::erase_if(times, [](double t) { return !std::isfinite(t); });
    return times;
}

std::string Expression::unforeseen_switch() const {
    for (const Switch& change : program_.switches)
        if (!change.argument || changes_again_and_again(change.op))
            return fmt::format("the operation at column {} of \"{}\"", change.column, text_);
    return {};
}

}  // namespace ritz
