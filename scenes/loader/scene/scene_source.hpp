#pragma once
// Where the elements of a scene stand in its files.
#include <map>

#include "engine/system/faults.hpp"
#include "scenes/loader/json/json_document.hpp"

namespace ritz {

class SceneSource {
  public:
    /// The document must outlive what is located.
    explicit SceneSource(const JsonDocument& document) : document_(&document) {}

    void add(SubjectKind kind, const std::string& name, const std::string& pointer) {
        pointers_[{kind, name}] = pointer;
    }
    /// The JSON pointer of a subject. A frame written as one name has no members: then its own place.
    std::string locate(const Subject& subject) const;

  private:
    const JsonDocument* document_;
    std::map<std::pair<SubjectKind, std::string>, std::string> pointers_;
};

}  // namespace ritz
