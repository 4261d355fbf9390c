#pragma once
// outputs.csv as it grows: one line of names, then one line for each row.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/simulation/scene.hpp"

namespace ritz {

class CsvWriter {
  public:
    CsvWriter(std::filesystem::path path, const std::vector<Output>& outputs);

    /// Each number is the shortest decimal that reads back equal. False if the disk refuses.
    bool add(double t, const std::vector<double>& values);
    bool rollback(std::size_t rows);
    /// All of it is on the disk; false if not.
    bool finish();

  private:
    std::filesystem::path path_;
    std::ofstream file_;
    std::string line_;
};

}  // namespace ritz
