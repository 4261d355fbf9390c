#pragma once
// HDF5 files that vouch for themselves. Their first bytes name the kind and its version, then the SHA-256 of the HDF5
// file that follows; HDF5 programs skip this user block. Here it says, before the library looks inside, that the file
// is the one that was written.
#include <string>
#include <string_view>

namespace ritz {

struct SealedKind {
    std::string_view magic;  // "RITZ BODY "
    std::string_view noun;   // "body file"
    int version = 1;
};

constexpr std::size_t user_block = 512;  // [bytes], the smallest HDF5 knows

std::string make_user_block(const SealedKind& kind, std::string_view hdf5_image);
/// Fills the room that was left before an image.
void seal(const SealedKind& kind, std::string& bytes);
/// The HDF5 file behind the block. Throws InputError: another file, a newer version, damage.
std::string_view check_seal(const SealedKind& kind, std::string_view bytes, const std::string& name);
/// Whether the bytes of a file begin as HDF5 files do that have no user block.
bool begins_as_hdf5(std::string_view bytes);

}  // namespace ritz
