#pragma once
// A reduced body as a file: one HDF5 file with everything the engine, pictures and the error estimator need
// (docs/body_file.md).
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bodies/elastic_body.hpp"
#include "bodies/estimator_data.hpp"
#include "bodies/exchange/hdf5.hpp"
#include "bodies/exchange/sealed_file.hpp"
#include "bodies/numeric_body.hpp"
#include "core/files/sha256.hpp"

namespace ritz {

/// Mode shapes on the surface of the body, for pictures.
struct SurfaceShapes {
    Mat3X points;                         // [m], in R
    std::vector<std::vector<int>> faces;  // 3 or 4 points each
    hdf5::RowMajorFloat shapes;           // 3 points x modes: rows x, y, z of the first point, then the next
};

/// Stiffness by the stress of a unit load (theory §1): the loads are the accelerations e_a (3) and c_a e_b (9) of the
/// material.
struct StressMatrices {
    std::vector<std::pair<std::string, MatX>>
        loads;  // "a_x", "a_y", "a_z", "c_x a_x", "c_x a_y", ... and interface forces
};

/// Where the body came from.
struct Provenance {
    std::string program;  // "ritz 0.1.0"
    std::string created;  // UTC, ISO 8601
    std::string method;   // "craig_bampton"
    std::string options;  // the model's JSON, as text
    std::vector<SourceFile> sources;
};

/// What a body file holds. The body's numbers are a NumericBodySpec (with gamma integrals, if stiffened), so that a
/// file says exactly what a scene could say.
struct BodyFile {
    NumericBodySpec body;
    VecX frequencies;  // of the full model held in the frame [rad/s]; as many as were computed
    std::optional<StressMatrices> stress_stiffness;
    std::optional<SurfaceShapes> surface;
    std::optional<EstimatorData> estimator;
    Provenance provenance;
};

/// Written whole or not at all. Throws InputError naming the file.
void write_body_file(const std::string& path, const BodyFile& file);
/// Throws InputError naming the file: not there, not HDF5, not a Ritz body, of a newer version, damaged.
/// Shapes and types are checked; whether the matrices belong to one body, make_numeric_body says.
BodyFile read_body_file(const std::string& path);

/// The same with the bytes of a file; name: for messages.
std::string make_body_image(const BodyFile& file, const std::string& name);
BodyFile read_body_image(std::string_view bytes, const std::string& name);
BodyFile read_body_groups(const hdf5::File& image);

/// The first bytes of a body file (sealed_file.hpp): "RITZ BODY 2", then the checksum of the rest.
constexpr std::size_t body_user_block = user_block;
std::string make_body_user_block(std::string_view hdf5_image);
/// Whether bytes begin as a body file or as any other HDF5 file.
bool looks_like_body_file(std::string_view bytes);
/// Whether Ritz wrote it: other HDF5 files look like body files too, until they are read.
bool looks_like_own_body_file(std::string_view bytes);

}  // namespace ritz
