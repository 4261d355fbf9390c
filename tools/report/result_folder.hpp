#pragma once
// A folder of results, replaced as a whole or not at all.
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/files/leftovers.hpp"

namespace ritz {

/// Before the work: throws InputError if the folder cannot be made, or is there but holds something else than results
/// of earlier work. What a killed run left beside it is cleared away first.
void check_result_folder(const std::filesystem::path& folder);

/// What a killed run was just putting in its place comes back, and parts that were never finished go.
void restore_result_folder(const std::filesystem::path& folder);

/// Before the work: throws InputError unless a file can be written there, in place of nothing or of one that
/// `is_ours` by its bytes; `kind` names those ("a body file of ritz").
void check_result_file(const std::filesystem::path& file, const std::string& kind,
                       const std::function<bool(std::string_view bytes)>& is_ours);

/// results/<name><ending>, where nobody says otherwise. Throws InputError if the input's own name is no name for it.
std::filesystem::path make_result_path(const std::string& input, const std::string& name, const std::string& ending);

/// Throws InputError if the output is the input itself.
void refuse_to_overwrite(const std::filesystem::path& out, const std::filesystem::path& input);

/// Names and contents. Replaces the folder only when everything is written; other files in it are kept. Throws
/// WriteError if the disk refuses.
void write_result_files(const std::filesystem::path& folder,
                        const std::vector<std::pair<std::string, std::string>>& files);

/// A file that is made while it is written, so that memory need not hold it as a whole.
struct ResultFile {
    std::string name;
    std::function<void(std::ostream& stream)> write;
    bool is_vital = true;  // otherwise left out if there is not enough memory for it
};
void write_result_files(const std::filesystem::path& folder, const std::vector<ResultFile>& files);

/// The same in steps: files grow in an unfinished folder beside the place, which is put there when all is written.
class ResultFolder {
  public:
    /// Checks the place as check_result_folder does. Throws WriteError if nothing can be written there.
    explicit ResultFolder(const std::filesystem::path& folder);
    ~ResultFolder();
    ResultFolder(const ResultFolder&) = delete;
    ResultFolder& operator=(const ResultFolder&) = delete;

    /// Of a file that the caller writes.
    std::filesystem::path path_of(const std::string& name) const { return fresh_ / name; }
    void write(const ResultFile& file);
    /// A file of earlier results that would contradict the new ones is not kept.
    void drop(const std::string& name) { dropped_.push_back(name); }
    /// Replaces the folder; other files in it are kept.
    void put_in_place();
    /// "--out DIR: ...; nothing was written"
    [[noreturn]] void fail(const std::string& why) const;

  private:
    std::filesystem::path given_, folder_, fresh_;
    std::optional<InUse> in_use_;
    std::vector<std::string> dropped_;
};

}  // namespace ritz
