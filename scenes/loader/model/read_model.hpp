#pragma once
// The parts of a model file, each by its reader. Everything that is wrong is a complaint at its place.
#include "scenes/loader/json/json_reader.hpp"
#include "scenes/loader/model/model.hpp"

namespace ritz {

/// Where the finite elements come from: a mesh with what it is made of, or matrices of another program.
struct FeSource {
    std::optional<Mesh> mesh;
    FeProperties properties;
    std::optional<FeModel> matrices;
    std::vector<std::string> files;  // as the model names them

    /// Null if nothing could be read: then nobody complains about nodes.
    const Nodes* nodes() const { return mesh ? &mesh->nodes : matrices ? &matrices->nodes : nullptr; }
};

/// The members "fe", "material", "materials", "beam", "beams" and "thickness".
FeSource read_fe_source(Reader& root);

/// Nodes by name: those of the file, and those of the model's "node_sets", which may build on each other in order.
class NodeSets {
  public:
    NodeSets(Reader& root, const Nodes* nodes);
    /// The member "nodes" of an object: the name of a set, a list of node numbers, or what defines a set. In the order
    /// given; sets ascending.
    std::vector<int> read_nodes(Reader& object) const;

  private:
    std::vector<int> read_value(const Reader& value) const;
    std::vector<int> read_definition(Reader object) const;
    std::vector<int> find_set(const Reader& place) const;
    void add_number(const Reader& place, std::vector<int>& list) const;
    const Nodes* nodes_;
    std::map<std::string, std::vector<int>> sets_;
    std::vector<std::pair<std::int64_t, int>> by_id_;  // ascending
};

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
    std::vector<std::string> marker_places, track_places, cut_places;  // JSON pointers
    double alpha = 0, beta = 0;
};
ModelParts read_model_parts(Reader& root, const Nodes* nodes);

ReferenceFrameSpec read_reference_frame(Reader& root, const ModelParts& parts);

/// A list of inputs or outputs at the key; nothing if it is not there.
std::optional<std::vector<Channel>> read_channels(Reader& object, const std::string& key, const ModelParts& parts,
                                                  const Nodes* nodes);
/// The members "marker" and "components" of one input or output.
void read_marker_channels(Reader& object, bool are_inputs, const ModelParts& parts, std::vector<Channel>& list);
/// All six motions of every marker.
std::vector<Channel> make_marker_channels(const ModelParts& parts);

/// [low, high] in Hz at the key.
std::optional<Band> read_band(Reader& object, const std::string& key);

/// The members "reduction" or "reductions". A reduction without inputs of its own gets those of the model.
std::vector<ModelReduction> read_reductions(Reader& root, const std::optional<Band>& band,
                                            const std::vector<Channel>& inputs, const ModelParts& parts,
                                            const Nodes* nodes);

}  // namespace ritz
