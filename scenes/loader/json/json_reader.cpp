#include "scenes/loader/json/json_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numbers>
#include <unordered_map>

#include "core/errors.hpp"
#include "scenes/loader/json/json_convert.hpp"

namespace ritz {
namespace {

bool is_always_allowed(const std::string& key) { return key == "$schema" || key == "comment" || key == "description"; }

std::string quoted_list(const std::vector<std::string>& names, const std::string& last_joint) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 == names.size() ? last_joint : ", ";
        text += fmt::format("\"{}\"", names[i]);
    }
    return text;
}

void scale(double& x, double factor) { x *= factor; }
void scale(Vec3& x, double factor) { x *= factor; }
void scale(VecX& x, double factor) { x *= factor; }
void scale(std::vector<double>& x, double factor) {
    for (double& each : x) each *= factor;
}

}  // namespace

Reader::Reader(const JsonDocument& document, Diagnostics& diagnostics)
    : document_(&document), value_(&document.root), diagnostics_(&diagnostics) {
    if (document.parameters) asked_.emplace_back("parameters");  // they have been read
    *this = only_if_object();
}

Reader::Reader(const Reader& parent, const Json* value, std::string pointer)
    : document_(parent.document_), value_(value), pointer_(std::move(pointer)), diagnostics_(parent.diagnostics_) {}

