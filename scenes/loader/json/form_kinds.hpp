#pragma once
// Objects that come in several kinds, each with members of its own, and lists of objects.
#include <functional>

#include "scenes/loader/json/form.hpp"

namespace ritz {

/// One kind of an object: fill states its members.
struct FormKind {
    std::string name;  // at the key that decides, or the key that is there
    std::string words;
    std::function<void(Form&)> fill;
    std::string beside{};  // only if this key is there, too; such a kind stands behind the one of its name without
};

/// The member at the key names the kind. False if it is not known: then nothing else is said of the object.
bool fill_kind_named(Form& form, const std::string& key, const std::vector<FormKind>& kinds);

/// The kind is that whose key is there; exactly one must be. The fill states this key, too. False as above.
bool fill_kind_present(Form& form, const std::vector<FormKind>& kinds);

/// After a complaint about what decides the others, no other member of the object is judged.
void ignore_members(Form& form);

/// Objects in a list: fill(form) for each. Expected is what is said to be missing of an element that is no object.
void fill_list(Form& form, const std::string& key, bool is_required, const std::string& words,
               const std::string& expected, const std::function<void(Form&)>& fill);

/// What is in a file under its name, where it does not hold the name itself.
template <class Value>
struct Named {
    std::string name;
    Value value{};
    std::string place{};  // JSON pointer
};

/// Values under their names, or in a list each with its "name": fill(form, value).
template <class Value, class Fill>
std::vector<Named<Value>> fill_named_values(Form& form, const std::string& key, const std::string& words, Fill fill,
                                            const std::string& definition = "") {
    std::vector<Named<Value>> items;
    fill_named(
        form, key, items, words, [&](Form& inner, Named<Value>& item) { fill(inner, item.value); },
        [](Named<Value>& item, const Reader& object, bool) { item.place = object.pointer(); }, definition);
    return items;
}

}  // namespace ritz
