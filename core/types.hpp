#pragma once
// The few linear-algebra names the whole house speaks.
#include <Eigen/Dense>

namespace ritz {

using Vec3 = Eigen::Vector3d;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat3 = Eigen::Matrix3d;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using VecX = Eigen::VectorXd;
using MatX = Eigen::MatrixXd;
using Mat3X = Eigen::Matrix3Xd;
using Mat6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// Views that take any contiguous vector without a copy.
using VecRef = Eigen::Ref<VecX>;
using ConstVecRef = Eigen::Ref<const VecX>;
/// Views of raw memory, for callbacks from C libraries.
using VecMap = Eigen::Map<VecX>;
using ConstVecMap = Eigen::Map<const VecX>;

}  // namespace ritz
