#pragma once
// The statements that make up a model file, section by section: each key once, for the reader and for the schema
// (scenes/loader/json/form.hpp). Models are not written, so the forms of this folder read or describe. Everything that
// is wrong is a complaint at its place.
#include <map>

#include "scenes/loader/json/form.hpp"
#include "scenes/loader/model/model.hpp"

namespace ritz {

/// Where the finite elements come from: a mesh with what it is made of, or matrices of another program.
struct FeSource {
    std::optional<Mesh> mesh;
    FeProperties properties;
    std::optional<FeModel> matrices;
    std::vector<std::string> files;                                   // as the model names them
    std::map<std::string, std::string> material_places, beam_places;  // JSON pointers, by element set

    /// Null if nothing could be read: then nobody complains about nodes.
    const Nodes* nodes() const { return mesh ? &mesh->nodes : matrices ? &matrices->nodes : nullptr; }
};

/// The members "fe", "material", "materials", "beam", "beams" and "thickness".
void fill_fe_source(Form& root, FeSource& source);
Json describe_units();
Json describe_beam_properties();

/// Nodes by name: those of the file, and those of the model's "node_sets", which may build on each other in order.
class NodeSets {
  public:
    explicit NodeSets(const Nodes* nodes);
    /// The member "node_sets".
    void fill_sets(Form& root);
    /// The member "nodes" of an object: the name of a set, a list of node numbers, or what defines a set. In the order
    /// given; sets ascending.
    void fill_nodes(Form& form, std::vector<int>& nodes) const;
    /// What defines a set.
    void fill_definition(Form& form, std::vector<int>& nodes) const;

  private:
    void add_set(const std::string& name, const Reader& value);
    std::vector<int> read_value(Reader value) const;
    std::vector<int> find_set(const Reader& place) const;
    void add_number(const Reader& place, std::vector<int>& list) const;
    void add_range(const Reader& range, std::vector<int>& list) const;
    const Nodes* nodes_;
    std::map<std::string, std::vector<int>> sets_;
    std::vector<std::pair<std::int64_t, int>> by_id_;  // ascending
};
Json describe_nodes();
Json describe_node_set();

/// One support: components of nodes that are held at zero.
struct FeSupport {
    std::vector<int> nodes, components;
};

/// What "supports", "markers", "tracks", "cuts" and "damping" say.
struct ModelParts {
    std::vector<FeSupport> supports;
    std::vector<FeMarkerSpec> markers;
    std::vector<FeTrackSpec> tracks;
    std::vector<FeCutSpec> cuts;
    std::map<std::string, std::string> marker_places, track_places, cut_places;  // JSON pointers, by name
    RayleighDamping damping;
};
void fill_model_parts(Form& root, ModelParts& parts, const Nodes* nodes);
Json describe_marker();
Json describe_track();

/// The member "frame".
void fill_reference_frame(Form& root, ReferenceFrameSpec& frame, const ModelParts& parts);

/// A list of inputs or outputs at the key; nothing if it is not there.
void fill_channels(Form& form, const std::string& key, std::optional<std::vector<Channel>>& channels,
                   const ModelParts& parts, const Nodes* nodes);
Json describe_inputs();
/// The optional member "components": numbers of the names, all six if it is not there.
void fill_components(Form& form, const std::vector<std::string>& names, const std::string& words,
                     std::vector<int>& components);
/// The members "marker" and "components" of one input or output.
void fill_marker_channels(Form& form, bool are_inputs, const ModelParts& parts, std::vector<Channel>& list);
/// All six motions of every marker.
std::vector<Channel> make_marker_channels(const ModelParts& parts);

/// The optional member "band", [low, high] in Hz.
void fill_band(Form& form, std::optional<Band>& band);
Json describe_band();

/// What reductions refer to.
struct ReductionContext {
    std::optional<Band> band;     // of the model
    std::vector<Channel> inputs;  // of those that have none of their own
    const ModelParts& parts;
    const Nodes* nodes = nullptr;
};
/// The members "reduction" or "reductions".
void fill_reductions(Form& root, std::vector<ModelReduction>& reductions, const ReductionContext& context);
Json describe_reduction_form();
Json describe_response_error();

/// What a model file says, besides the members of the job itself.
struct ModelReading {
    FeSource source;
    ModelParts parts;
    std::optional<std::vector<Channel>> inputs, outputs;
    ReductionProgress progress;
};
/// All of it.
void fill_model(Form& root, ReductionJob& job, ModelReading& reading);
/// "$defs" of the schema.
Json describe_model_definitions();

/// "$schema" and "parameters", which are known before a form is filled.
void describe_head(Form& root);

}  // namespace ritz
