#pragma once
// The two ways a run can end badly, by the exit code they lead to.
#include <stdexcept>
#include <string>
#include <vector>

namespace ritz {

/// The user's input is wrong (exit code 2). Each message names the place, what was found and what was expected.
class InputError : public std::runtime_error {
  public:
    explicit InputError(std::vector<std::string> messages);
    explicit InputError(const std::string& message) : InputError(std::vector<std::string>{message}) {}
    const std::vector<std::string>& messages() const { return messages_; }

  private:
    std::vector<std::string> messages_;
};

/// The mathematics failed although the input was well formed (exit code 3).
class NumericalError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// InputError "the width of a section must be positive, not -1 m" unless it is, and finite.
void require_positive(double value, const std::string& what, const std::string& unit = "");

/// "; known: a, b (did you mean "a"?)" for a name that is not among the known ones.
std::string suggest(const std::string& found, const std::vector<std::string>& known);

}  // namespace ritz
