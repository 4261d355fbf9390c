#pragma once
// Telling summary.json from other JSON documents.
#include "scenes/loader/json/json_document.hpp"

namespace ritz {

/// Whether a document is a summary.json of this program.
bool is_summary(const Json& document);

}  // namespace ritz
