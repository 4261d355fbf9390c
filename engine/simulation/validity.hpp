#pragma once
// Where a model leaves the range in which it is true: sentences for the user, each with what was found and what to do.
//
// Material and measures, when they are read: the speed of sound √(E/ρ) of real materials lies between that of soft
// rubber and that of diamond; a beam is longer than thick, and not a million times. Numbers in mm, MPa or g/cm³ fall
// far outside. Along a run: displacements beyond a tenth of the length and rotations beyond 0.3 rad, where linear
// elasticity in a floating frame ends (sin 0.3 = 0.2955: 1.5 %); loads that are faster than the modes of the body they
// act on; a step held down by a mode that nobody looks at.
#include "bodies/beam.hpp"
#include "bodies/fe/fe_properties.hpp"
#include "core/warnings.hpp"
#include "engine/simulation/signal_schedule.hpp"
#include "engine/system/system.hpp"
#include "integrators/integrator.hpp"

namespace ritz {

/// What is odd about a material, or about a beam; empty if nothing is.
std::string find_odd_material(const Material& material);
std::vector<std::string> find_odd_measures(const BeamSpec& spec);

/// Looks at the elastic bodies at every sample.
class ValidityWatch {
  public:
    ValidityWatch(const Model& model, Warnings& warnings);

    void look(const State& state);
    /// Of each body: 1 if it was told to be bent, plus 2 if turned.
    std::vector<int> told() const;
    void recall(const std::vector<int>& told);

  private:
    struct Place {
        std::string name;
        Mat3X phi, psi;
    };
    struct Body {
        const ElasticBody* body = nullptr;
        int eq = 0, n = 0;  // its elastic coordinates in State::q
        double length = 0;
        std::vector<Place> places;
        bool has_bent = false, has_turned = false;  // told already
    };
    void look(Body& body, const VecX& q, double t);

    Warnings& warnings_;
    std::vector<Body> bodies_;
};

/// Loads that vary faster than the modes of the body on which they act, after a run.
void warn_of_fast_loads(const Model& model, const SignalSchedule& schedule, double simulated, Warnings& warnings);

/// A run whose steps were held down by a mode that the outputs cannot show.
void warn_of_slow_steps(const Model& model, const IntegratorOptions& options, const Statistics& statistics,
                        double simulated, double output_step, Warnings& warnings);

}  // namespace ritz
