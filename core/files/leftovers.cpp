#include "core/files/leftovers.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>

namespace ritz {
namespace {

namespace fs = std::filesystem;

/// The number between beginning and ending; 0 if the name is not of that form.
pid_t read_process(const std::string& name, const std::string& beginning, const std::string& ending) {
    if (name.size() <= beginning.size() + ending.size() || !name.starts_with(beginning) || !name.ends_with(ending))
        return 0;
    pid_t number = 0;
    const char *first = name.data() + beginning.size(), *last = name.data() + name.size() - ending.size();
    const auto [end, error] = std::from_chars(first, last, number);
    return error == std::errc{} && end == last && number > 0 ? number : 0;
}

bool is_running(pid_t process) { return ::kill(process, 0) == 0 || errno == EPERM; }

bool is_locked(const fs::path& path) {
    const int handle = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (handle < 0) return errno != ENOENT;
    const bool locked = ::flock(handle, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(handle);
    return locked;
}

}  // namespace

fs::path make_temporary_path(const fs::path& folder, const std::string& beginning, const std::string& ending) {
    return folder / fmt::format("{}{}{}", beginning, ::getpid(), ending);
}

std::vector<fs::path> find_leftovers(const fs::path& folder, const std::string& beginning, const std::string& ending) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder.empty() ? "." : folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const pid_t process = read_process(entry->path().filename().string(), beginning, ending);
        if (process == 0 || process == ::getpid() || is_running(process) || is_locked(entry->path())) continue;
        found.push_back(entry->path());
    }
    return found;
}

InUse::InUse(const fs::path& path) : handle_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (handle_ >= 0) ::flock(handle_, LOCK_SH | LOCK_NB);  // not every disk has locks; the process number remains
}

SoleUse::SoleUse(const fs::path& path) : handle_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (handle_ >= 0) is_ours_ = ::flock(handle_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

SoleUse::~SoleUse() {
    if (handle_ >= 0) ::close(handle_);
}

InUse::~InUse() {
    if (handle_ >= 0) ::close(handle_);
}

}  // namespace ritz
