#include "engine/estimation/bound_observer.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/errors.hpp"
#include "engine/estimation/bound_memory.hpp"
#include "engine/system/system.hpp"

namespace ritz {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

struct BoundObserver::Impl {
    /// Where bounds were asked for within the last step.
    struct Entry {
        double t = 0;
        std::size_t body = 0;
        BoundValues values;
    };
    RunSettings settings;
    BoundObserverOptions options;
    Model model;  // with world poses
    Workspace ws;
    std::vector<BodyBound> bodies;
    std::vector<Entry> entries;  // of the last step; the first `filled`
    std::size_t filled = 0;
    State state;
    VecX y;
    double spacing = 0, last_step = 0;
    double apart = 0, farthest = 1e300;  // of the nodes, as it is and at most
    SampleKind kind = SampleKind::full;
    std::size_t full_nodes = 0;      // to come before light intervals are tried again
    double node = 0, next_node = 0;  // the interval under way
    std::size_t next_place = 0;
    bool is_fresh = true;    // the next sample begins anew
    double seen_until = -1;  // where the integrator started anew: a step that ends there may be shown afterwards
    double seconds = 0;

    Impl(const Scene& the_scene, BoundObserverOptions the_options)
        : settings(the_scene.settings),
          options(std::move(the_options)),
          model(with_world_poses(the_scene.model)),
          ws(model) {
        options.bound.horizon = std::min(options.bound.horizon, settings.end);
        for (const BodyEntry& body : model.bodies)
            if (model.nodes[body.node].elastic) bodies.emplace_back(model, body.node, options.bound);
        choose_spacing();
    }

    void choose_spacing() {
        spacing = settings.output_step;
        farthest = 1e300;
        for (const BodyBound& body : bodies) {
            if (body.spacing() > 0) spacing = std::min(spacing, body.spacing());
            farthest = std::min(farthest, body.largest_spacing());
        }
        apart = spacing;
        kind = SampleKind::full;
        full_nodes = 0;
    }
    void exchange(const Scene& changed, const std::string& name, const MatX& transfer) {
        model = with_world_poses(changed.model);
        ws = Workspace(model);
        for (const BodyEntry& entry : model.bodies)
            for (BodyBound& body : bodies)
                if (entry.name == name && body.body() == name) {
                    BodyBound larger(model, entry.node, options.bound);
                    larger.carry_from(body, transfer);
                    body = std::move(larger);
                }
        choose_spacing();
        is_fresh = true;
    }
    template <class Self, class Each>
    static void visit(Self& self, Each& each) {
        for (auto* number :
             {&self.last_step, &self.apart, &self.node, &self.next_node, &self.seen_until, &self.seconds})
            each(*number);
        each(self.next_place), each(self.is_fresh), each(self.full_nodes);
        bool is_light = self.kind == SampleKind::light;
        each(is_light);
        if constexpr (!std::is_const_v<Self>) self.kind = is_light ? SampleKind::light : SampleKind::full;
    }

    bool has_numbers() const {
        return std::any_of(bodies.begin(), bodies.end(),
                           [](const BodyBound& body) { return body.claim().kind != BoundKind::none; });
    }
    void evaluate(double t, const VecX& at) {
        unpack(model, t, at.data(), state);
        evaluate_for_outputs(model, view(state), ws);
    }
    /// Intervals of equal length between two output times.
    void plan(double t) {
        const double dt = settings.output_step, end = settings.end;
        // What moves too fast for the steps does not move: between stiff steps there is nothing to see.
        apart = std::max(apart, last_step);
        const double output = options.at_outputs ? (std::floor(t / dt + 1e-6) + 1) * dt : end;
        const double left = std::min(output, end) - t;
        node = t;
        // What rounding leaves before an output or the end is no interval.
        next_node = left > 1e-9 * spacing ? t + left / std::ceil(left / apart * (1 - 1e-9)) : t + spacing;
        if (!options.at_outputs && left > 2 * apart) next_node = t + apart;
        next_place = 0;
    }
    /// Nodes move apart where samples add less to the bounds than they may. Where they cannot, fewer samples may do.
    void adapt() {
        double stretch = 2;
        bool has_room = true;
        for (const BodyBound& body : bodies) {
            if (body.claim().kind == BoundKind::none) continue;
            stretch = std::min(stretch, body.stretch());
            has_room = has_room && body.has_room();
        }
        if (full_nodes > 0) --full_nodes;
        if (kind == SampleKind::light) {
            if (stretch >= 1) return;
            kind = SampleKind::full;
            full_nodes = 20;
        } else if (stretch < 0.9) {
            apart = std::max(spacing, 0.9 * stretch * apart);
        } else if (stretch > 1.5) {
            const bool is_widest = apart >= farthest || (options.at_outputs && apart >= settings.output_step);
            if (is_widest && has_room && full_nodes == 0) kind = SampleKind::light;
            apart = std::min(std::max(farthest, spacing), 0.9 * stretch * apart);
        }
    }
    void begin(double t, const VecX& at) {
        evaluate(t, at);
        for (BodyBound& body : bodies) body.start(model, view(state), ws);
        plan(t);
        is_fresh = false;
    }
    double next_sample() const {
        const auto places = BodyBound::sample_places(kind);
        return next_place + 1 == places.size() ? next_node : node + places[next_place] * (next_node - node);
    }
    StepVerdict sample(bool is_node) {
        StepVerdict verdict = Continue{};
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            bodies[i].add_sample(model, view(state), ws, is_node);
            if (!is_node) continue;
            if (filled == entries.size()) entries.emplace_back();
            entries[filled].t = state.t;
            entries[filled].body = i;
            entries[filled++].values = bodies[i].now();
            if (!options.at_node) continue;
            StepVerdict own = options.at_node(bodies[i]);
            if (std::holds_alternative<Continue>(verdict)) verdict = std::move(own);
        }
        return verdict;
    }
    /// All samples of the plan up to t.
    StepVerdict follow(double t, const Integrator& integrator) {
        StepVerdict verdict = Continue{};
        const double same = 1e-9 * spacing;
        while (next_sample() <= t + same) {
            const double at = std::min(next_sample(), t);
            if (at == integrator.time())
                evaluate(at, integrator.state());
            else {
                integrator.interpolate(at, 0, y);
                evaluate(at, y);
            }
            const bool is_node = ++next_place == BodyBound::sample_places(kind).size();
            StepVerdict own = sample(is_node);
            if (std::holds_alternative<Continue>(verdict)) verdict = std::move(own);
            if (!is_node) continue;
            adapt();
            plan(at);
        }
        return verdict;
    }
    /// The interval under way ends at t_begin, and one of its own goes from there to t, seen from the left.
    void end_early(double t_begin, double t, const Integrator& integrator) {
        const double same = 1e-9 * spacing;
        const auto see = [&](double at, bool is_node) {
            integrator.interpolate(std::min(at, integrator.time()), 0, y);
            evaluate(at, y);
            sample(is_node);
        };
        for (BodyBound& body : bodies) body.drop_samples_behind(std::max(t_begin - same, node));
        if (t_begin > node + same) {
            see(t_begin, true);
            node = t_begin;
        }
        const double from = std::max(node, t_begin);
        if (t <= from + same) return;
        const double before = t - std::max(1e-10 * (t - from), 8 * (std::nextafter(t, 2 * t) - t));
        const int parts = static_cast<int>(std::ceil((t - from) / apart));
        const auto places = BodyBound::sample_places();
        for (int part = 0; part < parts; ++part)
            for (std::size_t k = 0; k < places.size(); ++k)
                see(std::min(from + (t - from) * (part + places[k]) / parts, before), k + 1 == places.size());
    }
};

