#include "tools/sweep/workers.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "core/errors.hpp"

namespace ritz {
namespace {

namespace fs = std::filesystem;

double read_clock() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string read_variable_of(std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (const char* value = std::getenv(name); value && *value) return value;
    return {};
}

int read_count(const std::string& text, int otherwise) {
    char* end = nullptr;
    const long value = std::strtol(text.c_str(), &end, 10);
    return !text.empty() && *end == '\0' && value >= 0 && value < 1'000'000 ? static_cast<int>(value) : otherwise;
}

/// A claim is a file name.
std::string keep_plain(std::string text) {
    for (char& c : text)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return text;
}

/// Only what may be called between fork and exec. Ctrl-C is for the sweep, which then ends its runs, as they end when
/// it is killed.
[[noreturn]] void become(char* const* arguments, char* const* environment, const char* words) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int log = ::open(words, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(nothing, STDOUT_FILENO);
    ::dup2(log < 0 ? nothing : log, STDERR_FILENO);
    ::execve("/proc/self/exe", arguments, environment);
    ::_exit(127);
}

std::vector<char*> point_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// Children that run side by side take one thread of BLAS each, and are no crew of their own.
std::vector<std::string> make_environment(bool is_single) {
    std::vector<std::string> texts;
    for (char** each = environ; *each; ++each) texts.emplace_back(*each);
    if (!is_single) {
        std::erase_if(texts, [](const std::string& text) {
            return text.starts_with("OPENBLAS_NUM_THREADS=") || text.starts_with("OMP_NUM_THREADS=");
        });
        texts.emplace_back("OPENBLAS_NUM_THREADS=1");
        texts.emplace_back("OMP_NUM_THREADS=1");
    }
    return texts;
}

}  // namespace

Crew find_crew() {
    Crew crew;
    const std::string size = read_variable_of({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"});
    const std::string rank = read_variable_of({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"});
    const int many = read_count(size, 1), mine = read_count(rank, 0);
    if (many < 2 || mine >= many) return crew;
    crew.size = many;
    crew.rank = mine;
    crew.job = keep_plain(read_variable_of({"PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "PMI_JOBID", "SLURM_JOB_ID"}) +
                          read_variable_of({"SLURM_STEP_ID"}));
    if (crew.job.empty())
        throw InputError(
            "ritz sweep: it was started several times at once, but nothing tells that these belong together; start it "
            "by mpirun of Open MPI or MPICH, or by srun");
    return crew;
}

SweepWorkers::SweepWorkers(const SweepOrder& order) : order_(order), outcomes_(count_variations(order.plan)) {
    look_around();
}

SweepWorkers::~SweepWorkers() {
    for (const auto& [process, child] : children_) ::kill(process, SIGKILL);
    for (const auto& [process, child] : children_) {
        ::waitpid(process, nullptr, 0);
        std::error_code ignored;
        fs::remove_all(file_of(child.number, ""), ignored);
        fs::remove(file_of(child.number, ".log"), ignored);
    }
}

fs::path SweepWorkers::file_of(std::size_t number, const std::string& ending) const {
    return order_.folder / "runs" / fmt::format("{:06}{}", number, ending);
}

void SweepWorkers::look_around() {
    for (std::size_t i = 0; i < outcomes_.size(); ++i)
        if (!outcomes_[i]) outcomes_[i] = read_outcome_file(file_of(i, ".json"), order_.outputs.size());
}

/// One alone needs none.
bool SweepWorkers::claim(std::size_t number) const {
    if (order_.crew.size == 1) return true;
    const std::string path = file_of(number, ".claim_" + order_.crew.job).string();
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0) return false;
    ::close(file);
    return true;
}

void SweepWorkers::start(std::size_t number) {
    std::vector<std::string> words = {"ritz",
                                      "simulate",
                                      order_.scene,
                                      "--out",
                                      file_of(number, "").string(),
                                      "--quiet",
                                      "--body-cache",
                                      (order_.folder / "bodies").string()};
    for (const auto& list : {order_.overrides, make_overrides(order_.plan, number)})
        for (const std::string& each : list) words.insert(words.end(), {"--set", each});
    std::vector<std::string> texts = make_environment(order_.jobs == 1 && order_.crew.size == 1);
    const std::vector<char*> arguments = point_to(words), environment = point_to(texts);
    const std::string log = file_of(number, ".log").string();
    const pid_t child = ::fork();
    if (child == 0) become(arguments.data(), environment.data(), log.c_str());
    if (child < 0)
        throw InputError(fmt::format("ritz sweep: no further process can be started ({}); fewer --jobs may do",
                                     std::strerror(errno)));
    Child& started = children_[child];
    started.number = number;
    started.start = read_clock();
}

void SweepWorkers::take_in(const Child& child, int status) {
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    const fs::path results = file_of(child.number, ""), log = file_of(child.number, ".log");
    Outcome outcome = read_outcome(code, results, log, order_.outputs);
    outcome.seconds = read_clock() - child.start;
    write_outcome(file_of(child.number, ".json"), outcome);
    outcomes_[child.number] = std::move(outcome);
    std::error_code ignored;
    fs::remove(log, ignored);
    if (!order_.keeps_runs) fs::remove_all(results, ignored);
}

bool SweepWorkers::turn() {
    int status = 0;
    for (pid_t ended; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;)
        if (const auto found = children_.find(ended); found != children_.end()) {
            const Child child = found->second;
            children_.erase(found);
            take_in(child, status);
        }
    while (children_.size() < static_cast<std::size_t>(order_.jobs) && next_ < outcomes_.size()) {
        const std::size_t number = next_++;
        if (!outcomes_[number]) outcomes_[number] = read_outcome_file(file_of(number, ".json"), order_.outputs.size());
        if (!outcomes_[number] && claim(number)) start(number);
    }
    return !children_.empty() || next_ < outcomes_.size();
}

}  // namespace ritz
