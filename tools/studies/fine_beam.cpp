#include "tools/studies/fine_beam.hpp"

#include "bodies/fe/assembly.hpp"
#include "bodies/fe/generators.hpp"

namespace ritz {

using Eigen::Index;

FineBeam make_fine_beam(const BeamMeasures& measures, int elements) {
    const Mesh mesh = make_beam_frame_mesh({Vec3::Zero(), Vec3(measures.length, 0, 0)}, {{0, 1, elements, ""}});
    FeProperties properties;
    properties.material = {
        .youngs_modulus = measures.youngs_modulus, .poissons_ratio = 0.3, .density = measures.density};
    BeamProperties beam;
    beam.section.area = measures.area();
    beam.section.Iy = measures.inertia_y();
    beam.section.Iz = measures.inertia_z();
    beam.section.torsion_constant = measures.torsion();
    beam.rotary_inertia = false;
    properties.beam = beam;
    StructureSpec spec;
    spec.markers.push_back({.name = "start", .kind = MarkerKind::node, .nodes = {0}, .origin = {}});
    spec.markers.push_back({.name = "end", .kind = MarkerKind::node, .nodes = {1}, .origin = {}});
    FineBeam fine{make_structure(assemble(mesh, properties), spec), {}};
    fine.frame = make_reference_frame(fine.structure, {ReferenceFrameKind::tangent, "start", ""});
    return fine;
}

MatX sample_shapes(const FineBeam& beam, const BeamShapes& shapes) {
    MatX V(beam.structure.size(), shapes.size());
    Mat3X phi(3, shapes.size()), psi(3, shapes.size());
    for (Index i = 0; i < V.rows(); ++i) {
        const Dof& dof = beam.structure.model.dofs[static_cast<std::size_t>(i)];
        shapes.eval(beam.structure.model.nodes.positions(0, *dof.node), 0, phi, psi);
        V.row(i) = dof.component < 3 ? phi.row(dof.component) : psi.row(dof.component - 3);
    }
    return V;
}

}  // namespace ritz
