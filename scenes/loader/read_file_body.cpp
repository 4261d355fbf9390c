#include <filesystem>

#include "bodies/exchange/load_body.hpp"
#include "scenes/loader/complain_if_thrown.hpp"
#include "scenes/loader/read_body.hpp"

namespace ritz {

void read_file_body(Reader& object, KnownBody& body, SceneContext& scene) {
    const std::size_t before = object.diagnostics().count();
    body.is_elastic = true;
    const std::filesystem::path file = object.required<std::string>("file");
    std::optional<Damping> damping;
    if (object.has("damping")) damping = read_damping(object);
    std::optional<LoadedBody> loaded;
    if (object.diagnostics().count() == before)
        loaded = complain_if_thrown(object.value("file"), [&] {
            return load_body((object.document().folder / file).string(), body.name, damping);
        });
    if (!loaded) {
        object.has("initial");  // its size is not known
        return;
    }
    body.modes = static_cast<int>(loaded->body.modes());
    for (const Marker& marker : loaded->body.markers) body.markers.push_back(marker.name);
    for (const auto& [name, track] : loaded->body.tracks)
        body.tracks.push_back({name, track_length(track), track_is_closed(track)});
    const ElasticStart start = read_elastic_start(object, loaded->body.modes());
    if (object.diagnostics().count() != before) return;
    complain_if_thrown(object, [&] {
        scene.builder.add_elastic_body(std::make_shared<const ElasticBody>(std::move(loaded->body)), start.q,
                                       start.q_dot);
        return true;
    });
}

}  // namespace ritz
