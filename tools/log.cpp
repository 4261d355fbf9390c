#include "tools/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "core/printable.hpp"
#include "tools/commands.hpp"

namespace ritz {

void start_log(int verbosity) {
    auto logger = std::make_shared<spdlog::logger>("ritz", std::make_shared<spdlog::sinks::stderr_sink_st>());
    logger->set_pattern("%l: %v");
    logger->set_level(verbosity > 1 ? spdlog::level::debug : verbosity > 0 ? spdlog::level::info : spdlog::level::warn);
    logger->flush_on(spdlog::level::debug);
    spdlog::set_default_logger(std::move(logger));
}

// Names come from files: control characters in them are shown, not obeyed. As a value, not as a format.
void print_warning(const std::string& sentence) { spdlog::warn("{}", printable(sentence)); }

Log make_log(std::function<void()> before_line) {
    if (!spdlog::should_log(spdlog::level::info)) return {};
    return Log([before_line = std::move(before_line)](LogLevel level, const std::string& sentence) {
        const auto of_library = level == LogLevel::info ? spdlog::level::info : spdlog::level::debug;
        if (!spdlog::should_log(of_library)) return;
        if (before_line) before_line();
        spdlog::log(of_library, "{}", printable(sentence));
    });
}

void log_reading(const Log& log, const std::string& file, const std::vector<std::string>& overrides) {
    std::string with;
    for (const std::string& each : overrides) with += (with.empty() ? " with --set " : " --set ") + each;
    log.info("reading " + file + with);
}

}  // namespace ritz
