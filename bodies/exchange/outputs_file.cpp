#include "bodies/exchange/outputs_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "core/errors.hpp"

namespace ritz {
namespace {

using Eigen::Index;
using hdf5::GrowingRows;

const char* const outputs_format = "ritz outputs";
constexpr int outputs_version = 1;

/// About 64 KiB for each column and a megabyte for all: large enough for the disk, small beside the program.
std::size_t choose_block(std::size_t columns) {
    constexpr std::size_t most = 8192, numbers = std::size_t{1} << 17;
    return std::clamp<std::size_t>(numbers / std::max<std::size_t>(columns, 1), 1, most);
}

hdf5::File start_file(const std::filesystem::path& path, const std::vector<OutputColumn>& columns) {
    hdf5::File file = hdf5::create_on_disk(path);
    const hdf5::Group root = file.root();
    root.write_attribute("format", outputs_format);
    root.write_attribute("version", outputs_version);
    std::vector<std::string> names, units;
    for (const OutputColumn& column : columns) {
        names.push_back(column.name);
        units.push_back(column.unit);
    }
    root.write_texts("names", names);
    root.write_texts("units", units);
    return file;
}

hdf5::File open_file(const std::filesystem::path& path) {
    hdf5::File file = hdf5::open_on_disk(path);
    const hdf5::Group root = file.root();
    const std::string format = root.read_text_attribute("format");
    if (format != outputs_format)
        throw InputError(fmt::format("{}: found \"{}\", expected the outputs of a run", path.string(), format));
    const int version = root.read_integer_attribute("version");
    if (version != outputs_version)
        throw InputError(
            fmt::format("{}: found version {} of the format, expected {}", path.string(), version, outputs_version));
    return file;
}

std::vector<OutputColumn> read_columns(const hdf5::File& file) {
    const std::vector<std::string> names = file.root().read_texts("names", hdf5::any_size);
    const std::vector<std::string> units = file.root().read_texts("units", static_cast<Index>(names.size()));
    std::vector<OutputColumn> columns;
    for (std::size_t i = 0; i < names.size(); ++i) columns.push_back({names[i], units[i]});
    return columns;
}

}  // namespace

OutputsFileWriter::OutputsFileWriter(const std::filesystem::path& path, const std::vector<OutputColumn>& columns)
    : columns_(columns.size()),
      block_(choose_block(columns.size())),
      file_(start_file(path, columns)),
      time_(GrowingRows::create(file_.root(), "time", GrowingRows::list, static_cast<Index>(block_))) {
    times_.reserve(block_);
    values_.reserve(block_ * columns_);
    if (columns_ > 0)
        outputs_ =
            GrowingRows::create(file_.root(), "outputs", static_cast<Index>(columns_), static_cast<Index>(block_));
}

bool OutputsFileWriter::flush() {
    const auto rows = static_cast<Index>(times_.size());
    const bool good = time_.append(times_.data(), rows) && (columns_ == 0 || outputs_.append(values_.data(), rows));
    times_.clear();
    values_.clear();
    return good;
}

bool OutputsFileWriter::add(double t, const std::vector<double>& values) {
    times_.push_back(t);
    values_.insert(values_.end(), values.begin(), values.end());
    return times_.size() < block_ || flush();
}

bool OutputsFileWriter::rollback(std::size_t rows) {
    const auto written = static_cast<std::size_t>(time_.rows());
    const std::size_t waiting = std::min(rows > written ? rows - written : 0, times_.size());
    times_.resize(waiting);
    values_.resize(waiting * columns_);
    const auto kept = static_cast<Index>(rows);
    return time_.truncate(kept) && (columns_ == 0 || outputs_.truncate(kept));
}

bool OutputsFileWriter::finish() {
    const bool is_written = flush(), is_time_closed = time_.close(), are_outputs_closed = outputs_.close();
    return file_.close() && is_written && is_time_closed && are_outputs_closed;
}

OutputsFileReader::OutputsFileReader(const std::filesystem::path& path)
    : name_(path.string()),
      file_(open_file(path)),
      columns_(read_columns(file_)),
      time_(GrowingRows::open(file_.root(), "time", GrowingRows::list)) {
    if (columns_.empty()) return;
    outputs_ = GrowingRows::open(file_.root(), "outputs", static_cast<Index>(columns_.size()));
    if (outputs_.rows() != time_.rows())
        throw InputError(
            fmt::format("{}: /outputs: found {} rows, expected {} as in /time", name_, outputs_.rows(), time_.rows()));
}

OutputsFileReader::Block OutputsFileReader::read(std::size_t first, std::size_t count) const {
    const std::size_t rows = first < this->rows() ? std::min(count, this->rows() - first) : 0;
    Block block;
    block.times.resize(rows);
    block.values.resize(static_cast<Index>(rows), static_cast<Index>(columns_.size()));
    const auto begin = static_cast<Index>(first), number = static_cast<Index>(rows);
    if (!time_.read(begin, number, block.times.data()) ||
        (!columns_.empty() && !outputs_.read(begin, number, block.values.data())))
        throw InputError(fmt::format("{}: found damage, expected readable outputs", name_));
    return block;
}

bool looks_like_outputs_file(const std::filesystem::path& path) {
    constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
    std::string head(signature.size(), '\0');
    std::ifstream file(path, std::ios::binary);
    return file.read(head.data(), static_cast<std::streamsize>(head.size())) && head == signature;
}

}  // namespace ritz
