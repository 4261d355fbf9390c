#pragma once
// What a scene with monitors of error bounds needs beside itself to be run.
#include "engine/estimation/guarded_run.hpp"

namespace ritz {

class BodySurfaces;

/// Bodies that may be refined are looked up in the folder of the scene's file, and their models read. Throws InputError
/// where one is missing or changed. Surfaces of refined bodies are added to those of the others, if these are given;
/// they must live as long as the run.
GuardOptions make_guard(const Scene& scene, BodySurfaces* surfaces = nullptr);

}  // namespace ritz
