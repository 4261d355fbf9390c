#pragma once
// From named bodies and joints to a Model and its initial State: the working part of build()
// (engine/system/spec/build.hpp).
//   1. add bodies, joints;  2. connect();  3. make frames, add forces and controllers;  4. finish().
// What does not fit together throws SpecError with its subject.
#include <optional>
#include <unordered_map>

#include "core/name_index.hpp"
#include "engine/system/model.hpp"
#include "engine/system/spec/faults.hpp"
#include "engine/system/spec/joint_spec.hpp"

namespace ritz {

class ModelBuilder {
  public:
    explicit ModelBuilder(const Vec3& gravity);

    void add_rigid_body(const std::string& name, const RigidInertia& inertia,
                        std::vector<std::pair<std::string, Pose>> markers = {},
                        std::vector<std::pair<std::string, Track>> tracks = {});
    void add_elastic_body(std::shared_ptr<const ElasticBody> body, const VecX& q = {}, const VecX& q_dot = {});
    void add_world_markers(std::vector<std::pair<std::string, Pose>> markers,
                           std::vector<std::pair<std::string, Track>> tracks = {});
    void add_joint(const JointSpec& joint);

    /// Orders the tree; after it frames can be made.
    void connect();

    Frame make_frame(const FrameSpec& spec);
    /// The primitive node of a joint's scalar coordinate (not of spherical or free joints).
    NodeId coordinate_node(const std::string& joint, int coordinate = 0) const;
    std::optional<NodeId> body_node(const std::string& body) const;  // none: the world
    const Joint& joint(const std::string& name) const;
    /// A use of a body's track; with a transition it goes on beyond its ends.
    TrackId use_track(const std::string& body, const std::string& track, std::optional<double> transition = {});
    /// Without a constant it is that of the initial positions.
    void add_coupling(JointCoupling coupling, std::optional<double> constant);
    void add_force(ForceElement element) { model_.forces.add(std::move(element)); }
    void add_controller(Controller controller) { model_.controllers.add(std::move(controller)); }
    void set_gravity(const Vec3& gravity) { model_.gravity = gravity; }
    /// The nodes so far.
    const IndexedVector<NodeId, Node>& nodes() const { return model_.nodes; }

    /// What is known of a body before the tree stands: its markers, tracks, shapes.
    struct BodyView {
        const ElasticBody* elastic = nullptr;  // null: rigid
        const NameIndex* markers = nullptr;
        const std::vector<std::pair<std::string, Track>>* tracks = nullptr;
    };
    BodyView view_body(const std::string& name) const;

    struct Result {
        Model model;
        State state;
    };
    Result finish();

  private:
    using DraftId = TypedIndex<struct DraftTag>;          // drafts_
    using JointSpecId = TypedIndex<struct JointSpecTag>;  // joints_
    struct BodyDraft {
        std::string name;
        RigidInertia inertia;
        std::shared_ptr<const ElasticBody> elastic;
        VecX q, q_dot;
        std::vector<std::pair<std::string, Pose>> markers;
        NameIndex marker_names;  // of markers, or of the elastic body
        std::vector<std::pair<std::string, Track>> tracks;
        std::optional<JointSpecId> inboard;  // its joint
        std::optional<NodeId> node;          // none: the world, or not placed yet
        Pose X_BU;
    };
    void add_draft(BodyDraft body);
    const BodyDraft& draft(const std::string& name) const;
    DraftId draft_index(const std::string& name) const;
    void place_body(DraftId body);
    void add_tree_joint(JointSpecId joint);
    void add_loop(const JointSpec& joint);
    Frame frame_on(const BodyDraft& body, const FrameSpec& spec);
    void set_child_frame(const JointSpec& spec, BodyDraft& child, Node& node);
    void set_parent_frame(const JointSpec& spec, Node& node);
    void number_coordinates();
    void set_initial_state(State& state) const;
    void set_coupling_constants(const State& state);

    Model model_;
    static constexpr DraftId world_{};
    IndexedVector<DraftId, BodyDraft> drafts_;
    NameIndex draft_names_;
    IndexedVector<JointSpecId, JointSpec> joints_;
    NameIndex joint_names_;                                       // of joints_
    std::unordered_map<std::string, JointId> in_model_;           // of the tree's joints
    IndexedVector<CouplingId, std::optional<double>> constants_;  // of the couplings, as given
    bool connected_ = false;
};

}  // namespace ritz
