#pragma once
// Beams of one specification are made once: thousands of equal ones are common in chains, nets and meshes of trusses.
// Private to build().
#include <functional>
#include <unordered_map>

#include "bodies/beam.hpp"

namespace ritz {

class BeamStore {
  public:
    /// As make_beam(), whatever name is in the specification.
    ElasticBody make(BeamSpec spec, const std::string& name) {
        spec.name.clear();  // the only thing in which equal beams differ
        auto found = made_.find(spec);
        if (found == made_.end()) {
            BeamSpec named = spec;
            named.name = name;
            found = made_.emplace(std::move(spec), make_beam(named)).first;
        }
        ElasticBody body = found->second;
        body.name = name;
        return body;
    }

    /// How many different ones there are.
    std::size_t count() const { return made_.size(); }

  private:
    struct Hash {
        std::size_t operator()(const BeamSpec& spec) const {
            std::size_t all = 0;
            for (const double x : {spec.length, spec.law.EA, spec.law.EIy, spec.law.EIz, spec.law.GJ, spec.law.mass})
                all = 31 * all + std::hash<double>()(x);
            return all;
        }
    };
    std::unordered_map<BeamSpec, ElasticBody, Hash> made_;
};

}  // namespace ritz