BoundObserver::BoundObserver(const Scene& scene, BoundObserverOptions options)
    : impl_(std::make_unique<Impl>(scene, std::move(options))) {}

BoundObserver::~BoundObserver() = default;

StepVerdict BoundObserver::at_start(const Integrator& integrator) {
    if (impl_->has_numbers()) impl_->begin(integrator.time(), integrator.state());
    return Continue{};
}

StepVerdict BoundObserver::after_step(double t_begin, const Integrator& integrator) {
    if (!impl_->has_numbers() || (impl_->is_fresh && integrator.time() <= impl_->seen_until)) return Continue{};
    const auto start = Clock::now();
    impl_->filled = 0;
    impl_->last_step = integrator.time() - t_begin;
    if (impl_->is_fresh) {
        integrator.interpolate(t_begin, 0, impl_->y);
        impl_->begin(t_begin, impl_->y);
    }
    StepVerdict verdict = impl_->follow(integrator.time(), integrator);
    impl_->seconds += std::chrono::duration<double>(Clock::now() - start).count();
    return verdict;
}

void BoundObserver::before_restart(double t_begin, double t, const Integrator& integrator) {
    if (!impl_->has_numbers() || impl_->is_fresh) return;
    if (t > impl_->node) impl_->end_early(t_begin, t, integrator);
    impl_->seen_until = t;
    impl_->is_fresh = true;
}

ObserverMemory BoundObserver::remember() const {
    ObserverMemory memory;
    MemoryWriter write(memory);
    for (const BodyBound& body : impl_->bodies) body.remember(memory);
    const Impl& self = *impl_;
    Impl::visit(self, write);
    return memory;
}

void BoundObserver::recall(const ObserverMemory& memory) {
    MemoryReader read(memory);
    for (BodyBound& body : impl_->bodies) body.recall(read);
    Impl::visit(*impl_, read);
    read.finish();
    impl_->filled = 0;
}

void BoundObserver::close_interval(double t, const VecX& y) {
    if (!impl_->has_numbers() || impl_->is_fresh || !(t > impl_->node)) return;
    impl_->evaluate(t, y);
    impl_->sample(true);
    impl_->is_fresh = true;
}

void BoundObserver::exchange_body(const Scene& changed, const std::string& body, const MatX& transfer) {
    impl_->exchange(changed, body, transfer);
}

const std::vector<BodyBound>& BoundObserver::bodies() const { return impl_->bodies; }

const BodyBound* BoundObserver::find(const std::string& body) const {
    for (const BodyBound& bound : impl_->bodies)
        if (bound.body() == body) return &bound;
    return nullptr;
}

const BoundValues& BoundObserver::values_at(const std::string& body, double t) const {
    const BodyBound* bound = find(body);
    if (bound == nullptr) throw InputError("there is no elastic body \"" + body + "\"");
    for (std::size_t i = impl_->filled; i-- > 0;) {
        const Impl::Entry& entry = impl_->entries[i];
        if (&impl_->bodies[entry.body] == bound && entry.t <= t + 1e-9 * impl_->spacing) return entry.values;
    }
    return bound->now();
}

double BoundObserver::seconds() const { return impl_->seconds; }

}  // namespace ritz
