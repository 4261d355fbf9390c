#pragma once
// From named bodies and joints to a Model and its initial State.
//   1. add bodies, joints;  2. connect();  3. make frames, add forces, controllers, outputs;  4. finish().
// What does not fit together throws InputError with the names involved.
#include <optional>
#include <unordered_map>

#include "core/name_index.hpp"
#include "engine/system/model.hpp"

namespace ritz {

/// Where something sits, in the user's words.
struct FrameSpec {
    std::string body = "world";
    std::string marker;       // named marker; empty: the body frame
    std::optional<double> x;  // or a place along a beam [m]
    Pose offset;              // in that frame
};

struct JointSpec {
    std::string name;
    JointType type = JointType::fixed;
    FrameSpec parent, child;  // the joint's z axis is the z axis of both frames
    std::string track;        // slide: on the parent body
    bool closes_loop = false;
    std::optional<Signal> motion;  // prescribes the coordinate (one-coordinate joints)
    // Initial coordinates, in the order of coordinate_names(type). Empty: zero.
    // spherical: rotation vector; free: position in F, rotation vector. Rates: v in F, angular velocity in M.
    VecX position, rate;
};

/// "angle"; "x", "y", "angle"; ... one for each coordinate of the joint.
std::vector<std::string> coordinate_names(JointType type);

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
    int coordinate_node(const std::string& joint, int coordinate = 0) const;
    int body_node(const std::string& body) const;  // -1 for the world
    const Joint& joint(const std::string& name) const;
    /// A use of a body's track: its index in Model::tracks.
    int use_track(const std::string& body, const std::string& track);
    /// The model under construction: forces and controllers are put in directly.
    Model& model() { return model_; }

    struct Result {
        Model model;
        State state;
    };
    Result finish();

  private:
    struct BodyDraft {
        std::string name;
        RigidInertia inertia;
        std::shared_ptr<const ElasticBody> elastic;
        VecX q, q_dot;
        std::vector<std::pair<std::string, Pose>> markers;
        NameIndex marker_names;  // of markers, or of the elastic body
        std::vector<std::pair<std::string, Track>> tracks;
        int inboard = -1;  // index of its joint
        int node = -1;
        Pose X_BU;
    };
    void add_draft(BodyDraft body);
    const BodyDraft& draft(const std::string& name) const;
    int draft_index(const std::string& name) const;
    void place_body(int body);
    void add_tree_joint(int joint);
    void add_loop(const JointSpec& joint);
    Frame frame_on(const BodyDraft& body, const FrameSpec& spec);
    void set_child_frame(const JointSpec& spec, BodyDraft& child, Node& node);
    void set_parent_frame(const JointSpec& spec, Node& node);
    void number_coordinates();
    void set_initial_state(State& state) const;

    Model model_;
    std::vector<BodyDraft> drafts_;  // 0: the world
    NameIndex draft_names_;
    std::vector<JointSpec> joints_;
    NameIndex joint_names_;                                  // of joints_
    std::unordered_map<std::string, std::size_t> in_model_;  // numbers of the tree's joints in the model
    bool connected_ = false;
};

}  // namespace ritz
