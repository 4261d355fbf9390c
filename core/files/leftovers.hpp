#pragma once
// Files and folders that are written under another name until they are whole. Who is killed meanwhile leaves them
// behind; the next one clears them away.
#include <filesystem>
#include <string>
#include <vector>

namespace ritz {

/// <beginning><number of this process><ending>, in the folder.
std::filesystem::path make_temporary_path(const std::filesystem::path& folder, const std::string& beginning,
                                          const std::string& ending);

/// Those of processes that have ended. What a process on another machine is writing is in use too, as its lock tells.
std::vector<std::filesystem::path> find_leftovers(const std::filesystem::path& folder, const std::string& beginning,
                                                  const std::string& ending);

/// Keeps a file or folder from being taken for a leftover.
class InUse {
  public:
    explicit InUse(const std::filesystem::path& path);
    ~InUse();
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;

  private:
    int handle_ = -1;
};

/// Holds a file for this process alone, until it ends, however it ends.
class SoleUse {
  public:
    explicit SoleUse(const std::filesystem::path& path);
    ~SoleUse();
    SoleUse(const SoleUse&) = delete;
    SoleUse& operator=(const SoleUse&) = delete;
    /// False if another process holds it.
    bool is_ours() const { return is_ours_; }

  private:
    int handle_ = -1;
    bool is_ours_ = true;
};

}  // namespace ritz
