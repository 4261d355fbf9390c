#pragma once
// What the residual of a body asks of a run at one moment: the motion of its frame, its elastic coordinates, and the
// loads on its markers and tracks.
#include <optional>
#include <string>
#include <vector>

#include "engine/estimation/residual_data.hpp"
#include "engine/system/measures/body_loads.hpp"

namespace ritz {

struct BodySample {
    double t = 0;
    VecX q, q_dot, q_ddot;
    Vec3 w = Vec3::Zero(), alpha = Vec3::Zero(), a = Vec3::Zero();  // of R, in R; a less gravity
    VecX loads;                                                     // (f, Hᵀm) of each marker and node of a track

    template <class Self, class Each>
    static void visit(Self& self, Each& each) {
        each(self.t), each(self.q), each(self.q_dot), each(self.q_ddot);
        each(self.w), each(self.alpha), each(self.a), each(self.loads);
    }
};

class BodySampler {
  public:
    BodySampler(const Model& model, NodeId node, const ResidualData& data);

    /// The workspace holds evaluate_for_outputs of a model with world poses at this state.
    void read(const Model& model, const StateView& state, Workspace& ws, BodySample& out);
    /// A load whose columns the data lack, in words; empty if there was none so far.
    const std::string& unknown_load() const { return unknown_; }

  private:
    /// A track of the body with the unit vectors as shapes: its shapes at s are the shares of the nodes.
    struct SpreadTrack {
        std::string name;
        Track track;
        TrackSample sample, own;            // of the unit vectors, of the body's own shapes
        Eigen::Index first = 0, nodes = 0;  // its columns of loads
    };
    void add_marker_load(const Model& model, const BodyLoad& load, const MarkerLoad& at, BodySample& out);
    void add_track_load(const Model& model, const BodyLoad& load, const TrackLoad& at, BodySample& out);
    void note_unknown(const std::string& load) {
        if (unknown_.empty()) unknown_ = load;
    }

    NodeId node_;
    std::shared_ptr<const ElasticBody> body_;
    std::vector<SpreadTrack> tracks_;
    IndexedVector<TrackId, std::optional<std::size_t>> spread_;
    std::vector<BodyLoad> loads_;
    std::string unknown_;
};

void size_sample(const ResidualData& data, BodySample& sample);

}  // namespace ritz
