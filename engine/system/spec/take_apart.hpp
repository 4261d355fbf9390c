#pragma once
#include "core/name_index.hpp"
#include "engine/system/spec/joint_spec.hpp"

namespace ritz {

/// "body.marker", written as one name, is taken apart behind the longest name of a body. Of an unknown body what stands
/// before the last dot is left, for the message.
inline void take_apart(FrameSpec& frame, const NameIndex& bodies) {
    if (!frame.marker.empty() || frame.body == "world" || bodies.find(frame.body)) return;
    const std::size_t last = frame.body.rfind('.');
    for (std::size_t dot = last; dot != std::string::npos && dot > 0; dot = frame.body.rfind('.', dot - 1)) {
        const std::string head = frame.body.substr(0, dot);
        if (head != "world" && !bodies.find(head)) continue;
        frame.marker = frame.body.substr(dot + 1);
        frame.body = head;
        return;
    }
    if (last != std::string::npos) frame.body.resize(last);
}

}  // namespace ritz
