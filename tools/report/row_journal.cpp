#include "tools/report/row_journal.hpp"

namespace ritz {

RowJournal::RowJournal(std::filesystem::path path, std::size_t columns)
    : path_(std::move(path)), columns_(columns), file_(path_, std::ios::binary) {}

RowJournal::RowJournal(std::filesystem::path path, std::size_t columns, std::uintmax_t bytes)
    : path_(std::move(path)), columns_(columns), sum_(compute_row_sum(path_, bytes)) {
    std::error_code error;
    std::filesystem::resize_file(path_, bytes, error);
    if (!error) file_.open(path_, std::ios::binary | std::ios::app);
}

bool RowJournal::add(double t, const std::vector<double>& values) {
    const auto write = [&](const double* numbers, std::size_t count) {
        const auto* bytes = reinterpret_cast<const char*>(numbers);
        file_.write(bytes, static_cast<std::streamsize>(count * sizeof(double)));
        sum_.add({bytes, count * sizeof(double)});
    };
    write(&t, 1);
    write(values.data(), values.size());
    return file_.good();
}

bool RowJournal::rollback(std::size_t rows) {
    if (!finish()) return false;
    std::error_code error;
    const std::uintmax_t end = rows * (columns_ + 1) * sizeof(double);
    std::filesystem::resize_file(path_, end, error);
    sum_ = compute_row_sum(path_, end);
    file_.open(path_, std::ios::binary | std::ios::app);
    return !error && file_.good();
}

bool RowJournal::flush() { return file_.flush().good(); }

bool RowJournal::finish() {
    file_.close();
    return !file_.fail();
}

bool RowJournal::read(const std::filesystem::path& path, std::size_t columns, std::uintmax_t bytes,
                      const RowVisit& visit) {
    std::ifstream file(path, std::ios::binary);
    std::vector<double> values(columns);
    const std::size_t width = (columns + 1) * sizeof(double);
    if (bytes % width != 0) return false;
    for (std::uintmax_t at = 0; at < bytes; at += width) {
        double t = 0;
        file.read(reinterpret_cast<char*>(&t), sizeof(double));
        file.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(columns * sizeof(double)));
        if (!file) return false;
        visit(t, values);
    }
    return true;
}

}  // namespace ritz
