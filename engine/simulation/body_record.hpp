#pragma once
// What drives one elastic body along a run, so that its full model can be integrated afterwards by the same motion of
// its frame and by the same loads: the error of the reduction, apart from that of the whole system, is then known.
// Recorded are, in the axes of the body's frame R,
//   ω, α, a - g of R;  for each marker and each track under load the place s, the force f and the moment m about the
//   deformed place;  q, q', q'' of the reduced body
// at the points of Chebyshev inside each accepted step, between which they are polynomials: a signal that jumps at the
// end of a step is never evaluated on the wrong side. Loads on the frame itself deform nothing and are left out.
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/simulation/scene.hpp"
#include "engine/system/measures/body_loads.hpp"
#include "integrators/observer.hpp"

namespace ritz {

/// Where a load takes hold, by its number in the body. On a track each load has its own place, as each has its own s.
struct RecordedPlace {
    std::string name;  // of the marker or track in the body; of a place along a beam that is no marker, "x = 0.3"
    bool is_track = false;
};

struct RecordedLoad {
    double s = 0;  // on a track [m]
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
};

struct RecordedPoint {
    double t = 0;
    Vec3 w = Vec3::Zero(), alpha = Vec3::Zero(), a = Vec3::Zero();  // a - g
    std::vector<RecordedLoad> loads;                                // as many as there were places then
    VecX q, q_dot, q_ddot;
};

/// A part of a step; motion at its ends, recorded functions inside.
struct RecordedInterval {
    double begin = 0, end = 0;  // [s]
    VecX q_begin, q_dot_begin, q_end, q_dot_end;
    std::vector<RecordedPoint> points;
};

struct BodyRecord {
    std::string body;
    std::vector<RecordedPlace> places;
    std::vector<RecordedInterval> intervals;
};

/// The points of Chebyshev in (0, 1), ascending.
VecX make_chebyshev_points(int count);

struct RecordOptions {
    int parts = 1;           // intervals of a step
    int points = 6;          // of an interval
    double output_step = 0;  // [s] intervals end at its multiples, too; 0: they need not
    bool accepts_foreshortening = false;
};

/// The record of one body, as a step observer. The scene's system must be that of the run, and may not change.
class BodyRecorder : public StepObserver {
  public:
    /// Throws InputError if there is no elastic body of that name, or one with foreshortening, which the linear full
    /// model does not have.
    BodyRecorder(const Scene& scene, const std::string& body, const RecordOptions& options = {});

    StepVerdict at_start(const Integrator& integrator) override;
    StepVerdict after_step(double t_begin, const Integrator& integrator) override;

    const BodyRecord& record() const { return record_; }
    /// What acts at one state y = (q, u, z, work), by the places that record() names.
    RecordedPoint evaluate(double t, const VecX& y);

  private:
    std::vector<double> list_ends(double t_begin, double t_end) const;
    std::size_t find_place(const std::array<std::size_t, 4>& key, const RecordedPlace& place);
    void add_load(const BodyLoad& load, const VecX& q, RecordedPoint& point);

    Model model_;
    Workspace ws_;
    NodeId id_;
    RecordOptions options_;
    VecX points_;
    BodyRecord record_;
    std::vector<BodyLoad> loads_;
    std::vector<std::array<std::size_t, 4>> keys_;  // of the places: kind and number of source and of cause
    VecX y_;
};

/// One row a point or end of an interval, in the form of outputs.h5: `place` is 0 and 1 at the ends, where only q and
/// q' are given.
void write_body_record(const BodyRecord& record, const std::filesystem::path& path);
/// Throws InputError if the file is none.
BodyRecord read_body_record(const std::filesystem::path& path);

}  // namespace ritz
