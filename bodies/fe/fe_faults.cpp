#include "bodies/fe/fe_faults.hpp"

#include <fmt/format.h>

namespace ritz {
namespace {

const char* name_of(FePart part) {
    switch (part) {
        case FePart::elements:
            return "";
        case FePart::material:
            return "material";
        case FePart::beam:
            return "beam";
        case FePart::marker:
            return "marker";
        case FePart::track:
            return "track";
        case FePart::cut:
            return "cut";
        case FePart::frame:
            return "frame";
    }
    return "";
}

std::vector<std::string> make_messages(const std::vector<FeFault>& faults) {
    std::vector<std::string> messages;
    for (const FeFault& fault : faults) {
        const std::string subject = describe(fault.subject);
        messages.push_back(subject.empty() ? fault.what : fmt::format("{}: {}", subject, fault.what));
    }
    return messages;
}

}  // namespace

std::string describe(const FeSubject& subject) {
    const char* part = name_of(subject.part);
    if (subject.name.empty()) return part;
    const bool is_of_set = subject.part == FePart::material || subject.part == FePart::beam;
    return fmt::format("{}{} \"{}\"", part, is_of_set ? " of set" : "", subject.name);
}

FeError::FeError(std::vector<FeFault> faults) : InputError(make_messages(faults)), faults_(std::move(faults)) {}

void throw_if_any(const std::vector<FeFault>& faults) {
    if (!faults.empty()) throw FeError(faults);
}

}  // namespace ritz
