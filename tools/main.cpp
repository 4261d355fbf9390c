// The command line: which verb, with which arguments, and the exit code its end leads to.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <functional>

#include "core/errors.hpp"
#include "scenes/loader/results.hpp"
#include "tools/commands.hpp"

namespace ritz {
namespace {

/// Everything the options write into, and what to do after parsing.
struct CommandLine {
    SimulateOptions simulate;
    std::string file;
    std::string schema = "scene";
    double at_time = 0;
    std::function<int()> run;
};

void add_overrides(CLI::App* verb, CommandLine& line) {
    verb->add_option("--set", line.simulate.overrides,
                     "replace or add one value of the scene, e.g. /bodies/mass/mass=50")
        ->type_name("/POINTER=VALUE")
        ->allow_extra_args(false);
}

void add_simulate(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand("simulate", "simulate a scene and write its results");
    verb->add_option("SCENE", line.simulate.scene, "the scene, a JSON file")->required();
    verb->add_option("--out", line.simulate.out, "folder for the results (otherwise results/<scene name>)")
        ->type_name("DIR");
    add_overrides(verb, line);
    verb->add_flag("--quiet", line.simulate.quiet, "print errors only");
    verb->footer(
        "Example: ritz simulate scenes/sliding_mass.json --out results/heavy --set /bodies/mass/mass=200\n"
        "Writes outputs.csv, summary.json, outputs.svg and motion.json, whole or not at all.\n"
        "Exit code: 0 done, 2 bad input, 3 numerical failure, 4 stopped (monitor, end of a track, Ctrl-C).");
    verb->callback([&line] { line.run = [&line] { return run_simulate(line.simulate); }; });
}

void add_check(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand("check", "check a scene and print what would be simulated");
    verb->add_option("SCENE", line.simulate.scene, "the scene, a JSON file")->required();
    add_overrides(verb, line);
    verb->footer("Example: ritz check scenes/sliding_mass.json");
    verb->callback([&line] { line.run = [&line] { return run_check(line.simulate.scene, line.simulate.overrides); }; });
}

void add_modes(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand("modes", "eigenfrequencies and damping of the whole system");
    verb->add_option("SCENE", line.simulate.scene, "the scene, a JSON file")->required();
    verb->add_option("--at", line.at_time,
                     "linearise there, after a simulation up to that time [s] (otherwise the start)")
        ->type_name("TIME");
    add_overrides(verb, line);
    verb->footer("Example: ritz modes scenes/sliding_mass.json");
    verb->callback([&line] {
        line.run = [&line] { return run_modes(line.simulate.scene, line.simulate.overrides, line.at_time); };
    });
}

void add_schema(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand("schema", "print the JSON Schema of scenes, for editors");
    verb->add_option("WHAT", line.schema, "scene (also if left out)");
    verb->footer("Example: ritz schema scene > scene.schema.json");
    verb->callback([&line] { line.run = [&line] { return run_schema(line.schema); }; });
}

void add_info(CLI::App& app, CommandLine& line) {
    CLI::App* verb = app.add_subcommand("info", "tell what is in a result folder or a scene");
    verb->add_option("FILE", line.file, "a result folder, its summary.json, or a scene")->required();
    verb->footer("Example: ritz info results/sliding_mass");
    verb->callback([&line] { line.run = [&line] { return run_info(line.file); }; });
}

std::vector<std::string> verbs_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
    return names;
}

int run(int argc, char** argv) {
    CommandLine line;
    CLI::App app{"Ritz simulates elastic multibody systems.", "ritz"};
    app.set_version_flag("--version", "ritz " + program_version());
    app.footer("Example: ritz simulate scenes/sliding_mass.json\nritz VERB --help tells more.");
    app.require_subcommand(1);
    add_simulate(app, line);
    add_check(app, line);
    add_modes(app, line);
    add_schema(app, line);
    add_info(app, line);
    if (argc < 2) {
        fmt::print(stderr, "{}", app.help());
        return exit_bad_input;
    }
    const std::vector<std::string> verbs = verbs_of(app);
    const std::string first = argv[1];
    if (!first.starts_with('-') && std::find(verbs.begin(), verbs.end(), first) == verbs.end())
        throw InputError(fmt::format("ritz: no verb \"{}\"{}", first, suggest(first, verbs)));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? exit_done : exit_bad_input;
    }
    return line.run();
}

}  // namespace
}  // namespace ritz

int main(int argc, char** argv) {
    try {
        return ritz::run(argc, argv);
    } catch (const ritz::InputError& error) {
        for (const std::string& message : error.messages()) fmt::print(stderr, "{}\n", message);
        return ritz::exit_bad_input;
    } catch (const ritz::NumericalError& error) {
        fmt::print(stderr, "ritz: {}\n", error.what());
        return ritz::exit_numerical_failure;
    } catch (const std::exception& error) {
        fmt::print(stderr, "ritz: something went wrong that should not: {}\n", error.what());
        return ritz::exit_numerical_failure;
    }
}
