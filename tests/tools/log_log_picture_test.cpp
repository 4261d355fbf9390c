// Pictures over logarithmic axes.
#include "tools/report/log_log_picture.hpp"

#include <doctest/doctest.h>

using namespace ritz;

TEST_CASE("A picture over time has a linear axis, begins at zero and may go without dots") {
    LogLogPicture picture{"Errors", "time in s", "error", {{"one", {{0, 1e-3}, {1, 1e-2}, {2, 1e-1}}}}};
    const std::string logarithmic = draw_log_log(picture);
    picture.x_is_linear = true;
    const std::string dotted = draw_log_log(picture);
    picture.has_dots = false;
    const std::string plain = draw_log_log(picture);
    // The sheet is 560 wide and 380 high from (80, 44); values span the decades from 1e-3 to 1e-1.
    CHECK(dotted.find("80.0,424.0 360.0,234.0 640.0,44.0") != std::string::npos);
    CHECK(dotted.find(">0.5<") != std::string::npos);
    CHECK(dotted.find("<circle") != std::string::npos);
    CHECK(plain.find("<circle") == std::string::npos);
    // A logarithm knows no zero: that point is left out, and one decade is left; 560 log10(2) = 168.6.
    CHECK(logarithmic.find("points=\"80.0,424.0 248.6,44.0 ") != std::string::npos);
    CHECK(logarithmic.find(">0.5<") == std::string::npos);
}
