// Φ^(k)(x) = scale f^(k)(ξ)/L^k at the place of the motion, Ψ from the slope of the same f (theory §1, §3).
#include "bodies/beam_shapes.hpp"

namespace ritz {
namespace {

void put(BeamMotion motion, Eigen::Index j, double value, double slope, Mat3X& phi, Mat3X& psi) {
    phi.col(j).setZero();
    psi.col(j).setZero();
    switch (motion) {
        case BeamMotion::axial:
            phi(0, j) = value;
            break;
        case BeamMotion::torsion:
            psi(0, j) = value;
            break;
        case BeamMotion::bending_y:
            phi(1, j) = value;
            psi(2, j) = slope;
            break;
        case BeamMotion::bending_z:
            phi(2, j) = value;
            psi(1, j) = -slope;
            break;
    }
}

/// shapes = functions · mix, in place: an upper triangular factor leaves the columns before it untouched.
void mix_columns(const MatX& mix, Mat3X& columns) {
    for (Eigen::Index j = mix.cols(); j-- > 0;) {
        columns.col(j) *= mix(j, j);
        for (Eigen::Index i = 0; i < j; ++i)
            if (mix(i, j) != 0) columns.col(j) += mix(i, j) * columns.col(i);
    }
}

}  // namespace

void BeamShapes::eval(double x, int k, Mat3X& phi, Mat3X& psi) const {
    const Eigen::Index n = size();
    phi.resize(3, n);
    psi.resize(3, n);
    for (Eigen::Index j = 0; j < n; ++j) {
        const BeamMode& mode = modes[static_cast<std::size_t>(j)];
        const ShapeWaves waves = mode.shape.waves(x / length);
        const double per_length = mode.shape.beta / length;
        double factor = mode.scale;
        for (int i = 0; i < k; ++i) factor *= per_length;
        put(mode.motion, j, factor * mode.shape.scaled_derivative(waves, k),
            factor * per_length * mode.shape.scaled_derivative(waves, k + 1), phi, psi);
    }
    mix_columns(mix, phi);
    mix_columns(mix, psi);
}

void BeamShapes::eval_all(double x, const std::array<Mat3X*, 3>& phi, const std::array<Mat3X*, 3>& psi) const {
    const Eigen::Index n = size();
    for (std::size_t k = 0; k < 3; ++k) {
        phi[k]->resize(3, n);
        psi[k]->resize(3, n);
    }
    for (Eigen::Index j = 0; j < n; ++j) {
        const BeamMode& mode = modes[static_cast<std::size_t>(j)];
        const ShapeWaves waves = mode.shape.waves(x / length);
        const double per_length = mode.shape.beta / length;
        double factor = mode.scale;
        std::array<double, 4> value{};
        for (int k = 0; k < 4; ++k) {
            value[static_cast<std::size_t>(k)] = factor * mode.shape.scaled_derivative(waves, k);
            factor *= per_length;
        }
        for (std::size_t k = 0; k < 3; ++k) put(mode.motion, j, value[k], value[k + 1], *phi[k], *psi[k]);
    }
    for (std::size_t k = 0; k < 3; ++k) {
        mix_columns(mix, *phi[k]);
        mix_columns(mix, *psi[k]);
    }
}

}  // namespace ritz
