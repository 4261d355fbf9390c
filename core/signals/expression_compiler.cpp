// Text to postfix instructions by recursive descent. Constant parts are folded while emitting, and next to the code a
// stack of operands is kept, which knows for each where its code begins and whether it is linear in t.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string_view>

#include "core/errors.hpp"
#include "core/signals/expression_program.hpp"

namespace ritz {
namespace {

struct Function {
    std::string_view name;
    Op op;
    int arguments;
};

constexpr std::array functions{
    Function{"sin", Op::sin, 1},
    Function{"cos", Op::cos, 1},
    Function{"tan", Op::tan, 1},
    Function{"asin", Op::asin, 1},
    Function{"acos", Op::acos, 1},
    Function{"atan", Op::atan, 1},
    Function{"atan2", Op::atan2, 2},
    Function{"sinh", Op::sinh, 1},
    Function{"cosh", Op::cosh, 1},
    Function{"tanh", Op::tanh, 1},
    Function{"exp", Op::exp, 1},
    Function{"log", Op::log, 1},
    Function{"log10", Op::log10, 1},
    Function{"sqrt", Op::sqrt, 1},
    Function{"abs", Op::abs, 1},
    Function{"sign", Op::sign, 1},
    Function{"min", Op::min, 2},
    Function{"max", Op::max, 2},
    Function{"pow", Op::power, 2},
    Function{"floor", Op::floor, 1},
    Function{"mod", Op::mod, 2},
    Function{"step", Op::step, 1},
    Function{"smoothstep", Op::smoothstep, 1},
    Function{"if", Op::select, 3},
};

struct BinaryOperator {
    std::string_view symbol;
    Op op;
    int precedence;
};

constexpr int precedence_of_comparisons = 3;
// Longer symbols first, so that "<=" is not read as "<".
constexpr std::array binary_operators{
    BinaryOperator{"||", Op::logical_or, 1}, BinaryOperator{"&&", Op::logical_and, 2},
    BinaryOperator{"<=", Op::less_equal, 3}, BinaryOperator{">=", Op::greater_equal, 3},
    BinaryOperator{"==", Op::equal, 3},      BinaryOperator{"!=", Op::not_equal, 3},
    BinaryOperator{"<", Op::less, 3},        BinaryOperator{">", Op::greater, 3},
    BinaryOperator{"+", Op::add, 4},         BinaryOperator{"-", Op::subtract, 4},
    BinaryOperator{"*", Op::multiply, 5},    BinaryOperator{"/", Op::divide, 5},
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_switch(Op op) {
    switch (op) {
        case Op::abs:
        case Op::sign:
        case Op::step:
        case Op::floor:
        case Op::mod:
        case Op::min:
        case Op::max:
        case Op::atan2:  // jumps by 2π
            return true;
        default:
            return op >= Op::less && op <= Op::not_equal;
    }
}

struct Operand {
    int begin = 0;  // of its code
    std::optional<Affine> affine;
};

std::optional<Affine> difference(const Operand& a, const Operand& b) {
    if (!a.affine || !b.affine) return {};
    return Affine{a.affine->at_zero - b.affine->at_zero, a.affine->slope - b.affine->slope};
}

std::optional<Affine> scaled(const std::optional<Affine>& a, double factor) {
    if (!a) return {};
    return Affine{a->at_zero * factor, a->slope * factor};
}

std::optional<Affine> quotient(const Operand& a, const Operand& b) {
    if (!b.affine || b.affine->slope != 0) return {};
    return scaled(a.affine, 1 / b.affine->at_zero);
}

/// What is linear in t after an operation on parts that were.
std::optional<Affine> combined(Op op, std::span<const Operand> parts) {
    const Operand &a = parts.front(), &b = parts.back();
    switch (op) {
        case Op::negate:
            return scaled(a.affine, -1);
        case Op::add:
            return difference(a, {0, scaled(b.affine, -1)});
        case Op::subtract:
            return difference(a, b);
        case Op::multiply:
            if (a.affine && a.affine->slope == 0) return scaled(b.affine, a.affine->at_zero);
            if (b.affine && b.affine->slope == 0) return scaled(a.affine, b.affine->at_zero);
            return {};
        case Op::divide:
            return quotient(a, b);
        default:
            return {};
    }
}

/// Collects instructions.
class Emitter {
  public:
    bool push(const Instruction& instruction, std::optional<Affine> affine) {
        operands_.push_back({static_cast<int>(program_.code.size()), affine});
        program_.code.push_back(instruction);
        return operands_.size() <= expression_stack_size;
    }

    void apply(Op op, std::size_t column) {
        const std::size_t count = arity(op);
        const std::span<const Operand> parts = std::span(operands_).last(count);
        const int begin = parts[0].begin;
        std::optional<Affine> affine = combined(op, parts);
        const bool all_constant = is_constant_run(begin, count);
        if (is_switch(op) && !all_constant) note_switch(op, parts, column);
        program_.code.push_back({op, 0, 0});
        if (all_constant) {
            const double value = run_program(std::span(program_.code).subspan(begin), {}).value;
            program_.code.resize(begin);
            program_.code.push_back({Op::constant, 0, value});
            affine = Affine{value, 0};
        }
        operands_.resize(operands_.size() - count);
        operands_.push_back({begin, affine});
    }

    Program take() { return std::move(program_); }

  private:
    bool is_constant_run(int begin, std::size_t count) const {
        if (program_.code.size() - begin != count) return false;
        for (std::size_t i = begin; i < program_.code.size(); ++i)
            if (program_.code[i].op != Op::constant) return false;
        return true;
    }

    void note_switch(Op op, std::span<const Operand> parts, std::size_t column) {
        Switch change{op, parts[0].begin, 0, static_cast<int>(program_.code.size()), {}, column};
        change.middle = parts.size() == 2 ? parts[1].begin : change.end;
        if (parts.size() == 1)
            change.argument = parts[0].affine;
        else if (op != Op::atan2)
            change.argument = op == Op::mod ? quotient(parts[0], parts[1]) : difference(parts[0], parts[1]);
        program_.switches.push_back(change);
    }

    Program program_;
    std::vector<Operand> operands_;
};

class Parser {
  public:
    Parser(const std::string& text, const std::map<std::string, double>& constants,
           const std::vector<std::string>& variables)
        : text_(text), constants_(constants), variables_(variables) {}

    Program parse() {
        for (const auto& [name, value] : constants_) check_constant(name, value);
        parse_choice();
        if (peek() != '\0' || position_ < text_.size()) fail_here("an operator or the end");
        return emitter_.take();
    }

  private:
    /// Counts the nesting, so that hostile input ends in a message and not in an overflow of the call stack.
    struct Level {
        explicit Level(Parser& p) : parser(p) {
            if (++parser.depth_ > 200) parser.fail(parser.position_, "is nested too deeply here; write it flatter");
        }
        ~Level() { --parser.depth_; }
        Parser& parser;
    };

    void parse_choice() {
        const Level level(*this);
        parse_binary(1);
        const std::size_t at = (peek(), position_);
        if (!accept("?")) return;
        parse_choice();
        expect(":", "of the choice c ? a : b");
        parse_choice();
        emitter_.apply(Op::select, at + 1);
    }

    void parse_binary(int lowest) {
        parse_unary();
        bool compared = false;
        for (;;) {
            peek();
            const BinaryOperator* found = find_operator();
            if (!found || found->precedence < lowest) return;
            const std::size_t at = position_;
            const bool comparison = found->precedence == precedence_of_comparisons;
            if (comparison && compared) fail(at, "compares a comparison; write a < b && b < c instead of a < b < c");
            compared = comparison;
            position_ += found->symbol.size();
            parse_binary(found->precedence + 1);
            emitter_.apply(found->op, at + 1);
        }
    }

    void parse_unary() {
        const Level level(*this);
        const char c = peek();
        const std::size_t at = position_;
        const bool is_not = c == '!' && !text_.substr(position_).starts_with("!=");
        if (c != '-' && c != '+' && !is_not) return parse_power();
        ++position_;
        parse_unary();
        if (c != '+') emitter_.apply(is_not ? Op::logical_not : Op::negate, at + 1);
    }

    void parse_power() {
        parse_primary();
        peek();
        const std::size_t at = position_;
        if (text_.substr(position_).starts_with("**")) fail(at, "found \"**\", expected \"^\" for a power");
        if (!accept("^")) return;
        parse_unary();
        emitter_.apply(Op::power, at + 1);
    }

    void parse_primary() {
        const char c = peek();
        if (is_digit(c) || c == '.') return parse_number();
        if (is_letter(c)) return parse_name();
        if (!accept("(")) fail_here("a number, a name or \"(\"");
        parse_choice();
        expect(")", "");
    }

    void parse_number() {
        double value = 0;
        const char* begin = text_.data() + position_;
        const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
        if (error == std::errc::result_out_of_range)
            fail(position_, fmt::format("the number {} is too large or too small", std::string_view(begin, end)));
        if (error != std::errc{}) fail_here("a number");
        const std::size_t at = position_;
        position_ += end - begin;
        push(at, {Op::constant, 0, value}, Affine{value, 0});
    }

    void parse_name() {
        const std::size_t at = position_;
        while (position_ < text_.size() && (is_letter(text_[position_]) || is_digit(text_[position_]))) ++position_;
        const std::string name(text_.substr(at, position_ - at));
        for (const Function& function : functions)
            if (function.name == name) return parse_call(function, at);
        for (std::size_t i = 0; i < variables_.size(); ++i) {
            if (variables_[i] != name) continue;
            const auto affine = name == "t" ? std::optional(Affine{0, 1}) : std::nullopt;
            return push(at, {Op::variable, static_cast<std::uint8_t>(i), 0}, affine);
        }
        const auto constant = constants_.find(name);
        if (constant != constants_.end()) return push_constant(at, constant->second);
        if (name == "pi") return push_constant(at, std::numbers::pi);
        if (name == "e") return push_constant(at, std::numbers::e);
        fail(at, fmt::format("unknown name \"{}\"{}", name, suggest(name, known_names())));
    }

    void parse_call(const Function& function, std::size_t at) {
        expect("(", fmt::format("after the function {}", function.name));
        int count = 0;
        do {
            parse_choice();
            ++count;
        } while (accept(","));
        expect(")", fmt::format("or \",\" in the arguments of {}", function.name));
        Op op = function.op;
        if (op == Op::smoothstep && count == 3) op = Op::smoothstep_between;
        if (count != arity(op))
            fail(at, fmt::format("{} has {} argument{}, expected {}", function.name, count, count == 1 ? "" : "s",
                                 op == Op::smoothstep ? "1 or 3" : std::to_string(function.arguments)));
        emitter_.apply(op, at + 1);
    }

    void push_constant(std::size_t at, double value) { push(at, {Op::constant, 0, value}, Affine{value, 0}); }

    void push(std::size_t at, const Instruction& instruction, std::optional<Affine> affine) {
        if (!emitter_.push(instruction, affine))
            fail(at,
                 fmt::format("needs more than {} intermediate values here; write it flatter", expression_stack_size));
    }

    void check_constant(const std::string& name, double value) const {
        const auto refuse = [&](std::string_view why) {
            throw InputError(fmt::format("the constant \"{}\" {}", name, why));
        };
        bool is_name = !name.empty() && is_letter(name[0]);
        for (const char c : name) is_name = is_name && (is_letter(c) || is_digit(c));
        if (!is_name) refuse("is not a name; expected letters, digits and _, with a letter first");
        if (!std::isfinite(value)) refuse("is not a finite number");
        bool taken = name == "pi" || name == "e";
        for (const Function& function : functions) taken = taken || function.name == name;
        for (const std::string& variable : variables_) taken = taken || variable == name;
        if (taken) refuse("hides a variable, function or constant of expressions; choose another name");
    }

    std::vector<std::string> known_names() const {
        std::vector<std::string> names = variables_;
        for (const auto& [name, value] : constants_) names.push_back(name);
        names.insert(names.end(), {"pi", "e"});
        for (const Function& function : functions) names.emplace_back(function.name);
        return names;
    }

    /// The next character that is not a space, without taking it; '\0' at the end.
    char peek() {
        while (position_ < text_.size() &&
               (text_[position_] == ' ' || (text_[position_] >= 9 && text_[position_] <= 13)))
            ++position_;
        return position_ < text_.size() ? text_[position_] : '\0';
    }

    bool accept(std::string_view symbol) {
        peek();
        if (!text_.substr(position_).starts_with(symbol)) return false;
        position_ += symbol.size();
        return true;
    }

    void expect(std::string_view symbol, const std::string& where) {
        if (!accept(symbol)) fail_here(fmt::format("\"{}\"{}{}", symbol, where.empty() ? "" : " ", where));
    }

    const BinaryOperator* find_operator() const {
        for (const BinaryOperator& candidate : binary_operators)
            if (text_.substr(position_).starts_with(candidate.symbol)) return &candidate;
        return nullptr;
    }

    [[noreturn]] void fail_here(const std::string& expected) {
        const char c = peek();
        std::string found = "the end";
        if (position_ < text_.size()) {
            found = c > ' ' && c < 127 ? fmt::format("\"{}\"", c)
                                       : fmt::format("the byte {}", static_cast<unsigned char>(c));
            if (c == '=') found += " (a comparison is ==)";
            if (c == '&' || c == '|') found += fmt::format(" (a logical operator is {0}{0})", c);
        }
        fail(position_, fmt::format("found {}, expected {}", found, expected));
    }

    [[noreturn]] void fail(std::size_t position, const std::string& what) const {
        constexpr std::size_t most = 80;
        std::string shown(text_.substr(0, most));
        for (char& c : shown)
            if (static_cast<unsigned char>(c) < ' ') c = ' ';
        if (text_.size() > most) shown += "...";
        throw InputError(fmt::format("expression \"{}\", column {}: {}", shown, position + 1, what));
    }

    std::string_view text_;
    const std::map<std::string, double>& constants_;
    const std::vector<std::string>& variables_;
    Emitter emitter_;
    std::size_t position_ = 0;
    int depth_ = 0;
};

}  // namespace

Program compile_expression(const std::string& text, const std::map<std::string, double>& constants,
                           const std::vector<std::string>& variables) {
    return Parser(text, constants, variables).parse();
}

}  // namespace ritz
