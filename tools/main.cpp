// The command line: which verb, with which arguments, and the exit code its end leads to.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <new>

#include "core/errors.hpp"
#include "core/files/write_error.hpp"
#include "core/heap.hpp"
#include "core/printable.hpp"
#include "core/version.hpp"
#include "tools/commands.hpp"
#include "tools/interrupt.hpp"
#include "tools/log.hpp"
#include "tools/report/results.hpp"

namespace ritz {

void print_text(std::FILE* stream, const std::string& text) {
    const std::string shown = printable_lines(text);
    std::fwrite(shown.data(), 1, shown.size(), stream);
}
void say_error(const std::string& message) { print_text(stderr, printable(message) + "\n"); }

namespace {

/// Everything the options write into, and what to do after parsing.
struct CommandLine {
    SimulateOptions simulate;
    ReduceOptions reduce;
    CompareOptions compare;
    SweepOptions sweep;
    PlotOptions plot;
    std::string file, out;
    std::string schema = "scene";
    bool prints = false;
    double at_time = 0;
    int verbosity = 0;
    std::function<int()> run;
};

void add_overrides(CLI::App* verb, std::vector<std::string>& overrides, const std::string& example) {
    verb->add_option("--set", overrides, "replace or add one value of the file, e.g. " + example)
        ->type_name("/POINTER=VALUE")
        ->allow_extra_args(false);
}

/// Of a verb that may be asked to say nothing, or more than usual.
void add_loudness(CLI::App* verb, bool* quiet, CommandLine& line) {
    // Added up: CLI11 2.4 also writes the flags of the verbs that were not given, with zero.
    verb->add_flag_function(
        "-v,--verbose", [&line](std::int64_t count) { line.verbosity += static_cast<int>(count); },
        "log on stderr what is read, chosen and done; twice: every detail");
    if (quiet) verb->add_flag("--quiet", *quiet, "print errors only");
}

void add_simulate(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand("simulate", "simulate a scene and write its results");
    verb->add_option("SCENE", line.simulate.scene, "the scene, a JSON file; may be left out with --resume");
    verb->add_option("--out", line.simulate.out, "folder for the results (otherwise results/<scene name>)")
        ->type_name("DIR");
    add_overrides(verb, line.simulate.overrides, "/bodies/mass/mass=50");
    add_loudness(verb, &line.simulate.quiet, line);
    verb->add_flag("--hdf5", line.simulate.hdf5, "write outputs.h5 instead of outputs.csv, for long runs");
    verb->add_option("--checkpoint", line.simulate.checkpoint,
                     "write checkpoint.h5 into the folder each so many seconds, so that a killed run can go on")
        ->type_name("SECONDS");
    verb->add_option("--resume", line.simulate.resume, "go on with the unfinished run in a folder, from its checkpoint")
        ->type_name("DIR");
    verb->add_option("--body-cache", line.simulate.body_cache,
                     "keep bodies that are reduced from models in a folder, and take them from there the next time")
        ->type_name("DIR");
    verb->footer(
        "Example: ritz simulate scenes/sliding_mass.json --out results/heavy --set /bodies/mass/mass=200\n"
        "         ritz simulate scenes/sliding_mass.json --out results/long --checkpoint 60\n"
        "         ritz simulate --resume results/long\n"
        "Writes outputs.csv (or outputs.h5), summary.json, outputs.svg and motion.json, whole or not at all.\n"
        "Exit code: 0 done, 2 bad input, 3 numerical failure, 4 stopped (monitor, end of a track, Ctrl-C).");
    verb->callback([&line] { line.run = [&line] { return run_simulate(line.simulate); }; });
}

void add_sweep(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand("sweep", "simulate variations of a scene, several at once, into one table");
    verb->add_option("SCENE", line.sweep.scene, "the scene, a JSON file")->required();
    verb->add_option("--vary", line.sweep.vary,
                     "a value of the file and its values: n from a to b, or a list a,b,c; several: all combinations")
        ->type_name("/POINTER=a:b:n")
        ->allow_extra_args(false);
    verb->add_option("--random", line.sweep.draws, "so many random draws from the ranges instead of all combinations")
        ->type_name("N");
    verb->add_option("--seed", line.sweep.seed, "of the random draws (1)")->type_name("S");
    verb->add_option("--output", line.sweep.outputs, "an output whose range goes into the table (otherwise all)")
        ->type_name("NAME")
        ->allow_extra_args(false);
    verb->add_option("--jobs", line.sweep.jobs, "runs side by side (otherwise one for each processor)")->type_name("N");
    verb->add_option("--out", line.sweep.out, "folder for the table (otherwise results/<scene name>_sweep)")
        ->type_name("DIR");
    verb->add_flag("--keep", line.sweep.keeps_runs, "keep the result folder of each run, in runs/");
    add_overrides(verb, line.sweep.overrides, "/time/end=5");
    add_loudness(verb, &line.sweep.quiet, line);
    verb->footer(
        "Example: ritz sweep scenes/sliding_mass.json --vary /bodies/mass/mass=50:200:7 --jobs 2\n"
        "         ritz sweep scenes/four_bar.json --vary /parameters/crank=0.2:0.3 --random 100 --seed 7\n"
        "         mpirun -n 8 ritz sweep ...     the same, shared by eight processes of one folder\n"
        "Writes sweep.csv. An interrupted sweep goes on when the same command is given again.\n"
        "Exit code: 0 all runs done (or stopped by their monitors), 2 bad input, 3 some runs failed, 4 interrupted.");
    verb->callback([&line] { line.run = [&line] { return run_sweep(line.sweep); }; });
}

void add_check(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand("check", "check a scene, a model or an assembly and print what would be done");
    verb->add_option("SCENE", line.simulate.scene, "the scene, model or assembly, a JSON file")->required();
    add_overrides(verb, line.simulate.overrides, "/bodies/mass/mass=50");
    verb->add_flag("--print", line.prints,
                   "print the scene instead, as one file: parts in their places, parameters as numbers;"
                   " files stay named relative to the scene");
    add_loudness(verb, nullptr, line);
    verb->footer("Example: ritz check scenes/sliding_mass.json");
    verb->callback([&line] {
        line.run = [&line] { return run_check(line.simulate.scene, line.simulate.overrides, line.prints); };
    });
}

void add_modes(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand("modes", "eigenfrequencies and damping of the whole system");
    verb->add_option("SCENE", line.simulate.scene, "the scene, a JSON file")->required();
    verb->add_option("--at", line.at_time,
                     "linearise there, after a simulation up to that time [s] (otherwise the start)")
        ->type_name("TIME");
    add_overrides(verb, line.simulate.overrides, "/bodies/mass/mass=50");
    add_loudness(verb, nullptr, line);
    verb->footer("Example: ritz modes scenes/sliding_mass.json");
    verb->callback([&line] {
        line.run = [&line] { return run_modes(line.simulate.scene, line.simulate.overrides, line.at_time); };
    });
}

void add_reduce(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand("reduce", "reduce a finite element model to a body file");
    verb->add_option("MODEL", line.reduce.model, "the model, a JSON file")->required();
    verb->add_option("--out", line.reduce.out, "the body file (otherwise results/<model name>.h5)")->type_name("FILE");
    verb->add_option("--reduction", line.reduce.reduction, "which of the model's reductions")->type_name("NAME");
    add_overrides(verb, line.reduce.overrides, "/reduction/modes=30");
    add_loudness(verb, &line.reduce.quiet, line);
    verb->footer(
        "Example: ritz reduce scenes/cylinder/cylinder.json --reduction cms --out results/cylinder.h5\n"
        "A scene takes the file as a body of type \"file\"; ritz info tells what is in it.");
    verb->callback([&line] { line.run = [&line] { return run_reduce(line.reduce); }; });
}

void add_compare(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand(
        "compare", "judge reduced bodies, alone or clamped together, against their finite element models");
    verb->add_option("MODEL", line.compare.model, "the model or the assembly of models, a JSON file")->required();
    verb->add_option(
        "BODY", line.compare.bodies,
        "body files, SID files, other models, or reductions of the model by name (all of them if left out)");
    verb->add_option("--out", line.compare.out, "folder for tables and pictures (otherwise results/<name>_compare)")
        ->type_name("DIR");
    verb->add_option("--band", line.compare.band, "frequencies in Hz (otherwise the model's band)")
        ->type_name("LOW HIGH")
        ->expected(2);
    verb->add_option("--points", line.compare.points, "number of frequencies (50)")->type_name("N");
    add_overrides(verb, line.compare.overrides, "/reductions/cms/modes=30");
    add_loudness(verb, &line.compare.quiet, line);
    verb->footer(
        "Example: ritz compare scenes/cylinder/cylinder.json modal cms --out results/cylinder\n"
        "Writes summary.csv, frf.csv, mac.csv and pictures, whole or not at all. A body that fails is told and left "
        "out;\n"
        "the exit code is then that of the first failure (2 or 3), and nothing is written if all fail.");
    verb->callback([&line] { line.run = [&line] { return run_compare(line.compare); }; });
}

void add_sid(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand("sid", "write a body as Standard Input Data for other programs");
    verb->add_option("BODY", line.file, "a body file (or SID, which is then written anew)")->required();
    verb->add_option("--out", line.out, "the SID file")->type_name("FILE")->required();
    verb->footer("Example: ritz sid results/bar.h5 --out bar.SID_FEM");
    verb->callback([&line] { line.run = [&line] { return run_sid(line.file, line.out); }; });
}

void add_schema(CLI::App& app, CommandLine& line) {
    CLI::App* verb =
        app.add_subcommand("schema", "print the JSON Schema of scenes, their parts, models or assemblies, for editors");
    verb->add_option("WHAT", line.schema, "scene (also if left out), part, model or assembly");
    verb->footer("Example: ritz schema scene > scene.schema.json");
    verb->callback([&line] { line.run = [&line] { return run_schema(line.schema); }; });
}

void add_info(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand("info", "tell what is in a file: results, scene, model, body, SID");
    verb->add_option("FILE", line.file,
                     "a result folder, its summary.json, a scene, a model, a body file or a SID file")
        ->required();
    verb->footer("Example: ritz info results/sliding_mass");
    verb->callback([&line] { line.run = [&line] { return run_info(line.file); }; });
}

void add_report(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand("report", "make one HTML file of a run: the scene in motion, plots, tables");
    verb->add_option("DIR", line.file, "a result folder")->required();
    verb->add_option("--out", line.out, "the HTML file (otherwise report.html in the folder)")->type_name("FILE");
    verb->footer(
        "Example: ritz report results/sliding_mass --out sliding_mass.html\n"
        "The file opens in any browser, without a network.");
    verb->callback([&line] { line.run = [&line] { return run_report(line.file, line.out); }; });
}

void add_plot(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand("plot", "draw chosen outputs of a run as a picture (SVG)");
    verb->add_option("DIR", line.plot.folder, "a result folder")->required();
    verb->add_option("OUTPUT", line.plot.outputs, "names of outputs, drawn over time");
    verb->add_option("--xy", line.plot.xy, "one output (or time) across, another one up")
        ->type_name("ACROSS UP")
        ->expected(2);
    verb->add_option("--out", line.plot.out, "the picture (otherwise plot.svg in the folder)")->type_name("FILE");
    verb->footer(
        "Example: ritz plot results/sliding_mass mass.s beam.mid_deflection --out mass.svg\n"
        "         ritz plot results/sliding_mass --xy mass.s mass.s_dot");
    verb->callback([&line] { line.run = [&line] { return run_plot(line.plot); }; });
}

std::vector<std::string> verbs_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
    return names;
}

/// Mostly a shell's variable that is not set: the results would go where nobody looks for them.
/// Before CLI11 sees them, which takes the argument behind "--out=" for its value.
void refuse_empty_out(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        for (const std::string option : {"--out", "--resume"})
            if (argument == option + "=" || (argument == option && i + 1 < argc && *argv[i + 1] == '\0'))
                throw InputError(option + ": found an empty name, expected a place for the results");
    }
}

