#include "tools/report/motion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>

#include <cmath>

#include "engine/system/frames.hpp"
#include "scenes/loader/json/json_document.hpp"

namespace ritz {
namespace {

constexpr int places_along_a_beam = 25;

std::string text_of(const Vec3& v) { return fmt::format("[{:.6g},{:.6g},{:.6g}]", v[0], v[1], v[2]); }
std::string text_of(const Eigen::Vector4d& v) {
    return fmt::format("[{:.6g},{:.6g},{:.6g},{:.6g}]", v[0], v[1], v[2], v[3]);
}
std::string quoted(const std::string& name) { return Json(name).dump(); }

std::vector<std::size_t> choose_frames(std::size_t available, std::size_t most) {
    std::vector<std::size_t> chosen;
    const std::size_t count = std::min(available, most);
    for (std::size_t i = 0; i < count; ++i) chosen.push_back(count == 1 ? 0 : i * (available - 1) / (count - 1));
    return chosen;
}

struct BeamAxis {
    std::string name;
    std::vector<Frame> places;
    std::vector<std::string> frames;  // one list of points each
};
struct BodyTrace {
    std::string name;
    Frame frame;
    std::vector<std::string> positions, rotations;
};

/// The scene's model with markers along every beam.
class Tracer {
  public:
    explicit Tracer(const Scene& scene) : model_(with_world_poses(scene.model)) {
        for (const BodyEntry& body : scene.model.bodies) {
            bodies_.push_back({body.name, Frame{body.node, {}, body.X_BU}, {}, {}});
            const std::optional<ElasticId> elastic = model_.nodes[body.node].elastic;
            if (!elastic || !model_.elastic_bodies[*elastic]->beam) continue;
            add_beam(body, *model_.elastic_bodies[*elastic]->beam);
        }
    }

    std::string trace(const std::vector<State>& states, std::size_t most_frames) {
        Workspace ws(model_);
        std::vector<std::string> times;
        for (const std::size_t i : choose_frames(states.size(), most_frames)) {
            times.push_back(fmt::format("{:.9g}", states[i].t));
            add_frame(states[i], ws);
        }
        return text(times);
    }

  private:
    void add_beam(const BodyEntry& body, const BeamShapes& beam) {
        BeamAxis axis{body.name, {}, {}};
        for (int i = 0; i < places_along_a_beam; ++i) {
            const double x = std::min(beam.length, beam.length * i / (places_along_a_beam - 1));
            axis.places.push_back({body.node, model_.markers.add(make_beam_marker(beam, "", x)), {}});
        }
        beams_.push_back(std::move(axis));
    }

    void add_frame(const State& state, Workspace& ws) {
        eval_kinematics(model_, view(state), ws);
        const auto pose = [&](const Frame& f) {
            return eval_frame_motion(model_, state.q.data(), state.u.data(), f, ws).X_WF;
        };
        for (BodyTrace& body : bodies_) {
            const Pose X = pose(body.frame);
            body.positions.push_back(text_of(X.p));
            body.rotations.push_back(text_of(rotation_to_quaternion(X.R)));
        }
        for (BeamAxis& beam : beams_) {
            std::vector<std::string> points;
            for (const Frame& place : beam.places) points.push_back(text_of(pose(place).p));
            beam.frames.push_back(fmt::format("[{}]", fmt::join(points, ",")));
        }
    }

    std::string text(const std::vector<std::string>& times) const {
        std::vector<std::string> bodies, beams;
        for (const BodyTrace& body : bodies_)
            bodies.push_back(fmt::format("{}: {{\"position\": [{}],\n\"rotation\": [{}]}}", quoted(body.name),
                                         fmt::join(body.positions, ","), fmt::join(body.rotations, ",")));
        for (const BeamAxis& beam : beams_)
            beams.push_back(fmt::format("{}: [{}]", quoted(beam.name), fmt::join(beam.frames, ",\n")));
        return fmt::format("{{\"times\": [{}],\n\"gravity\": {},\n\"bodies\": {{{}}},\n\"beams\": {{{}}}}}\n",
                           fmt::join(times, ","), text_of(model_.gravity), fmt::join(bodies, ",\n"),
                           fmt::join(beams, ",\n"));
    }

    Model model_;
    std::vector<BodyTrace> bodies_;
    std::vector<BeamAxis> beams_;
};

}  // namespace

std::string make_motion(const Scene& scene, const std::vector<State>& states, std::size_t most_frames) {
    return Tracer(scene).trace(states, most_frames);
}

}  // namespace ritz
