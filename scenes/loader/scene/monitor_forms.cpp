// What is watched while a run goes on: quantities, and error bounds.
#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

void fill_watch(Form& form, QuantityWatchSpec& watch) {
    fill_quantity(form, "quantity", watch.quantity);
    form.optional("above", watch.above, Range{}, "stops above it");
    form.optional("below", watch.below, Range{}, "stops below it");
}

void fill_bound(Form& form, BoundWatchSpec& watch) {
    form.required("body", watch.body, "an elastic body; alone: the bound of its whole state, in the norm of its mass");
    fill_marker_motion(form, watch.output);
}

void fill_watch(Form& form, BoundWatchSpec& watch) {
    form.group("bound", true, "the error bound of an elastic body", [&](Form& inner) { fill_bound(inner, watch); });
    form.required("above", watch.above, positive(),
                  "acts above it [m sqrt(kg), m or rad], or above this part of the largest value so far");
    form.optional("relative", watch, &BoundWatchSpec::relative, "beside the largest state or output so far");
    form.optional("from", watch, &BoundWatchSpec::from, non_negative(), "nothing is judged before this time [s]");
    form.choice("act", watch, &BoundWatchSpec::action,
                {{"warn", BoundAction::warn}, {"stop", BoundAction::stop}, {"refine", BoundAction::refine}},
                "warn: once; stop: exit code 4; refine: a larger basis, from its model");
    const bool refines = watch.action == BoundAction::refine;
    if (form.reads() && !refines)
        for (const char* key : {"refinements", "largest"})
            if (form.has(key)) form.reader().complain(key, "only \"act\": \"refine\" has this limit");
    if (form.reads() && !refines) return;
    form.optional("refinements", watch, &BoundWatchSpec::most_refinements, between(1, 100), "at most so many");
    form.optional("largest", watch, &BoundWatchSpec::largest_size, between(1, 1000), "shapes of the basis at most");
}

template <class Watch>
void fill_kind(Form& form, MonitorSpec& monitor) {
    if (form.reads()) monitor.watch = Watch{};
    fill_watch(form, std::get<Watch>(monitor.watch));
    form.finish();
}

template <class Watch>
Json describe_kind(const std::string& words) {
    return Form::describe_object(words, [](Form& inner) {
        Watch watch;
        fill_watch(inner, watch);
    });
}

}  // namespace

void fill_monitor(Form& form, MonitorSpec& monitor) {
    if (form.description()) {
        form.description()->alternatives = {
            describe_kind<QuantityWatchSpec>("stops the run when a quantity leaves its limits"),
            describe_kind<BoundWatchSpec>("acts when the error bound of a body passes a limit")};
        return;
    }
    const bool is_bound = form.reads() ? form.has("bound") : std::holds_alternative<BoundWatchSpec>(monitor.watch);
    if (is_bound)
        fill_kind<BoundWatchSpec>(form, monitor);
    else
        fill_kind<QuantityWatchSpec>(form, monitor);
}

}  // namespace ritz
