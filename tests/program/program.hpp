#pragma once
// The program run in a folder of its own, and what it left behind.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/files/files.hpp"
#include "scenes/loader/json/json_document.hpp"
#include "tests/support/folder.hpp"

namespace ritz::testing {

struct Ended {
    int code = -1;
    std::string out, err;
};

struct Measured {
    int code = -1;
    double peak = 0;  // of its memory [KiB]
};

class Program {
  public:
    /// Who starts the tests in the background of a script has them ignore Ctrl-C, and all that they start.
    Program() { std::signal(SIGINT, SIG_DFL); }

    /// The same for its memory.
    Measured run_measured(const std::string& arguments) const {
        const std::string command = make_command(arguments, "exec");
        const pid_t child = ::fork();
        if (child == 0) {
            ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            ::_exit(127);
        }
        int status = 0;
        rusage used{};
        ::wait4(child, &status, 0, &used);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, static_cast<double>(used.ru_maxrss)};
    }
    /// In a folder of its own, where it may write.
    Ended run(const std::string& arguments, const std::string& prefix = "") const {
        const int status = std::system(make_command(arguments, prefix).c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_whole_file(folder.path / "out.txt"),
                read_whole_file(folder.path / "err.txt")};
    }
    /// Killed by kill -9 when it is time, if it has not ended by then: code 137, as a shell says it.
    Ended run_killed(const std::string& arguments, const std::function<bool(double seconds)>& is_time) const {
        const std::string command = make_command(arguments, "exec");
        const pid_t child = ::fork();
        if (child == 0) {
            ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            ::_exit(127);
        }
        int status = 0;
        constexpr useconds_t pause = 2000;  // [µs]
        for (double waited = 0; ::waitpid(child, &status, WNOHANG) == 0; waited += 1e-6 * pause) {
            ::usleep(pause);
            if (!is_time(waited)) continue;
            ::kill(child, SIGKILL);
            ::waitpid(child, &status, 0);
            break;
        }
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                read_whole_file(folder.path / "out.txt"), read_whole_file(folder.path / "err.txt")};
    }
    bool exists(const std::string& name) const { return std::filesystem::exists(folder.path / name); }
    Json summary(const std::string& result) const {
        return parse_json_file(folder.path / result / "summary.json").root;
    }
    /// What lies in the folder besides the program's own words.
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(folder.path)) {
            const std::string name = entry.path().filename().string();
            if (name != "out.txt" && name != "err.txt") names.push_back(name);
        }
        return names;
    }

    Folder folder;

  private:
    std::string make_command(const std::string& arguments, const std::string& prefix) const {
        return "cd '" + folder.path.string() + "' && " + prefix + " '" RITZ_PROGRAM "' " + arguments +
               " >out.txt 2>err.txt </dev/null";
    }
};

inline const std::string pendulum = R"({"gravity": [0, -9.81, 0], "time": {"end": 1, "output_step": 0.1},
    "bodies": {"rod": {"type": "rigid", "mass": 1, "center": [1, 0, 0]}},
    "joints": {"hinge": {"type": "revolute", "parent": "world", "child": "rod"}}})";

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace ritz::testing
