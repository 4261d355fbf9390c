#include "tools/studies/error_cases.hpp"

#include <fmt/format.h>

namespace ritz {
namespace {

/// A smooth pulse of 4 ms, and a sweep from 5 to 300 Hz past the second mode of the arm.
const StudyLoad pulse{"pulse", "t < 0.004*unit ? -10*sin(pi*t/(0.004*unit))^2 : 0", 0.2};
const StudyLoad sweep{"sweep", "-10*sin(2*pi*(5*(t/unit) + 295/(2*0.2)*(t/unit)^2))", 0.2};

struct Basis {
    const char* name;
    int size = 0;
};

void add_grid(const std::string& model, const std::vector<Basis>& bases, const std::string& damping,
              std::vector<ErrorCase>& cases) {
    const bool is_of_paper = model == "arm_plane" || model == "arm_solid";
    for (const double spin : {0.0, 0.1, 0.3})
        for (const StudyLoad& load : {pulse, sweep, make_sine()})
            for (const Basis& basis : bases)
                if (!(is_of_paper && load.name == "sine" && damping == "rayleigh" && spin == 0))
                    cases.push_back({model, basis.name, basis.size, load, damping, spin});
}

}  // namespace

StudyLoad make_sine(double amplitude, double frequency) {
    return {"sine", fmt::format("-{}*sin({}*pi*t/unit)", amplitude, 2 * frequency), 1};
}

std::vector<ErrorCase> list_paper_cases(const std::string& model) {
    std::vector<ErrorCase> cases;
    for (const char* basis : {"cms_gram", "krylov", "pod_gram", "modal", "craig_bampton"})
        cases.push_back({model, basis, 0, make_sine()});
    for (const int size : {2, 6, 10, 20, 30}) cases.push_back({model, "symplectic", size, make_sine()});
    return cases;
}

std::vector<ErrorCase> list_further_cases() {
    const std::vector<Basis> six = {{"modal"},         {"krylov"},   {"pod_gram"},
                                    {"craig_bampton"}, {"cms_gram"}, {"symplectic", 10}};
    std::vector<ErrorCase> cases;
    add_grid("arm_plane", six, "rayleigh", cases);
    for (const char* damping : {"rayleigh", "dashpot", "modal"}) add_grid("beam", {{"modal", 3}}, damping, cases);
    add_grid("cylinder", {{"modal"}, {"krylov"}}, "rayleigh", cases);
    add_grid("arm_solid", {{"modal"}}, "rayleigh", cases);
    for (const char* damping : {"dashpot", "modal"}) add_grid("arm_plane", six, damping, cases);
    return cases;
}

std::vector<ErrorCase> list_sudden_cases() {
    std::vector<ErrorCase> cases;
    for (const char* basis : {"modal", "krylov"})
        for (const double spin : {0.1, 0.3}) cases.push_back({"arm_plane", basis, 0, pulse, "rayleigh", spin, true});
    return cases;
}

std::vector<SweptCase> list_swept_cases() {
    std::vector<SweptCase> cases;
    const auto add = [&](const char* name, double value, const StudyLoad& load, std::vector<std::string> overrides) {
        cases.push_back({name, value, {"arm_plane", "krylov", 0, load, "rayleigh", 0, false, std::move(overrides)}});
    };
    for (const double amplitude : {10, 20, 50, 100}) add("amplitude", amplitude, make_sine(amplitude, 1), {});
    for (const double frequency : {1, 2, 5, 10}) add("frequency", frequency, make_sine(10, frequency), {});
    for (const double ratio : {5, 10, 20, 35, 50, 100})
        add("slenderness", ratio, make_sine(),
            {fmt::format("/fe/plate/height={}", 1 / ratio), fmt::format("/fe/position=[0, {}, 0]", -0.5 / ratio)});
    return cases;
}

}  // namespace ritz
