#pragma once
// Third-party models that lie beside the project on some machines. A test that needs them says so where they are
// missing.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace ritz::testing {

/// The path of a file or folder of the shared data, or "" after a message that the test was skipped.
inline std::string find_shared_data(const std::string& name) {
    const std::filesystem::path path = std::filesystem::path(RITZ_SOURCE_DIR) / ".." / "shared" / "data" / name;
    if (std::filesystem::exists(path)) return path.string();
    MESSAGE("skipped: shared/data/" << name << " is not beside the project");
    return {};
}

}  // namespace ritz::testing
