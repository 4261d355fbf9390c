#pragma once
// What is wrong with a finite element model, each fault with its subject. Whoever made the model knows where the
// subject was written, and maps it to a place in a file.
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace ritz {

enum class FePart { elements, material, beam, marker, track, cut, frame };

struct FeSubject {
    FePart part = FePart::elements;
    /// Of the marker, track or cut; of the element set whose material or beam it is, empty for that of all others.
    std::string name{};
};

/// `marker "tip"`, `material of set "web"`, `frame`; empty for the elements, whose messages name them.
std::string describe(const FeSubject& subject);

struct FeFault {
    FeSubject subject;
    std::string what;
};

/// Its messages begin with their subjects, for those who have no file to point at.
class FeError : public InputError {
  public:
    explicit FeError(std::vector<FeFault> faults);
    FeError(const FeSubject& subject, const std::string& what) : FeError(std::vector<FeFault>{{subject, what}}) {}
    const std::vector<FeFault>& faults() const { return faults_; }

  private:
    std::vector<FeFault> faults_;
};

/// Throws FeError if there are any.
void throw_if_any(const std::vector<FeFault>& faults);

}  // namespace ritz
