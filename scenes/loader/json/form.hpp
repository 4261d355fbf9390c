#pragma once
// One statement for each member of an object in a file: its key, its value, what it may be, what it is if left out, and
// what it says to people. The same statements read a file, write one, and make its schema:
//
//     void fill(Form& form, JointSpringSpec& spring) {
//         form.optional("stiffness", spring.stiffness, 0.0, non_negative(), "[N m/rad]");
//     }
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "scenes/loader/json/json_reader.hpp"
#include "scenes/loader/schema/schema_parts.hpp"

namespace ritz {

/// What a form says of its object, for the schema.
struct FormDescription {
    schema::Members members;
    std::vector<std::string> required;
    std::vector<Json> alternatives;  // instead of members: one of these objects
    /// The object, or the choice of objects.
    Json make_schema(const std::string& words) const;
};

Json to_json(double value);
Json to_json(int value);
Json to_json(bool value);
Json to_json(const std::string& value);
Json to_json(const Vec3& value);
Json to_json(const VecX& value);
Json to_json(const MatX& value);
Json to_json(const std::vector<double>& value);
Json to_json(const std::vector<int>& value);
Json to_json(const std::vector<std::string>& value);
Json to_json(const std::vector<Vec3>& value);

template <class E>
using Choices = std::vector<std::pair<std::string, E>>;

class Form {
  public:
    /// Reads an object; it must outlive the form.
    explicit Form(Reader& reader) : reader_(&reader) {}
    /// Writes into an object.
    explicit Form(Json& object) : object_(&object) {}
    /// Describes.
    explicit Form(FormDescription& description) : description_(&description) {}

    bool reads() const { return reader_ != nullptr; }
    bool writes() const { return object_ != nullptr; }
    /// Only if it reads.
    Reader& reader() const { return *reader_; }
    std::size_t complaints() const { return reader_ ? reader_->diagnostics().count() : 0; }
    bool has(const std::string& key) const { return reader_ && reader_->has(key); }

    template <class T>
    void required(const std::string& key, T& value, const Range& range, const std::string& words) {
        if (reader_) value = reader_->required<T>(key, range);
        if (object_) (*object_)[key] = to_json(value);
        if (description_) describe(key, brick(value, range, words), true);
    }
    template <class T>
    void required(const std::string& key, T& value, const std::string& words) {
        required(key, value, Range{}, words);
    }
    template <class T>
    void optional(const std::string& key, T& value, const T& otherwise, const Range& range, const std::string& words) {
        if (reader_) value = reader_->optional<T>(key, otherwise, range);
        if (object_ && !(value == otherwise)) (*object_)[key] = to_json(value);
        if (description_) describe(key, brick(value, range, with_default(words, to_json(otherwise))), false);
    }
    template <class T>
    void optional(const std::string& key, T& value, const T& otherwise, const std::string& words) {
        optional(key, value, otherwise, Range{}, words);
    }
    /// The same of a specification, whose own default it is.
    template <class Spec, class T>
    void optional(const std::string& key, Spec& spec, T Spec::*member, const Range& range, const std::string& words) {
        static const Spec standard{};
        optional(key, spec.*member, standard.*member, range, words);
    }
    template <class Spec, class T>
    void optional(const std::string& key, Spec& spec, T Spec::*member, const std::string& words) {
        optional(key, spec, member, Range{}, words);
    }
    /// A member that may be absent, without a default.
    template <class T>
    void optional(const std::string& key, std::optional<T>& value, const Range& range, const std::string& words) {
        if (reader_ && reader_->has(key)) value = reader_->required<T>(key, range);
        if (object_ && value) (*object_)[key] = to_json(*value);
        if (description_) describe(key, brick(T{}, range, words), false);
    }
    /// In rad, or in degrees under the twin of the key.
    template <class T>
    void angle(const std::string& key, T& value, const T& otherwise, const std::string& words) {
        if (reader_) value = reader_->optional_angle<T>(key, otherwise);
        if (object_ && !(value == otherwise)) (*object_)[key] = to_json(value);
        if (description_) describe_angle(key, brick(value, {}, ""), words);
    }

