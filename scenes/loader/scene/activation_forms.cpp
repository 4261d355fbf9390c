// When an element holds that may be attached and released, and the conditions that it looks at.
#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

/// "times": [[30, 95], [100, 110]].
void fill_times(Form& form, std::vector<TimeSpan>& times) {
    form.member(
        "times", false,
        schema::list_of(schema::vector(2, "from, to [s]"), -1, "spans of time, in order; at any time if left out"),
        [&](Reader& reader) {
            for (const Reader& span : reader.list("times")) {
                const VecX ends = span.as<VecX>();
                if (ends.size() == 2)
                    times.push_back({ends[0], ends[1]});
                else if (span.is_array())
                    span.complain("found " + span.found() + ", expected two times [from, to] in s");
            }
        },
        [&] {
            Json list = Json::array();
            for (const TimeSpan& span : times) list.push_back(Json::array({span.from, span.to}));
            return list.empty() ? Json() : list;
        });
}

}  // namespace

void fill_activation(Form& form, std::optional<ActivationSpec>& active) {
    const auto fill = [](Form& inner, ActivationSpec& spec) {
        fill_times(inner, spec.times);
        inner.optional("while", spec, &ActivationSpec::with,
                       "conditions, or elements with \"active\", one of which must hold");
        inner.optional("unless", spec, &ActivationSpec::unless, "of these none may hold");
        inner.optional("reach", spec, &ActivationSpec::reach, non_negative(),
                       "how far the two frames may be apart when they are joined as they stand [m]");
    };
    if (form.reads() && !form.has("active")) return;
    if (form.writes() && !active) return;
    ActivationSpec spec = active.value_or(ActivationSpec{});
    form.group("active", false, "when it holds: all of these must be true; always if left out",
               [&](Form& inner) { fill(inner, spec); });
    if (!form.description()) active = spec;
}

void fill_condition(Form& form, ConditionSpec& condition) {
    fill_quantity(form, "quantity", condition.quantity);
    form.optional("above", condition.above, Range{}, "it holds above it");
    form.optional("below", condition.below, Range{}, "and below it");
    form.optional("latched", condition, &ConditionSpec::is_latched, "once true, it stays so");
    form.finish();
}

}  // namespace ritz
