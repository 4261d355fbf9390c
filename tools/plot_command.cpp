#include <filesystem>

#include "core/errors.hpp"
#include "core/files/files.hpp"
#include "tools/commands.hpp"
#include "tools/report/plot.hpp"
#include "tools/report/result_folder.hpp"

namespace ritz {

namespace fs = std::filesystem;

int run_plot(const PlotOptions& options) {
    if (options.outputs.empty() == options.xy.empty())
        throw InputError(fmt::format("ritz plot: found {}, expected names of outputs, or --xy with two of them",
                                     options.xy.empty() ? "no outputs" : "both outputs and --xy"));
    const std::string svg = options.xy.empty() ? plot_over_time(options.folder, options.outputs)
                                               : plot_over_each_other(options.folder, options.xy[0], options.xy[1]);
    const fs::path file = options.out.empty() ? fs::path(options.folder) / "plot.svg" : fs::path(options.out);
    check_result_file(file, "a picture (SVG)", [](std::string_view bytes) { return bytes.starts_with("<svg"); });
    write_whole_file(file.string(), svg);
    say("{}\n", file.string());
    return exit_done;
}

}  // namespace ritz
