#pragma once
// What numbers of a model may be: far beyond anything real, and near enough that no product of them overflows.
#include "scenes/loader/json/json_reader.hpp"

namespace ritz {

inline Range modulus_range() { return between(1, 1e15); }    // [Pa]
inline Range density_range() { return between(1e-6, 1e9); }  // [kg/m³]
inline Range poisson_range() { return {-1, 0.499, true}; }   // at 1/2 solids lock, at -1 shear has no end
inline Range length_range() { return between(1e-9, 1e6); }   // of generated meshes [m]
inline Range place_range() { return between(-1e6, 1e6); }    // [m]
inline Range frequency_range() { return between(0, 1e12); }  // [Hz]
inline Range positive_frequency_range() { return {0, 1e12, true}; }

}  // namespace ritz
