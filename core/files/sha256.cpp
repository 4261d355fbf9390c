#include "core/files/sha256.hpp"

#include <fmt/format.h>
#include <sha2.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <vector>

#include "core/errors.hpp"

namespace ritz {
namespace {

/// libmd's: small, BSD, and an archive that adds nothing to the start of the program.
class Sha256 {
  public:
    Sha256() { SHA256Init(&context_); }

    void add(std::string_view bytes) {
        SHA256Update(&context_, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    }

    std::string finish() {
        std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
        return SHA256End(&context_, digits.data());
    }

  private:
    SHA2_CTX context_{};
};

}  // namespace

std::string compute_sha256(std::string_view bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.finish();
}

std::string compute_file_sha256(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw InputError(fmt::format("{}: cannot be opened", path));
    Sha256 hash;
    std::vector<char> part(1 << 16);
    while (file) {
        file.read(part.data(), static_cast<std::streamsize>(part.size()));
        hash.add({part.data(), static_cast<std::size_t>(file.gcount())});
    }
    if (file.bad() || !file.eof()) throw InputError(fmt::format("{}: cannot be read", path));
    return hash.finish();
}

}  // namespace ritz
