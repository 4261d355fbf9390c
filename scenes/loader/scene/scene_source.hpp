#pragma once
// Where the elements of a scene stand in its files.
#include <map>

#include "engine/system/spec/faults.hpp"
#include "scenes/loader/json/json_document.hpp"

namespace ritz {

/// A place in one of the files of a scene.
struct ScenePlace {
    const JsonDocument* document = nullptr;
    std::string pointer;
    std::string instance{};  // in a part: its name in the whole, "left.gripper"
    std::string entry{};     // and where the whole names it
};

/// The elements of one file. Those of its parts are found in the parts' own files, however often these are used.
class SceneSource {
  public:
    /// The document must outlive what is located.
    explicit SceneSource(const JsonDocument& document) : document_(&document) {}

    void add(SubjectKind kind, const std::string& name, const std::string& pointer) {
        pointers_[{kind, name}] = pointer;
    }
    /// The source of the part must outlive this one; repeated parts are called <name>.0, <name>.1, ...
    void add_instance(const std::string& name, const std::string& pointer, const SceneSource& part, bool is_repeated) {
        instances_[name] = {pointer, &part, is_repeated};
    }
    /// A frame written as one name has no members: then its own place.
    ScenePlace locate(const Subject& subject) const;

  private:
    struct InstanceSource {
        std::string pointer;
        const SceneSource* part = nullptr;
        bool is_repeated = false;
    };
    ScenePlace locate_own(const std::string& pointer, const std::string& member) const;
    ScenePlace locate_in_part(const Subject& subject) const;

    const JsonDocument* document_;
    std::map<std::pair<SubjectKind, std::string>, std::string> pointers_;
    std::map<std::string, InstanceSource> instances_;
};

}  // namespace ritz
