#pragma once
// Surfaces of the bodies of a scene that were read from files or reduced from models. The engine does not know them;
// pictures of a run need them beside its states.
#include <memory>
#include <utility>
#include <vector>

#include "bodies/exchange/body_file.hpp"
#include "core/log.hpp"
#include "engine/simulation/scene.hpp"

namespace ritz {

class BodySurfaces {
  public:
    /// The body is the one in the MadeBodySpec. A null surface is left out.
    void add(std::shared_ptr<const ElasticBody> body, std::shared_ptr<const SurfaceShapes> surface) {
        if (surface != nullptr) known_.emplace_back(std::move(body), std::move(surface));
    }
    /// Null if there is none.
    const SurfaceShapes* find(const ElasticBody* body) const {
        for (const auto& [known, surface] : known_)
            if (known.get() == body) return surface.get();
        return nullptr;
    }

  private:
    std::vector<std::pair<std::shared_ptr<const ElasticBody>, std::shared_ptr<const SurfaceShapes>>> known_;
};

/// As load_scene (load_scene.hpp), and adds the surfaces of its bodies to those given.
Scene load_scene(const std::string& path, const std::vector<std::string>& overrides, const Log& log,
                 const std::string& body_cache, BodySurfaces& surfaces);

}  // namespace ritz
