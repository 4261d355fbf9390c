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

/// Runs what may throw InputError, and puts the name of a file or a body before each of its messages.
template <class Work>
auto name_faults(const std::string& name, const Work& work) {
    try {
        return work();
    } catch (const InputError& error) {
        std::vector<std::string> messages;
        for (const std::string& message : error.messages()) messages.push_back(name + ": " + message);
        throw InputError(messages);
    }
}

/// InputError "the width of a section must be positive, not -1 m" unless it is, and finite.
void require_positive(double value, const std::string& what, const std::string& unit = "");

/// "; known: a, b (did you mean "a"?)" for a name that is not among the known ones.
std::string suggest(const std::string& found, const std::vector<std::string>& known);
/// Only the ` (did you mean "a"?)` of it, where the names are listed already.
std::string suggest_nearest(const std::string& found, const std::vector<std::string>& known);

}  // namespace ritz
