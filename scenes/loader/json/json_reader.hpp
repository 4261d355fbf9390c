#pragma once
// A cursor over a JSON value for those who read scenes: it remembers which keys were asked for, so that finish() can
// report the others, and records what is wrong instead of throwing. After a complaint it returns a harmless default
// (inside the range asked for), and everything below a wrong or missing value stays silent: one mistake, one message.
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/name_index.hpp"
#include "core/types.hpp"
#include "scenes/loader/json/diagnostics.hpp"
#include "scenes/loader/json/json_document.hpp"

namespace ritz {

/// What a number must satisfy; lists and matrices element by element. Finite it always is.
struct Range {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool without_low = false;  // low itself is excluded
};
inline Range any_number() { return {}; }
inline Range positive() { return {0, std::numeric_limits<double>::infinity(), true}; }
inline Range non_negative() { return {0, std::numeric_limits<double>::infinity(), false}; }
inline Range at_least(double low) { return {low, std::numeric_limits<double>::infinity(), false}; }
inline Range between(double low, double high) { return {low, high, false}; }

class Reader;
struct NamedReader;

class Reader {
  public:
    /// At the root of a document; complains unless it is an object. Document and diagnostics must outlive the reader.
    /// Where read_parameters was called, a text that stands where a number may stand is an expression of them.
    Reader(const JsonDocument& document, Diagnostics& diagnostics);

    /// Whether there is a value here (of the kind that was asked for).
    bool exists() const { return value_ != nullptr; }
    explicit operator bool() const { return exists(); }
    bool is_number() const { return value_ && value_->is_number(); }
    /// A number, or a text, which where a number is expected is an expression of the parameters.
    bool may_be_number() const { return is_number() || is_string(); }
    bool is_string() const { return value_ && value_->is_string(); }
    bool is_object() const { return value_ && value_->is_object(); }
    bool is_array() const { return value_ && value_->is_array(); }
    const std::string& pointer() const { return pointer_; }
    std::string found() const;  // "the number 3": what stands here, for a message
    const JsonDocument& document() const { return *document_; }
    Diagnostics& diagnostics() const { return *diagnostics_; }

    /// This value itself as a T: double, int, bool, std::string, Vec3, Mat3, VecX, MatX (a list of rows) and
    /// std::vector of double, int, std::string or Vec3. The same types go for required and optional.
    template <class T>
    T as(const Range& range = {}) const;
    template <class T>
    T required(const std::string& key, const Range& range = {});
    template <class T>
    T optional(const std::string& key, const T& otherwise, const Range& range = {});
    VecX required_vector(const std::string& key, Eigen::Index size, const Range& range = {});
    MatX required_matrix(const std::string& key, Eigen::Index rows, Eigen::Index columns, const Range& range = {});

    /// In radians: reads `key`, or `key_deg` in degrees, but not both. T: double, Vec3, VecX, std::vector<double>.
    template <class T = double>
    T required_angle(const std::string& key);
    template <class T = double>
    T optional_angle(const std::string& key, const T& otherwise);

    /// One of a few names, each standing for a value of an enum.
    template <class E>
    E required_choice(const std::string& key, const std::vector<std::pair<std::string, E>>& choices) {
        return choices[pick(key, names_of(choices), true).value_or(0)].second;
    }
    template <class E>
    E optional_choice(const std::string& key, const std::vector<std::pair<std::string, E>>& choices, E otherwise) {
        const std::optional<std::size_t> i = pick(key, names_of(choices), false);
        return i ? choices[*i].second : otherwise;
    }
    /// The number of the thing whose name stands at the key: `no body "crnak"; known: crank, rod (did you mean ...?)`,
    /// where kind is "body". None after a complaint, or if the key is optional and absent.
    std::optional<std::size_t> required_reference(const std::string& key, const std::string& kind,
                                                  const std::vector<std::string>& names);
    std::optional<std::size_t> optional_reference(const std::string& key, const std::string& kind,
                                                  const std::vector<std::string>& names);
    std::optional<std::size_t> required_reference(const std::string& key, const std::string& kind,
                                                  const NameIndex& names);  // for many names

    bool has(const std::string& key);  // asking for it makes the key known
    /// Which of the keys is there; complains and returns "" unless it is exactly one of them.
    std::string exactly_one_of(const std::vector<std::string>& keys);

    /// The object at the key; complains if it is missing or no object.
    Reader child(const std::string& key);
    Reader optional_child(const std::string& key);  // does not exist if absent
    /// The value at the key, of whatever type.
    Reader value(const std::string& key);
    Reader optional_value(const std::string& key);
    /// The same, with what is said to be expected where it is missing.
    Reader value_of(const std::string& key, const std::string& expected) { return require(key, expected); }
    /// Does not exist, after a complaint, unless it is an object.
    Reader only_if_object() const;
    /// The elements of this list; complains if it is none.
    std::vector<Reader> elements() const;
    /// The elements of the list at the key; none if absent.
    std::vector<Reader> list(const std::string& key);
    /// The objects of the list at the key, each with a "name" of its own; none if absent.
    std::vector<NamedReader> named_list(const std::string& key);
    /// The objects at the key, be it an object that holds them under their names or a list of objects with a "name".
    /// In an object of names, numbers (or expressions) may stand instead of objects if they are allowed.
    std::vector<NamedReader> named(const std::string& key, bool allows_numbers = false);
    /// The members of this object under their keys, in the order of the file.
    std::vector<NamedReader> members();

    void complain(const std::string& what) const;                          // about this value
    void complain(const std::string& key, const std::string& what) const;  // about a member
    /// suggest() for a message, or nothing if the file has more faults than are shown.
    std::string hint(const std::string& found, const std::vector<std::string>& known) const;
    /// Complains about every key nobody asked for. "$schema", "comment" and "description" are always allowed.
    void finish();

  private:
    Reader(const Reader& parent, const Json* value, std::string pointer);
    const Json* find(const std::string& key);  // notes that the key was asked for
    Reader require(const std::string& key, const std::string& expected);
    std::optional<std::size_t> pick(const std::string& key, const std::vector<std::string>& names, bool is_required);
    void complain_of_name(const std::string& kind, const std::vector<std::string>& names) const;
    std::optional<std::size_t> refer(const Reader& name, const std::string& kind,
                                     const std::vector<std::string>& names) const;
    template <class T>
    bool angle(const std::string& key, T& result);

    template <class E>
    static std::vector<std::string> names_of(const std::vector<std::pair<std::string, E>>& choices) {
        std::vector<std::string> names;
        for (const auto& choice : choices) names.push_back(choice.first);
        return names;
    }

    const JsonDocument* document_;
    const Json* value_;  // null: nothing to read here
    std::string pointer_;
    Diagnostics* diagnostics_;
    std::vector<std::string> asked_;
    bool all_asked_ = false;  // after members(): no key is unknown any more
};

struct NamedReader {
    std::string name;
    Reader reader;
};

/// "the number 3", "the text \"abc\"", "a list of 4": what was found, for a message.
std::string describe(const Json& value);

}  // namespace ritz
