#pragma once
// Numbers as base64 (RFC 4648) of their little-endian bytes, for JSON that a browser reads into typed arrays.
#include <bit>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ritz {

std::string encode_base64(std::string_view bytes);

template <class Number>
std::string encode_numbers(const std::vector<Number>& numbers) {
    static_assert(std::endian::native == std::endian::little);
    return encode_base64({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)});
}

}  // namespace ritz
