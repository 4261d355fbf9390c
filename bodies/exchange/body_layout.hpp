#pragma once
// Names inside a body file, for its writer and its reader (docs/body_file.md).
#include <array>
#include <string>

#include <fmt/format.h>

#include "bodies/exchange/sealed_file.hpp"

namespace ritz::body_layout {

constexpr int version = 2;  // 1: without the names of the columns of the error bound, whose data were others
constexpr SealedKind kind{"RITZ BODY ", "body file", version};
inline const std::string format_name = "ritz body";
constexpr std::array<const char*, 3> axes = {"x", "y", "z"};

/// "P_xy"
inline std::string indexed(const std::string& name, std::size_t a) { return fmt::format("{}_{}", name, axes[a]); }
inline std::string indexed(const std::string& name, std::size_t a, std::size_t b) {
    return fmt::format("{}_{}{}", name, axes[a], axes[b]);
}
/// Members of a list: "0000", "0001", ...
inline std::string numbered(std::size_t i) { return fmt::format("{:04}", i); }

}  // namespace ritz::body_layout
