#pragma once
// Finite element models from matrices in Matrix Market form, as Ansys and many others export them.
#include "bodies/fe/fe_model.hpp"
#include "bodies/import/text.hpp"

namespace ritz {

struct MatrixMarketFiles {
    std::string stiffness;
    std::string mass;  // a file, or "identity"
    std::string damping = {};
    std::string nodes = {};    // as read_nodes takes them; without, all degrees of freedom are internal
    std::string mapping = {};  // equation, node, direction; needed with nodes
};

FeModel read_matrix_market_model(const MatrixMarketFiles& files);

/// Ansys, from its .full file by APDL Math: *SMAT,K,D,IMPORT,FULL,job.full,STIFF and *EXPORT,K,MMF,k.mtx, likewise MASS
/// and DAMP; the mapping by HBMAT (job.mapping) or as a list; the nodes as a table, such as NLIST prints.
struct AnsysFiles {
    std::string stiffness, mass, mapping, nodes;
    std::string damping = {};
};

FeModel read_ansys(const AnsysFiles& files);

/// The files in memory. Without a mass it is the identity.
struct MatrixMarketTexts {
    Text stiffness;
    std::optional<Text> mass, damping, nodes, mapping;
};

FeModel parse_matrix_market_model(const MatrixMarketTexts& texts);

}  // namespace ritz
