#pragma once
// Symmetric positive definite matrices as a curved space ([Baumann2017], [Fischer2014], theory §5.1): straight lines
// leave it, these do not.
//   Log_X(Y) = X^½ log(X^-½ Y X^-½) X^½,   Exp_X(G) = X^½ exp(X^-½ G X^-½) X^½
#include "core/types.hpp"

namespace ritz {

/// The direction at X that leads to Y. Throws NumericalError unless both are positive definite.
MatX log_spd(const MatX& X, const MatX& Y);
/// Where a symmetric direction G at X leads: always positive definite.
MatX exp_spd(const MatX& X, const MatX& G);

}  // namespace ritz