const Json* Reader::find(const std::string& key) {
    if (!all_asked_ && std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.push_back(key);
    if (!is_object()) return nullptr;
    const auto found = value_->find(key);
    return found == value_->end() ? nullptr : &*found;
}

Reader Reader::require(const std::string& key, const std::string& expected) {
    const Json* found = find(key);
    if (!found && is_object()) complain(fmt::format("\"{}\" is missing, expected {}", key, expected));
    return Reader(*this, found, pointer_to(pointer_, key));
}

Reader Reader::only_if_object() const {
    if (!value_ || value_->is_object()) return *this;
    complain(fmt::format("found {}, expected an object", found()));
    return Reader(*this, nullptr, pointer_);
}

template <class T>
T Reader::as(const Range& range) const {
    const JsonConverter converter(*diagnostics_, range, document_->parameters);
    T result = converter.harmless<T>();
    if (value_ && !converter.convert(*value_, pointer_, result)) result = converter.harmless<T>();
    return result;
}

template <class T>
T Reader::required(const std::string& key, const Range& range) {
    if (const Json* value = find(key)) return Reader(*this, value, pointer_to(pointer_, key)).as<T>(range);
    const T* type = nullptr;
    const Reader found = require(key, JsonConverter(*diagnostics_, range, document_->parameters).expected(type));
    return found.as<T>(range);
}

template <class T>
T Reader::optional(const std::string& key, const T& otherwise, const Range& range) {
    const Json* found = find(key);
    if (!found) return otherwise;
    T result{};
    return JsonConverter(*diagnostics_, range, document_->parameters).convert(*found, pointer_to(pointer_, key), result)
               ? result
               : otherwise;
}

VecX Reader::required_vector(const std::string& key, Eigen::Index size, const Range& range) {
    const std::string expected = fmt::format("a list of {} numbers", size);
    const Reader found = require(key, expected);
    if (found && (!found.is_array() || static_cast<Eigen::Index>(found.value_->size()) != size)) {
        found.complain(fmt::format("found {}, expected {}", found.found(), expected));
        return VecX::Constant(size, Reader(found, nullptr, "").as<double>(range));
    }
    const VecX result = found.as<VecX>(range);
    return result.size() == size ? result : VecX::Constant(size, Reader(found, nullptr, "").as<double>(range));
}

MatX Reader::required_matrix(const std::string& key, Eigen::Index rows, Eigen::Index columns, const Range& range) {
    const std::string expected = fmt::format("a list of {} rows of {} numbers", rows, columns);
    const Reader found = require(key, expected);
    const std::size_t before = diagnostics_->count();
    const MatX result = found.as<MatX>(range);
    if (result.rows() == rows && result.cols() == columns) return result;
    if (found && diagnostics_->count() == before)
        found.complain(fmt::format("found {} rows of {}, expected {}", result.rows(), result.cols(), expected));
    return MatX::Constant(rows, columns, Reader(found, nullptr, "").as<double>(range));
}

template <class T>
bool Reader::angle(const std::string& key, T& result) {
    const std::string twin = key + "_deg";
    const bool in_radians = find(key), in_degrees = find(twin);
    if (in_radians && in_degrees) complain(twin, fmt::format("found next to \"{}\", expected only one of them", key));
    if (!in_radians && !in_degrees) return false;
    result = required<T>(in_radians ? key : twin);
    if (!in_radians) scale(result, std::numbers::pi / 180);
    return true;
}

template <class T>
T Reader::required_angle(const std::string& key) {
    T result = JsonConverter(*diagnostics_, {}, document_->parameters).harmless<T>();
    if (!angle(key, result) && is_object())
        complain(fmt::format("\"{}\" is missing, expected an angle in rad, or in degrees as \"{}_deg\"", key, key));
    return result;
}

template <class T>
T Reader::optional_angle(const std::string& key, const T& otherwise) {
    T result = otherwise;
    angle(key, result);
    return result;
}

std::optional<std::size_t> Reader::pick(const std::string& key, const std::vector<std::string>& names,
                                        bool is_required) {
    const Reader found = optional_value(key);
    if (!found && is_required) require(key, quoted_list(names, " or "));  // complains
    if (!found) return {};
    const std::string name = found.is_string() ? found.value_->get<std::string>() : "";
    const auto match = std::find(names.begin(), names.end(), name);
    if (found.is_string() && match != names.end()) return static_cast<std::size_t>(match - names.begin());
    found.complain(fmt::format("found {}, expected {}{}", found.found(), quoted_list(names, " or "),
                               suggest_nearest(name, names)));
    return {};
}

std::optional<std::size_t> Reader::required_reference(const std::string& key, const std::string& kind,
                                                      const std::vector<std::string>& names) {
    return refer(require(key, fmt::format("the name of a {}", kind)), kind, names);
}

std::optional<std::size_t> Reader::optional_reference(const std::string& key, const std::string& kind,
                                                      const std::vector<std::string>& names) {
    return refer(optional_value(key), kind, names);
}

std::optional<std::size_t> Reader::required_reference(const std::string& key, const std::string& kind,
                                                      const NameIndex& names) {
    const Reader name = require(key, fmt::format("the name of a {}", kind));
    if (name.is_string())
        if (const auto match = names.find(name.value_->get_ref<const std::string&>())) return *match;
    name.complain_of_name(kind, names.names());
    return {};
}

std::optional<std::size_t> Reader::refer(const Reader& name, const std::string& kind,
                                         const std::vector<std::string>& names) const {
    if (name.is_string()) {
        const auto match = std::find(names.begin(), names.end(), name.value_->get_ref<const std::string&>());
        if (match != names.end()) return static_cast<std::size_t>(match - names.begin());
    }
    name.complain_of_name(kind, names);
    return {};
}

void Reader::complain_of_name(const std::string& kind, const std::vector<std::string>& names) const {
    if (!exists()) return;
    if (!is_string()) return complain(fmt::format("found {}, expected the name of a {}", found(), kind));
    const std::string text = value_->get<std::string>();
    complain(fmt::format("no {} \"{}\"{}", kind, text, hint(text, names)));
}

std::string Reader::hint(const std::string& found, const std::vector<std::string>& known) const {
    return diagnostics_->is_full() ? std::string() : suggest(found, known);
}

bool Reader::has(const std::string& key) { return find(key) != nullptr; }

std::string Reader::exactly_one_of(const std::vector<std::string>& keys) {
    std::vector<std::string> found;
    for (const std::string& key : keys)
        if (has(key)) found.push_back(key);
    if (found.size() == 1) return found[0];
    if (is_object() && found.empty()) complain(fmt::format("expected one of {}", quoted_list(keys, " or ")));
    if (found.size() > 1) complain(fmt::format("found {}, expected only one of them", quoted_list(found, " and ")));
    return {};
}

Reader Reader::child(const std::string& key) { return require(key, "an object").only_if_object(); }
Reader Reader::optional_child(const std::string& key) { return optional_value(key).only_if_object(); }
Reader Reader::value(const std::string& key) { return require(key, "a value"); }
Reader Reader::optional_value(const std::string& key) { return Reader(*this, find(key), pointer_to(pointer_, key)); }

std::string Reader::found() const { return value_ ? describe(*value_) : "nothing"; }

std::vector<Reader> Reader::elements() const {
    std::vector<Reader> all;
    if (value_ && !is_array()) complain(fmt::format("found {}, expected a list", found()));
    if (!is_array()) return all;
    for (std::size_t i = 0; i < value_->size(); ++i)
        all.push_back(Reader(*this, &(*value_)[i], pointer_to(pointer_, i)));
    return all;
}

std::vector<Reader> Reader::list(const std::string& key) { return optional_value(key).elements(); }

std::vector<NamedReader> Reader::named_list(const std::string& key) {
    std::vector<NamedReader> all;
    std::unordered_map<std::string, std::string> taken;  // names and who has them
    for (const Reader& element : list(key)) {
        Reader object = element.only_if_object();
        if (!object) continue;
        const std::string name = object.required<std::string>("name");
        if (object.has("name") && object.value("name").is_string()) {
            const auto [twin, is_new] = taken.emplace(name, object.pointer());
            if (name.empty()) object.complain("name", "found an empty name");
            if (!is_new && !name.empty())
                object.complain("name", fmt::format("the name \"{}\" is taken by {} already", name, twin->second));
        }
        all.push_back({name, object});
    }
    return all;
}

std::vector<NamedReader> Reader::named(const std::string& key, bool allows_numbers) {
    if (optional_value(key).is_array()) return named_list(key);
    std::vector<NamedReader> all;
    for (const NamedReader& member : optional_child(key).members())
        if (Reader object =
                allows_numbers && member.reader.may_be_number() ? member.reader : member.reader.only_if_object()) {
            if (member.name.empty()) object.complain("found an empty name");
            all.push_back({member.name, object});
        }
    return all;
}

std::vector<NamedReader> Reader::members() {
    std::vector<NamedReader> all;
    if (!is_object()) return all;
    all_asked_ = true;
    // Each with the value at hand: to look it up by its key would search through all of them again.
    for (const auto& [key, value] : value_->get_ref<const Json::object_t&>())
        if (!is_always_allowed(key)) all.push_back({key, Reader(*this, &value, pointer_to(pointer_, key))});
    return all;
}

void Reader::complain(const std::string& what) const { diagnostics_->add(pointer_, what); }
void Reader::complain(const std::string& key, const std::string& what) const {
    diagnostics_->add(pointer_to(pointer_, key), what);
}

void Reader::finish() {
    if (!is_object() || all_asked_) return;
    for (const auto& member : value_->items()) {
        const std::string& key = member.key();
        if (is_always_allowed(key) || std::find(asked_.begin(), asked_.end(), key) != asked_.end()) continue;
        complain(key, fmt::format("unknown key \"{}\"{}", key, hint(key, asked_)));
    }
}

template double Reader::as<double>(const Range&) const;
template int Reader::as<int>(const Range&) const;
template bool Reader::as<bool>(const Range&) const;
template std::string Reader::as<std::string>(const Range&) const;
template Vec3 Reader::as<Vec3>(const Range&) const;
template Mat3 Reader::as<Mat3>(const Range&) const;
template VecX Reader::as<VecX>(const Range&) const;
template MatX Reader::as<MatX>(const Range&) const;
template std::vector<double> Reader::as<std::vector<double>>(const Range&) const;
template std::vector<int> Reader::as<std::vector<int>>(const Range&) const;
template std::vector<std::string> Reader::as<std::vector<std::string>>(const Range&) const;
template std::vector<Vec3> Reader::as<std::vector<Vec3>>(const Range&) const;

template double Reader::required<double>(const std::string&, const Range&);
template int Reader::required<int>(const std::string&, const Range&);
template bool Reader::required<bool>(const std::string&, const Range&);
template std::string Reader::required<std::string>(const std::string&, const Range&);
template Vec3 Reader::required<Vec3>(const std::string&, const Range&);
template Mat3 Reader::required<Mat3>(const std::string&, const Range&);
template VecX Reader::required<VecX>(const std::string&, const Range&);
template MatX Reader::required<MatX>(const std::string&, const Range&);
template std::vector<double> Reader::required<std::vector<double>>(const std::string&, const Range&);
template std::vector<int> Reader::required<std::vector<int>>(const std::string&, const Range&);
template std::vector<std::string> Reader::required<std::vector<std::string>>(const std::string&, const Range&);
template std::vector<Vec3> Reader::required<std::vector<Vec3>>(const std::string&, const Range&);

template double Reader::optional<double>(const std::string&, const double&, const Range&);
template int Reader::optional<int>(const std::string&, const int&, const Range&);
template bool Reader::optional<bool>(const std::string&, const bool&, const Range&);
template std::string Reader::optional<std::string>(const std::string&, const std::string&, const Range&);
template Vec3 Reader::optional<Vec3>(const std::string&, const Vec3&, const Range&);
template Mat3 Reader::optional<Mat3>(const std::string&, const Mat3&, const Range&);
template VecX Reader::optional<VecX>(const std::string&, const VecX&, const Range&);
template MatX Reader::optional<MatX>(const std::string&, const MatX&, const Range&);
template std::vector<double> Reader::optional(const std::string&, const std::vector<double>&, const Range&);
template std::vector<int> Reader::optional(const std::string&, const std::vector<int>&, const Range&);
template std::vector<std::string> Reader::optional(const std::string&, const std::vector<std::string>&, const Range&);
template std::vector<Vec3> Reader::optional(const std::string&, const std::vector<Vec3>&, const Range&);

template double Reader::required_angle<double>(const std::string&);
template Vec3 Reader::required_angle<Vec3>(const std::string&);
template VecX Reader::required_angle<VecX>(const std::string&);
template std::vector<double> Reader::required_angle<std::vector<double>>(const std::string&);
template double Reader::optional_angle<double>(const std::string&, const double&);
template Vec3 Reader::optional_angle<Vec3>(const std::string&, const Vec3&);
template VecX Reader::optional_angle<VecX>(const std::string&, const VecX&);
template std::vector<double> Reader::optional_angle<std::vector<double>>(const std::string&,
                                                                         const std::vector<double>&);

}  // namespace ritz
