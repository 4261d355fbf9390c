#pragma once
// SHA-256 (FIPS 180-4): the fingerprint of a file.
#include <string>
#include <string_view>

namespace ritz {

/// A file that something was made from.
struct SourceFile {
    std::string path;
    std::string sha256;
};

/// 64 hexadecimal digits, small letters.
std::string compute_sha256(std::string_view bytes);
/// Throws InputError if the file cannot be read.
std::string compute_file_sha256(const std::string& path);

}  // namespace ritz
