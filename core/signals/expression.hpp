#pragma once
// A formula such as "10*sin(2*pi*t)", compiled once and evaluated with its first two time derivatives.
//
// Operators, from loose to tight: c ? a : b,  ||,  &&,  < <= > >= == !=,  + -,  * /,  unary - !,  ^ (right to left).
// Functions: sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10 sqrt abs sign min max pow floor mod,
// if(c, a, b), step(x) (0 for x < 0, else 1), smoothstep(x) (0 to 1 over 0 ≤ x ≤ 1 with continuous acceleration) and
// smoothstep(a, b, x) (the same over a ≤ x ≤ b). Constants: pi, e, and those the caller names.
#include "core/signals/expression_program.hpp"

namespace ritz {

class Expression {
  public:
    using Constants = std::map<std::string, double>;

    /// Throws InputError with the column and what was expected there.
    explicit Expression(const std::string& text, const Constants& constants = {},
                        const std::vector<std::string>& variables = {"t"});

    /// As a function of time; only for an expression whose one variable is t.
    Jet at(double t) const {
        const Jet time{t, 1, 0};
        return run_program(program_.code, {&time, 1});
    }
    /// With one jet for each variable, in the order given at compilation.
    Jet at(std::span<const Jet> variables) const { return run_program(program_.code, variables); }

    const Program& program() const { return program_; }
    const std::string& text() const { return text_; }
    /// The same formula with numbers in the places of the caller's constants.
    const std::string& text_without_constants() const { return expanded_; }
    const std::vector<std::string>& variables() const { return variables_; }
    bool is_constant() const { return program_.code.size() == 1 && program_.code[0].op == Op::constant; }

    /// The times, known from the formula, at which an operation such as step or < changes branch once.
    std::vector<double> breakpoints() const;
    /// An operation whose changes of branch are not among breakpoints(), for a message; empty if there is none.
    std::string unforeseen_switch() const;

  private:
    std::string text_, expanded_;
    std::vector<std::string> variables_;
    Program program_;
};

}  // namespace ritz
