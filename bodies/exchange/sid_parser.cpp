#include "bodies/exchange/sid_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "bodies/import/text.hpp"
#include "core/errors.hpp"

namespace ritz {
namespace {

const std::vector<std::string>& modal_blocks() {
    static const std::vector<std::string> names = {"mdCM", "J",  "Ct",     "Cr", "Me", "Gr",
                                                   "Ge",   "Oe", "ksigma", "Ke", "De"};
    return names;
}
const std::vector<std::string>& node_blocks() {
    static const std::vector<std::string> names = {"origin", "phi", "psi", "AP", "sigma"};
    return names;
}

/// "key = value", both without blanks around; the key in small letters.
struct Line {
    int number = 0;
    std::string key;
    std::string value;
    bool has_value = false;
};

/// Small letters and single blanks: "END  Modal" is "end modal".
std::string normalise(std::string_view text) {
    std::string result;
    for (const char c : to_lower(trim(text))) {
        const bool is_blank = c == ' ' || c == '\t';
        if (!is_blank) result += c;
        if (is_blank && result.back() != ' ') result += ' ';
    }
    return result;
}

class Parser {
  public:
    Parser(std::string_view text, std::string file) : text_(text), file_(std::move(file)) { advance(); }

    SidText parse() {
        SidText sid;
        sid.file = file_;
        while (line_.key != "part") {
            if (at_end_) complain("found no line \"part\", expected Standard Input Data");
            if (!sid.header.empty()) sid.header += '\n';
            sid.header += raw_;
            advance();
        }
        advance();
        take("new modal");
        while (line_.key != "end modal") parse_section(sid);
        advance();
        take("end part");
        sid.last_line = line_.number;
        return sid;
    }

  private:
    [[noreturn]] void complain(const std::string& what) const { complain_about_sid(file_, line_.number, what); }
    [[noreturn]] void complain_expected(const std::string& expected) const {
        complain(fmt::format("found {}, expected {}", at_end_ ? "the end of the file" : quote(raw_), expected));
    }

    /// To the next line that is not blank.
    void advance() {
        for (;;) {
            at_end_ = position_ >= text_.size();
            if (at_end_) {
                line_ = {line_.number, "", "", false};
                raw_ = {};
                return;
            }
            const std::size_t end = std::min(text_.find('\n', position_), text_.size());
            raw_ = trim(text_.substr(position_, end - position_));
            position_ = end + 1;
            ++line_.number;
            if (!raw_.empty()) break;
        }
        const std::size_t equals = raw_.find('=');
        line_.has_value = equals != std::string_view::npos;
        line_.key = normalise(raw_.substr(0, equals));
        line_.value = line_.has_value ? std::string(trim(raw_.substr(equals + 1))) : "";
    }

    void take(const std::string& key) {
        if (line_.key != key || at_end_) complain_expected(fmt::format("\"{}\"", key));
        advance();
    }

    int integer(int low, int high) const {
        int number = 0;
        const auto [end, error] = std::from_chars(line_.value.data(), line_.value.data() + line_.value.size(), number);
        if (error != std::errc() || end != line_.value.data() + line_.value.size() || number < low || number > high)
            complain(fmt::format("found {} = {}, expected an integer from {} to {}", line_.key, quote(line_.value), low,
                                 high));
        return number;
    }

    /// Fortran writes 1.5D+00.
    double real() const {
        std::string text = line_.value;
        std::replace_if(
            text.begin(), text.end(), [](char c) { return c == 'D' || c == 'd'; }, 'e');
        const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
        double number = 0;
        const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
        if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
            complain(fmt::format("found {} = {}, expected a number", line_.key, quote(line_.value)));
        return number;
    }

    void parse_section(SidText& sid) {
        if (at_end_) complain_expected("\"end modal\"");
        if (line_.key == "refmod") return parse_refmod(sid);
        if (line_.key == "frame") return parse_frame(sid);
        sid.blocks.push_back(parse_block(modal_blocks(), sid.blocks));
    }

    void parse_refmod(SidText& sid) {
        advance();
        while (line_.key != "end refmod") {
            if (at_end_) complain_expected("\"end refmod\"");
            if (line_.key == "mass") {
                sid.mass = real();
            } else if (line_.key == "nelastq") {
                // Some matrices have n³ entries that need not stand in the file: beyond this a file asks too much.
                constexpr int most = 2000;
                sid.modes = integer(1, most);
                sid.modes_line = line_.number;
            } else if (line_.key.starts_with("ielastq")) {
                sid.mode_names.push_back(line_.value);
            } else {
                complain_expected("mass, nelastq, ielastq or \"end refmod\"");
            }
            advance();
        }
        advance();
    }

