#pragma once
// The entries of a matrix as a file lists them, and the sparse matrix they make.
#include <vector>

#include "bodies/fe/fe_model.hpp"
#include "bodies/import/text.hpp"

namespace ritz {

using Entry = Eigen::Triplet<double, int>;  // row and column from 0

/// What a file leaves out because it follows from the rest.
enum class Mirror : std::uint8_t {
    none,            // all entries are listed
    symmetric,       // one triangle is listed
    skew_symmetric,  // one triangle is listed, the other has the opposite sign
};

/// Refuses an entry that stands twice. Zeros are not kept.
SparseMat make_sparse(const Text& text, int rows, int columns, const std::vector<Entry>& entries, Mirror mirror);

/// Is one triangle listed only? Where a single entry has its mirror image in the list, all are taken to be there.
bool lists_one_triangle(int size, const std::vector<Entry>& entries);

/// Throws what find_faults finds; `name` stands before each message.
void require_sound(const FeModel& model, const std::string& name);

}  // namespace ritz
