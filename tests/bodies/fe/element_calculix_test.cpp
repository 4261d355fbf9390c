// Our matrices beside those of CalculiX (ccx in PATH) on the same small meshes: *FREQUENCY, SOLVER=MATRIXSTORAGE writes
// its stiffness and mass with 14 digits.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "bodies/fe/continuum_element.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "tests/bodies/fe/fe_support.hpp"
#include "tests/support/folder.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

namespace fs = std::filesystem;

/// 14 printed digits, and sums in another order.
constexpr double printed = 1e-12;

bool has_calculix() {
    if (std::system("command -v ccx > /dev/null 2>&1") == 0) return true;
    MESSAGE("skipped: ccx is not in PATH");
    return false;
}

void write_deck(const fs::path& path, const Mesh& mesh, const char* type) {
    std::ofstream deck(path);
    deck << "*NODE,NSET=NALL\n";
    for (Eigen::Index n = 0; n < mesh.nodes.size(); ++n)
        deck << fmt::format("{},{:.17g},{:.17g},{:.17g}\n", n + 1, mesh.nodes.positions(0, n),
                            mesh.nodes.positions(1, n), mesh.nodes.positions(2, n));
    deck << "*ELEMENT,TYPE=" << type << ",ELSET=EALL\n";
    for (const Element& element : mesh.elements) {
        deck << element.id;
        int count = 1;
        for (int node : element.nodes) deck << (count++ % 10 ? "," : ",\n") << node + 1;
        deck << "\n";
    }
    deck << "*MATERIAL,NAME=STEEL\n*ELASTIC\n2.1e11,0.3\n*DENSITY\n7850\n*SOLID SECTION,ELSET=EALL,MATERIAL=STEEL\n"
            "*STEP\n*FREQUENCY,SOLVER=MATRIXSTORAGE\n10\n*END STEP\n";
}

struct ForeignModel {
    MatX K, M;
    std::vector<int>
        ours;  // for each of its equations 3 node + direction in our numbers, beyond ours for internal ones
};

MatX read_upper(const fs::path& path, Eigen::Index size) {
    MatX A = MatX::Zero(size, size);
    std::ifstream file(path);
    Eigen::Index row = 0, column = 0;
    double value = 0;
    while (file >> row >> column >> value) A(row - 1, column - 1) = A(column - 1, row - 1) = value;
    return A;
}

ForeignModel run_calculix(const Mesh& mesh, const char* type) {
    const Folder folder;
    write_deck(folder.path / "job.inp", mesh, type);
    const std::string command =
        fmt::format("cd '{}' && OMP_NUM_THREADS=1 ccx job > job.log 2>&1", folder.path.string());
    REQUIRE(std::system(command.c_str()) == 0);
    ForeignModel model;
    std::ifstream labels(folder.path / "job.dof");
    for (std::string label; labels >> label;) {
        const auto dot = label.find('.');
        model.ours.push_back(3 * (std::stoi(label.substr(0, dot)) - 1) + std::stoi(label.substr(dot + 1)) - 1);
    }
    const auto size = static_cast<Eigen::Index>(model.ours.size());
    REQUIRE(size >= 3 * mesh.nodes.size());
    model.K = read_upper(folder.path / "job.sti", size);
    model.M = read_upper(folder.path / "job.mas", size);
    return model;
}

/// Its matrix in our order; internal equations come last.
MatX reorder(const MatX& A, const std::vector<int>& ours) {
    std::vector<int> place(ours.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
        REQUIRE(static_cast<std::size_t>(ours[i]) < ours.size());
        place[static_cast<std::size_t>(ours[i])] = static_cast<int>(i);
    }
    return A(place, place);
}

/// CalculiX integrates the mass of C3D10 with the four points of the stiffness, which has rank 4 of 10; ours is exact.
MatX compute_four_point_mass(const Mesh& mesh) {
    ReferenceElement<3> reference = get_tet10();
    reference.mass_points = reference.stiffness_points;
    MatX M = MatX::Zero(3 * mesh.nodes.size(), 3 * mesh.nodes.size());
    for (const Element& element : mesh.elements) {
        const Eigen::Matrix<double, 3, 10> places = mesh.nodes.positions(Eigen::all, element.nodes);
        MatX Me;
        ContinuumElement<3>(reference, places).compute_mass(make_steel().density, Me);
        for (int a = 0; a < 10; ++a)
            for (int b = 0; b < 10; ++b)
                M.block<3, 3>(3 * element.nodes[static_cast<std::size_t>(a)],
                              3 * element.nodes[static_cast<std::size_t>(b)]) += Me(a, b) * Mat3::Identity();
    }
    return M;
}

