#include "bodies/exchange/load_body.hpp"

#include <fmt/format.h>

#include "bodies/exchange/body_file.hpp"
#include "bodies/exchange/sid.hpp"
#include "core/errors.hpp"
#include "core/files/files.hpp"

namespace ritz {
namespace {

LoadedBody load_sid(const std::string& bytes, const std::string& path, const std::string& name) {
    const SidFile sid = read_sid_text(bytes, path);
    LoadedBody loaded;
    loaded.notes = sid.notes;
    loaded.body = name_faults(path, [&] { return make_sid_body(sid, name, loaded.notes); });
    return loaded;
}

LoadedBody load_own(const std::string& bytes, const std::string& path, const std::string& name) {
    BodyFile file = read_body_image(bytes, path);
    file.body.name = name;
    LoadedBody loaded{name_faults(path, [&] { return make_numeric_body(file.body); }), {}};
    if (file.estimator) loaded.body.estimator = std::make_shared<EstimatorData>(std::move(*file.estimator));
    if (file.surface) loaded.surface = std::make_shared<const SurfaceShapes>(std::move(*file.surface));
    return loaded;
}

}  // namespace

LoadedBody load_body(const std::string& path, const std::string& name, const std::optional<Damping>& damping) {
    const std::string bytes = read_whole_file(path);
    LoadedBody loaded = looks_like_body_file(bytes) ? load_own(bytes, path, name) : load_sid(bytes, path, name);
    if (loaded.body.modes() == 0)
        throw InputError(fmt::format("{}: found a body without modes, expected an elastic one", path));
    if (damping)
        loaded.body.De =
            name_faults(path, [&] { return compute_damping(*damping, loaded.body.inertia.Me, loaded.body.Ke); });
    return loaded;
}

}  // namespace ritz
