#pragma once
// Reduced bodies kept in a folder, by the hash of what they are made from: a sweep reduces each of its models once.
#include <filesystem>
#include <optional>
#include <string>

#include "bodies/exchange/body_file.hpp"

namespace ritz {

class BodyCache {
  public:
    /// No folder: nothing is found and nothing kept.
    explicit BodyCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// The body that this program made of a model by one of its reductions, unless one of its files has changed since.
    std::optional<BodyFile> find(const std::string& model, const std::string& reduction) const;
    /// A folder that takes nothing is no reason to fail.
    void keep(const std::string& model, const std::string& reduction, const BodyFile& body) const;

  private:
    std::filesystem::path file_of(const std::string& model, const std::string& reduction) const;

    std::filesystem::path folder_;
};

}  // namespace ritz
