#pragma once
// Names in the order in which they were given, and the number of each at once: files refer to their parts by name, and
// a search through all of them for each reference would make reading quadratic.
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ritz {

class NameIndex {
  public:
    /// Of twins the first is found.
    void add(const std::string& name) {
        numbers_.emplace(name, names_.size());
        names_.push_back(name);
    }
    std::optional<std::size_t> find(const std::string& name) const {
        const auto found = numbers_.find(name);
        if (found == numbers_.end()) return {};
        return found->second;
    }
    const std::vector<std::string>& names() const { return names_; }
    std::size_t size() const { return names_.size(); }
    const std::string& operator[](std::size_t number) const { return names_[number]; }

  private:
    std::vector<std::string> names_;
    std::unordered_map<std::string, std::size_t> numbers_;
};

template <class Items>
std::vector<std::string> names_of(const Items& items) {
    std::vector<std::string> names;
    for (const auto& item : items) names.push_back(item.name);
    return names;
}

}  // namespace ritz