    template <class Spec, class T>
    void angle(const std::string& key, Spec& spec, T Spec::*member, const std::string& words) {
        static const Spec standard{};
        angle(key, spec.*member, standard.*member, words);
    }

    template <class E>
    void choice(const std::string& key, E& value, const Choices<E>& choices, const std::string& words) {
        if (reader_) value = reader_->required_choice(key, choices);
        if (object_) (*object_)[key] = name_of(value, choices);
        if (description_) describe(key, schema::choice(names_of(choices), words), true);
    }
    template <class E>
    void choice(const std::string& key, E& value, const Choices<E>& choices, const E& otherwise,
                const std::string& words) {
        if (reader_) value = reader_->optional_choice(key, choices, otherwise);
        if (object_ && !(value == otherwise)) (*object_)[key] = name_of(value, choices);
        if (description_)
            describe(key, schema::choice(names_of(choices), with_default(words, name_of(otherwise, choices))), false);
    }

    template <class Spec, class E>
    void choice(const std::string& key, Spec& spec, E Spec::*member, const Choices<E>& choices,
                const std::string& words) {
        static const Spec standard{};
        choice(key, spec.*member, choices, standard.*member, words);
    }

    /// Any other member: read(Reader&) gets this form's reader, write() returns what to write (null: nothing). The
    /// brick of the schema is made only where it is wanted: brick() returns it, unless it is given as it is.
    template <class Brick, class Read, class Write>
    void member(const std::string& key, bool is_required, const Brick& brick, Read read, Write write) {
        if (reader_) read(*reader_);
        if (object_) {
            const Json value = write();
            if (!value.is_null()) (*object_)[key] = value;
        }
        if constexpr (std::is_invocable_v<const Brick&>) {
            if (description_) describe(key, brick(), is_required);
        } else if (description_) {
            describe(key, brick, is_required);
        }
    }

    /// The same in a file that nobody writes.
    template <class Read>
    void member(const std::string& key, bool is_required, const Json& brick, Read read) {
        if (reader_) read(*reader_);
        if (description_) describe(key, brick, is_required);
    }

    /// The number of the thing whose name stands at the key, in a file that nobody writes; none after a complaint.
    std::optional<std::size_t> reference(const std::string& key, const std::string& kind,
                                         const std::vector<std::string>& names, const std::string& words);

    /// An object inside. If it is not there, fill is not called.
    template <class Fill>
    void group(const std::string& key, bool is_required, const std::string& words, Fill fill) {
        if (reader_) {
            Reader child = is_required ? reader_->child(key) : reader_->optional_child(key);
            if (!child) return;
            Form inner(child);
            fill(inner);
            child.finish();
        }
        if (object_) {
            Json inside = Json::object();
            Form inner(inside);
            fill(inner);
            if (is_required || !inside.empty()) (*object_)[key] = inside;
        }
        if (description_) describe(key, describe_object(words, fill), is_required);
    }

    /// Complains about keys that no statement named.
    void finish() const {
        if (reader_) reader_->finish();
    }

    void describe(const std::string& key, const Json& brick, bool is_required);
    FormDescription* description() const { return description_; }
    Json* object() const { return object_; }

    template <class Fill>
    static Json describe_object(const std::string& words, Fill fill) {
        FormDescription inside;
        Form inner(inside);
        fill(inner);
        return inside.make_schema(words);
    }

    template <class E>
    static std::string name_of(const E& value, const Choices<E>& choices) {
        for (const auto& [name, each] : choices)
            if (each == value) return name;
        return {};
    }

