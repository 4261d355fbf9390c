#pragma once
// The reference frame of a body: six conditions C u = 0 with C R = I for its rigid motions R (theory §1).
#include <cstdint>
#include <string>

#include "bodies/fe/structure.hpp"

namespace ritz {

enum class ReferenceFrameKind : std::uint8_t {
    tangent,  // clamped at a marker
    chord,    // through two markers, turning about their line with the first
    buckens   // mean axes: no momentum in the elastic motion
};

struct ReferenceFrameSpec {
    ReferenceFrameKind kind = ReferenceFrameKind::buckens;
    std::string first, second;  // names of markers
};

/// Supported bodies have no rigid motions, and the frame does nothing.
struct ReferenceFrame {
    MatX R;  // unknowns x 6
    MatX C;  // 6 x unknowns
    ReferenceFrameKind kind = ReferenceFrameKind::buckens;

    /// u - R C u: the same deformation, seen from the frame.
    MatX hold(MatX u) const {
        if (R.cols()) u -= R * (C * u).eval();
        return u;
    }
    /// F - Cᵀ Rᵀ F: the same load with the reactions of the frame.
    MatX balance(const MatX& F) const { return R.cols() ? MatX(F - C.transpose() * (R.transpose() * F)) : F; }
};

/// Throws InputError for unknown markers or a frame that does not hold the body.
ReferenceFrame make_reference_frame(const Structure& structure, const ReferenceFrameSpec& spec);

}  // namespace ritz
