// tools/study NAME [ARGUMENT...]: experiments, with tables and pictures.
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "tools/studies/clamped_pair.hpp"
#include "tools/studies/error_study.hpp"
#include "tools/studies/work_precision.hpp"

namespace {

/// [--longest SECONDS] [SCENE...]
ritz::WorkPrecisionOptions read_options(const std::string& root, const std::string& folder,
                                        const std::vector<std::string>& arguments) {
    ritz::WorkPrecisionOptions options{root, folder, arguments};
    if (arguments.empty() || arguments[0] != "--longest") return options;
    options.longest = arguments.size() > 1 ? std::strtod(arguments[1].c_str(), nullptr) : 0;
    if (!(options.longest > 0)) throw ritz::InputError("--longest: expected a number of seconds above zero, such as 4");
    options.scenes.erase(options.scenes.begin(), options.scenes.begin() + 2);
    return options;
}

}  // namespace

// The script tools/study gives the name, the top folder and the folder of the results, then the user's arguments.
int main(int argc, char** argv) {
    const std::string name = argc > 3 ? argv[1] : "";
    try {
        if (name == "clamped_pair" && argc == 4)
            ritz::run_clamped_pair(std::string(argv[2]) + "/scenes", argv[3]);
        else if (name == "error" && (argc == 4 || (argc == 5 && std::string(argv[4]) == "--short")))
            ritz::run_error_study({std::string(argv[2]) + "/scenes", argv[3], argc == 5});
        else if (name == "work_precision")
            ritz::run_work_precision(read_options(argv[2], argv[3], {argv + 4, argv + argc}));
        else {
            fmt::print(
                stderr,
                "usage: tools/study clamped_pair | error [--short] | work_precision [--longest SECONDS] [SCENE...]\n");
            return 2;
        }
        return 0;
    } catch (const ritz::InputError& error) {
        for (const std::string& message : error.messages()) fmt::print(stderr, "{}\n", message);
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 3;
    }
}
