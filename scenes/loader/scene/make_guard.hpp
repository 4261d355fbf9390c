#pragma once
// What a scene with monitors of error bounds needs beside itself to be run.
#include "engine/estimation/guarded_run.hpp"

namespace ritz {

/// Bodies that may be refined are looked up in the folder of the scene's file, and their models read. Throws InputError
/// where one is missing or changed.
GuardOptions make_guard(const Scene& scene);

}  // namespace ritz
