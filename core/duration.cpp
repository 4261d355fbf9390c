#include "core/duration.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ritz {

std::string describe_duration(double seconds) {
    if (!std::isfinite(seconds)) return "no end";
    // Rounded first, to whole seconds or minutes: a part rounded by itself may come out as 60.
    const double whole = std::round(seconds), minutes = std::round(seconds / 60);
    if (whole < 60) return fmt::format("{:.0f} s", whole);
    if (whole < 3600) return fmt::format("{:.0f} min {:02.0f} s", std::floor(whole / 60), std::fmod(whole, 60));
    return fmt::format("{:.0f} h {:02.0f} min", std::floor(minutes / 60), std::fmod(minutes, 60));
}

}  // namespace ritz
