#include "tools/report/unfinished_run.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>

#include "core/duration.hpp"
#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "core/files/leftovers.hpp"
#include "core/printable.hpp"
#include "engine/simulation/checkpoint_file.hpp"
#include "scenes/loader/scene/load_scene.hpp"
#include "tools/report/result_folder.hpp"
#include "tools/report/summary_json.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;
using Eigen::Index;
using hdf5::any_size;
using hdf5::Group;

constexpr const char* checkpoint_name = "checkpoint.h5";

std::string tell_time() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

void write_origin(const Group& root, const RunOrigin& origin) {
    const Group group = root.create_group("origin");
    group.write_texts("scene", {origin.scene});
    group.write_texts("overrides", origin.overrides);
    group.write_texts("text", {origin.text});
    group.write_texts("fingerprint", {compute_fingerprint(origin)});
    std::vector<std::string> paths, hashes;
    for (const SourceFile& file : origin.files) {
        paths.push_back(file.path);
        hashes.push_back(file.sha256);
    }
    group.write_texts("files", paths);
    group.write_texts("files_sha256", hashes);
    group.write_texts("format", {origin.format == OutputsFormat::csv ? "csv" : "hdf5"});
    group.write_numbers("interval", VecX::Constant(1, origin.interval));
}

RunOrigin read_origin(const Group& root) {
    const Group group = root.open_group("origin");
    RunOrigin origin;
    origin.scene = group.read_texts("scene", 1)[0];
    origin.overrides = group.read_texts("overrides", any_size);
    origin.text = group.read_texts("text", 1)[0];
    const std::vector<std::string> paths = group.read_texts("files", any_size);
    const std::vector<std::string> hashes = group.read_texts("files_sha256", static_cast<Index>(paths.size()));
    for (std::size_t i = 0; i < paths.size(); ++i) origin.files.push_back({paths[i], hashes[i]});
    origin.format = group.read_texts("format", 1)[0] == "csv" ? OutputsFormat::csv : OutputsFormat::hdf5;
    origin.interval = group.read_numbers("interval", 1)[0];
    return origin;
}

/// Of the states only what a motion shows, the last one behind the others.
void write_rows(const Group& root, const UnfinishedRun& run) {
    const Group group = root.create_group("rows");
    const auto count = static_cast<Index>(run.states.states.size());
    const auto state = [&](Index i) -> const State& {
        return i < count ? run.states.states[static_cast<std::size_t>(i)] : run.states.last;
    };
    VecX times(count + 1), q((count + 1) * run.point.state.q.size());
    for (Index i = 0; i <= count; ++i) {
        times[i] = state(i).t;
        q.segment(i * run.point.state.q.size(), run.point.state.q.size()) = state(i).q;
    }
    group.write_integers("bytes", {static_cast<std::int64_t>(run.row_bytes)});
    group.write_integers("checksum", {static_cast<std::int64_t>(run.row_sum)});
    group.write_integers("thinning",
                         {static_cast<std::int64_t>(run.states.stride), static_cast<std::int64_t>(run.states.rows)});
    group.write_numbers("times", times);
    group.write_numbers("q", q);
}

void read_rows(const Group& root, UnfinishedRun& run) {
    const Group group = root.open_group("rows");
    run.row_bytes = static_cast<std::uintmax_t>(group.read_integers("bytes", 1)[0]);
    run.row_sum = static_cast<std::uint64_t>(group.read_integers("checksum", 1)[0]);
    const std::vector<std::int64_t> thinning = group.read_integers("thinning", 2);
    run.states.stride = static_cast<std::size_t>(std::max<std::int64_t>(thinning[0], 1));
    run.states.rows = static_cast<std::size_t>(thinning[1]);
    const VecX times = group.read_numbers("times", any_size);
    const Index size = run.point.state.q.size();
    const VecX q = group.read_numbers("q", times.size() * size);
    for (Index i = 0; i < times.size(); ++i) {
        State state = run.point.state;
        state.t = times[i];
        state.q = q.segment(i * size, size);
        run.states.states.push_back(std::move(state));
    }
    if (run.states.states.empty()) group.complain("times", "found none, expected the last one at least");
    run.states.last = run.states.states.back();
    run.states.states.pop_back();
}

