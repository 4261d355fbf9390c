#pragma once
// A multibody system as a value: bodies, joints, forces, loads, controllers, outputs and monitors by name, as plain
// data. Elements refer to each other by name, in any order. build() (engine/system/spec/build.hpp) makes a Model of it;
// scene files, C++ programs and the refinement of a running system all make or change a specification and build again.
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bodies/beam.hpp"
#include "bodies/numeric_body.hpp"
#include "bodies/rigid_body.hpp"
#include "core/signals/signal.hpp"
#include "core/signals/table.hpp"
#include "engine/system/forces/force_elements.hpp"
#include "engine/system/measures/quantity.hpp"
#include "engine/system/spec/joint_spec.hpp"

namespace ritz {

// ---- bodies

struct RigidMarkerSpec {
    std::string name;
    Pose pose;  // in the body's frame
};
/// A smooth curve through points, fixed to a rigid body or to the world.
struct RigidTrackSpec {
    std::string name;
    std::vector<Vec3> points;  // in the body's frame [m]
    bool closed = false;
    Vec3 up = Vec3::UnitZ();  // keeps the z axis of the track's frame near
};
struct PlacesSpec {
    std::vector<RigidMarkerSpec> markers;
    std::vector<RigidTrackSpec> tracks;
};

/// Inertia by numbers; a point mass without an inertia tensor.
struct MassSpec {
    double mass = 1;              // [kg]
    Vec3 center = Vec3::Zero();   // [m]
    std::optional<Mat3> inertia;  // about the centre of mass [kg m²]
};
/// Inertia by a shape: exactly one of mass and density is given.
struct SolidSpec {
    SolidShape shape = SolidSphere{1};
    std::optional<double> mass, density;  // [kg], [kg/m³]
    Pose pose;                            // of the shape's centre in the body's frame
};
struct RigidBodySpec {
    std::variant<MassSpec, SolidSpec> inertia;
    PlacesSpec places;
};

/// A body that exists already, and where it came from, so that it can be written down.
struct MadeBodySpec {
    std::shared_ptr<const ElasticBody> body;
    std::string file{};       // as the user named it; empty: from memory
    std::string reduction{};  // of a model
    std::optional<Damping> damping{};
};

/// The stress-free shape of an elastic body is such that it is straight under these loads (as far as its shapes allow).
struct CamberLoad {
    FrameSpec at;               // on the body
    Vec3 force = Vec3::Zero();  // in the world's axes [N]
};
struct CamberSpec {
    bool own_weight = true;  // as the body stands at the start
    std::vector<CamberLoad> loads{};
};

struct BodySpec {
    std::string name;
    std::variant<RigidBodySpec, BeamSpec, NumericBodySpec, MadeBodySpec> kind;  // names inside follow the one above
    std::optional<CamberSpec> camber{};
    VecX q{}, q_dot{};  // elastic coordinates at the start; empty: zero
};

// ---- couplings of coordinates; joints are in engine/system/spec/joint_spec.hpp

/// One coordinate of a joint of the tree: by name, or by number from 0 ("1"); empty if the joint has only one.
struct CoordinateSpec {
    std::string joint;
    std::string coordinate{};
};

/// q_second = ratio q_first + offset.
struct GearSpec {
    CoordinateSpec first, second;
    double ratio = 1;
    std::optional<double> offset{};  // none: as the initial positions have it
};
struct CouplingTermSpec {
    CoordinateSpec at;
    double factor = 1;
};
/// Σ factor q = constant.
struct CouplerSpec {
    std::vector<CouplingTermSpec> terms;
    std::optional<double> constant{};  // none: as the initial positions have it
};
struct CouplingSpec {
    std::string name;
    std::variant<GearSpec, CouplerSpec> kind;
};

// ---- forces and loads

struct PointSpringSpec {
    FrameSpec from, to;
    ForceLaw law;
    double length = 0;  // unstretched [m]
    Sides sides = Sides::both;
};
struct BushingSpec {
    FrameSpec from, to;
    std::array<ForceLaw, 3> translation{}, rotation{};
};
struct JointSpringSpec {
    CoordinateSpec at;
    ForceLaw law;
    double position = 0;  // where it is relaxed
};
struct JointStopSpec {
    CoordinateSpec at;
    double lower = 0, upper = 0;
    double stiffness = 0, damping = 0;
};
struct JointFrictionSpec {
    CoordinateSpec at;
    double coulomb = 0, breakaway = 0, stribeck_rate = 0, viscous = 0;
    double regularisation = 1;
};
struct ForceSpec {
    std::string name;
    std::variant<PointSpringSpec, BushingSpec, JointSpringSpec, JointStopSpec, JointFrictionSpec> kind;
    std::optional<ActivationSpec> active{};  // of a spring or a bushing
};

struct PointLoadSpec {
    FrameSpec at;
    std::array<Signal, 3> force{}, torque{};
    bool in_body_axes = false;
};
struct MovingLoadSpec {
    std::string body, track;  // its only track, if empty
    Signal s;
    std::array<Signal, 3> force{};
    bool in_body_axes = false;
};
struct MotorSpec {
    CoordinateSpec at;
    Signal force;            // or torque
    bool is_torque = false;  // as the user called it: must fit the coordinate
};
struct LoadSpec {
    std::string name;
    std::variant<PointLoadSpec, MovingLoadSpec, MotorSpec> kind;
};

// ---- what is measured

enum class JointAspect { position, rate, acceleration, force, force_x, force_y, force_z, moment_x, moment_y, moment_z };
struct JointMeasure {
    CoordinateSpec at;
    JointAspect aspect = JointAspect::position;
};
struct FrameMeasure {
    FrameSpec frame, observer{};
    bool angular = false;
    Level level = Level::position;
    Component component = Component::x;
};
struct ElasticMeasure {
    std::string body;
    int mode = 1;  // from 1
    Level level = Level::position;
};
struct DeflectionMeasure {
    FrameSpec place;
    Component component = Component::z;
    Level level = Level::position;
};
/// At a place x of a beam, or through a cut of another body.
struct SectionForceMeasure {
    std::string body;
    std::optional<double> x{};  // [m]
    std::string cut{};
    int component = 0;  // N, Qy, Qz, Mx, My, Mz
};
struct ReactionMeasure {
    std::string end;    // "beam.start" or "beam.end"
    int component = 0;  // Fx, Fy, Fz, Mx, My, Mz
};
struct EnergyMeasure {
    EnergyKind kind = EnergyKind::total;
};
struct LoopErrorMeasure {
    std::string loop;  // the joint that closes it, a coupling, or "all"
    bool velocity = false;
};
/// The force or torque that a coupling exerts on one of its coordinates.
struct CouplingMeasure {
    std::string coupling;
    CoordinateSpec on;
};
struct ControllerMeasure {
    std::string controller;
};
/// What is known of the error of an elastic body's reduction.
struct BoundMeasure {
    std::string body;
    std::optional<MarkerMotion> motion{};  // none: the bound of the whole state
    BoundAspect aspect = BoundAspect::bound;
};
using QuantitySpec =
    std::variant<JointMeasure, FrameMeasure, ElasticMeasure, DeflectionMeasure, SectionForceMeasure, ReactionMeasure,
                 EnergyMeasure, LoopErrorMeasure, CouplingMeasure, ControllerMeasure, BoundMeasure>;

/// A coordinate that a controller pushes with a share of its output.
struct DriveSpec {
    CoordinateSpec at;
    double share = 1;
};
/// Theory of the controller: engine/system/forces/controllers.hpp.
struct ControllerSpec {
    std::string name;
    std::vector<DriveSpec> drives;
    QuantitySpec measure = EnergyMeasure{};
    Signal reference;
    std::string reference_controller{};  // whose output is the reference instead
    double kp = 0, ki = 0, kd = 0;
    double filter_time = 0, windup_time = 0;  // [s]
    Signal feed_forward;
    double velocity_feed_forward = 0, acceleration_feed_forward = 0;
    std::optional<std::array<double, 2>> limits{};
    double lag_time = 0;  // of what it drives: its output follows the command [s]
};

struct OutputSpec {
    std::string name;
    QuantitySpec quantity;
};

/// Stops the run when a quantity leaves [below, above].
struct QuantityWatchSpec {
    QuantitySpec quantity = EnergyMeasure{};
    std::optional<double> above{}, below{};
};
enum class BoundAction { warn, stop, refine };
/// Acts when the error bound of an elastic body (theory §6) passes a limit; who runs the scene carries it out
/// (engine/estimation/guarded_run.hpp).
struct BoundWatchSpec {
    std::string body;
    std::optional<MarkerMotion> output{};  // none: the bound of the whole state
    double above = 0;                      // [m √kg], [m] or [rad]; or a part of the largest value so far
    bool relative = false;
    double from = 0;  // [s]; before, nothing is judged
    BoundAction action = BoundAction::stop;
    int most_refinements = 5, largest_size = 60;  // of the basis; refine only
};
struct MonitorSpec {
    std::string name;
    std::variant<QuantityWatchSpec, BoundWatchSpec> watch{};
};

/// Holds while a quantity is above or below a limit, or between both; elements may be active by it.
struct ConditionSpec {
    std::string name;
    QuantitySpec quantity = EnergyMeasure{};
    std::optional<double> above{}, below{};
    bool is_latched = false;  // once true, it stays so
};

/// A signal set from outside while a run goes on; until then it is this. Other signals refer to it by name
/// (core/signals/input.hpp).
struct InputSpec {
    std::string name;
    double value = 0, rate = 0;
};

/// A system that became a part of this one (engine/system/spec/instances.hpp): its elements are among the others.
struct InstanceSpec {
    std::string name;
    FrameSpec world{};  // stands for the part's world
};

// ---- the system

struct SystemSpec {
    Vec3 gravity = Vec3::Zero();  // [m/s²]
    PlacesSpec world;
    std::vector<InputSpec> inputs;
    std::vector<BodySpec> bodies;
    std::vector<JointSpec> joints;
    std::vector<CouplingSpec> couplings;
    std::vector<ForceSpec> forces;
    std::vector<LoadSpec> loads;
    std::vector<ControllerSpec> controllers;
    std::optional<std::vector<OutputSpec>> outputs;  // none given: all coordinates and rates of all joints
    std::vector<OutputSpec> bound_outputs{};         // columns behind them (engine/estimation/bound_outputs.hpp)
    std::vector<MonitorSpec> monitors;
    std::vector<ConditionSpec> conditions{};
    std::vector<std::string> hold;  // joints or joint.coordinate that a static equilibrium leaves where they are
    std::vector<InstanceSpec> instances{};  // so that their frames are checked once
};

}  // namespace ritz
