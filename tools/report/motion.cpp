#include "tools/report/motion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

#include "engine/system/frames.hpp"
#include "engine/system/system.hpp"
#include "tools/report/motion_shapes.hpp"

namespace ritz {
namespace {

std::vector<std::size_t> choose_frames(std::size_t available, std::size_t most) {
    std::vector<std::size_t> chosen;
    const std::size_t count = std::min(available, most);
    for (std::size_t i = 0; i < count; ++i) chosen.push_back(count == 1 ? 0 : i * (available - 1) / (count - 1));
    return chosen;
}

/// Short, since a picture needs no more.
std::string list_numbers(const std::vector<double>& numbers) {
    std::string text = "[";
    for (const double number : numbers)
        fmt::format_to(std::back_inserter(text), "{}{:.7g}", text.size() > 1 ? "," : "", number);
    return text + "]";
}

void append_pose(const Pose& X, std::vector<double>& numbers) {
    const Eigen::Vector4d rotation = rotation_to_quaternion(X.R);
    numbers.insert(numbers.end(), {X.p[0], X.p[1], X.p[2], rotation[0], rotation[1], rotation[2], rotation[3]});
}

/// Poses of all bodies, and all elastic coordinates, of each frame.
class Tracer {
  public:
    explicit Tracer(const Scene& scene) : model_(with_world_poses(scene.model)), workspace_(model_) {
        for (const BodyEntry& body : model_.bodies) frames_.push_back(drawn_frame(model_, body));
    }

    std::vector<double> trace_poses(const State& state) {
        eval_kinematics(model_, view(state), workspace_);
        std::vector<double> numbers;
        for (const Frame& frame : frames_)
            append_pose(eval_frame_motion(model_, state.q.data(), state.u.data(), frame, workspace_).X_WF, numbers);
        return numbers;
    }
    std::vector<double> list_elastic(const State& state) const {
        std::vector<double> numbers;
        for (const BodyEntry& body : model_.bodies) {
            const Node& node = model_.nodes[body.node];
            for (int i = 0; i < node.n; ++i) numbers.push_back(state.q[node.eq + i]);
        }
        return numbers;
    }

  private:
    Model model_;
    Workspace workspace_;
    std::vector<Frame> frames_;
};

template <class Line>
void write_lines(std::ostream& stream, const std::string& name, const std::vector<std::size_t>& frames, Line line) {
    stream << ",\n\"" << name << "\": [";
    const char* before = "\n";
    for (const std::size_t frame : frames) {
        stream << before << line(frame);
        before = ",\n";
    }
    stream << "]";
}

}  // namespace

void write_motion(std::ostream& stream, const Scene& scene, const std::vector<State>& states,
                  const BodySurfaces* surfaces, std::size_t most_frames) {
    const std::vector<std::size_t> frames = choose_frames(states.size(), most_frames);
    Json head = {{"format", "ritz motion"}, {"version", motion_version}};
    head.update(describe_shapes(scene, surfaces));
    std::string text = head.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.pop_back();
    stream << text;
    Tracer tracer(scene);
    write_lines(stream, "times", frames, [&](std::size_t i) { return fmt::format("{:.9g}", states[i].t); });
    write_lines(stream, "poses", frames, [&](std::size_t i) { return list_numbers(tracer.trace_poses(states[i])); });
    write_lines(stream, "q", frames, [&](std::size_t i) { return list_numbers(tracer.list_elastic(states[i])); });
    stream << "}\n";
}

}  // namespace ritz
