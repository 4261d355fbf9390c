#include "bodies/exchange/load_body.hpp"

#include <fmt/format.h>

#include "bodies/exchange/body_file.hpp"
#include "bodies/exchange/sid.hpp"
#include "core/errors.hpp"
#include "core/files.hpp"

namespace ritz {
namespace {

LoadedBody load_sid(const std::string& bytes, const std::string& path, const std::string& name) {
    const SidFile sid = read_sid_text(bytes, path);
    LoadedBody loaded;
    loaded.notes = sid.notes;
    loaded.body = make_sid_body(sid, name, loaded.notes);
    return loaded;
}

LoadedBody load_own(const std::string& bytes, const std::string& path, const std::string& name) {
    BodyFile file = read_body_image(bytes, path);
    file.body.name = name;
    return {make_numeric_body(file.body), {}};
}

/// What is wrong with the matrices is the file's fault: it is named unless it already is.
InputError name_the_file(const InputError& error, const std::string& path) {
    std::vector<std::string> messages;
    for (const std::string& message : error.messages())
        messages.push_back(message.starts_with(path) ? message : fmt::format("{}: {}", path, message));
    return InputError(messages);
}

}  // namespace

LoadedBody load_body(const std::string& path, const std::string& name, const std::optional<Damping>& damping) {
    try {
        const std::string bytes = read_whole_file(path);
        LoadedBody loaded = looks_like_body_file(bytes) ? load_own(bytes, path, name) : load_sid(bytes, path, name);
        if (loaded.body.modes() == 0) throw InputError("found a body without modes, expected an elastic one");
        if (damping) loaded.body.De = compute_damping(*damping, loaded.body.inertia.Me, loaded.body.Ke);
        return loaded;
    } catch (const InputError& error) {
        throw name_the_file(error, path);
    }
}

}  // namespace ritz
