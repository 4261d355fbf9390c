#include "scenes/loader/scene/scene_source.hpp"

#include <algorithm>
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

ScenePlace SceneSource::locate_own(const std::string& start, const std::string& member) const {
    std::string pointer = start;
    std::istringstream members(member);
    for (std::string key; std::getline(members, key, '/');) {
        const Json::json_pointer here(pointer);
        if (!document_->root.contains(here)) break;
        const std::string next = step_into(document_->root.at(here), key, pointer);
        if (next.empty()) break;
        pointer = next;
    }
    return {document_, pointer};
}

/// Names of instances have no dots, so that the first one ends the name; the number of a repeated one follows.
ScenePlace SceneSource::locate_in_part(const Subject& subject) const {
    const std::string& name = subject.name;
    const auto found = instances_.find(name.substr(0, name.find('.')));
    if (found == instances_.end()) return locate_own("", subject.member);
    const InstanceSource& instance = found->second;
    std::size_t end = found->first.size();
    if (instance.is_repeated && end < name.size()) end = std::min(name.find('.', end + 1), name.size());
    if (end >= name.size()) {  // the instance itself
        const bool is_first = !instance.is_repeated || name.ends_with(".0");
        const ScenePlace chain = locate_own(instance.pointer, "repeat/chain");
        if (!is_first && chain.pointer.ends_with("/repeat/chain") && subject.member.starts_with("world"))
            return locate_own(chain.pointer, subject.member.substr(std::min<std::size_t>(6, subject.member.size())));
        return locate_own(instance.pointer, subject.member);
    }
    ScenePlace place = instance.part->locate({subject.kind, name.substr(end + 1), subject.member});
    place.instance = name.substr(0, end) + (place.instance.empty() ? "" : ".") + place.instance;
    place.entry = instance.pointer;
    return place;
}

ScenePlace SceneSource::locate(const Subject& subject) const {
    if (const auto found = pointers_.find({subject.kind, subject.name}); found != pointers_.end())
        return locate_own(found->second, subject.member);
    return locate_in_part(subject);
}

}  // namespace ritz
