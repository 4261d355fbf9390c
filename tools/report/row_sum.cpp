#include "tools/report/row_sum.hpp"

#include <algorithm>
#include <array>
#include <fstream>

namespace ritz {

RowSum compute_row_sum(const std::filesystem::path& path, std::uintmax_t bytes) {
    RowSum sum;
    std::ifstream file(path, std::ios::binary);
    std::array<char, 1 << 16> block{};
    while (bytes > 0 && file) {
        file.read(block.data(), static_cast<std::streamsize>(std::min<std::uintmax_t>(bytes, block.size())));
        const auto count = static_cast<std::size_t>(file.gcount());
        sum.add({block.data(), count});
        bytes -= count;
    }
    return sum;
}

}  // namespace ritz
