#pragma once
// Names of a specification to the parts of the model under construction, with a fault where a name leads nowhere.
// Private to build().
#include <optional>
#include <set>

#include "core/name_index.hpp"
#include "engine/system/spec/beam_store.hpp"
#include "engine/system/spec/builder.hpp"
#include "engine/system/spec/spec.hpp"

namespace ritz {

class Resolver {
  public:
    Resolver(const SystemSpec& spec, Faults& faults);

    const SystemSpec& spec() const { return spec_; }
    Faults& faults() { return faults_; }
    ModelBuilder& builder() { return builder_; }
    /// Whether the tree stands, so that frames and nodes can be made.
    bool is_connected() const { return is_connected_; }

    /// Each section of the specification in turn; connect() does nothing if a body or joint has a fault.
    void add_bodies();
    void add_joints();
    void connect();

    /// "body.marker" written as one name is taken apart. Nothing after a fault, or if the body has one.
    std::optional<FrameSpec> resolve(const FrameSpec& frame, const Subject& subject);
    /// The same in the model; the world if it cannot be made.
    Frame make_frame(const FrameSpec& frame, const Subject& subject);

    /// What is known of a body; nothing after a fault (at the subject), or if the body has one.
    std::optional<ModelBuilder::BodyView> find_body(const std::string& name, const Subject& subject);
    /// The name of a track of the body: its only one if the name is empty.
    std::optional<std::string> find_track(const std::string& body, const std::string& track, const Subject& subject);
    /// A joint, be it of the tree or one that closes a loop.
    const JointSpec* find_joint(const std::string& name, const Subject& subject);
    const JointSpec* find_tree_joint(const std::string& name, const Subject& subject);

    struct Coordinate {
        const JointSpec* joint = nullptr;
        int number = 0;
    };
    std::optional<Coordinate> find_coordinate(const CoordinateSpec& at, const Subject& owner);
    /// A coordinate that something can push: its node in the model; nothing after a fault or without a tree.
    std::optional<NodeId> find_driven_node(const CoordinateSpec& at, const Subject& owner);

    /// A quantity in the model; nothing after a fault or without a tree.
    std::optional<Quantity> resolve(const QuantitySpec& quantity, const Subject& subject);
    /// False, with a fault, unless there is such an elastic body with such a marker; `member` names the body.
    bool refuse_without_bound(const std::string& body, const std::optional<MarkerMotion>& motion, const Subject& at,
                              const std::string& member);
    std::optional<Quantity> measure_reaction(const ReactionMeasure& m, const Subject& subject);
    Quantity measure_coordinate(const JointSpec& joint, int coordinate, Level level);

    const NameIndex& loops() const { return loops_; }
    /// A joint that is released at present.
    bool is_absent(const std::string& joint) const;
    static bool is_absent(const JointSpec& joint) { return joint.active && !joint.active->is_on; }
    /// Gears and couplers.
    void add_couplings();
    std::optional<Quantity> measure_coupling(const CouplingMeasure& m, const Subject& subject);
    const NameIndex& couplings() const { return couplings_; }
    const NameIndex& controllers() const { return controllers_; }

    /// `no joint "hnige"; known: ... (did you mean "hinge"?)`
    void refuse_name(const Subject& subject, const std::string& kind, const std::string& name,
                     const std::vector<std::string>& known);

  private:
    void add_body(const BodySpec& body);
    void add_rigid(const std::string& name, const RigidBodySpec& body);
    void add_world();
    std::vector<std::pair<std::string, Track>> make_tracks(const PlacesSpec& places, const Subject& subject);
    std::optional<JointSpec> check_joint(const JointSpec& joint);
    void refuse_rigid_loop(const JointSpec& joint, const Subject& subject);
    void check_joint_start(const JointSpec& joint, const Subject& subject);
    void check_slide(const JointSpec& joint, const Track& track, const Subject& subject);
    void add_coupling(const CouplingSpec& spec);
    void check_instances();
    void refuse_ambiguous_names();

    const SystemSpec& spec_;
    Faults& faults_;
    ModelBuilder builder_;
    BeamStore beams_;
    NameIndex bodies_;  // without the world
    NameIndex joints_;
    NameIndex loops_;  // as in Model::loops
    NameIndex couplings_;
    NameIndex controllers_;
    std::set<std::string> refused_;  // bodies and frames of instances, about which nothing is said again
    bool is_connected_ = false;
};

RigidInertia make_inertia(const RigidBodySpec& body);

}  // namespace ritz
