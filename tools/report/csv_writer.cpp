#include "tools/report/csv_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "scenes/loader/json/csv.hpp"

namespace ritz {

CsvWriter::CsvWriter(std::filesystem::path path, const std::vector<Output>& outputs)
    : path_(std::move(path)), file_(path_, std::ios::binary) {
    line_ = "time";
    for (const Output& output : outputs) line_ += "," + make_csv_field(output.name);
    line_ += "\n";
    file_ << line_;
    sum_.add(line_);
}

CsvWriter::CsvWriter(std::filesystem::path path, std::uintmax_t bytes)
    : path_(std::move(path)), sum_(compute_row_sum(path_, bytes)) {
    std::error_code error;
    std::filesystem::resize_file(path_, bytes, error);
    if (!error) file_.open(path_, std::ios::binary | std::ios::app);
}

bool CsvWriter::add(double t, const std::vector<double>& values) {
    line_.clear();
    fmt::format_to(std::back_inserter(line_), "{}", t);
    for (const double value : values) fmt::format_to(std::back_inserter(line_), ",{}", value);
    line_ += "\n";
    file_ << line_;
    sum_.add(line_);
    return file_.good();
}

bool CsvWriter::rollback(std::size_t rows) {
    if (!finish()) return false;
    std::ifstream written(path_, std::ios::binary);
    std::uintmax_t end = 0;
    for (std::size_t lines = 0; lines <= rows && std::getline(written, line_); ++lines) end += line_.size() + 1;
    std::error_code error;
    std::filesystem::resize_file(path_, end, error);
    sum_ = compute_row_sum(path_, end);
    file_.open(path_, std::ios::binary | std::ios::app);
    return !error && file_.good();
}

bool CsvWriter::flush() { return file_.flush().good(); }

bool CsvWriter::read(const std::filesystem::path& path, std::size_t columns, std::uintmax_t bytes,
                     const RowVisit& visit) {
    std::ifstream file(path, std::ios::binary);
    std::string line;
    if (!std::getline(file, line)) return false;  // the names
    std::uintmax_t at = line.size() + 1;
    std::vector<double> row(columns + 1), values(columns);
    while (at < bytes && std::getline(file, line) && !file.eof()) {
        at += line.size() + 1;
        const char *from = line.data(), *const end = from + line.size();
        for (std::size_t k = 0; k < row.size(); ++k) {
            const auto [next, error] = std::from_chars(from, end, row[k]);
            const bool is_last = k + 1 == row.size();
            if (error != std::errc() || (is_last ? next != end : next == end || *next != ',')) return false;
            from = next + 1;
        }
        std::copy(row.begin() + 1, row.end(), values.begin());
        visit(row.front(), values);
    }
    return at == bytes;
}

bool CsvWriter::finish() {
    file_.close();
    return !file_.fail();
}

}  // namespace ritz
