#pragma once
// Damage to a text as it happens to files: lost ends, flipped bits, lines out of order, numbers that are not what they
// say.
#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace ritz::testing {

class Damager {
  public:
    explicit Damager(std::uint32_t seed) : random_(seed) {}

    std::string damage(std::string text) {
        for (std::size_t n = 1 + below(3); n > 0; --n) damage_once(text);
        return text;
    }

    std::size_t below(std::size_t n) { return n ? random_() % n : 0; }

  private:
    void damage_once(std::string& text) {
        if (text.empty()) return;
        switch (below(8)) {
            case 0:
                text[below(text.size())] ^= static_cast<char>(1 << below(8));
                break;
            case 1:
                text.resize(below(text.size()));
                break;
            case 2:
                text.erase(below(text.size()), 1 + below(20));
                break;
            case 3:
                swap_lines(text);
                break;
            case 4:
                repeat_line(text);
                break;
            case 5:
                text.insert(below(text.size()), 1, static_cast<char>(below(256)));
                break;
            default:
                replace_number(text);
        }
    }

    /// Half-open range of the line around a random place, with its break.
    std::pair<std::size_t, std::size_t> any_line(const std::string& text) {
        const std::size_t at = below(text.size());
        const std::size_t before = at ? text.rfind('\n', at - 1) : std::string::npos;
        const std::size_t after = text.find('\n', at);
        return {before == std::string::npos ? 0 : before + 1, after == std::string::npos ? text.size() : after + 1};
    }

    void swap_lines(std::string& text) {
        auto a = any_line(text), b = any_line(text);
        if (b < a) std::swap(a, b);
        if (a == b) return;
        const std::string first = text.substr(a.first, a.second - a.first),
                          last = text.substr(b.first, b.second - b.first);
        text.replace(b.first, b.second - b.first, first);
        text.replace(a.first, a.second - a.first, last);
    }

    void repeat_line(std::string& text) {
        const auto [begin, end] = any_line(text);
        text.insert(begin, text.substr(begin, end - begin));
    }

    void replace_number(std::string& text) {
        constexpr std::array words = {"0",
                                      "-1",
                                      "1e999",
                                      "nan",
                                      "inf",
                                      "2147483648",
                                      "9223372036854775807",
                                      "1.5",
                                      "abc",
                                      "",
                                      "1e-999",
                                      "1234567890",
                                      "-2147483649",
                                      "-9223372036854775808",
                                      "2",
                                      "1,",
                                      "1D+3",
                                      "7",
                                      "99999999999999999999999"};
        const std::size_t begin = text.find_first_of("0123456789", below(text.size()));
        if (begin == std::string::npos) return;
        const std::size_t end = std::min(text.find_first_not_of("0123456789.eE+-", begin), text.size());
        text.replace(begin, end - begin, words[below(words.size())]);
    }

    std::mt19937 random_;
};

}  // namespace ritz::testing
