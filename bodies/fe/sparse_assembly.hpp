#pragma once
// From element matrices to a sparse one: the pattern from the mesh, then a direct scatter, without triplets.
#include <functional>

#include "bodies/fe/element_matrices.hpp"
#include "bodies/fe/fe_model.hpp"

namespace ritz {

/// Which components of two nodes of one element share an entry. Mass and stress stiffness of continua never couple one
/// component with another; between nodes of beams every component is coupled.
enum class Coupling : std::uint8_t { all_components, same_component };

using ElementFunction = std::function<void(std::size_t element, ElementMatrix& out)>;

/// For any number of matrices on the same mesh, which must outlive this.
class SparseAssembler {
  public:
    /// Dofs ascending by node, then component; supported ones are left out. Throws InputError for more entries than
    /// 32-bit indices can count.
    SparseAssembler(const Mesh& mesh, std::vector<Dof> dofs, Coupling coupling);

    /// Σ over all elements. The function is called from several threads; it must not throw. The result does not depend
    /// on their number.
    SparseMat assemble(const ElementFunction& compute) const;
    Eigen::Index size() const { return static_cast<Eigen::Index>(dofs_.size()); }

  private:
    SparseMat make_pattern() const;
    void fill(SparseMat& A, const ElementFunction& compute) const;
    void scatter(SparseMat& A, const Element& element, std::size_t b, const ElementMatrix& matrix) const;
    template <class Visit>
    void visit_columns(int begin, int end, Visit visit) const;
    bool couples_all(int node, int other) const;
    int first(int node) const { return first_[static_cast<std::size_t>(node)]; }
    int component(int row) const { return dofs_[static_cast<std::size_t>(row)].component; }

    const Mesh& mesh_;
    std::vector<Dof> dofs_;
    Coupling coupling_;
    std::vector<int> first_;     // the first dof of each node
    std::vector<char> on_beam_;  // by node
};

/// Every component that an element gives to a node, ascending by node.
std::vector<Dof> make_dofs(const Mesh& mesh);

}  // namespace ritz
