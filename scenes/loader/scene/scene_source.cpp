#include "scenes/loader/scene/scene_source.hpp"

#include <sstream>

namespace ritz {
namespace {

/// The member of an object, or the element of a list with that name.
std::string step_into(const Json& value, const std::string& key, const std::string& pointer) {
    if (value.is_object() && value.contains(key)) return pointer_to(pointer, key);
    if (value.is_array())
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (std::to_string(i) == key) return pointer_to(pointer, i);
            if (value[i].is_object() && value[i].value("name", "") == key) return pointer_to(pointer, i);
        }
    return {};
}

}  // namespace

std::string SceneSource::locate(const Subject& subject) const {
    std::string pointer;
    if (const auto found = pointers_.find({subject.kind, subject.name}); found != pointers_.end())
        pointer = found->second;
    std::istringstream members(subject.member);
    for (std::string key; std::getline(members, key, '/');) {
        const Json::json_pointer here(pointer);
        if (!document_->root.contains(here)) break;
        const std::string next = step_into(document_->root.at(here), key, pointer);
        if (next.empty()) break;
        pointer = next;
    }
    return pointer;
}

}  // namespace ritz
