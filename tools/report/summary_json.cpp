#include "tools/report/summary_json.hpp"

namespace ritz {

bool is_summary(const Json& document) {
    if (!document.is_object() || !document.contains("program") || !document.contains("status")) return false;
    return document["program"].is_string() && document["program"].get<std::string>().starts_with("ritz ");
}

}  // namespace ritz
