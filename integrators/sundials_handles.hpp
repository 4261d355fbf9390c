#pragma once
// Owned handles of SUNDIALS.
#include <memory>
#include <new>
#include <type_traits>

#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_nvector.h>

namespace ritz {

struct SundialsFree {
    void operator()(N_Vector v) const { N_VDestroy(v); }
    void operator()(SUNMatrix m) const { SUNMatDestroy(m); }
    void operator()(SUNLinearSolver s) const { SUNLinSolFree(s); }
    void operator()(SUNNonlinearSolver s) const { SUNNonlinSolFree(s); }
    void operator()(SUNContext c) const { SUNContext_Free(&c); }
};
template <class Handle>
using SundialsPtr = std::unique_ptr<std::remove_pointer_t<Handle>, SundialsFree>;
using VectorPtr = SundialsPtr<N_Vector>;

/// SUNDIALS returns null where there is no memory.
template <class Handle>
Handle made(Handle handle) {
    if (handle == nullptr) throw std::bad_alloc();
    return handle;
}

}  // namespace ritz
