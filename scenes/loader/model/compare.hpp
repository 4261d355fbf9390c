#pragma once
// Reduced bodies judged against their finite element model ([4](21)): frequency response, static answer, modes.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scenes/loader/model/model.hpp"

namespace ritz {

/// A reduced body to be judged.
struct Candidate {
    std::string name;
    std::string label;   // in messages: the file as it was given, or the model and its reduction
    std::string method;  // "" if the file does not tell
    ChannelBody body;
    std::optional<SurfaceShapes> surface;
    std::optional<double> seconds;  // that the reduction took, if it was done now
};

/// A body that cannot be judged, and why.
struct FailedBody {
    std::vector<std::string> messages;  // each begins with the body's label
    bool is_numerical = false;          // otherwise the input is at fault
};

/// ||H||_F at each frequency.
VecX compute_magnitudes(const std::vector<MatXc>& H);

/// Does the work for one body. Its InputError or NumericalError is noted, so that the others go on; false then.
bool try_body(const std::string& label, std::vector<FailedBody>& failed, const std::function<void()>& work);

/// Says in front of every stage which body it is about.
ReductionProgress tell_of(const std::string& body, const ReductionProgress& progress);

/// Names that can be columns and files, all different.
void make_names_distinct(std::vector<Candidate>& candidates);

/// A body file, a SID file, another model (reduced now), or the name of one of the model's reductions.
Candidate load_candidate(const ReductionJob& job, const std::string& what, const ReductionProgress& progress = {});

/// Several of them, with distinct names; all reductions if the list is empty. What is neither a file nor a reduction
/// throws InputError before the work; what fails later is noted.
std::vector<Candidate> load_candidates(const ReductionJob& job, const std::vector<std::string>& list,
                                       std::vector<FailedBody>& failed, const ReductionProgress& progress = {});

struct ComparedBody {
    std::string name, method;
    Eigen::Index size = 0;
    std::optional<double> seconds;
    VecX magnitude;           // ||H̄||_F at each frequency
    VecX errors;              // ||H - H̄||_F / ||H||_F at each frequency
    double static_error = 0;  // the same at 0 Hz
    VecX omega;               // of the reduced modes that were compared [rad/s]
    MatX mac;                 // full modes x reduced modes
    int matched = 0;          // full modes with a MAC above 0.9

    double median_error() const;
};

struct Comparison {
    std::string name;  // of the model
    Eigen::Index unknowns = 0;
    VecX frequencies;  // where the responses were compared [Hz]
    VecX magnitude;    // ||H||_F
    VecX full_omega;   // of the full modes in the band [rad/s]
    std::vector<ComparedBody> bodies;
    std::vector<FailedBody> failed;
    double seconds = 0;  // that the full response took
};

/// Bodies that do not have the model's frame, markers, tracks or surface are noted as failed.
Comparison compare_bodies(const ReductionJob& job, const Band& band, int points,
                          const std::vector<Candidate>& candidates, const ReductionProgress& progress = {});

/// summary.csv, frf.csv, mac.csv, frf_error.svg and mac_<body>.svg by their names.
std::vector<std::pair<std::string, std::string>> make_comparison_files(const Comparison& comparison);

}  // namespace ritz
