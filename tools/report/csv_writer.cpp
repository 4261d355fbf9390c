#include "tools/report/csv_writer.hpp"

#include <fmt/format.h>

#include "scenes/loader/json/csv.hpp"

namespace ritz {

CsvWriter::CsvWriter(std::filesystem::path path, const std::vector<Output>& outputs)
    : path_(std::move(path)), file_(path_, std::ios::binary) {
    line_ = "time";
    for (const Output& output : outputs) line_ += "," + make_csv_field(output.name);
    file_ << line_ << "\n";
}

bool CsvWriter::add(double t, const std::vector<double>& values) {
    line_.clear();
    fmt::format_to(std::back_inserter(line_), "{}", t);
    for (const double value : values) fmt::format_to(std::back_inserter(line_), ",{}", value);
    line_ += "\n";
    file_ << line_;
    return file_.good();
}

bool CsvWriter::rollback(std::size_t rows) {
    if (!finish()) return false;
    std::ifstream written(path_, std::ios::binary);
    std::uintmax_t end = 0;
    for (std::size_t lines = 0; lines <= rows && std::getline(written, line_); ++lines) end += line_.size() + 1;
    std::error_code error;
    std::filesystem::resize_file(path_, end, error);
    file_.open(path_, std::ios::binary | std::ios::app);
    return !error && file_.good();
}

bool CsvWriter::finish() {
    file_.close();
    return !file_.fail();
}

}  // namespace ritz