int run(int argc, char** argv) {
    CommandLine line;
    CLI::App app{"Ritz simulates elastic multibody systems.", "ritz"};
    app.set_version_flag("--version", "ritz " + program_version());
    app.footer("Example: ritz simulate scenes/sliding_mass.json\nritz VERB --help tells more.");
    app.require_subcommand(1);
    add_simulate(app, line);
    add_sweep(app, line);
    add_check(app, line);
    add_modes(app, line);
    add_reduce(app, line);
    add_compare(app, line);
    add_sid(app, line);
    add_schema(app, line);
    add_info(app, line);
    add_report(app, line);
    add_plot(app, line);
    if (argc < 2) {
        fmt::print(stderr, "{}", app.help());
        return exit_bad_input;
    }
    const std::vector<std::string> verbs = verbs_of(app);
    const std::string first = argv[1];
    if (!first.starts_with('-') && std::find(verbs.begin(), verbs.end(), first) == verbs.end())
        throw InputError(fmt::format("ritz: no verb \"{}\"{}", first, suggest(first, verbs)));
    refuse_empty_out(argc, argv);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? exit_done : exit_bad_input;
    }
    // Not by CLI11's excludes(): version 2.4 takes a flag that counts for one that is given.
    if (line.verbosity > 0 && (line.simulate.quiet || line.reduce.quiet || line.compare.quiet || line.sweep.quiet))
        throw InputError("--quiet excludes --verbose: found both, expected one of them");
    start_log(line.verbosity);
    return line.run();
}

