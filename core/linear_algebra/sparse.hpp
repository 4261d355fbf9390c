#pragma once
// The sparse matrices of finite element models.
#include <Eigen/Sparse>
#include <complex>

#include "core/types.hpp"

namespace ritz {

/// Compressed columns, 32-bit indices; symmetric matrices are stored with both triangles.
using SparseMat = Eigen::SparseMatrix<double>;
using Complex = std::complex<double>;
using VecXc = Eigen::VectorXcd;
using MatXc = Eigen::MatrixXcd;

}  // namespace ritz
