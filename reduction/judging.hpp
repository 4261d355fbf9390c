#pragma once
// Reduced bodies judged against their finite element model: frequency response ([Holzwarth2014] (21)), static response,
// modes.
//   error at ω:  ||H - H̄||_F / ||H||_F,     MAC:  (aᵀWb)² / (aᵀWa bᵀWb) of a full mode a and a reduced mode b
// W is the identity where modes are seen on a surface or at outputs, the mass matrix where they are fields.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bodies/exchange/body_file.hpp"
#include "reduction/channels.hpp"
#include "reduction/methods.hpp"

namespace ritz {

/// The responses of the full model, to which the others are compared.
struct FullResponse {
    VecX omega;            // [rad/s]
    std::vector<MatXc> H;  // at each of them
    MatX H_static;         // at rest
    double seconds = 0;    // that H took
};
FullResponse compute_full_response(const HeldSystem& system, const SparseMat& inputs, const SparseMat& outputs,
                                   const Band& band, int points, const ReductionProgress& progress = {});

/// The modes in the band; the first ten if there are none.
Eigenmodes compute_full_modes(const HeldSystem& system, const Band& band, const ReductionProgress& progress = {});

/// Reduced modes beside those of the full model, as far as both are seen.
struct ModeOverlap {
    VecX omega;       // of the reduced modes, ascending [rad/s]
    VecX full_norms;  // aᵀWa
    MatX products;    // aᵀWb: full modes x reduced modes
    MatX gram;        // bᵀWb
};

/// What is said of one reduced body.
struct ComparedBody {
    std::string name, method;
    Eigen::Index size = 0;
    std::optional<double> seconds;  // that the reduction took, if it was done now
    VecX magnitude;                 // ||H̄||_F at each frequency
    VecX errors;                    // ||H - H̄||_F / ||H||_F at each frequency
    double static_error = 0;        // the same at 0 Hz
    VecX omega;                     // of the reduced modes that were compared [rad/s]
    MatX mac;                       // full modes x reduced modes
    int matched = 0;                // full modes with a MAC above 0.9

    double median_error() const;
};

/// All but name, method, size and seconds.
ComparedBody judge(const FullResponse& full, const ReducedSystem& reduced, const ModeOverlap& modes);

/// ||H||_F at each frequency.
VecX compute_magnitudes(const std::vector<MatXc>& H);

/// A body that cannot be judged, and why.
struct FailedBody {
    std::vector<std::string> messages;  // each begins with the body's label
    bool is_numerical = false;          // otherwise the input is at fault
};

/// Does the work for one body. Its InputError or NumericalError is noted, so that the others go on; false then.
/// The label is put before each message, but not before those of InputErrors if these are named: by the work itself.
bool try_body(const std::string& label, std::vector<FailedBody>& failed, const std::function<void()>& work,
              bool is_named = false);

/// Says in front of every stage which body it is about.
ReductionProgress tell_of(const std::string& body, const ReductionProgress& progress);

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

/// A reduced body to be judged.
struct Candidate {
    std::string name;
    std::string label;   // in messages: the file as it was given, or the model and its reduction
    std::string method;  // "" if the file does not tell
    ChannelBody body;
    std::optional<SurfaceShapes> surface;
    std::optional<double> seconds;  // that the reduction took, if it was done now
};
Candidate make_candidate(const std::string& name, BodyFile file);

/// Names that can be columns and files, all different.
void make_names_distinct(std::vector<Candidate>& candidates);

/// The body in full. The structure must outlive it.
struct FullBody {
    std::string name;
    const Structure& structure;
    ReferenceFrameSpec frame;
    std::vector<Channel> inputs, outputs;
};

/// Bodies that do not have the full body's frame, markers, tracks or surface are noted as failed.
Comparison compare_bodies(const FullBody& full, const Band& band, int points, const std::vector<Candidate>& candidates,
                          const ReductionProgress& progress = {});

}  // namespace ritz
