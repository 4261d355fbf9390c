#include "engine/system/spec/faults.hpp"

#include <fmt/format.h>

namespace ritz {
namespace {

const char* kind_name(SubjectKind kind) {
    switch (kind) {
        case SubjectKind::system:
            return "system";
        case SubjectKind::world:
            return "world";
        case SubjectKind::input:
            return "input";
        case SubjectKind::body:
            return "body";
        case SubjectKind::joint:
            return "joint";
        case SubjectKind::coupling:
            return "coupling";
        case SubjectKind::force:
            return "force";
        case SubjectKind::load:
            return "load";
        case SubjectKind::controller:
            return "controller";
        case SubjectKind::output:
            return "output";
        case SubjectKind::monitor:
            return "monitor";
        case SubjectKind::condition:
            return "condition";
        case SubjectKind::start:
            return "start";
        case SubjectKind::instance:
            return "instance";
    }
    return "system";
}

std::vector<std::string> sentences(const std::vector<Fault>& faults) {
    std::vector<std::string> all;
    for (const Fault& fault : faults) {
        const std::string subject = describe(fault.subject);
        const bool is_named = fault.what.starts_with(subject) || subject == describe(Subject{});
        all.push_back(is_named ? fault.what : fmt::format("{}: {}", subject, fault.what));
    }
    return all;
}

}  // namespace

std::string describe(const Subject& subject) {
    std::string text = kind_name(subject.kind);
    if (!subject.name.empty()) text += fmt::format(" \"{}\"", subject.name);
    if (!subject.member.empty()) text += fmt::format(", {}", subject.member);
    return text;
}

void Faults::add(const Subject& subject, const std::string& what) {
    list_.push_back({subject, what});
    mark_unsound(subject.kind, subject.name);
}

SpecError::SpecError(std::vector<Fault> faults) : InputError(sentences(faults)), faults_(std::move(faults)) {}

}  // namespace ritz
