#pragma once
#include <string>

#include "engine/system/measures/quantity.hpp"
#include "engine/system/model.hpp"

namespace ritz {

/// The SI unit of a quantity, "m/s"; empty where there is none or where it depends (modal coordinates).
std::string unit_of(const Quantity& quantity, const Model& model);

}  // namespace ritz
