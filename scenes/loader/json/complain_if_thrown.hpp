#pragma once
#include <optional>

#include "core/errors.hpp"
#include "scenes/loader/json/json_reader.hpp"

namespace ritz {

/// Runs what may throw InputError and passes its messages on as complaints about the place in the file.
template <class Make>
auto complain_if_thrown(const Reader& place, const Make& make) -> std::optional<decltype(make())> {
    try {
        return make();
    } catch (const InputError& error) {
        for (const std::string& message : error.messages()) place.complain(message);
        return {};
    }
}

}  // namespace ritz
