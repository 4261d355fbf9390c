#pragma once
// CalculiX: *FREQUENCY, SOLVER=MATRIXSTORAGE writes job.sti, job.mas and job.dof. Constrained directions are not in
// them. Incompatible modes of C3D8I are: three internal nodes for each element, numbered after the last node of the
// deck. They become degrees of freedom without a node, and make the mass singular.
#include "bodies/fe/fe_model.hpp"
#include "bodies/import/text.hpp"

namespace ritz {

struct CalculixFiles {
    std::string stiffness;  // .sti
    std::string mass;       // .mas
    std::string dofs;       // .dof
    std::string nodes;      // the deck .inp, or a result .frd of another run
};

FeModel read_calculix(const CalculixFiles& files);

struct CalculixTexts {
    Text stiffness, mass, dofs, nodes;
};

FeModel parse_calculix(const CalculixTexts& texts);

}  // namespace ritz
