#include "scenes/loader/scene/read_settings.hpp"

#include <fmt/format.h>

namespace ritz {
namespace {

void read_time(Reader& root, RunSettings& settings) {
    Reader time = root.child("time");
    const std::size_t before = time.diagnostics().count();
    settings.end = time.required<double>("end", positive());
    settings.output_step = time.required<double>("output_step", positive());
    time.finish();
    if (!time || time.diagnostics().count() != before) return;
    constexpr double most_outputs = 1e7;  // some GB of text
    if (settings.output_step > settings.end)
        time.complain("output_step",
                      fmt::format("found {}, expected at most \"end\", {}", settings.output_step, settings.end));
    else if (settings.end / settings.output_step > most_outputs)
        time.complain("output_step", fmt::format("found {}, expected at least {}: more than {:g} outputs are too many",
                                                 settings.output_step, settings.end / most_outputs, most_outputs));
}

/// Options that only some methods understand.
void check_fit(Reader& object, const RunSettings& settings) {
    const Method method = settings.options.method;
    const bool chosen = !settings.choose_method;
    const bool takes_fixed_steps =
        chosen && (method == Method::sdirk || method == Method::erk || method == Method::generalized_alpha);
    if (object.has("fixed_step") && !takes_fixed_steps)
        object.complain("fixed_step", "only the methods \"sdirk\", \"erk\" and \"generalized_alpha\" take fixed steps");
    if (object.has("spectral_radius") && !(chosen && method == Method::generalized_alpha))
        object.complain("spectral_radius", "belongs to the method \"generalized_alpha\"");
    if (object.has("max_order") &&
        !(chosen && (method == Method::bdf || method == Method::adams || method == Method::ida)))
        object.complain("max_order", "belongs to the methods \"bdf\", \"adams\" and \"ida\"");
}

void read_integrator(Reader& root, RunSettings& settings) {
    Reader object = root.optional_child("integrator");
    const std::size_t before = object.diagnostics().count();
    IntegratorOptions& options = settings.options;
    const std::optional<Method> method =
        object.optional_choice<std::optional<Method>>("method",
                                                      {{"auto", std::nullopt},
                                                       {"bdf", Method::bdf},
                                                       {"adams", Method::adams},
                                                       {"ida", Method::ida},
                                                       {"sdirk", Method::sdirk},
                                                       {"erk", Method::erk},
                                                       {"generalized_alpha", Method::generalized_alpha}},
                                                      std::nullopt);
    settings.choose_method = !method;
    if (method) options.method = *method;
    options.relative_tolerance =
        object.optional<double>("relative_tolerance", options.relative_tolerance, between(1e-14, 0.1));
    options.absolute_tolerance =
        object.optional<double>("absolute_tolerance", 0.01 * options.relative_tolerance, positive());
    const int highest = options.method == Method::adams ? 12 : 5;
    options.max_order = object.optional<int>("max_order", 0, between(1, highest));
    options.max_step = object.optional<double>("max_step", 0, positive());
    options.initial_step = object.optional<double>("initial_step", 0, positive());
    options.fixed_step = object.optional<double>("fixed_step", 0, positive());
    options.spectral_radius = object.optional<double>("spectral_radius", options.spectral_radius, between(0, 1));
    settings.energy_limit = object.optional<double>("energy_limit", settings.energy_limit, positive());
    object.finish();
    if (object.diagnostics().count() == before) check_fit(object, settings);
}

}  // namespace

RunSettings read_settings(Reader& root) {
    RunSettings settings;
    read_time(root, settings);
    read_integrator(root, settings);
    Reader start = root.optional_child("start");
    settings.static_start = start.optional<bool>("static_equilibrium", false);
    if (start.has("hold") && !settings.static_start)
        start.complain("hold", "found without \"static_equilibrium\": true, which it belongs to");
    (void)start.optional_value("hold");  // its names are known when the joints are: read_held
    start.finish();
    return settings;
}

}  // namespace ritz
