#pragma once
// What is known while a scene is read: its files, where its elements stand in them, which of them are unsound, what to
// tell the user.
#include <filesystem>
#include <memory>
#include <set>

#include "engine/system/spec/faults.hpp"
#include "scenes/loader/scene/scene_forms.hpp"
#include "scenes/loader/scene/scene_source.hpp"

namespace ritz {

/// A scene or a part, parsed once however often it is used.
struct SceneFile {
    explicit SceneFile(JsonDocument parsed) : document(std::move(parsed)) {}
    JsonDocument document;
    SceneSource source{document};
};

/// What all files of a scene share.
struct WholeReading {
    explicit WholeReading(Diagnostics& complaints) : diagnostics(complaints) {}

    Diagnostics& diagnostics;
    std::map<std::filesystem::path, std::unique_ptr<SceneFile>> files{};  // by name_file
    std::optional<Vec3> gravity{};
    int instances = 0;
    bool is_complete = true;  // whether every part was read: otherwise many a name leads nowhere
    std::vector<std::string> notes{}, warnings{};

    /// About an instance, if it has a name: what is wrong at one place of a part is told for the first instance only.
    void tell(const Complaint& complaint, const std::string& instance);
    /// A note or a warning of a part, once.
    void remark(std::vector<std::string>& list, const std::string& file, const std::string& text,
                const std::string& instance);

  private:
    std::map<std::pair<std::string, std::string>, std::string> told_;  // instances by file and pointer
    std::set<std::string> remarked_;
};

/// One file as one instance, or as the scene itself.
struct SceneReading {
    WholeReading& whole;
    SceneFile& file;
    const SceneReading* outer = nullptr;  // whose part it is; null: the scene itself
    std::string instance{};               // its name in the whole
    std::string entry{};                  // where the whole names it, "hall.json: /instances/left"
    Faults faults{};
    BodyRemarks remarks{};

    /// `arm.json: /joints/elbow/child: ... (as instance "left" of hall.json: /instances/left)`
    void tell(const Fault& fault) const;
    void tell(const Complaint& complaint) const;
};

/// " (as instance ...)" behind a message; nothing for the scene itself.
std::string describe_instance(const std::string& instance, const std::string& entry);

/// The same for all paths that lead to one file.
std::filesystem::path name_file(const std::filesystem::path& path);

/// Parses a scene or a part. Throws InputError for files that are something else.
std::unique_ptr<SceneFile> open_scene_file(const std::string& path);

/// The parts of a scene, into its system.
void fill_instances(Form& form, SystemSpec& system, SceneReading* reading);

}  // namespace ritz
