#pragma once
// Gathers what is wrong with a file, so that its author learns everything in one run.
#include <string>
#include <vector>

namespace ritz {

struct Complaint {
    std::string file, pointer, what;
};

class Diagnostics {
  public:
    explicit Diagnostics(std::string file, std::size_t most_shown = 20)
        : file_(std::move(file)), most_shown_(most_shown) {}

    /// "file: /pointer: what".
    void add(const std::string& pointer, const std::string& what) { add(file_, pointer, what); }
    /// The same about another file.
    void add(const std::string& file, const std::string& pointer, const std::string& what);

    std::size_t count() const { return count_; }
    bool empty() const { return count_ == 0; }
    /// Whether further messages are only counted.
    bool is_full() const { return shown_.size() >= most_shown_; }
    /// Those up to the cap.
    const std::vector<Complaint>& shown() const { return shown_; }
    /// In the order they were added; the last line counts those beyond the cap.
    std::vector<std::string> messages() const;
    /// Throws InputError with all messages, if there are any.
    void throw_if_any() const;

  private:
    std::string file_;
    std::size_t most_shown_;
    std::size_t count_ = 0;
    std::vector<Complaint> shown_;
};

}  // namespace ritz
