#include <fmt/format.h>

#include <filesystem>

#include "bodies/exchange/load_body.hpp"
#include "bodies/exchange/sid.hpp"
#include "scenes/loader/json/foreign_file.hpp"
#include "tools/commands.hpp"
#include "tools/report/result_folder.hpp"

namespace ritz {

int run_sid(const std::string& body, const std::string& out) {
    refuse_to_overwrite(out, body);
    check_result_file(out, "a SID file of ritz", looks_like_own_sid);
    refuse_foreign_body(body);
    const LoadedBody loaded = load_body(body, std::filesystem::path(body).stem().string());
    const SidFile sid = make_sid(loaded.body);
    write_sid(out, sid);
    for (const std::string& note : loaded.notes) say("note: {}\n", note);
    for (std::size_t i = 0; i < loaded.body.markers.size(); ++i)
        say("node {}: marker {}\n", sid.nodes[i].id, loaded.body.markers[i].name);
    for (const auto& track : loaded.body.tracks)
        say("note: the track {} is left out, SID has no place for it\n", track.first);
    say("SID: {}\n", out);
    return exit_done;
}

}  // namespace ritz
