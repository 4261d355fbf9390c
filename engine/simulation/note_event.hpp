#pragma once
#include <string>
#include <vector>

#include "core/log.hpp"

namespace ritz {

/// An event of a run, into its log and its list; of a contact that chatters for ever the list keeps the beginning.
inline void note_event(const std::string& text, const Log& log, std::vector<std::string>& events) {
    constexpr std::size_t most = 1000;
    log.info(text);
    if (events.size() < most) events.push_back(text);
}

}  // namespace ritz
