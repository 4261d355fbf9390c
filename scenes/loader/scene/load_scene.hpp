#pragma once
#include "core/log.hpp"
#include "engine/simulation/scene.hpp"

namespace ritz {

/// Reads, applies the overrides ("/json/pointer=VALUE"), checks and builds. Throws InputError with all complaints.
/// The log hears what is read and reduced. Bodies that are reduced from models are kept in the folder body_cache, if it
/// has a name (body_cache.hpp).
Scene load_scene(const std::string& path, const std::vector<std::string>& overrides = {}, const Log& log = {},
                 const std::string& body_cache = {});

/// The scene as a file that reads back equal: parameters and tables from files as numbers, parts in their places. Files
/// of bodies stay files, named as before.
std::string write_scene(const Scene& scene);

}  // namespace ritz
