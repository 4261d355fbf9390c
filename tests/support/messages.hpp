#pragma once
// What a rejected input is told.
#include <string>

#include "core/errors.hpp"

namespace ritz::testing {

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// What the InputError of `act` says, "accepted" where there is none.
template <class Act>
std::string message_of(Act act) {
    try {
        act();
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

}  // namespace ritz::testing
