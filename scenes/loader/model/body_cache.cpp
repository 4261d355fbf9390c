#include "scenes/loader/model/body_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "core/version.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

/// Another program may reduce in another way, also one of the same version that was built anew.
std::string describe_program() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const auto size = fs::file_size(program, error);
    const auto time = fs::last_write_time(program, error).time_since_epoch().count();
    return fmt::format("{} {} {}", program_version(), size, time);
}

bool is_unchanged(const SourceFile& source, const fs::path& folder) {
    std::error_code error;
    const fs::path path = folder / source.path;
    return fs::exists(path, error) && compute_file_sha256(path.string()) == source.sha256;
}

}  // namespace

fs::path BodyCache::file_of(const std::string& model, const std::string& reduction) const {
    const std::string key = fmt::format("{}\n{}\n{}\n{}", describe_program(), fs::absolute(model).string(), reduction,
                                        read_whole_file(model));
    return folder_ / (compute_sha256(key).substr(0, 32) + ".h5");
}

std::optional<BodyFile> BodyCache::find(const std::string& model, const std::string& reduction) const {
    if (folder_.empty()) return {};
    try {
        const fs::path file = file_of(model, reduction);
        if (!fs::exists(file)) return {};
        BodyFile body = read_body_file(file.string());
        const auto& sources = body.provenance.sources;
        const fs::path folder = fs::path(model).parent_path();
        if (!std::all_of(sources.begin(), sources.end(), [&](const auto& s) { return is_unchanged(s, folder); }))
            return {};
        return body;
    } catch (const InputError&) {  // damaged, or the model is not there: whoever reads that says so
        return {};
    } catch (const fs::filesystem_error&) {
        return {};
    }
}

void BodyCache::keep(const std::string& model, const std::string& reduction, const BodyFile& body) const {
    if (folder_.empty()) return;
    try {
        fs::create_directories(folder_);
        write_body_file(file_of(model, reduction).string(), body);
    } catch (const InputError&) {
    } catch (const fs::filesystem_error&) {
    }
}

}  // namespace ritz