double relative_difference(const MatX& A, const MatX& B) { return largest(A - B) / largest(B); }

}  // namespace

TEST_CASE("hex20 and tet10 have the matrices of CalculiX's C3D20 and C3D10, on distorted meshes") {
    if (!has_calculix()) return;
    for (const auto& entry : {std::pair{ElementType::hex20, "C3D20"}, {ElementType::tet10, "C3D10"}}) {
        const auto& type = entry.first;
        const auto& theirs = entry.second;
        CAPTURE(std::string(theirs));
        Mesh mesh = make_box_mesh({{0.6, 0.5, 0.4}, {2, 2, 1}, type});
        mesh.nodes.sets.clear();  // the outside too
        distort(mesh, 0.015);
        const FeModel model = assemble(mesh, make_steel_properties());
        const ForeignModel foreign = run_calculix(mesh, theirs);
        const MatX M = type == ElementType::tet10 ? compute_four_point_mass(mesh) : MatX(model.M);
        CHECK(relative_difference(MatX(model.K), reorder(foreign.K, foreign.ours)) < printed);
        CHECK(relative_difference(M, reorder(foreign.M, foreign.ours)) < printed);
    }
}

TEST_CASE("hex8 has the condensed stiffness of CalculiX's C3D8I and its mass without the bubbles") {
    if (!has_calculix()) return;
    Mesh mesh = make_box_mesh({{0.8, 0.2, 0.1}, {8, 2, 1}, ElementType::hex8});
    const FeModel model = assemble(mesh, make_steel_properties());
    const ForeignModel foreign = run_calculix(mesh, "C3D8I");
    const Eigen::Index n = model.size();
    const MatX K = reorder(foreign.K, foreign.ours), M = reorder(foreign.M, foreign.ours);
    const Eigen::Index internal = K.rows() - n;
    REQUIRE(internal == 9 * static_cast<Eigen::Index>(mesh.elements.size()));
    const MatX condensed =
        K.topLeftCorner(n, n) - K.topRightCorner(n, internal) * solve_definite(K.bottomRightCorner(internal, internal),
                                                                               K.bottomLeftCorner(internal, n));
    CHECK(relative_difference(MatX(model.K), condensed) < printed);
    CHECK(relative_difference(MatX(model.M), M.topLeftCorner(n, n)) < printed);
    // Its bubbles carry mass besides, a difference of second order in the size of the elements, which are here an
    // eighth of the bar and as long as they are high.
    const VecX ours = compute_spectrum(MatX(model.K), MatX(model.M));
    // Its M is singular, K too: the largest values of M x = ν (K + s M) x, after the six of the rigid motions.
    const double shift = ours[6];
    const VecX inverse = compute_spectrum(M, MatX(K + shift * M));
    const double theirs = 1 / inverse[inverse.size() - 7] - shift;
    MESSAGE("first elastic frequency: " << to_hertz(ours[6]) << " Hz, CalculiX " << to_hertz(theirs) << " Hz");
    CHECK(to_hertz(theirs) == doctest::Approx(to_hertz(ours[6])).epsilon(0.02));
}

TEST_CASE("a cantilever of four cubes has the frequencies of CalculiX's condensed stiffness without bubbles' mass") {
    // From its matrices of the same bar (shared/data/ccx): K condensed, internal mass dropped; digits as printed there.
    const FeModel free =
        assemble(make_box_mesh({{0.4, 0.1, 0.1}, {4, 1, 1}, ElementType::hex8}), make_steel_properties());
    const VecX values = compute_spectrum(fix(free, find_set_dofs(free, "x0", {0, 1, 2})));
    CHECK(std::abs(to_hertz(values[0]) - 512.196) < 0.0006);
    CHECK(std::abs(to_hertz(values[1]) - 512.196) < 0.0006);
    CHECK(std::abs(to_hertz(values[3]) - 2920.80) < 0.006);
}
