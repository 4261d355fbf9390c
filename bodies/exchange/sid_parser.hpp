#pragma once
// The text of a SID file as blocks of numbers, before its dialect is known.
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace ritz {

/// m0( i, j) has two indices, m1( i, j, k) three; from 1.
struct SidElement {
    std::array<int, 3> index{};
    double value = 0;
    int line = 0;
};

struct SidBlock {
    std::string name;
    int line = 0;
    int order = 0, rows = 0, columns = 0, modes = 0, structure = 3;
    std::vector<SidElement> m0, m1;
};

struct SidNodeText {
    int id = 0;
    int line = 0;
    std::vector<SidBlock> blocks;
};

struct SidText {
    std::string file;
    std::string header;
    double mass = 0;
    int modes = 0;
    int modes_line = 0;
    std::vector<std::string> mode_names;
    std::vector<SidNodeText> nodes;
    std::vector<SidBlock> blocks;
    int last_line = 0;
};

/// Takes memory in proportion to the text. Throws InputError "file:line: found ..., expected ...".
SidText parse_sid(std::string_view text, const std::string& file);

[[noreturn]] void complain_about_sid(const std::string& file, int line, const std::string& what);

}  // namespace ritz
