#include "engine/estimation/time_polynomials.hpp"

#include <cmath>

namespace ritz {

Powers make_powers(double x) {
    Powers powers;
    powers[0] = 1;
    for (int i = 1; i < polynomial_size; ++i) powers[i] = powers[i - 1] * x;
    return powers;
}

Powers make_first_derivatives(double x) {
    const Powers powers = make_powers(x);
    Powers slopes;
    slopes[0] = 0;
    for (int i = 1; i < polynomial_size; ++i) slopes[i] = i * powers[i - 1];
    return slopes;
}

Powers make_second_derivatives(double x) {
    const Powers powers = make_powers(x);
    Powers result;
    result[0] = result[1] = 0;
    for (int i = 2; i < polynomial_size; ++i) result[i] = i * (i - 1) * powers[i - 2];
    return result;
}

Eigen::Matrix<double, Eigen::Dynamic, polynomial_size> make_fit(std::span<const double> places) {
    const auto count = static_cast<Eigen::Index>(places.size());
    MatX powers(count, count);
    for (Eigen::Index k = 0; k < count; ++k)
        powers.col(k) = make_powers(places[static_cast<std::size_t>(k)]).head(count);
    Eigen::Matrix<double, Eigen::Dynamic, polynomial_size> fit =
        Eigen::Matrix<double, Eigen::Dynamic, polynomial_size>::Zero(count, polynomial_size);
    fit.leftCols(count) = powers.partialPivLu().inverse();
    return fit;
}

const Eigen::Matrix<double, 6, polynomial_size>& quintic_matrix() {
    static const Eigen::Matrix<double, 6, polynomial_size> matrix = [] {
        PowerMatrix powers;
        powers << make_powers(0), make_first_derivatives(0), make_second_derivatives(0), make_powers(1),
            make_first_derivatives(1), make_second_derivatives(1), Powers::Zero(), Powers::Zero();
        Eigen::Matrix<double, 6, polynomial_size> result = Eigen::Matrix<double, 6, polynomial_size>::Zero();
        result.leftCols<6>() = Eigen::Matrix<double, 6, 6>(powers.topLeftCorner<6, 6>().inverse());
        return result;
    }();
    return matrix;
}

const PowerMatrix& septic_matrix() {
    static const PowerMatrix matrix = [] {
        PowerMatrix conditions;
        conditions << make_powers(0), make_first_derivatives(0), make_second_derivatives(0), make_powers(1),
            make_first_derivatives(1), make_second_derivatives(1), make_powers(sample_places[septic_samples[0] - 1]),
            make_powers(sample_places[septic_samples[1] - 1]);
        return PowerMatrix(conditions.inverse());
    }();
    return matrix;
}

double bound_variation(const PowerMatrix& gram) {
    double sum = 0;
    for (int i = 1; i < polynomial_size; ++i)
        for (int j = 1; j < polynomial_size; ++j) sum += static_cast<double>(i * j) / (i + j - 1) * gram(i, j);
    return std::sqrt(std::max(sum, 0.0));
}

double bound_variation_of_slope(const PowerMatrix& gram) {
    double sum = 0;
    for (int i = 2; i < polynomial_size; ++i)
        for (int j = 2; j < polynomial_size; ++j)
            sum += static_cast<double>(i * (i - 1) * j * (j - 1)) / (i + j - 3) * gram(i, j);
    return std::sqrt(std::max(sum, 0.0));
}

}  // namespace ritz