/// Where two scenes differ first, and how; a long value by its beginning.
std::string describe_difference(const RunOrigin& stored, const RunOrigin& present) {
    const Json before = Json::parse(stored.text), now = Json::parse(present.text);
    const Json changes = Json::diff(before, now);
    if (changes.empty()) return {};
    const std::string pointer = changes[0]["path"];
    const auto value = [&](const Json& root) {
        const Json::json_pointer place(pointer);
        const std::string text = root.contains(place) ? root.at(place).dump() : "nothing";
        constexpr std::size_t longest = 60;
        return text.size() > longest ? text.substr(0, longest) + "..." : text;
    };
    return fmt::format("{}: found {}, expected {}", pointer, value(now), value(before));
}

/// Whether another process has its hand on the rows.
bool is_at_work(const fs::path& folder) {
    std::error_code error;
    for (const OutputsFormat format : {OutputsFormat::csv, OutputsFormat::hdf5})
        if (const fs::path rows = rows_path(folder, format); fs::exists(rows, error) && !SoleUse(rows).is_ours())
            return true;
    return false;
}

/// A run that has ended says so itself.
std::string describe_end(const fs::path& folder) {
    try {
        const Json summary = parse_json_file(folder / "summary.json").root;
        if (is_summary(summary))
            return fmt::format(" (the run in it has ended: {}, {})", summary.value("status", "?"),
                               summary.value("reason", "?"));
    } catch (const InputError&) {  // nothing to tell
    }
    return {};
}

}  // namespace

fs::path checkpoint_path(const fs::path& folder) { return folder / checkpoint_name; }

fs::path rows_path(const fs::path& folder, OutputsFormat format) {
    return folder / (format == OutputsFormat::csv ? "checkpoint_rows.csv" : "checkpoint_rows.bin");
}

std::vector<std::string> list_checkpoint_files(const fs::path& folder) {
    std::vector<std::string> names;
    for (const fs::path& path :
         {checkpoint_path(folder), rows_path(folder, OutputsFormat::csv), rows_path(folder, OutputsFormat::hdf5)})
        names.push_back(path.filename().string());
    for (const fs::path& part : find_leftovers(folder, std::string(checkpoint_name) + ".", ".part"))
        names.push_back(part.filename().string());
    return names;
}

RunOrigin make_origin(const Scene& scene, const std::vector<std::string>& overrides) {
    RunOrigin origin;
    origin.scene = fs::absolute(scene.file).lexically_normal().string();
    origin.overrides = overrides;
    origin.text = write_scene(scene);
    origin.files = scene.files;
    return origin;
}

std::string compute_fingerprint(const RunOrigin& origin) {
    std::string all = compute_sha256(origin.text);
    for (const SourceFile& file : origin.files) all += file.sha256;
    return compute_sha256(all);
}

void require_same_scene(const RunOrigin& stored, const RunOrigin& present, const fs::path& folder) {
    if (compute_fingerprint(stored) == compute_fingerprint(present)) return;
    const std::string advice = fmt::format(
        "the checkpoint in {} is of the scene as it was; to run the changed one, begin anew", folder.string());
    if (const std::string difference = describe_difference(stored, present); !difference.empty())
        throw InputError(fmt::format("{}: {} as when the run began: {}", present.scene, difference, advice));
    for (std::size_t i = 0; i < std::min(stored.files.size(), present.files.size()); ++i)
        if (stored.files[i].sha256 != present.files[i].sha256)
            throw InputError(
                fmt::format("{}: found a file whose contents have changed, expected it as when the run "
                            "began: {}",
                            present.files[i].path, advice));
    throw InputError(
        fmt::format("{}: found a changed scene, expected it as when the run began: {}", present.scene, advice));
}

std::string make_checkpoint_image(const UnfinishedRun& run) {
    const hdf5::File file = hdf5::File::create(checkpoint_name);
    const Group root = file.root();
    write_checkpoint_groups(root, run.point);
    write_origin(root, run.origin);
    write_rows(root, run);
    root.write_texts("written", {tell_time()});
    return file.image(user_block);
}

