#pragma once
// Cross sections of beams.
#include <variant>

namespace ritz {

/// Width is along y, height along z; all [m].
struct RectangleSection {
    double width, height;
};
struct CircleSection {
    double diameter;
};
struct TubeSection {
    double outer_diameter, inner_diameter;
};
/// Hollow rectangle with walls of one thickness, outer measures.
struct BoxSection {
    double width, height, thickness;
};
/// Flanges of the given width at z = ±height/2, outer measures; the web stands along z.
struct ISection {
    double width, height, flange_thickness, web_thickness;
};
using SectionShape = std::variant<RectangleSection, CircleSection, TubeSection, BoxSection, ISection>;

struct SectionProperties {
    double area = 0;              // [m²]
    double Iy = 0;                // ∫ z² dA [m⁴], bending in z
    double Iz = 0;                // ∫ y² dA [m⁴], bending in y
    double torsion_constant = 0;  // [m⁴], St Venant
};
/// Throws InputError for measures no section can have.
SectionProperties compute_section(const SectionShape& shape);

}  // namespace ritz
