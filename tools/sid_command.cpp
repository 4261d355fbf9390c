#include <fmt/format.h>

#include <filesystem>

#include "bodies/exchange/load_body.hpp"
#include "bodies/exchange/sid.hpp"
#include "scenes/loader/foreign_file.hpp"
#include "scenes/loader/result_folder.hpp"
#include "tools/commands.hpp"

namespace ritz {

int run_sid(const std::string& body, const std::string& out) {
    refuse_to_overwrite(out, body);
    refuse_foreign_body(body);
    const LoadedBody loaded = load_body(body, std::filesystem::path(body).stem().string());
    const SidFile sid = make_sid(loaded.body);
    write_sid(out, sid);
    for (const std::string& note : loaded.notes) fmt::print("note: {}\n", note);
    for (std::size_t i = 0; i < loaded.body.markers.size(); ++i)
        fmt::print("node {}: marker {}\n", sid.nodes[i].id, loaded.body.markers[i].name);
    for (const auto& track : loaded.body.tracks)
        fmt::print("note: the track {} is left out, SID has no place for it\n", track.first);
    fmt::print("SID: {}\n", out);
    return exit_done;
}

}  // namespace ritz