UnfinishedRun read_unfinished_run(const fs::path& path) {
    const std::string bytes = read_whole_file(path);
    const hdf5::File file = hdf5::File::open(check_seal(checkpoint_kind, bytes, path.string()), path.string());
    const Group root = file.root();
    UnfinishedRun run;
    run.point = read_checkpoint_groups(root);
    if (!root.has("origin"))
        root.complain("origin", "found nothing, expected the scene: the checkpoint is one of a library's user");
    run.origin = read_origin(root);
    read_rows(root, run);
    run.written = root.read_texts("written", 1)[0];
    return run;
}

UnfinishedRun find_unfinished_run(const fs::path& folder) {
    const auto refuse = [&](const std::string& why) {
        throw InputError(fmt::format("--resume {}: {}", folder.string(), why));
    };
    std::error_code error;
    restore_result_folder(folder);
    if (!fs::exists(folder, error)) refuse("there is no such folder, expected that of a run with --checkpoint");
    if (!fs::is_directory(folder, error)) refuse("is a file, expected the folder of a run with --checkpoint");
    if (!fs::exists(checkpoint_path(folder), error)) {
        const std::string ended = describe_end(folder);
        if (!ended.empty()) remove_rows_without_checkpoint(folder);
        refuse(fmt::format("found no checkpoint.h5, expected that of a run with --checkpoint{}: nothing to go on with",
                           ended));
    }
    if (is_at_work(folder)) refuse("the run is still at work in another process");  // and its files change
    return read_unfinished_run(checkpoint_path(folder));
}

void remove_rows_without_checkpoint(const fs::path& folder) {
    std::error_code error;
    if (fs::exists(checkpoint_path(folder), error)) return;
    for (const OutputsFormat format : {OutputsFormat::csv, OutputsFormat::hdf5})
        if (const fs::path rows = rows_path(folder, format); fs::exists(rows, error) && SoleUse(rows).is_ours())
            fs::remove(rows, error);
}

void refuse_unfinished_run(const fs::path& folder) {
    std::error_code error;
    restore_result_folder(folder);
    if (is_at_work(folder))
        throw InputError(fmt::format("--out {}: another run is at work there; name another folder", folder.string()));
    if (fs::exists(checkpoint_path(folder), error))
        throw InputError(
            fmt::format("--out {0}: holds the checkpoint of an unfinished run; to go on with that: ritz simulate "
                        "--resume {0}; to give it up: remove {1}",
                        folder.string(), checkpoint_path(folder).string()));
}

bool looks_like_checkpoint(const fs::path& path) {
    std::string head(checkpoint_kind.magic.size(), '\0');
    std::ifstream file(path, std::ios::binary);
    return file.read(head.data(), static_cast<std::streamsize>(head.size())) && head == checkpoint_kind.magic;
}

std::string describe_checkpoint(const fs::path& path) {
    const std::string bytes = read_whole_file(path);
    const hdf5::File file = hdf5::File::open(check_seal(checkpoint_kind, bytes, path.string()), path.string());
    const Checkpoint point = read_checkpoint_groups(file.root());
    std::string text = fmt::format("checkpoint of an unfinished run, at t = {:.6g} s after {} and {} steps\n",
                                   point.state.t, describe_duration(point.wall_time), point.statistics.steps);
    text += fmt::format("  {} rows recorded, {} events, {} warnings\n", point.rows, point.events.size(),
                        point.warnings.size());
    if (!file.root().has("origin")) return text;
    const UnfinishedRun run = read_unfinished_run(path);
    const Json time = Json::parse(run.origin.text).value("time", Json::object());
    text += fmt::format("  scene {}, to t = {} s; written {}\n", printable(run.origin.scene), time.value("end", 0.0),
                        printable(run.written));
    for (const std::string& each : run.origin.overrides) text += fmt::format("  with --set {}\n", printable(each));
    const fs::path folder = path.parent_path();
    return text + fmt::format("  to go on: ritz simulate --resume {}\n", folder.empty() ? "." : folder.string());
}

}  // namespace ritz
