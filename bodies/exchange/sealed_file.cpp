#include "bodies/exchange/sealed_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/errors.hpp"
#include "core/files/sha256.hpp"

namespace ritz {

std::string make_user_block(const SealedKind& kind, std::string_view hdf5_image) {
    std::string block = fmt::format("{}{}\n{}\n", kind.magic, kind.version, compute_sha256(hdf5_image));
    block.resize(user_block, '\0');
    return block;
}

void seal(const SealedKind& kind, std::string& bytes) {
    make_user_block(kind, std::string_view(bytes).substr(user_block)).copy(bytes.data(), user_block);
}

bool begins_as_hdf5(std::string_view bytes) { return bytes.starts_with("\x89HDF\r\n\x1a\n"); }

std::string_view check_seal(const SealedKind& kind, std::string_view bytes, const std::string& name) {
    if (!bytes.starts_with(kind.magic))
        throw InputError(fmt::format(
            "{}: {}, expected a Ritz {}", name,
            begins_as_hdf5(bytes) ? "found an HDF5 file that Ritz did not write" : "found something else", kind.noun));
    int found = 0;
    const char* digits = bytes.data() + kind.magic.size();
    const auto [end, error] = std::from_chars(digits, bytes.data() + std::min<std::size_t>(bytes.size(), 32), found);
    const bool is_number = error == std::errc() && found > 0;
    if (is_number && found > kind.version)
        throw InputError(fmt::format("{}: found a {} of version {}, expected at most {}: it is newer than this program",
                                     name, kind.noun, found, kind.version));
    if (!is_number || bytes.size() <= user_block)
        throw InputError(
            fmt::format("{}: found a {} that is cut off or damaged, expected a whole one", name, kind.noun));
    const std::string_view image = bytes.substr(user_block);
    if (bytes.substr(0, user_block) != make_user_block(kind, image))
        throw InputError(
            fmt::format("{}: found a {} whose checksum does not fit, expected it as it was written: it is damaged",
                        name, kind.noun));
    return image;
}

}  // namespace ritz
