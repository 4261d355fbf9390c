#pragma once
// The rows of results/bench.csv.
#include <string>
#include <vector>

namespace ritz::bench {

struct Row {
    std::string name;
    double value = 0;
    std::string unit;
    double reference = 0;  // in the same unit: what the value is divided by, or divides; 0: none
    double ratio = 0;      // what the goal speaks of; 0: none
    std::string goal{};    // "<= 8" or ">= 6"; empty: none
    std::string note{};    // for the terminal
};

class Table {
  public:
    /// Prints the row at once.
    void add(const Row& row);
    /// A heading on the terminal.
    void begin_group(const std::string& title);
    /// Something that could not be measured, or how it was.
    void remark(const std::string& sentence);

    /// Columns name, value, unit, reference, ratio, goal; numbers that there are none of stay empty.
    std::string csv() const;

  private:
    std::vector<Row> rows_;
};

/// Does the ratio meet the goal? True without a goal.
bool meets_goal(const Row& row);

}  // namespace ritz::bench
