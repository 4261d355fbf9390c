#pragma once
// The bricks of the schema.
#include <string>
#include <utility>
#include <vector>

#include "scenes/loader/json/json_reader.hpp"

namespace ritz::schema {

using Member = std::pair<std::string, Json>;
using Members = std::vector<Member>;

/// Numbers, counts and vectors of them: each number may be an expression of the parameters, a text.
Json number(const std::string& description);
Json positive(const std::string& description);
Json non_negative(const std::string& description);
Json within(double low, double high, const std::string& description);
Json within(const Range& range, const std::string& description);
Json count(int low, const std::string& description);
Json flag(const std::string& description);
Json text(const std::string& description);
Json choice(const std::vector<std::string>& names, const std::string& description);
Json constant(const std::string& value);
/// So many numbers; any number of them if size is negative.
Json vector(int size, const std::string& description);
Json list_of(Json element, int size, const std::string& description);
Json matrix(const std::string& description);
/// Numbers by name, and expressions of them.
Json parameters(const std::string& description);
/// A definition under "$defs".
Json see(const std::string& definition, const std::string& description = "");
/// Keys not listed are refused; those listed as required must be there.
Json object(const std::string& description, const Members& members, const std::vector<std::string>& required = {});
Json one_of(std::vector<Json> choices, const std::string& description = "");
Json any_of(std::vector<Json> choices, const std::string& description = "");
/// Members "key" and "key_deg".
Members with_degrees(const std::string& key, const Json& value, const std::string& description);

/// Objects by name, or a list of objects each with its "name". The definition, if given, says the same as the element.
Json named(const Json& element, const std::string& description, const std::string& definition = "",
           const std::string& number_words = "");

}  // namespace ritz::schema
