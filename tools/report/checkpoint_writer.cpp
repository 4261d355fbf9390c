#include "tools/report/checkpoint_writer.hpp"

#include <fmt/format.h>

#include "bodies/exchange/sealed_file.hpp"
#include "core/files/files.hpp"
#include "engine/simulation/checkpoint_file.hpp"

namespace ritz {

CheckpointWriter::CheckpointWriter(RunWriter& rows, RunOrigin origin, std::function<void(const std::string&)> warn)
    : rows_(rows), origin_(std::move(origin)), warn_(std::move(warn)), next_(std::chrono::steady_clock::now()) {}

void CheckpointWriter::write(const Checkpoint& point) {
    using namespace std::chrono;
    if (under_way_.valid() && under_way_.wait_for(0s) != std::future_status::ready) return;  // a slow disk
    finish();
    const auto begin = steady_clock::now();
    try {
        // HDF5 is called from this thread alone.
        UnfinishedRun run{point, origin_, rows_.flush(), rows_.row_sum(), rows_.states(), {}};
        std::string bytes = make_checkpoint_image(run);
        under_way_ = std::async(std::launch::async, [bytes = std::move(bytes), rows = rows_.rows_file(),
                                                     path = rows_.checkpoint_file().string()]() mutable {
            seal(checkpoint_kind, bytes);
            flush_to_disk(rows);  // a checkpoint never speaks of rows that are not there
            write_whole_file_through(path, bytes);
        });
    } catch (const std::exception& error) {
        warn_(fmt::format("no checkpoint could be written: {}", error.what()));
    }
    // However large the system is, checkpoints cost the run about a hundredth of its time.
    constexpr int share = 100;
    const auto now = steady_clock::now();
    next_ = now +
            std::max(duration_cast<steady_clock::duration>(duration<double>(origin_.interval)), share * (now - begin));
}

bool CheckpointWriter::write_last(const Checkpoint& point) {
    finish();
    write(point);
    return under_way_.valid() && finish();
}

bool CheckpointWriter::finish() {
    if (!under_way_.valid()) return true;
    try {
        under_way_.get();
        return true;
    } catch (const std::exception& error) {
        warn_(fmt::format("no checkpoint could be written: {}", error.what()));
        return false;
    }
}

}  // namespace ritz
