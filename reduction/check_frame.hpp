#pragma once
// Responses are those of a body held in its frame: two bodies can only be compared if one frame holds both.
#include "reduction/channels.hpp"
#include "reduction/reference_frame.hpp"

namespace ritz {

/// Throws InputError where the shapes of a reduced body move what the frame of the model holds.
void check_frame(const Structure& structure, const ReferenceFrameSpec& frame, const ChannelBody& reduced);

}  // namespace ritz
