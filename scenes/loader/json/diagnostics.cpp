#include "scenes/loader/json/diagnostics.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"

namespace ritz {

void Diagnostics::add(const std::string& file, const std::string& pointer, const std::string& what) {
    ++count_;
    if (shown_.size() < most_shown_) shown_.push_back({file, pointer, what});
}

std::vector<std::string> Diagnostics::messages() const {
    std::vector<std::string> all;
    for (const Complaint& each : shown_)
        all.push_back(fmt::format("{}: {}: {}", each.file, each.pointer.empty() ? "/" : each.pointer, each.what));
    if (count_ > shown_.size()) all.push_back(fmt::format("{}: ... and {} more", file_, count_ - shown_.size()));
    return all;
}

void Diagnostics::throw_if_any() const {
    if (!empty()) throw InputError(messages());
}

}  // namespace ritz
