#pragma once
// A checkpoint as a file: HDF5 behind a checksum, written whole or not at all (docs/results.md).
#include "bodies/exchange/hdf5.hpp"
#include "bodies/exchange/sealed_file.hpp"
#include "engine/simulation/checkpoint.hpp"

namespace ritz {

/// On the disk when it returns. Throws InputError or WriteError.
void write_checkpoint(const std::string& path, const Checkpoint& checkpoint);
/// Throws InputError: not there, not a checkpoint, of another version of the program, damaged. Whether it is of the
/// scene at hand, Simulation says.
Checkpoint read_checkpoint(const std::string& path);

// For who keeps more in the same file.
constexpr SealedKind checkpoint_kind{"RITZ CHECKPOINT ", "checkpoint", 1};
void write_checkpoint_groups(const hdf5::Group& root, const Checkpoint& checkpoint);
Checkpoint read_checkpoint_groups(const hdf5::Group& root);

}  // namespace ritz
