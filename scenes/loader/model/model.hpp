#pragma once
// A model file: a finite element model, where it is held and connected, and how it is reduced (docs/model.md).
#include <optional>
#include <string>
#include <vector>

#include "bodies/exchange/body_file.hpp"
#include "bodies/fe/fe_properties.hpp"
#include "bodies/fe/structure.hpp"
#include "reduction/methods.hpp"
#include "scenes/loader/json/json_document.hpp"
#include "scenes/loader/model/track_loads.hpp"

namespace ritz {

/// The size that a run of a scene needs: its basis grows until the error bound along the run stays below a limit
/// (scenes/loader/scene/size_by_run.hpp).
struct RunSize {
    double error = 0;   // of the state [m √kg]
    std::string scene;  // its file, beside the model's
    std::string body;   // in it; empty: the one that is made from this model
    int largest = 60;   // gives up beyond
};

/// One way to reduce the model.
struct ModelReduction {
    std::string name;
    ReductionMethod method;
    SizeChoice size;
    std::vector<Channel> inputs;        // the basis answers to these
    std::optional<PathReduction> path;  // instead of method and size: bases interpolated along a track
    std::optional<RunSize> by_run{};    // then the size is where it begins
};
std::string name_of_method(const ModelReduction& reduction);  // as in the JSON

/// What a stage of the work took.
struct StageTime {
    std::string stage;
    double seconds = 0;
};

/// Everything a reduction needs, made from a JSON file by load_model.
struct ReductionJob {
    std::string name;  // of the body
    std::string file;  // as the user named it, for messages
    std::string description;
    std::string json;                 // the model as text, with its overrides
    std::vector<SourceFile> sources;  // paths as the model names them
    std::optional<Mesh> mesh;         // what the model was assembled from; none for matrices of other programs
    FeProperties properties;          // of the mesh
    Structure structure;
    ReferenceFrameSpec frame;
    std::vector<Channel> inputs, outputs;
    std::optional<Band> band;  // the frequencies that matter
    std::vector<ModelReduction> reductions;
    bool stress_stiffness = false;
    int estimator_modes = 0;  // exact modes for the error bound; 0: no data for it
    bool surface = true;
    std::vector<StageTime> times;
    std::vector<std::string> warnings;  // what is odd about the model
};

/// Reads, applies the overrides ("/json/pointer=VALUE"), checks, reads or makes the finite element model. Throws
/// InputError with all complaints.
ReductionJob load_model(const std::string& path, const std::vector<std::string>& overrides = {},
                        const ReductionProgress& progress = {});

/// Before the finite elements are read, which may take long: throws InputError if find_reduction would not find it.
void require_reduction(const std::string& path, const std::vector<std::string>& overrides, const std::string& name);

/// The reduction of that name; the only one if the name is empty. Throws InputError.
const ModelReduction& find_reduction(const ReductionJob& job, const std::string& name);

/// Inputs are those of the reduction. The job must outlive it.
ReductionProblem make_problem(const ReductionJob& job, const std::vector<Channel>& inputs);

/// Throws InputError for matrices without nodes, of which no body can be made.
void require_nodes(const ReductionJob& job);

/// Everything of the body that follows from its basis; the provenance is left to the caller.
BodyFile make_body_file(const ReductionJob& job, ReductionProblem& problem, const Basis& basis,
                        const ReductionProgress& progress = {});

struct ReducedModel {
    BodyFile file;     // with its provenance
    double error = 0;  // of the frequency response, where the size was chosen by it
    std::vector<StageTime> times;
};

ReducedModel reduce_model(const ReductionJob& job, const ModelReduction& reduction,
                          const ReductionProgress& progress = {});

/// "0.53 s: model 0.2 s, basis 0.3 s, ...".
std::string describe_times(const ReductionJob& job, const ReducedModel& reduced);
/// "1200 unknowns reduced to 12 by cms in 0.53 s: model 0.2 s, ...", for a log.
std::string describe_reduction(const ReductionJob& job, const ModelReduction& reduction, const ReducedModel& reduced);

/// Whether a document looks like a model, to tell it from scenes and results.
bool is_model(const Json& document);

}  // namespace ritz
