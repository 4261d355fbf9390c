#pragma once
// What is in a body file, a SID file, a model or an assembly, in words.
#include <string>

#include "bodies/exchange/load_body.hpp"
#include "scenes/loader/model/assembly.hpp"
#include "scenes/loader/model/model.hpp"

namespace ritz {

/// Frequencies, mass, centre, inertia, markers and tracks.
std::string describe_elastic_body(const ElasticBody& body);
std::string describe_provenance(const BodyFile& file);
/// What would be reduced, and how.
std::string describe_model(const ReductionJob& job);
std::string describe_assembly(const Assembly& assembly);
/// A body file or a SID file, by its content.
std::string describe_body_file(const std::string& path);

}  // namespace ritz
