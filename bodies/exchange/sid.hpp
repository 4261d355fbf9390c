#pragma once
// Standard Input Data [Wallrapp1994]: the text files by which multibody programs exchange reduced bodies
// (docs/sid.md). Every quantity is a Taylor series in the modal coordinates, M(q) = m0 + Σ_j m1_j q_j.
#include <string>
#include <string_view>
#include <vector>

#include "bodies/elastic_body.hpp"
#include "bodies/numeric_body.hpp"

namespace ritz {

struct SidTaylor {
    MatX m0;
    std::vector<MatX> m1;  // one for each mode, of the size of m0; none if zero

    bool operator==(const SidTaylor&) const = default;
};

struct SidNode {
    int id = 0;
    SidTaylor origin;  // 3 x 1 [m]
    SidTaylor phi;     // 3 x n
    SidTaylor psi;     // 3 x n
    SidTaylor AP;      // 3 x 3, orientation
    SidTaylor sigma;   // 6 x 1; empty if absent

    bool operator==(const SidNode&) const = default;
};

/// As in the files of PY_SID, whatever the dialect read: J is 6 x 1 (xx yy zz xy xz yz), Ge has n columns for each
/// component of ω, Gr three for each mode.
struct SidFile {
    std::string header;  // free text
    double mass = 0;     // [kg]
    std::vector<std::string> mode_names;
    std::vector<SidNode> nodes;
    SidTaylor mdCM;                  // 3 x 1
    SidTaylor J;                     // 6 x 1
    SidTaylor Ct;                    // n x 3
    SidTaylor Cr;                    // n x 3
    SidTaylor Me;                    // n x n
    SidTaylor Gr;                    // 3 x 3n
    SidTaylor Ge;                    // n x 3n
    SidTaylor Oe;                    // n x 6, of ωx² ωy² ωz² ωxωy ωyωz ωxωz
    SidTaylor ksigma;                // n x 1
    SidTaylor Ke;                    // n x n
    SidTaylor De;                    // n x n
    std::vector<std::string> notes;  // dialects met by the reader, and what does not fit together

    Eigen::Index modes() const { return static_cast<Eigen::Index>(mode_names.size()); }
};

/// Throw InputError "file:line: found ..., expected ...".
SidFile read_sid(const std::string& path);
SidFile read_sid_text(std::string_view text, const std::string& name);
/// Whether Ritz wrote it, by its first line.
bool looks_like_own_sid(std::string_view text);

/// With 17 digits, so that it reads back equal. Written whole or not at all.
void write_sid(const std::string& path, const SidFile& sid);
std::string make_sid_text(const SidFile& sid);

/// The numbers of the body. P follows from J and Cr; Q from Cr.m1 and Oe.m1 where these belong to Me, otherwise Me is
/// given alone. What was left out is added to the notes.
NumericBodySpec make_sid_spec(const SidFile& sid, const std::string& name, std::vector<std::string>& notes);
/// The body with everything the file says about its inertia, whether or not one distribution of mass explains it.
/// Markers are called node_<id>.
ElasticBody make_sid_body(const SidFile& sid, const std::string& name, std::vector<std::string>& notes);

/// The body as SID; one node for each marker. A marker node_<id> keeps that number, the others take the free ones from
/// 1 on, in order. Tracks have no place in SID.
SidFile make_sid(const ElasticBody& body);

}  // namespace ritz
