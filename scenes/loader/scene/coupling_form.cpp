// Gears and couplers of a scene.
#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

void fill(Form& form, GearSpec& gear) {
    form.group("first", true, "a coordinate of a joint", [&](Form& inner) { fill_coordinate(inner, gear.first); });
    form.group("second", true, "the coordinate that follows it",
               [&](Form& inner) { fill_coordinate(inner, gear.second); });
    form.required("ratio", gear.ratio, "q_second = ratio q_first + offset; [1], [m/rad] for a rack");
    form.optional("offset", gear.offset, Range{}, "[m or rad]; as the initial positions have it if left out");
}

void fill_term(Form& form, CouplingTermSpec& term) {
    fill_coordinate(form, term.at);
    form.required("factor", term.factor, "of the coordinate");
}

void fill(Form& form, CouplerSpec& coupler) {
    const auto write = [&] {
        Json list = Json::array();
        for (CouplingTermSpec& term : coupler.terms) {
            Json object = Json::object();
            Form inner(object);
            fill_term(inner, term);
            list.push_back(object);
        }
        return list;
    };
    const auto read = [&](Reader& reader) {
        if (!reader.value_of("terms", "a list of coordinates with their factors")) return;
        for (const Reader& element : reader.list("terms")) {
            Reader object = element.only_if_object();
            if (!object) continue;
            Form inner(object);
            fill_term(inner, coupler.terms.emplace_back());
            object.finish();
        }
    };
    CouplingTermSpec example;
    const Json one = form.description()
                         ? Form::describe_object("one of them", [&](Form& inner) { fill_term(inner, example); })
                         : Json();
    form.member("terms", true, form.description() ? schema::list_of(one, -1, "Σ factor q = constant") : Json(), read,
                write);
    form.optional("constant", coupler.constant, Range{}, "as the initial positions have it if left out");
}

}  // namespace

void fill_coupling(Form& form, CouplingSpec& coupling) {
    using Variant = decltype(coupling.kind);
    static const std::vector<Kind<Variant>> kinds = {
        {"gear", GearSpec{}, "two coordinates: gears, belts, a rack on its pinion"},
        {"coupler", CouplerSpec{}, "any number of coordinates, such as those of a differential"}};
    if (fill_kind(form, coupling.kind, kinds, [](Form& inner, auto& kind) { fill(inner, kind); })) form.finish();
}

}  // namespace ritz
