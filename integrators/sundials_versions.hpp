#pragma once
// SUNDIALS 6 and 7 under one set of names, those of the newer: 7.0 moved the handling of errors from the integrators to
// the context, 7.1 gave the functions of ARKODE's steppers common names and deprecated the old ones.
#include <cstdio>

#include <arkode/arkode_arkstep.h>
#include <cvode/cvode.h>
#include <ida/ida.h>
#include <sundials/sundials_config.h>
#include <sundials/sundials_context.h>
#if SUNDIALS_VERSION_MAJOR >= 7
#include <sundials/sundials_logger.h>
#endif

namespace ritz {

#if SUNDIALS_VERSION_MAJOR >= 7
inline int create_context(SUNContext& context) { return SUNContext_Create(SUN_COMM_NULL, &context); }
/// SUNDIALS' own messages are not printed: failure.hpp says the same in the words of this house. Errors go through the
/// handlers of the context, warnings straight to its logger.
inline void silence(SUNContext context) {
    SUNContext_ClearErrHandlers(context);
    SUNLogger logger = nullptr;
    if (SUNContext_GetLogger(context, &logger) != 0 || logger == nullptr) return;
    SUNLogger_SetErrorFilename(logger, "/dev/null");
    SUNLogger_SetWarningFilename(logger, "/dev/null");
}
inline void silence_cvode(void*) {}
inline void silence_ida(void*) {}
inline void silence_arkode(void*) {}
#else
inline int create_context(SUNContext& context) { return SUNContext_Create(nullptr, &context); }
inline void silence(SUNContext) {}
inline void ignore_message(int, const char*, const char*, char*, void*) {}
inline void silence_cvode(void* memory) { CVodeSetErrHandlerFn(memory, ignore_message, nullptr); }
inline void silence_ida(void* memory) { IDASetErrHandlerFn(memory, ignore_message, nullptr); }
inline void silence_arkode(void* memory) { ARKStepSetErrHandlerFn(memory, ignore_message, nullptr); }
#endif

#if SUNDIALS_VERSION_MAJOR < 7 || (SUNDIALS_VERSION_MAJOR == 7 && SUNDIALS_VERSION_MINOR < 1)
inline constexpr auto ARKodeEvolve = ARKStepEvolve;
inline constexpr auto ARKodeFree = ARKStepFree;
inline constexpr auto ARKodeGetCurrentTime = ARKStepGetCurrentTime;
inline constexpr auto ARKodeGetDky = ARKStepGetDky;
inline constexpr auto ARKodeGetLastStep = ARKStepGetLastStep;
inline constexpr auto ARKodeGetNumErrTestFails = ARKStepGetNumErrTestFails;
inline constexpr auto ARKodeGetNumJacEvals = ARKStepGetNumJacEvals;
inline constexpr auto ARKodeGetNumNonlinSolvIters = ARKStepGetNumNonlinSolvIters;
inline constexpr auto ARKodeSetLinSysFn = ARKStepSetLinSysFn;
inline constexpr auto ARKodeGetNumNonlinSolvConvFails = ARKStepGetNumNonlinSolvConvFails;
inline constexpr auto ARKodeGetNumSteps = ARKStepGetNumSteps;
inline constexpr auto ARKodeReset = ARKStepReset;
inline constexpr auto ARKodeSVtolerances = ARKStepSVtolerances;
inline constexpr auto ARKodeSetDeltaGammaMax = ARKStepSetDeltaGammaMax;
inline constexpr auto ARKodeSetFixedStep = ARKStepSetFixedStep;
inline constexpr auto ARKodeSetInitStep = ARKStepSetInitStep;
inline constexpr auto ARKodeSetInterpolantDegree = ARKStepSetInterpolantDegree;
inline constexpr auto ARKodeSetJacEvalFrequency = ARKStepSetJacEvalFrequency;
inline constexpr auto ARKodeSetLSetupFrequency = ARKStepSetLSetupFrequency;
inline constexpr auto ARKodeSetPredictorMethod = ARKStepSetPredictorMethod;
inline constexpr auto ARKodeSetLinearSolver = ARKStepSetLinearSolver;
inline constexpr auto ARKodeSetMaxNonlinIters = ARKStepSetMaxNonlinIters;
inline constexpr auto ARKodeSetMaxStep = ARKStepSetMaxStep;
inline constexpr auto ARKodeSetNonlinCRDown = ARKStepSetNonlinCRDown;
inline constexpr auto ARKodeSetPostprocessStepFn = ARKStepSetPostprocessStepFn;
inline constexpr auto ARKodeSetStopTime = ARKStepSetStopTime;
inline constexpr auto ARKodeSetUserData = ARKStepSetUserData;
#endif

}  // namespace ritz