    void parse_frame(SidText& sid) {
        advance();
        while (line_.key != "end frame") {
            if (line_.key != "new node" || at_end_) complain_expected("\"new node\" or \"end frame\"");
            SidNodeText node;
            node.id = integer(0, 2147483647);
            node.line = line_.number;
            advance();
            while (line_.key != "end node") {
                if (at_end_) complain_expected("\"end node\"");
                if (line_.key == "rframe") {
                    if (normalise(line_.value) != "body ref")
                        complain(
                            fmt::format("found a node in the frame {}, expected \"body ref\"", quote(line_.value)));
                    advance();
                } else {
                    node.blocks.push_back(parse_block(node_blocks(), node.blocks));
                }
            }
            advance();
            sid.nodes.push_back(std::move(node));
        }
        advance();
    }

    SidBlock parse_block(const std::vector<std::string>& known, const std::vector<SidBlock>& others) {
        SidBlock block;
        for (const std::string& name : known)
            if (normalise(name) == line_.key) block.name = name;
        if (block.name.empty() || line_.has_value)
            complain(fmt::format("found {}, expected a block{}", quote(raw_), suggest(line_.key, known)));
        for (const SidBlock& other : others)
            if (other.name == block.name) complain(fmt::format("found a second block {}, expected one", block.name));
        block.line = line_.number;
        const std::string end = "end " + line_.key;
        advance();
        while (line_.key != end) {
            if (!line_.has_value || at_end_) complain_expected(fmt::format("\"{}\"", end));
            parse_member(block);
            advance();
        }
        advance();
        return block;
    }

    void parse_member(SidBlock& block) {
        constexpr int most = 1000000;
        if (line_.key == "order") {
            block.order = integer(0, 1);
        } else if (line_.key == "nrow") {
            block.rows = integer(0, most);
        } else if (line_.key == "ncol") {
            block.columns = integer(0, most);
        } else if (line_.key == "nq") {
            block.modes = integer(0, most);
        } else if (line_.key == "nqn") {
            integer(0, most);
        } else if (line_.key == "structure") {
            block.structure = integer(0, 4);
        } else if (line_.key.starts_with("m0")) {
            block.m0.push_back(parse_element(2));
        } else if (line_.key.starts_with("m1")) {
            block.m1.push_back(parse_element(3));
        } else {
            complain_expected(fmt::format("order, nrow, ncol, nq, nqn, structure, m0, m1 or \"end {}\"", block.name));
        }
    }

    SidElement parse_element(std::size_t indices) const {
        SidElement element;
        element.line = line_.number;
        element.value = real();
        const char* at = line_.key.data() + 2;
        const char* const last = line_.key.data() + line_.key.size();
        const auto skip_blanks = [&] { at = std::find_if(at, last, [](char c) { return c != ' '; }); };
        for (std::size_t i = 0; i < indices; ++i) {
            skip_blanks();
            if (at == last || *at != (i == 0 ? '(' : ',')) complain_expected(expected_element(indices));
            ++at;
            skip_blanks();
            const auto [end, error] = std::from_chars(at, last, element.index[i]);
            if (error != std::errc() || element.index[i] < 1) complain_expected(expected_element(indices));
            at = end;
        }
        skip_blanks();
        if (last - at != 1 || *at != ')') complain_expected(expected_element(indices));
        return element;
    }

    static std::string expected_element(std::size_t indices) {
        return indices == 2 ? "m0( i, j) = number" : "m1( i, j, k) = number";
    }

    std::string_view text_;
    std::string file_;
    std::size_t position_ = 0;
    bool at_end_ = false;
    std::string_view raw_;
    Line line_;
};

}  // namespace

void complain_about_sid(const std::string& file, int line, const std::string& what) {
    throw InputError(fmt::format("{}:{}: {}", file, line, what));
}

SidText parse_sid(std::string_view text, const std::string& file) {
    if (text.empty()) throw InputError(fmt::format("{}: the file is empty", file));
    const std::size_t zero = text.find('\0');  // no text has one, and almost every other file
    if (zero != std::string_view::npos) {
        const auto breaks = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
        complain_about_sid(file, static_cast<int>(breaks) + 1, "found binary data, expected text");
    }
    return Parser(text, file).parse();
}

}  // namespace ritz
