#include "scenes/loader/json/form_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ritz {

void ignore_members(Form& form) { form.reader().members(); }

bool fill_kind_named(Form& form, const std::string& key, const std::vector<FormKind>& kinds) {
    if (form.description()) {
        for (const FormKind& kind : kinds)
            form.description()->alternatives.push_back(Form::describe_object(kind.words, [&](Form& inner) {
                inner.describe(key, schema::constant(kind.name), true);
                kind.fill(inner);
            }));
        return true;
    }
    Choices<const FormKind*> choices;
    for (const FormKind& kind : kinds) choices.emplace_back(kind.name, &kind);
    const std::size_t before = form.complaints();
    const FormKind& chosen = *form.reader().required_choice(key, choices);
    const bool is_known = form.complaints() == before;
    if (is_known)
        chosen.fill(form);
    else
        ignore_members(form);
    return is_known;
}

bool fill_kind_present(Form& form, const std::vector<FormKind>& kinds) {
    if (form.description()) {
        for (const FormKind& kind : kinds)
            form.description()->alternatives.push_back(Form::describe_object(kind.words, kind.fill));
        return true;
    }
    std::vector<std::string> keys;
    for (const FormKind& kind : kinds)
        if (std::find(keys.begin(), keys.end(), kind.name) == keys.end()) keys.push_back(kind.name);
    const std::string key = form.reader().exactly_one_of(keys);
    const FormKind* chosen = nullptr;
    for (const FormKind& kind : kinds)
        if (kind.name == key && (kind.beside.empty() || form.has(kind.beside))) chosen = &kind;
    if (chosen != nullptr)
        chosen->fill(form);
    else
        ignore_members(form);
    return chosen != nullptr;
}

void fill_list(Form& form, const std::string& key, bool is_required, const std::string& words,
               const std::string& expected, const std::function<void(Form&)>& fill) {
    if (form.description())
        return form.describe(key, schema::list_of(Form::describe_object("", fill), -1, words), is_required);
    if (is_required) form.reader().value_of(key, "a list");
    for (Reader& each : form.reader().list(key)) {
        if (!each.is_object()) {
            each.complain(fmt::format("found {}, expected {}", each.found(), expected));
            continue;
        }
        Form inner(each);
        fill(inner);
        each.finish();
    }
}

}  // namespace ritz