/// The exit code; errors are told.
int run_and_tell(int argc, char** argv) {
    try {
        const int code = run(argc, argv);
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            throw WriteError("the output could not be written (is the disk full, or is nobody reading any more?)");
        return code;
    } catch (const InputError& error) {
        for (const std::string& message : error.messages()) say_error(message);
        return exit_bad_input;
    } catch (const NumericalError& error) {
        say_error(fmt::format("ritz: {}", error.what()));
        return exit_numerical_failure;
    } catch (const WriteError& error) {
        say_error(fmt::format("ritz: {}", error.what()));
        return exit_numerical_failure;
    } catch (const Interrupted& stop) {
        say_error(fmt::format("ritz: {}", stop.what()));
        return exit_stopped;
    } catch (const std::bad_alloc&) {
        std::fputs("ritz: out of memory; nothing was written\n", stderr);
        return exit_numerical_failure;
    } catch (const std::exception& error) {
        say_error(fmt::format("ritz: something went wrong that should not: {}", error.what()));
        return exit_numerical_failure;
    }
}

}  // namespace
}  // namespace ritz

int main(int argc, char** argv) {
    ritz::keep_freed_memory();
    std::signal(SIGPIPE, SIG_IGN);  // who reads along may go: the results are written all the same
    std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files: the write fails instead, and says so
    int code = ritz::exit_numerical_failure;
    try {
        code = ritz::run_and_tell(argc, argv);
    } catch (...) {  // not even memory for the message
        std::fputs("ritz: out of memory\n", stderr);
    }
#ifndef __SANITIZE_ADDRESS__  // which looks for leaks in an exit handler
    // Without exit handlers: OpenBLAS waits in its own for its threads, and where memory is limited these try for ever
    // to get their buffers.
    std::fflush(nullptr);
    std::_Exit(code);
#endif
    return code;
}
