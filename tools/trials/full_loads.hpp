#pragma once
// What drives a full body at a recorded point, as generalised forces on its modes: loads at markers and tracks, and the
// inertia of the undeformed body in its moving frame (full_body.hpp).
#include "tools/trials/full_body.hpp"

namespace ritz {

/// T = α~ + ω~ω~ and ω~ at one point.
struct Spin {
    Mat3 T, cross;
};
Spin make_spin(const RecordedPoint& point);

class FullLoads {
  public:
    /// V: the basis of the recorded run, whose rotations carry the loads. The body must outlive this.
    FullLoads(const FullBody& body, const MatX& V, const BodyRecord& record);
    VecX collect(const RecordedPoint& point) const;

  private:
    void add_marker(const std::string& name);
    void add_track(const std::string& name);
    void add(const RecordedLoad& load, const MatX& phi, const MatX& psi, const VecX& q, VecX& force) const;

    const FullBody& body_;
    MatX reduced_;               // Φᵀ M V
    std::vector<MatX> motions_;  // of markers, by the places of the record
    std::vector<std::optional<Track>> tracks_;
};

}  // namespace ritz
