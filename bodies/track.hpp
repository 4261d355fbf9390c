#pragma once
// A track: a curve on the undeformed body with the shape functions along it (theory §3, [FlexibleBodies] (10)-(20)).
//   r(s)  = c(s) + Φ(s) q + ½ e_a (qᵀ Γ_a(s) q),     R(s) = exp((Ψ(s) q)~) R0(s),    R0' = w0~ R0
#include <array>
#include <variant>
#include <vector>

#include "bodies/beam_shapes.hpp"
#include "core/errors.hpp"
#include "core/rotation.hpp"

namespace ritz {

/// Everything the slide joint needs at one s: values and the first two derivatives by s.
/// Sized once by make_track_sample; eval_track allocates nothing.
struct TrackSample {
    Vec3 c, t, k;       // c(s), c'(s), c''(s)
    Mat3 R0;            // undeformed frame: x along the tangent
    Vec3 w0, w0_prime;  // its turning by s, and the derivative of that
    Mat3X phi, phi_1, phi_2;
    Mat3X psi, psi_1, psi_2;
    bool has_gamma = false;
    std::array<MatX, 3> gamma, gamma_1, gamma_2;  // empty where zero
};

/// The axis of a beam, or the part of it between two places.
struct BeamTrack {
    BeamShapes beam;
    double length() const { return beam.length; }
    void eval(double s, TrackSample& out) const;
};

/// R0, w0 and w0' of a curve with the derivatives c_1, c_2, c_3.
void eval_curve_frame(const Vec3& c_1, const Vec3& c_2, const Vec3& c_3, const Vec3& up, TrackSample& out);

/// A track that cannot be made, and which of its data is to blame.
enum class TrackData { points, up, shapes };
class TrackError : public InputError {
  public:
    TrackError(TrackData data, const std::string& what) : InputError(what), data_(data) {}
    TrackData data() const { return data_; }

  private:
    TrackData data_;
};

/// A C² cubic spline through nodes, with the modes interpolated by the same spline. Closed tracks are periodic.
/// Also serves rigid bodies (no modes).
class SplineTrack {
  public:
    /// points: 3 x k, phi/psi: one 3 x n for each point (or none for a rigid body). up: keeps R0's z axis near it.
    SplineTrack(const Mat3X& points, const std::vector<Mat3X>& phi, const std::vector<Mat3X>& psi, bool closed,
                const Vec3& up);
    double length() const;  // the parameter s is the chord length through the points
    bool closed() const { return closed_; }
    Eigen::Index modes() const { return modes_; }
    const Vec3& up() const { return up_; }
    void eval(double s, TrackSample& out) const;
    /// The same curve seen from a frame A, for X_AB the frame it is given in.
    SplineTrack transformed(const Pose& X_AB) const;

  private:
    bool closed_ = false;
    Eigen::Index modes_ = 0;
    Vec3 up_ = Vec3::UnitZ();
    VecX s_;           // knots
    MatX values_;      // one row a quantity, one column a knot
    MatX curvatures_;  // second derivatives at the knots
};

/// An open track that goes on beyond both ends: over the transition its shapes fade to zero and its curve becomes
/// straight (bodies/continued_track.cpp), behind it a straight line is fixed to the body's frame.
struct ContinuedTrack {
    std::variant<BeamTrack, SplineTrack> track;
    double transition = 0;  // [m] of s, greater than zero
    double length() const;
    void eval(double s, TrackSample& out) const;
};

using Track = std::variant<BeamTrack, SplineTrack, ContinuedTrack>;

/// The same track, going on beyond its ends; it must be open.
ContinuedTrack make_continued(const Track& track, double transition);

double track_length(const Track& track);
bool track_is_closed(const Track& track);
/// Whether the track has a place s: any on closed tracks and on those that go on beyond their ends.
bool is_on_track(const Track& track, double s);
/// Whether s lies on a track that goes on, so far beyond its ends that no shape moves it.
bool is_off_shapes(const Track& track, double s);
TrackSample make_track_sample(const Track& track);
/// The track must have the place s; on closed ones it is taken modulo the length.
void eval_track(const Track& track, double s, TrackSample& out);

}  // namespace ritz
