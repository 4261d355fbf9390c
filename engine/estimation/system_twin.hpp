#pragma once
// An estimate of the error of the whole system (theory §6.7): a second run beside the first, of the same system whose
// bodies also have the exact modes that their error data know. What the two differ by is the error that these modes
// have, with all that it changes elsewhere; the static answer of the others is added. An estimate, never a bound.
#include <map>
#include <memory>

#include "engine/estimation/residual_data.hpp"
#include "engine/simulation/simulation.hpp"

namespace ritz {

/// The body with its own shapes first and behind them, orthonormal to these, what the exact modes have beyond.
std::shared_ptr<const ElasticBody> make_enriched_body(const ElasticBody& body, const ResidualData& data);

class SystemTwin {
  public:
    /// Throws InputError if no body has error data with exact couplings.
    explicit SystemTwin(const Scene& scene);

    /// |u - V q|_M of the body of a node, of the two runs, at the time of the state, which may not go back. Not a
    /// number for bodies that the twin has as they are, and behind the end of a twin that failed.
    double compare(NodeId node, const State& state);

  private:
    Model model_;
    std::map<std::string, std::ptrdiff_t> own_shapes_;  // of enriched bodies: how many come first
    Simulation run_;
};

}  // namespace ritz
