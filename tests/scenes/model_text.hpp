#pragma once
// Models for tests, and what the loader says about changed ones.
#include "core/files/files.hpp"
#include "scenes/loader/model/model.hpp"
#include "tests/scenes/edits.hpp"

namespace ritz::testing {

/// A small bar with everything a model of a generated mesh may say, and valid.
inline std::string full_model() {
    return R"json({
  "$schema": "x", "description": "all there is", "comment": "for tests", "name": "bar",
  "fe": {"box": {"lengths": [1, 0.1, 0.1], "divisions": [6, 1, 1], "element": "hex8"}, "position": [0, -0.05, -0.05]},
  "material": {"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850},
  "damping": {"alpha": 1, "beta": 1e-6},
  "node_sets": {
    "some": {"nodes": [1, 2], "ranges": [[8, 14, 2]], "sets": ["x0"]},
    "inside": {"box": {"min": [0.3, -1, -1], "max": [0.7, 1, 1]}},
    "near": {"near": [0.5, 0, 0], "count": 4},
    "round": {"near": [0.5, 0, 0], "radius": 0.1}
  },
  "supports": [{"nodes": [4], "components": ["x", "y"]}],
  "markers": {
    "left": {"type": "rbe2", "nodes": "x0", "position": [0, 0, 0], "rotation": [0, 0, 0.1]},
    "right": {"type": "rbe3", "nodes": "x1", "weights": "equal", "rotation_deg": [0, 0, 90]},
    "mid": {"type": "node", "nodes": [11]}
  },
  "tracks": {
    "edge": {"nodes": {"box": {"min": [0, 0.05, 0.05], "max": [1, 0.05, 0.05]}}, "along": [1, 0, 0], "up": [0, 0, 1]},
    "girdle": {"nodes": [3, 10, 24, 17], "closed": true, "around": [1, 0, 0], "up": [1, 0, 0]}
  },
  "inputs": [{"marker": "right", "components": ["fx", "mz"]},
             {"track": "edge", "directions": ["z", [0, 1, 0], "radial"], "every": 2}, {"inertia": true}],
  "outputs": [{"marker": "right", "components": ["x", "rz"]}, {"track": "edge", "directions": "z"}],
  "frame": {"type": "tangent", "marker": "left"},
  "band": [0, 2000],
  "reductions": {
    "modal": {"method": "modal", "modes": 4, "inputs": [{"marker": "left"}]},
    "below": {"method": "modal", "below": 5000},
    "wanted": {"method": "cms", "frf_error": {"error": 0.1, "band": [0, 500], "samples": 5, "largest": 40}},
    "cms": {"method": "cms", "modes": 0},
    "krylov": {"method": "krylov", "size": 12, "band": [0, 1000], "moments": 2},
    "shifted": {"method": "krylov", "shifts": [0, 500]},
    "so_irka": {"method": "so_irka", "size": 6, "band": [0, 1000], "runs": 1, "iterations": 20, "tolerance": 1e-3,
                "seed": 3},
    "gramian": {"method": "gramian", "size": 6, "samples": 8, "quantity": "displacement"},
    "pod": {"method": "pod", "size": 4, "duration": 0.01, "step": 1e-4},
    "symplectic_pod": {"method": "symplectic_pod", "size": 4, "duration": 0.01, "step": 1e-4, "complex_svd": true},
    "spread": {"method": "cms", "modes": 2,
               "inputs": [{"track": "edge", "directions": "z", "functions": "legendre", "count": 3}]},
    "moving": {"method": "aligned", "modes": 3, "track": "edge", "direction": "z", "supports": 4, "weights": "linear",
               "at": 0.4}
  },
  "stress_stiffness": false, "surface": true
})json";
}

/// The messages of the loader about a text; none if it is content.
inline std::vector<std::string> complaints_about_model(const std::string& text, const Folder& folder = Folder()) {
    const std::filesystem::path path = folder.write("model.json", text);
    try {
        load_model(path.string());
        return {};
    } catch (const InputError& error) {
        std::vector<std::string> messages;
        for (const std::string& message : error.messages()) {
            const std::size_t at = message.find("model.json");
            messages.push_back(at == std::string::npos ? message : message.substr(at));
        }
        return messages;
    }
}

inline void check_model(const std::vector<Row>& rows, const std::string& text = full_model()) {
    for (const Row& row : rows) {
        CAPTURE(row.edit);
        const std::vector<std::string> messages = complaints_about_model(edited(text, row.edit));
        REQUIRE_FALSE(messages.empty());
        CAPTURE(messages[0]);
        CAPTURE(row.expected);
        CHECK(messages[0].find("model.json: " + row.expected) == 0);
        CHECK(messages.size() == 1);  // one mistake, one message
    }
}

}  // namespace ritz::testing
