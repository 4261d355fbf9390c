#include "tools/report/run_results.hpp"

#include <fmt/format.h>

#include "bodies/exchange/outputs_file.hpp"
#include "core/errors.hpp"
#include "tools/report/summary_json.hpp"

namespace ritz {

namespace fs = std::filesystem;

namespace {

CsvColumns read_outputs_file(const fs::path& path) {
    const OutputsFileReader file(path);
    const OutputsFileReader::Block rows = file.read(0, file.rows());
    CsvColumns outputs{{"time"}, {rows.times}};
    for (std::size_t k = 0; k < file.columns().size(); ++k) {
        outputs.names.push_back(file.columns()[k].name);
        const auto column = rows.values.col(static_cast<Eigen::Index>(k));
        outputs.columns.emplace_back(column.begin(), column.end());
    }
    return outputs;
}

}  // namespace

Json read_summary(const fs::path& folder) {
    if (!fs::exists(folder / "summary.json"))
        throw InputError(fmt::format(
            "{}: found no summary.json, expected a folder of results, as ritz simulate leaves it", folder.string()));
    Json summary = parse_json_file(folder / "summary.json").root;
    if (!is_summary(summary))
        throw InputError(fmt::format("{}: is not the summary of a run", (folder / "summary.json").string()));
    return summary;
}

CsvColumns read_outputs(const fs::path& folder) {
    if (fs::exists(folder / "outputs.h5")) return read_outputs_file(folder / "outputs.h5");
    if (!fs::exists(folder / "outputs.csv"))
        throw InputError(fmt::format("{}: found neither outputs.csv nor outputs.h5, expected the results of a run",
                                     folder.string()));
    return read_csv(folder / "outputs.csv");
}

}  // namespace ritz
