#pragma once
// The files a run leaves behind, whole or not at all: outputs.csv or outputs.h5, summary.json, outputs.svg,
// motion.json. Rows go to the disk as they come; what pictures and motion need of them is thinned out. A run with
// checkpoints keeps its rows in the result folder itself (unfinished_run.hpp), so that another process can go on.
#include <variant>

#include "bodies/exchange/outputs_file.hpp"
#include "engine/simulation/row_sink.hpp"
#include "engine/simulation/simulate.hpp"
#include "tools/report/bound_bands.hpp"
#include "tools/report/csv_writer.hpp"
#include "tools/report/result_folder.hpp"
#include "tools/report/thinned_rows.hpp"
#include "tools/report/unfinished_run.hpp"

namespace ritz {

class BodySurfaces;

class RunWriter : public RowSink {
  public:
    /// Throws InputError if the folder cannot be made or holds other things.
    RunWriter(const Scene& scene, const std::filesystem::path& folder, OutputsFormat format = OutputsFormat::csv);
    ~RunWriter() override;
    RunWriter(const RunWriter&) = delete;
    RunWriter& operator=(const RunWriter&) = delete;

    /// Surfaces of bodies for the motion; they must live as long as the writer.
    void show_surfaces(const BodySurfaces& surfaces) { surfaces_ = &surfaces; }
    /// Before the first row: checkpoints are going to be written.
    void keep_for_checkpoints() { is_resumable_ = true; }
    /// Goes on with the rows of an unfinished run; those behind its checkpoint are dropped. Throws InputError if they
    /// are not what the checkpoint says, or another process is at work on them.
    void resume(const UnfinishedRun& run);
    /// All rows are with the system; the size of their file. Throws WriteError.
    std::uintmax_t flush();
    /// The checksum of the rows so far.
    std::uint64_t row_sum() const;
    const ThinnedStates::Kept& states() const { return states_.kept(); }
    std::filesystem::path rows_file() const { return rows_path(place_, format_); }
    std::filesystem::path checkpoint_file() const { return checkpoint_path(place_); }

    /// Throws WriteError if the disk refuses.
    void add(const State& state, const std::vector<double>& values) override;
    void rollback(std::size_t rows) override;
    void convert_states(const std::function<State(const State&)>& convert) override { states_.convert(convert); }

    /// Writes the rest and replaces the folder; other files in it are kept. A run that was interrupted may go on: then
    /// its checkpoint stays beside the results.
    void finish(const RunResult& result, bool keeps_checkpoint = false);

  private:
    void open();
    void open_resumable();
    void hand_over_rows(bool keeps_checkpoint);
    void convert_journal();
    [[noreturn]] void refuse() const;
    std::string draw() const;
    void add_to_curves(double t, const std::vector<double>& values);

    const Scene& scene_;
    std::filesystem::path place_;
    OutputsFormat format_;
    std::optional<ResultFolder> folder_;  // with the first row: a scene that cannot begin leaves nothing behind
    std::optional<std::variant<CsvWriter, OutputsFileWriter, RowJournal>> outputs_;
    bool is_resumable_ = false;
    std::optional<SoleUse> sole_use_;  // of the rows
    std::vector<BoundBand> bands_;     // around the first columns
    ThinnedCurves curves_;             // of these, and then the lower and upper edge of each band
    std::vector<double> drawn_;
    ThinnedStates states_;
    const BodySurfaces* surfaces_ = nullptr;
};

}  // namespace ritz
