#pragma once
// A run that can go on: checkpoint.h5 in its result folder, and beside it the rows so far, checkpoint_rows.csv (or
// .bin, of which outputs.h5 is made). Earlier results in the folder stay as they are until the run ends.
#include <filesystem>
#include <future>

#include "core/files/sha256.hpp"
#include "engine/simulation/checkpoint.hpp"
#include "engine/simulation/scene.hpp"
#include "tools/report/thinned_rows.hpp"

namespace ritz {

enum class OutputsFormat { csv, hdf5 };

/// What was asked for: from this the run is built again.
struct RunOrigin {
    std::string scene;  // its file, as an absolute path
    std::vector<std::string> overrides;
    std::string text;               // the scene as it was built (write_scene)
    std::vector<SourceFile> files;  // that its bodies were made from
    OutputsFormat format = OutputsFormat::csv;
    double interval = 0;  // [s] of wall time between two checkpoints
};

struct UnfinishedRun {
    Checkpoint point;
    RunOrigin origin;
    std::uintmax_t row_bytes = 0;  // of the file of rows
    std::uint64_t row_sum = 0;     // their checksum (row_sum.hpp)
    ThinnedStates::Kept states;    // for the motion: t and q only
    std::string written;           // UTC, ISO 8601
};

std::filesystem::path checkpoint_path(const std::filesystem::path& folder);
std::filesystem::path rows_path(const std::filesystem::path& folder, OutputsFormat format);
/// Names of all files that an unfinished run keeps in its folder.
std::vector<std::string> list_checkpoint_files(const std::filesystem::path& folder);

RunOrigin make_origin(const Scene& scene, const std::vector<std::string>& overrides);
/// SHA-256 of the scene as it was built and of the files in it.
std::string compute_fingerprint(const RunOrigin& origin);
/// Throws InputError with the first difference, if the scene is not the one that the checkpoint knows.
void require_same_scene(const RunOrigin& stored, const RunOrigin& present, const std::filesystem::path& folder);

/// The bytes of a checkpoint.h5, not sealed yet.
std::string make_checkpoint_image(const UnfinishedRun& run);
/// Throws InputError: not a checkpoint, by another version, damaged, not of the program.
UnfinishedRun read_unfinished_run(const std::filesystem::path& checkpoint);
/// Of a result folder. Throws InputError also if there is nothing to go on with.
UnfinishedRun find_unfinished_run(const std::filesystem::path& folder);
/// Rows of a run that was killed before its first checkpoint, or when it had ended, are of no use.
void remove_rows_without_checkpoint(const std::filesystem::path& folder);
/// Before another run writes there: throws InputError if the folder holds a checkpoint, or a run is at work in it.
void refuse_unfinished_run(const std::filesystem::path& folder);

/// For ritz info.
std::string describe_checkpoint(const std::filesystem::path& path);
bool looks_like_checkpoint(const std::filesystem::path& path);

}  // namespace ritz
