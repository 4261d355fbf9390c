#pragma once
// What is wrong with a specification, each fault with its subject. Whoever made the specification knows where the
// subject was written, and maps it to a place in a file or a line of code.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace ritz {

enum class SubjectKind {
    system,
    world,
    input,
    body,
    joint,
    coupling,
    force,
    load,
    controller,
    output,
    monitor,
    condition,
    start,
    instance
};

/// A part of a specification: an element, or one of its members ("parent/marker"), if member is not empty.
struct Subject {
    SubjectKind kind = SubjectKind::system;
    std::string name{};
    std::string member{};

    Subject at(const std::string& inner) const { return {kind, name, member.empty() ? inner : member + "/" + inner}; }
};

/// "joint \"crank\", member \"parent/marker\"", for those who have no file to point at.
std::string describe(const Subject& subject);

struct Fault {
    Subject subject;
    std::string what;
};

/// The faults gathered so far. An element with a fault is unsound: nobody complains about its details again.
class Faults {
  public:
    void add(const Subject& subject, const std::string& what);
    /// An element whose fault is known elsewhere.
    void mark_unsound(SubjectKind kind, const std::string& name) { unsound_.emplace(kind, name); }
    bool is_sound(SubjectKind kind, const std::string& name) const { return unsound_.count({kind, name}) == 0; }
    /// Whether nothing is wrong, here or elsewhere.
    bool empty() const { return unsound_.empty() && list_.empty(); }
    std::size_t count() const { return list_.size(); }
    const std::vector<Fault>& list() const { return list_; }

  private:
    std::vector<Fault> list_;
    std::set<std::pair<SubjectKind, std::string>> unsound_;
};

/// A specification with faults, thrown where nobody gathers them.
class SpecError : public InputError {
  public:
    explicit SpecError(std::vector<Fault> faults);
    SpecError(const Subject& subject, const std::string& what) : SpecError(std::vector<Fault>{{subject, what}}) {}
    const std::vector<Fault>& faults() const { return faults_; }

  private:
    std::vector<Fault> faults_;
};

}  // namespace ritz
