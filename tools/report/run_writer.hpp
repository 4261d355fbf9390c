#pragma once
// The files a run leaves behind, whole or not at all: outputs.csv or outputs.h5, summary.json, outputs.svg,
// motion.json. Rows go to the disk as they come; what pictures and motion need of them is thinned out.
#include <variant>

#include "bodies/exchange/outputs_file.hpp"
#include "engine/simulation/row_sink.hpp"
#include "engine/simulation/simulate.hpp"
#include "tools/report/csv_writer.hpp"
#include "tools/report/result_folder.hpp"
#include "tools/report/thinned_rows.hpp"

namespace ritz {

enum class OutputsFormat { csv, hdf5 };

class RunWriter : public RowSink {
  public:
    /// Throws InputError if the folder cannot be made or holds other things.
    RunWriter(const Scene& scene, const std::filesystem::path& folder, OutputsFormat format = OutputsFormat::csv);

    /// Throws WriteError if the disk refuses.
    void add(const State& state, const std::vector<double>& values) override;
    void rollback(std::size_t rows) override;

    /// Writes the rest and replaces the folder; other files in it are kept.
    void finish(const RunResult& result);

  private:
    void open();
    [[noreturn]] void refuse() const;
    std::string draw() const;

    const Scene& scene_;
    std::filesystem::path place_;
    OutputsFormat format_;
    std::optional<ResultFolder> folder_;  // with the first row: a scene that cannot begin leaves nothing behind
    std::optional<std::variant<CsvWriter, OutputsFileWriter>> outputs_;
    ThinnedCurves curves_;
    ThinnedStates states_;
};

}  // namespace ritz
