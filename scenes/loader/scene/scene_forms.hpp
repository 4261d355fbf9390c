#pragma once
// The statements that make up a scene file, section by section; scenes/loader/json/form.hpp says what they are for.
#include <filesystem>
#include <map>
#include <memory>

#include "core/log.hpp"
#include "engine/simulation/scene.hpp"
#include "engine/system/spec/spec.hpp"
#include "scenes/loader/json/form.hpp"

namespace ritz {

struct SurfaceShapes;

// Members that many elements have. Each is required unless it says otherwise.
void fill_pose(Form& form, Pose& pose);  // "position" and "rotation", both optional
void fill_frame(Form& form, const std::string& key, FrameSpec& frame, const std::string& words,
                bool is_required = true);
void fill_signal(Form& form, const std::string& key, Signal& signal, const std::string& words, bool is_required = true);
void fill_signals(Form& form, const std::string& key, std::array<Signal, 3>& signals, const std::string& words,
                  bool is_required = true);
void fill_coordinate(Form& form, CoordinateSpec& at);  // "joint" and "coordinate"
void fill_damping(Form& form, Damping& damping);       // optional
Json describe_damping();
void fill_rayleigh(Form& form, RayleighDamping& damping);  // "alpha" and "beta"
void fill_quantity(Form& form, QuantitySpec& quantity);
/// The same as a member of an object.
void fill_quantity(Form& form, const std::string& key, QuantitySpec& quantity, const std::string& words = "");
void fill_marker_motion(Form& form, std::optional<MarkerMotion>& motion);  // optional: "marker" and "component"
/// An object of numbers; "x" names the abscissae of a force law, "t" those of a signal.
Json write_table(const Table& table, const std::string& abscissa);
Json describe_table(const std::string& abscissa, const std::string& words);
Json describe_signal();
Json describe_frame();
Json describe_rotation();

/// Bodies that were read from files, by file and what was asked of it: a part may be used often.
struct KnownBody {
    std::shared_ptr<const ElasticBody> body;
    std::vector<std::string> notes, warnings;
    std::shared_ptr<const SurfaceShapes> surface{};  // null: the file has none
};
using KnownBodies = std::map<std::string, KnownBody>;

/// What is to be told of bodies while they are read.
struct BodyRemarks {
    std::vector<std::string> notes{};     // what the user should know of the bodies' files
    std::vector<std::string> warnings{};  // what is odd about the bodies
    std::vector<SourceFile> files{};      // that bodies were made from
    Log log{};                            // hears what is read and reduced
    std::filesystem::path cache{};        // a folder where reduced bodies are kept; empty: none
    std::shared_ptr<KnownBodies> known = std::make_shared<KnownBodies>();
};

// Sections.
Mat3 read_inertia(Reader& object);  // "inertia" as a matrix or as its diagonal
Json describe_inertia(const std::string& words);
Json describe_beam_law();
void fill_places(Form& form, PlacesSpec& places);  // "markers" and "tracks" of something rigid
void fill_body(Form& form, BodySpec& body, BodyRemarks& remarks);
void fill_beam(Form& form, BeamSpec& beam);
void fill_numeric_body(Form& form, NumericBodySpec& body);
void fill_file_body(Form& form, const std::string& name, MadeBodySpec& body, BodyRemarks& remarks);
void fill_joint(Form& form, JointSpec& joint);
void fill_coupling(Form& form, CouplingSpec& coupling);
void fill_force(Form& form, ForceSpec& force);
void fill_load(Form& form, LoadSpec& load);
void fill_controller(Form& form, ControllerSpec& controller);
void fill_monitor(Form& form, MonitorSpec& monitor);
void fill_condition(Form& form, ConditionSpec& condition);
/// "active" of an element that may be attached and released.
void fill_activation(Form& form, std::optional<ActivationSpec>& active);

/// A part needs neither time nor gravity.
enum class SceneRole { whole, part };
void fill_settings(Form& form, RunSettings& settings, std::vector<std::string>& hold, SceneRole role);

struct SceneReading;
/// All of it; reading only where the form reads.
void fill_scene(Form& form, SceneSpec& scene, SceneReading* reading, SceneRole role = SceneRole::whole);

/// "$defs" of the schema.
Json describe_definitions();

}  // namespace ritz
