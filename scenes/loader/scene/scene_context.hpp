#pragma once
// What the sections of a scene know of each other while it is read: names to refer to, and the model so far.
#include <optional>
#include <string>
#include <vector>

#include "core/log.hpp"
#include "core/name_index.hpp"
#include "engine/system/builder.hpp"
#include "scenes/loader/scene/read_signal.hpp"

namespace ritz {

struct KnownTrack {
    std::string name;
    double length = 0;  // [m]
    bool closed = false;
};

struct KnownBody {
    std::string name;
    std::string pointer;
    // False if something is wrong with the body itself: then nobody complains about its markers and tracks again.
    bool is_sound = true;
    bool is_elastic = false;
    int modes = 0;
    std::optional<double> length;  // of a beam [m]
    NameIndex markers;
    std::vector<KnownTrack> tracks;
    std::vector<std::string> cuts;
};

struct KnownJoint {
    std::string name;
    std::string pointer;
    bool is_sound = true;
    JointType type = JointType::fixed;
    bool closes_loop = false;
};

struct SceneContext {
    explicit SceneContext(const Vec3& gravity) : builder(gravity) {}
    void add(KnownBody body) {
        body_names.add(body.name);
        bodies.push_back(std::move(body));
    }
    void add(KnownJoint joint) {
        joint_names.add(joint.name);
        if (joint.closes_loop) loops.add(joint.name);
        joints.push_back(std::move(joint));
    }
    const KnownBody* find_body(const std::string& name) const {
        const auto found = body_names.find(name);
        return found ? &bodies[*found] : nullptr;
    }

    Constants constants;
    Log log;
    double end = 0;  // of the run [s]
    ModelBuilder builder;
    bool is_connected = false;      // the tree stands: frames and nodes can be made
    std::vector<KnownBody> bodies;  // the world first
    NameIndex body_names;           // of bodies
    std::vector<KnownJoint> joints;
    NameIndex joint_names;  // of joints
    NameIndex loops;        // as in Model::loops
    NameIndex controllers;
    std::vector<std::string> notes;     // what a body's file could not say
    std::vector<std::string> warnings;  // what is odd about the bodies
};

template <class Items>
std::vector<std::string> names_of(const Items& items) {
    std::vector<std::string> names;
    for (const auto& item : items) names.push_back(item.name);
    return names;
}

}  // namespace ritz
