#include "engine/estimation/bound_observer.hpp"

#include "core/errors.hpp"

namespace ritz {

struct BoundObserver::Impl {
    BoundObserverOptions options;
    std::vector<BodyBound> bodies;
};

BoundObserver::BoundObserver(const Scene& scene, BoundObserverOptions options) : impl_(std::make_unique<Impl>()) {
    impl_->options = std::move(options);
    for (const BodyEntry& body : scene.model.bodies)
        if (scene.model.nodes[body.node].elastic)
            impl_->bodies.emplace_back(scene.model, body.node, impl_->options.bound);
}

BoundObserver::~BoundObserver() = default;
StepVerdict BoundObserver::at_start(const Integrator&) { return Continue{}; }
StepVerdict BoundObserver::after_step(double, const Integrator&) { return Continue{}; }
const std::vector<BodyBound>& BoundObserver::bodies() const { return impl_->bodies; }
const BodyBound* BoundObserver::find(const std::string& body) const {
    for (const BodyBound& bound : impl_->bodies)
        if (bound.body() == body) return &bound;
    return nullptr;
}
const BoundValues& BoundObserver::values_at(const std::string& body, double) const {
    const BodyBound* bound = find(body);
    if (bound == nullptr) throw InputError("there is no elastic body \"" + body + "\"");
    return bound->now();
}
double BoundObserver::seconds() const { return 0; }

}  // namespace ritz
