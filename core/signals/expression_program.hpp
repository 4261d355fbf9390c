#pragma once
// The flat program an expression is compiled to: postfix instructions for a small stack machine over jets. A part of
// the formula is a contiguous run of instructions, which is why its switches can be evaluated on their own.
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/signals/signal.hpp"

namespace ritz {

enum class Op : std::uint8_t {
    // clang-format off
    constant, variable,
    // of one operand
    negate, logical_not, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, log, log10, sqrt, abs, sign, floor,
    step, smoothstep,
    // of two
    add, subtract, multiply, divide, power, less, less_equal, greater, greater_equal, equal, not_equal, logical_and,
    logical_or, atan2, min, max, mod,
    // of three
    select, smoothstep_between,
    // clang-format on
};

/// How many operands an operation takes from the stack.
inline int arity(Op op) {
    if (op <= Op::variable) return 0;
    if (op <= Op::smoothstep) return 1;
    return op <= Op::mod ? 2 : 3;
}

struct Instruction {
    Op op = Op::constant;
    std::uint8_t index = 0;  // of the variable
    double number = 0;       // the constant
};

/// A part of the formula that is at_zero + slope t for sure.
struct Affine {
    double at_zero = 0;
    double slope = 0;
};

/// An operation that changes from one branch to another: its operands are the instructions [begin, middle) and, if it
/// has two, [middle, end).
struct Switch {
    Op op = Op::step;
    int begin = 0, middle = 0, end = 0;
    std::optional<Affine> argument;  // changes branch where this is zero (floor, mod: an integer)
    std::size_t column = 0;          // 1-based, in the text
};

inline bool changes_again_and_again(Op op) { return op == Op::floor || op == Op::mod; }

constexpr int expression_stack_size = 64;

struct Program {
    std::vector<Instruction> code;
    std::vector<Switch> switches;
};

/// Runs instructions that leave one value; the program was compiled, so the stack is known to suffice.
Jet run_program(std::span<const Instruction> code, std::span<const Jet> variables);

/// One operation on one or two operands.
Jet apply_operation(Op op, const Jet& u);
Jet apply_operation(Op op, const Jet& u, const Jet& v);

Program compile_expression(const std::string& text, const std::map<std::string, double>& constants,
                           const std::vector<std::string>& variables);

}  // namespace ritz
