#include "scenes/loader/json/form.hpp"

#include <fmt/format.h>

namespace ritz {
namespace {

template <class Items>
Json list(const Items& items) {
    Json all = Json::array();
    for (const auto& item : items) all.push_back(to_json(item));
    return all;
}

}  // namespace

Json to_json(double value) { return value; }
Json to_json(int value) { return value; }
Json to_json(bool value) { return value; }
Json to_json(const std::string& value) { return value; }
Json to_json(const Vec3& value) { return Json{value.x(), value.y(), value.z()}; }
Json to_json(const VecX& value) { return list(std::vector<double>(value.begin(), value.end())); }
Json to_json(const MatX& value) {
    Json rows = Json::array();
    for (Eigen::Index i = 0; i < value.rows(); ++i) rows.push_back(to_json(VecX(value.row(i))));
    return rows;
}
Json to_json(const std::vector<double>& value) { return list(value); }
Json to_json(const std::vector<int>& value) { return list(value); }
Json to_json(const std::vector<std::string>& value) { return list(value); }
Json to_json(const std::vector<Vec3>& value) { return list(value); }

Json FormDescription::make_schema(const std::string& words) const {
    return alternatives.empty() ? schema::object(words, members, required) : schema::one_of(alternatives, words);
}

void Form::describe(const std::string& key, const Json& brick, bool is_required) {
    description_->members.emplace_back(key, brick);
    if (is_required) description_->required.push_back(key);
}

void Form::describe_angle(const std::string& key, const Json& brick, const std::string& words) {
    for (const schema::Member& member : schema::with_degrees(key, brick, words))
        describe(member.first, member.second, false);
}

std::string Form::with_default(const std::string& words, const Json& otherwise) {
    const std::string value = otherwise.is_string() ? otherwise.get<std::string>() : otherwise.dump();
    if (value.empty() || value == "[]") return words;
    return fmt::format("{}{}{} if left out", words, words.empty() ? "" : "; ", value);
}

Json Form::brick(double, const Range& range, const std::string& words) {
    const bool ends = range.high < std::numeric_limits<double>::infinity();
    if (ends) return schema::within(range, words);
    if (range.low == 0) return range.without_low ? schema::positive(words) : schema::non_negative(words);
    return schema::number(words);
}

Json Form::brick(int, const Range& range, const std::string& words) {
    Json brick = schema::count(range.low > -1e9 ? static_cast<int>(range.low) : 0, words);
    if (range.high < 1e9) brick["maximum"] = static_cast<int>(range.high);
    return brick;
}

Json Form::brick(const Vec3&, const Range& range, const std::string& words) {
    return schema::list_of(brick(double{}, range, ""), 3, words);
}

Json Form::brick(const VecX&, const Range& range, const std::string& words) {
    return schema::list_of(brick(double{}, range, ""), -1, words);
}

Json Form::brick(const std::vector<double>&, const Range& range, const std::string& words) {
    return schema::list_of(brick(double{}, range, ""), -1, words);
}

Json Form::brick(const std::vector<int>&, const Range& range, const std::string& words) {
    return schema::list_of(brick(int{}, range, ""), -1, words);
}

Json Form::brick(const std::vector<Vec3>&, const Range& range, const std::string& words) {
    return schema::list_of(brick(Vec3(), range, ""), -1, words);
}

std::optional<std::size_t> Form::reference(const std::string& key, const std::string& kind,
                                           const std::vector<std::string>& names, const std::string& words) {
    if (description_) describe(key, schema::text(words), true);
    if (!reader_) return {};
    return reader_->required_reference(key, kind, names);
}

}  // namespace ritz
