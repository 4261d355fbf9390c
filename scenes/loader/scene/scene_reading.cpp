#include "scenes/loader/scene/scene_reading.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "scenes/loader/json/foreign_file.hpp"
#include "scenes/loader/model/assembly.hpp"
#include "scenes/loader/model/model.hpp"

namespace ritz {

void WholeReading::tell(const Complaint& complaint, const std::string& instance) {
    if (!instance.empty()) {
        const auto [first, is_new] = told_.emplace(std::pair{complaint.file, complaint.pointer}, instance);
        if (first->second != instance) return;
    }
    diagnostics.add(complaint.file, complaint.pointer, complaint.what);
}

void WholeReading::remark(std::vector<std::string>& list, const std::string& file, const std::string& text,
                          const std::string& instance) {
    if (remarked_.insert(fmt::format("{}: {}", file, text)).second)
        list.push_back(fmt::format("{}: {} (as instance \"{}\")", file, text, instance));
}

std::string describe_instance(const std::string& instance, const std::string& entry) {
    return instance.empty() ? "" : fmt::format(" (as instance \"{}\" of {})", instance, entry);
}

void SceneReading::tell(const Complaint& complaint) const {
    whole.tell({complaint.file, complaint.pointer, complaint.what + describe_instance(instance, entry)}, instance);
}

void SceneReading::tell(const Fault& fault) const {
    const ScenePlace place = file.source.locate(fault.subject);
    std::string name = instance;
    if (!place.instance.empty()) name += (name.empty() ? "" : ".") + place.instance;
    const std::string where = entry.empty() ? fmt::format("{}: {}", file.document.name, place.entry) : entry;
    // Of a repeated instance itself the same is said once, too.
    const std::string about = name.empty() && fault.subject.kind == SubjectKind::instance ? fault.subject.name : name;
    whole.tell({place.document->name, place.pointer, fault.what + describe_instance(name, where)}, about);
}

std::filesystem::path name_file(const std::filesystem::path& path) {
    std::error_code error;  // who cannot be found is named by who opens it
    const std::filesystem::path name = std::filesystem::weakly_canonical(path, error);
    return error ? path : name;
}

std::unique_ptr<SceneFile> open_scene_file(const std::string& path) {
    auto file = std::make_unique<SceneFile>(parse_json_file(path));
    const JsonDocument& document = file->document;
    refuse_result(document.root, path, "a scene");
    if (is_assembly(document.root))
        throw InputError(
            fmt::format("{0}: found an assembly of models, expected a scene; to judge its reductions: ritz compare {0}",
                        document.name));
    if (is_model(document.root) && !document.root.contains("bodies"))
        throw InputError(fmt::format("{}: found a model, expected a scene; to reduce it: ritz reduce {}", path, path));
    return file;
}

}  // namespace ritz
