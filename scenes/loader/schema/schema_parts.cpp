#include "scenes/loader/schema/schema_parts.hpp"

namespace ritz::schema {
namespace {

Json typed(const std::string& type, const std::string& description) {
    Json schema;
    schema["type"] = type;
    if (!description.empty()) schema["description"] = description;
    return schema;
}

/// The same object, or the same choice of objects, each with a "name" besides.
Json with_name(Json element) {
    if (element.contains("oneOf")) {
        for (Json& choice : element["oneOf"]) choice = with_name(choice);
        return element;
    }
    element["properties"]["name"] = typed("string", "what others refer to it by");
    element["required"].push_back("name");
    return element;
}

}  // namespace

/// Limits are for numbers only: what a text is worth, the reader knows.
Json number(const std::string& description) {
    Json schema = typed("number", description);
    schema["type"] = {"number", "string"};
    return schema;
}

Json positive(const std::string& description) {
    Json schema = number(description);
    schema["exclusiveMinimum"] = 0;
    return schema;
}

Json non_negative(const std::string& description) {
    Json schema = number(description);
    schema["minimum"] = 0;
    return schema;
}

Json within(double low, double high, const std::string& description) {
    Json schema = number(description);
    schema["minimum"] = low;
    schema["maximum"] = high;
    return schema;
}

Json within(const Range& range, const std::string& description) {
    Json schema = within(range.low, range.high, description);
    if (!range.without_low) return schema;
    schema.erase("minimum");
    schema["exclusiveMinimum"] = range.low;
    return schema;
}

Json count(int low, const std::string& description) {
    Json schema = typed("integer", description);
    schema["type"] = {"integer", "string"};
    schema["minimum"] = low;
    return schema;
}

Json flag(const std::string& description) { return typed("boolean", description); }
Json text(const std::string& description) { return typed("string", description); }

Json choice(const std::vector<std::string>& names, const std::string& description) {
    Json schema;
    schema["enum"] = names;
    schema["description"] = description;
    return schema;
}

Json constant(const std::string& value) { return Json{{"const", value}}; }

Json list_of(Json element, int size, const std::string& description) {
    Json schema = typed("array", description);
    schema["items"] = std::move(element);
    if (size >= 0) schema["minItems"] = schema["maxItems"] = size;
    return schema;
}

Json vector(int size, const std::string& description) { return list_of(number(""), size, description); }
Json matrix(const std::string& description) { return list_of(vector(-1, ""), -1, description); }

Json parameters(const std::string& description) {
    Json schema = typed("object", description);
    for (const char* remark : {"description", "comment"}) schema["properties"][remark] = typed("string", "");
    schema["additionalProperties"] = number("");
    return schema;
}

Json see(const std::string& definition, const std::string& description) {
    Json schema;
    schema["$ref"] = "#/$defs/" + definition;
    if (!description.empty()) schema["description"] = description;
    return schema;
}

Json object(const std::string& description, const Members& members, const std::vector<std::string>& required) {
    Json schema = typed("object", description);
    schema["properties"] = Json::object();
    for (const Member& member : members) schema["properties"][member.first] = member.second;
    for (const char* remark : {"description", "comment"})
        if (!schema["properties"].contains(remark)) schema["properties"][remark] = typed("string", "");
    schema["required"] = required;
    schema["additionalProperties"] = false;
    return schema;
}

Json one_of(std::vector<Json> choices, const std::string& description) {
    Json schema;
    if (!description.empty()) schema["description"] = description;
    schema["oneOf"] = std::move(choices);
    return schema;
}

Json any_of(std::vector<Json> choices, const std::string& description) {
    Json schema;
    if (!description.empty()) schema["description"] = description;
    schema["anyOf"] = std::move(choices);
    return schema;
}

Members with_degrees(const std::string& key, const Json& value, const std::string& description) {
    Json radians = value, degrees = value;
    radians["description"] = description;
    degrees["description"] = "the same with angles in degrees";
    return {{key, radians}, {key + "_deg", degrees}};
}

Json named(const Json& element, const std::string& description, const std::string& definition,
           const std::string& number_words) {
    Json by_name = typed("object", "by name");
    // Remarks may stand between the named ones.
    for (const char* remark : {"description", "comment"}) by_name["properties"][remark] = typed("string", "");
    const Json by_itself = definition.empty() ? element : see(definition);
    by_name["additionalProperties"] = number_words.empty() ? by_itself : any_of({number(number_words), by_itself});
    return any_of({by_name, list_of(with_name(element), -1, "each with its name")}, description);
}

}  // namespace ritz::schema
