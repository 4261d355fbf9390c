#pragma once
// Which variations of a scene a sweep runs: all combinations of the given values, or random draws between them.
#include <cstdint>
#include <string>
#include <vector>

namespace ritz {

/// One value of the scene that varies.
struct Variable {
    std::string pointer;         // "/bodies/mass/mass"
    std::vector<double> values;  // in the order of the command line
    bool is_range = false;       // a:b:n or a:b, so that numbers between them make sense
    bool has_count = true;       // not a:b, which says nothing of how many
};

/// "/pointer=a:b:n" (n numbers from a to b), "/pointer=a,b,c", or "/pointer=a:b" for random draws. Throws InputError.
Variable read_variable(const std::string& text);

struct SweepPlan {
    std::vector<Variable> variables;
    long draws = 0;  // random variations instead of all combinations; 0: none
    std::uint64_t seed = 1;
};

/// Throws InputError: no variables, one twice, a range without a number of values, too many variations.
void check_plan(const SweepPlan& plan);

std::size_t count_variations(const SweepPlan& plan);

/// The values of all variables in one variation. The first variable changes slowest; draws depend on seed and number
/// alone, so that they are the same whoever makes them.
std::vector<double> make_variation(const SweepPlan& plan, std::size_t number);

/// As the command line has them: "/pointer=VALUE".
std::vector<std::string> make_overrides(const SweepPlan& plan, std::size_t number);

}  // namespace ritz
