#pragma once
// What the user should know of a result that exists nevertheless: each sentence says what was found and what to do.
#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ritz {

/// Sentences in the order in which they were found, each once.
class Warnings {
  public:
    Warnings() = default;
    /// The listener hears of each new sentence at once, before the run has ended.
    explicit Warnings(std::function<void(const std::string&)> listener) : listener_(std::move(listener)) {}

    void add(const std::string& sentence) {
        if (std::find(list_.begin(), list_.end(), sentence) != list_.end()) return;
        list_.push_back(sentence);
        if (listener_) listener_(sentence);
    }
    /// Those of an earlier part of the run, which the listener has heard already.
    void restore(std::vector<std::string> list) { list_ = std::move(list); }
    const std::vector<std::string>& list() const { return list_; }

  private:
    std::function<void(const std::string&)> listener_;
    std::vector<std::string> list_;
};

}  // namespace ritz
