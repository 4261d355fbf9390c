#include "scenes/loader/scene/make_guard.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "core/errors.hpp"
#include "scenes/loader/model/refinable_body.hpp"
#include "scenes/loader/scene/body_surfaces.hpp"

namespace ritz {

GuardOptions make_guard(const Scene& scene, BodySurfaces* surfaces) {
    const std::string folder = std::filesystem::path(scene.file).parent_path().string();
    const auto bodies = std::make_shared<std::map<std::string, RefinableBody>>();
    for (const BoundMonitor& monitor : scene.bound_monitors) {
        const std::string& name = monitor.watch.body;
        if (monitor.watch.action != BoundAction::refine || bodies->contains(name)) continue;
        for (const BodySpec& body : scene.spec.bodies) {
            if (body.name != name) continue;
            const auto* made = std::get_if<MadeBodySpec>(&body.kind);
            try {
                bodies->try_emplace(name, folder, name, made ? *made : MadeBodySpec{}, scene.files);
            } catch (const InputError& error) {
                throw InputError(fmt::format("{}: {}", scene.locate({SubjectKind::monitor, monitor.name, "bound/body"}),
                                             error.what()));
            }
        }
    }
    GuardOptions guard;
    guard.refine = [bodies, surfaces](const RefinementWish& wish) {
        RefinableBody& body = bodies->at(wish.body);
        Replacement better = body.refine(wish.bound.modes, wish.bound.state, wish.places, wish.point);
        if (surfaces != nullptr && body.file()->surface)
            surfaces->add(better.body, std::make_shared<const SurfaceShapes>(*body.file()->surface));
        return better;
    };
    return guard;
}

}  // namespace ritz