  private:
    template <class E>
    static std::vector<std::string> names_of(const Choices<E>& choices) {
        std::vector<std::string> names;
        for (const auto& choice : choices) names.push_back(choice.first);
        return names;
    }
    static std::string with_default(const std::string& words, const Json& otherwise);
    void describe_angle(const std::string& key, const Json& brick, const std::string& words);

    static Json brick(double, const Range& range, const std::string& words);
    static Json brick(int, const Range& range, const std::string& words);
    static Json brick(bool, const Range&, const std::string& words) { return schema::flag(words); }
    static Json brick(const std::string&, const Range&, const std::string& words) { return schema::text(words); }
    static Json brick(const Vec3&, const Range& range, const std::string& words);
    static Json brick(const VecX&, const Range& range, const std::string& words);
    static Json brick(const MatX&, const Range&, const std::string& words) { return schema::matrix(words); }
    static Json brick(const std::vector<double>&, const Range& range, const std::string& words);
    static Json brick(const std::vector<int>&, const Range& range, const std::string& words);
    static Json brick(const std::vector<std::string>&, const Range&, const std::string& words) {
        return schema::list_of(schema::text(""), -1, words);
    }
    static Json brick(const std::vector<Vec3>&, const Range& range, const std::string& words);

    Reader* reader_ = nullptr;
    Json* object_ = nullptr;
    FormDescription* description_ = nullptr;
};

/// One kind of an element, by its "type".
template <class Variant>
struct Kind {
    std::string type;
    Variant prototype;
    std::string words;
};

/// The member "type" and the members of its kind: fill(form, alternative). False if the type is not known.
template <class Variant, class Fill>
bool fill_kind(Form& form, Variant& value, const std::vector<Kind<Variant>>& kinds, Fill fill) {
    const auto visit = [&](Form& inner, Variant& kind) {
        std::visit([&](auto& alternative) { fill(inner, alternative); }, kind);
    };
    if (form.reads()) {
        const std::size_t before = form.complaints();
        Choices<std::size_t> choices;
        for (std::size_t i = 0; i < kinds.size(); ++i)
            if (i == 0 || kinds[i].type != kinds[i - 1].type) choices.emplace_back(kinds[i].type, i);
        const std::size_t chosen = form.reader().required_choice("type", choices);
        if (form.complaints() != before) return false;
        value = kinds[chosen].prototype;
        visit(form, value);
    } else if (form.writes()) {
        for (const Kind<Variant>& kind : kinds)
            if (kind.prototype.index() == value.index()) (*form.object())["type"] = kind.type;
        visit(form, value);
    } else {
        for (const Kind<Variant>& kind : kinds) {
            Variant prototype = kind.prototype;
            form.description()->alternatives.push_back(Form::describe_object(kind.words, [&](Form& inner) {
                inner.describe("type", schema::constant(kind.type), true);
                visit(inner, prototype);
            }));
        }
    }
    return true;
}

/// Elements under their names, or in a list each with its "name". seen(item, reader) is called for each one read. With
/// words for a number, an element under its name may be a number, too.
template <class Item, class Fill, class Seen>
void fill_named(Form& form, const std::string& key, std::vector<Item>& items, const std::string& words, Fill fill,
                Seen seen, const std::string& definition = "", const std::string& number = "") {
    if (form.reads()) {
        for (auto& [name, object] : form.reader().named(key, !number.empty())) {
            items.emplace_back();
            items.back().name = name;
            Form inner(object);
            const std::size_t before = form.complaints();
            fill(inner, items.back());
            seen(items.back(), object, form.complaints() == before);
        }
    } else if (form.writes()) {
        Json all = Json::object();
        for (Item& item : items) {
            Json object = Json::object();
            Form inner(object);
            fill(inner, item);
            all[item.name] = object;
        }
        if (!all.empty()) (*form.object())[key] = all;
    } else {
        Item item;
        const Json element = Form::describe_object("", [&](Form& inner) { fill(inner, item); });
        form.describe(key, schema::named(element, words, definition, number), false);
    }
}

}  // namespace ritz
