#pragma once
// Several finite element models clamped together, each reduced on its own: how good is the coupled whole?
// ([Holzwarth2014] section 5, docs/reduction.md)
#include "reduction/coupling.hpp"
#include "scenes/loader/model/compare.hpp"

namespace ritz {

/// A load on a body of the assembly, or what is measured there.
struct AssemblyChannel {
    std::size_t body = 0;
    Channel channel;
};

struct Assembly {
    std::string name;
    std::string file;                // as the user named it, for messages
    std::vector<ReductionJob> jobs;  // their names are those of the bodies
    std::vector<Clamp> clamps;
    std::vector<AssemblyChannel> inputs, outputs;
    std::optional<Band> band;
};

bool is_assembly(const Json& document);

class Form;
/// The statements of an assembly file, for its reader and its schema.
void fill_assembly(Form& root, Assembly& assembly, const ReductionProgress& progress);

/// Throws InputError with all complaints.
Assembly load_assembly(const std::string& path, const std::vector<std::string>& overrides = {},
                       const ReductionProgress& progress = {});

/// Throws InputError for a body that neither its supports nor clamps hold.
void require_held(const Assembly& assembly);

/// The names of the reductions that every body has.
std::vector<std::string> find_common_reductions(const Assembly& assembly);

/// Each name is a reduction that every body has. The bodies are coupled by the engine: fixed joints, and constraints
/// where a clamp closes a loop. The size is that of the largest body; modes are compared as
/// fields on all unknowns.
Comparison compare_assembly(const Assembly& assembly, const Band& band, int points,
                            const std::vector<std::string>& reductions, const ReductionProgress& progress = {});

}  // namespace ritz
