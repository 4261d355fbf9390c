#include "core/heap.hpp"

#include <malloc.h>

namespace ritz {

void keep_freed_memory() {
    constexpr int kept = 1 << 30;  // [bytes] free at the end of the heap before it shrinks
    mallopt(M_MMAP_MAX, 0);        // no mapping of its own for a big block
    mallopt(M_TRIM_THRESHOLD, kept);
    mallopt(M_TOP_PAD, 1 << 26);
}

}  // namespace ritz
