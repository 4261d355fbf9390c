#pragma once
// The files a run leaves behind, whole or not at all: outputs.csv, summary.json, outputs.svg, motion.json. Rows go to
// the disk as they come; what pictures and motion need of them is thinned out.
#include "engine/simulation/row_sink.hpp"
#include "engine/simulation/simulate.hpp"
#include "tools/report/csv_writer.hpp"
#include "tools/report/result_folder.hpp"
#include "tools/report/thinned_rows.hpp"

namespace ritz {

class RunWriter : public RowSink {
  public:
    /// Throws InputError if the folder cannot be made or holds other things.
    RunWriter(const Scene& scene, const std::filesystem::path& folder);

    /// Throws WriteError if the disk refuses.
    void add(const State& state, const std::vector<double>& values) override;
    void rollback(std::size_t rows) override;

    /// Writes the rest and replaces the folder; other files in it are kept.
    void finish(const RunResult& result);

  private:
    void open();
    std::string draw() const;

    const Scene& scene_;
    std::filesystem::path place_;
    std::optional<ResultFolder> folder_;  // with the first row: a scene that cannot begin leaves nothing behind
    std::optional<CsvWriter> csv_;
    ThinnedCurves curves_;
    ThinnedStates states_;
};

}  // namespace ritz
