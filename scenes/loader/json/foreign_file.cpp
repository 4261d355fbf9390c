#include "scenes/loader/json/foreign_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "bodies/exchange/body_file.hpp"
#include "core/errors.hpp"
#include "core/files/files.hpp"

namespace ritz {
namespace {

bool is_binary(std::string_view bytes) {
    const std::string_view text_controls = "\t\n\v\f\r\x1a";
    return std::any_of(bytes.begin(), bytes.end(), [&](char c) {
        return static_cast<unsigned char>(c) < 32 && text_controls.find(c) == std::string_view::npos;
    });
}

}  // namespace

std::string recognise_foreign_file(std::string_view bytes) {
    constexpr std::size_t looked_at = 4096;
    const std::string_view head = bytes.substr(0, looked_at);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (bytes.empty()) return "an empty file";
    if (looks_like_body_file(bytes)) return "a body file";
    const std::string_view text = head.substr(std::min(first, head.size()));
    if (text.starts_with("$MeshFormat")) return "a mesh of Gmsh";
    if (text.starts_with("%%MatrixMarket")) return "a Matrix Market file";
    if (is_binary(head)) return "a binary file";
    if (text.starts_with("<svg") || (text.starts_with("<?xml") && head.find("<svg") != head.npos))
        return "a picture (SVG)";
    if (text.starts_with("<?xml") || text.starts_with("<!DOCTYPE") || text.starts_with("<html")) return "XML or HTML";
    if (text.starts_with('{') || text.starts_with("//") || text.starts_with("/*")) return "JSON";
    return {};
}

std::string recognise_result(const Json& document) {
    if (!document.is_object()) return {};
    const auto has = [&](const char* key) { return document.contains(key); };
    if (has("program") && has("status")) return "the summary of a run";
    if (has("times") && has("bodies") && (has("beams") || has("poses"))) return "the motion of a run";
    return {};
}

void refuse_result(const Json& document, const std::string& path, const std::string& expected) {
    const std::string kind = recognise_result(document);
    if (kind.empty()) return;
    const std::string folder = std::filesystem::path(path).parent_path().string();
    throw InputError(fmt::format("{}: found {}, a result of ritz simulate, expected {}; to see it: ritz info {}", path,
                                 kind, expected, folder.empty() ? "." : folder));
}

void refuse_foreign_body(const std::string& path) {
    const std::string bytes = read_whole_file(path);
    const std::string kind = recognise_foreign_file(bytes);
    if (kind.empty() || kind == "a body file") return;
    const std::string remark = kind == "a binary file" ? "; if it was one it is damaged"
                               : kind == "JSON"        ? "; to make one of a model: ritz reduce " + path
                                                       : std::string();
    throw InputError(
        fmt::format("{}: found {}, expected a body file of ritz reduce or Standard Input Data{}", path, kind, remark));
}

}  // namespace ritz
