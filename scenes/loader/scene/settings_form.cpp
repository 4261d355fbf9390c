#include <fmt/format.h>

#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

void fill_time(Form& form, RunSettings& settings) {
    const std::size_t before = form.complaints();
    form.required("end", settings.end, positive(), "of the run [s]");
    form.required("output_step", settings.output_step, positive(), "between two outputs [s]");
    if (!form.reads() || form.complaints() != before) return;
    constexpr double most_outputs = 1e7;  // some GB of text
    if (settings.output_step > settings.end)
        form.reader().complain(
            "output_step", fmt::format("found {}, expected at most \"end\", {}", settings.output_step, settings.end));
    else if (settings.end / settings.output_step > most_outputs)
        form.reader().complain("output_step",
                               fmt::format("found {}, expected at least {}: more than {:g} outputs are too many",
                                           settings.output_step, settings.end / most_outputs, most_outputs));
}

/// Options that only some methods understand.
void check_fit(Reader& object, const RunSettings& settings) {
    const Method method = settings.options.method;
    const bool chosen = !settings.choose_method;
    const bool takes_fixed_steps = chosen && (method == Method::sdirk || method == Method::erk ||
                                              method == Method::generalized_alpha || method == Method::rosenbrock);
    if (object.has("fixed_step") && !takes_fixed_steps)
        object.complain(
            "fixed_step",
            "only the methods \"sdirk\", \"erk\", \"generalized_alpha\" and \"rosenbrock\" take fixed steps");
    if (object.has("spectral_radius") && !(chosen && method == Method::generalized_alpha))
        object.complain("spectral_radius", "belongs to the method \"generalized_alpha\"");
    if (object.has("max_order") &&
        !(chosen && (method == Method::bdf || method == Method::adams || method == Method::ida)))
        object.complain("max_order", "belongs to the methods \"bdf\", \"adams\" and \"ida\"");
}

void fill_integrator(Form& form, RunSettings& settings) {
    const std::size_t before = form.complaints();
    IntegratorOptions& options = settings.options;
    std::optional<Method> method = settings.choose_method ? std::nullopt : std::optional(options.method);
    form.choice<std::optional<Method>>("method", method,
                                       {{"auto", std::nullopt},
                                        {"bdf", Method::bdf},
                                        {"adams", Method::adams},
                                        {"ida", Method::ida},
                                        {"sdirk", Method::sdirk},
                                        {"erk", Method::erk},
                                        {"generalized_alpha", Method::generalized_alpha},
                                        {"rosenbrock", Method::rosenbrock}},
                                       std::nullopt, "");
    settings.choose_method = !method;
    if (method) options.method = *method;
    form.optional("relative_tolerance", options, &IntegratorOptions::relative_tolerance, between(1e-14, 0.1), "");
    if (form.description())
        form.describe("absolute_tolerance", schema::positive("a hundredth of the relative one if left out"), false);
    else
        form.optional("absolute_tolerance", options.absolute_tolerance, 0.01 * options.relative_tolerance, positive(),
                      "");
    const int highest = options.method == Method::adams ? 12 : 5;
    const auto absent = [&](const char* key, auto& value, const Range& range, const std::string& words) {
        using T = std::decay_t<decltype(value)>;
        if (form.description()) {  // no default that could be written
            std::optional<T> none;
            form.optional(key, none, range, words);
        } else {
            form.optional(key, value, T{0}, range, words);
        }
    };
    absent("max_order", options.max_order, between(1, highest), "bdf and ida: at most 5, adams: at most 12");
    absent("max_step", options.max_step, positive(), "[s]");
    absent("initial_step", options.initial_step, positive(), "[s]");
    absent("fixed_step", options.fixed_step, positive(),
           "without error control, for sdirk, erk, generalized_alpha and rosenbrock [s]");
    form.optional("spectral_radius", options, &IntegratorOptions::spectral_radius, between(0, 1),
                  "of generalized_alpha at infinite frequency");
    form.choice("jacobian", options, &IntegratorOptions::jacobian,
                {{"structured", JacobianSource::problem}, {"differences", JacobianSource::differences}},
                "of implicit methods: by the recursion that gives the accelerations, or by "
                "differences, one evaluation a state");
    form.optional("energy_limit", settings, &RunSettings::energy_limit, positive(),
                  "a run has failed whose energy balance is worse, relative to its largest energy");
    if (form.reads() && form.complaints() == before) check_fit(form.reader(), settings);
}

}  // namespace

void fill_settings(Form& form, RunSettings& settings, std::vector<std::string>& hold, SceneRole role) {
    form.group("time", role == SceneRole::whole, "what is recorded", [&](Form& time) { fill_time(time, settings); });
    form.group("integrator", false, "how it is integrated; the program chooses where nothing is said",
               [&](Form& integrator) { fill_integrator(integrator, settings); });
    form.group("start", false, "how it begins", [&](Form& start) {
        start.optional("static_equilibrium", settings, &RunSettings::static_start,
                       "begin where all forces balance, near the given positions");
        if (start.has("hold") && !settings.static_start)
            start.reader().complain("hold", "found without \"static_equilibrium\": true, which it belongs to");
        start.optional("hold", hold, std::vector<std::string>{},
                       "joints or joint.coordinate that stay where they are given while the rest finds its balance");
    });
}

}  // namespace ritz
