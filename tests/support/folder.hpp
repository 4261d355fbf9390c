#pragma once
// A place for the files of a test.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace ritz::testing {

/// A folder of its own for a test, which goes with it.
struct Folder {
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "ritz_test_XXXXXX").string();
        path = ::mkdtemp(pattern.data());
    }
    ~Folder() { std::filesystem::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::filesystem::path write(const std::string& name, const std::string& bytes) const {
        std::ofstream(path / name, std::ios::binary) << bytes;
        return path / name;
    }
    std::string operator/(const std::string& name) const { return (path / name).string(); }
    std::filesystem::path path;
};

}  // namespace ritz::testing
