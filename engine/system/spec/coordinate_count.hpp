#pragma once
// How many coordinates a system has, by kind.
#include "engine/system/model.hpp"

namespace ritz {

struct CoordinateCount {
    int rigid = 0;    // free joint rates
    int elastic = 0;  // modal coordinates
    int control = 0;  // states of controllers
};
CoordinateCount count_coordinates(const Model& model);

}  // namespace ritz
