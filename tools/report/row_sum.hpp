#pragma once
// A checksum of the rows of an unfinished run that grows with them: FNV-1a of 64 bits over their bytes. It tells a file
// that was changed, not one that was forged.
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace ritz {

class RowSum {
  public:
    void add(std::string_view bytes) {
        for (const char byte : bytes) sum_ = (sum_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    }
    std::uint64_t value() const { return sum_; }

  private:
    std::uint64_t sum_ = 0xcbf29ce484222325U;
};

/// Of the first so many bytes of a file, or of all if it has fewer.
RowSum compute_row_sum(const std::filesystem::path& path, std::uintmax_t bytes);

}  // namespace ritz
