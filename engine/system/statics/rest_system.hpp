#pragma once
// An elastic multibody system at rest, linearised by the engine's own mass matrix and constraints:
//   Zᵀ(K + iωD - ω²M)Z a = Zᵀ Jᵀ F,   Z a basis of what the loops allow, J the motion of the loaded frame
#include <vector>

#include "engine/system/spec/builder.hpp"

namespace ritz {

class RestSystem {
  public:
    /// Without gravity; joints at rest in their start.
    RestSystem(Model model, State state);

    const Model& model() const { return model_; }
    /// 6 x free coordinates: velocity, then angular velocity of a frame in world axes, by the rates of the coordinates.
    MatX motion_of(const Frame& frame) const;
    /// Rows: elastic coordinates of the node's body by the free coordinates.
    MatX elastic_of_node(NodeId node) const;

    const MatX& M() const { return M_; }
    const MatX& D() const { return D_; }
    const MatX& K() const { return K_; }

  private:
    Model model_;
    State state_;
    MatX Z_, M_, D_, K_;
};

}  // namespace ritz
