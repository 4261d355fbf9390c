// tools/study NAME: a paper's experiment, repeated.
#include <fmt/format.h>

#include <exception>
#include <string>

#include "core/errors.hpp"
#include "tools/studies/clamped_pair.hpp"

int main(int argc, char** argv) {
    const std::string usage =
        "usage: tools/study NAME\n  clamped_pair   two clamped bodies, Craig-Bampton against CMS-Gram ([4] section "
        "5)\n";
    const std::string name = argc == 4 ? argv[1] : "";
    if (name != "clamped_pair") {
        fmt::print(stderr, "{}", usage);
        return 2;
    }
    try {
        ritz::run_clamped_pair(argv[2], argv[3]);
        return 0;
    } catch (const ritz::InputError& error) {
        for (const std::string& message : error.messages()) fmt::print(stderr, "{}\n", message);
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 3;
    }
}
