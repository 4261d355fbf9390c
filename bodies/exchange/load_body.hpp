#pragma once
// A body from a file of either kind.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bodies/damping.hpp"
#include "bodies/elastic_body.hpp"

namespace ritz {

struct SurfaceShapes;

struct LoadedBody {
    ElasticBody body;
    std::vector<std::string> notes;  // what the file could not say, and what in it does not fit together
    std::shared_ptr<const SurfaceShapes> surface{};  // of a Ritz body file that has one
};

/// A Ritz body file or a SID file, told apart by their content. name: of the body from now on. damping: instead of the
/// file's. Throws InputError.
LoadedBody load_body(const std::string& path, const std::string& name, const std::optional<Damping>& damping = {});

}  // namespace ritz
