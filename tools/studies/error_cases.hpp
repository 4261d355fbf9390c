#pragma once
// What `tools/study error` runs: which model with which basis, under which load, with which damping and spin.
#include <string>
#include <vector>

namespace ritz {

struct StudyLoad {
    std::string name;
    std::string force;  // across the arm at its tip [N]; `unit` is the model's of time [s]
    double end = 0;     // of the run, in the same unit
};

struct ErrorCase {
    std::string model;  // arm_plane, arm_solid, beam or cylinder
    std::string basis;
    int size = 0;  // 0: that of the model file
    StudyLoad load;
    std::string damping = "rayleigh";
    double spin = 0;                       // part of the first frequency
    bool is_sudden = false;                // the spin, from the beginning
    std::vector<std::string> overrides{};  // of the model file
};

/// 10 sin(2πt) N for a second, as in [Fehr2018] section 4, or of another amplitude [N] and frequency [Hz].
StudyLoad make_sine(double amplitude = 10, double frequency = 1);

/// [Fehr2018] section 4 on one of its two models.
std::vector<ErrorCase> list_paper_cases(const std::string& model);

/// Loads, dampings and spins on all four models, those of the paper left out; what differs most comes first.
std::vector<ErrorCase> list_further_cases();

/// The plane arm begins to turn at once, so that what its basis cannot follow rings.
std::vector<ErrorCase> list_sudden_cases();

/// One parameter varied, as in [Fehr2018] figures 6 and 7, on the plane arm with Krylov's basis.
struct SweptCase {
    std::string sweep;  // amplitude, frequency or slenderness
    double value = 0;
    ErrorCase each;
};
std::vector<SweptCase> list_swept_cases();

}  // namespace ritz
