// Ten thousand damaged files for each reader: it returns, or it says what is wrong.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <functional>

#include "bodies/import/gmsh.hpp"
#include "bodies/import/matrix_market.hpp"
#include "bodies/import/mesh_files.hpp"
#include "bodies/import/node_files.hpp"
#include "core/errors.hpp"
#include "tests/bodies/import/texts.hpp"
#include "tests/support/fuzz.hpp"
#include "tests/support/shared_data.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

constexpr int cases = 10'000;

/// Largest memory of this program so far [kB].
long largest_memory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

struct Tally {
    int read = 0, refused = 0;
};

/// Runs the reader on a file with damage; anything but a return or an InputError is reported with its case.
void run_case(int number, Tally& tally, const std::function<void()>& read) {
    try {
        read();
        ++tally.read;
    } catch (const InputError&) {
        ++tally.refused;
    } catch (const std::exception& error) {
        FAIL_CHECK("case " << number << ": " << error.what());
    }
}

void fuzz(const std::vector<Text>& seeds, int count, const std::function<void(const Text&)>& read) {
    const long before = largest_memory();
    Damager damager(12345);
    Tally tally;
    for (int i = 0; i < count; ++i) {
        Text text = seeds[static_cast<std::size_t>(i) % seeds.size()];
        text.content = damager.damage(text.content);
        run_case(i, tally, [&] { read(text); });
    }
    // Damage must be such that some files stay good and many do not, or nothing is tested.
    CHECK(tally.read > count / 100);
    CHECK(tally.refused > count / 10);
#ifndef __SANITIZE_ADDRESS__                        // which keeps freed memory
    CHECK(largest_memory() - before < 100 * 1024);  // 100 MB: far below what a huge count would ask for
#else
    (void)before;
#endif
}

const char* gmsh_seed = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
2
1 1 "left"
2 5 "plate"
$EndPhysicalNames
$Entities
0 1 1 0
1 0 0 0 0 1 0 1 1 0
1 0 0 0 2 1 0 1 5 1 1
$EndEntities
$Nodes
1 4 1 4
2 1 0 4
1
2
3
4
0 0 0
1 0 0
1 1 0
0 1 0
$EndNodes
$Elements
2 2 1 2
1 1 1 1
1 1 4
2 1 3 1
2 1 2 3 4
$EndElements
)";

}  // namespace

TEST_CASE("damaged Matrix Market files are read or refused") {
    fuzz({{"k.mtx", spring_stiffness}, {"m.mtx", spring_mass}}, cases,
         [](const Text& text) { parse_matrix_market(text); });
}

TEST_CASE("damaged matrices of CalculiX are read or refused") {
    const CalculixTexts good = cube_calculix();
    fuzz({good.stiffness, good.mass, good.dofs, good.nodes}, cases, [&](const Text& text) {
        CalculixTexts texts = good;
        for (Text CalculixTexts::*file :
             {&CalculixTexts::stiffness, &CalculixTexts::mass, &CalculixTexts::dofs, &CalculixTexts::nodes})
            if ((texts.*file).name == text.name) texts.*file = text;
        parse_calculix(texts);
    });
}

TEST_CASE("damaged matrices of Abaqus are read or refused, in both forms") {
    const AbaqusTexts labelled = bar_abaqus();
    AbaqusTexts numbered{{"k.mtx", "1 1 4.0\n3 1 -4\n3 3 4.0\n4 4 9.0\n"},
                         {"m.mtx", "1 1 1.0\n4 4 0.1\n"},
                         {"bar.inp", "*NODE\n1,0,0\n2,1,0\n*ELEMENT, TYPE=T2D2\n1, 1, 2\n"},
                         {},
                         {}};
    for (const AbaqusTexts& good : {labelled, numbered})
        fuzz({good.stiffness, good.mass, good.nodes}, cases, [&](const Text& text) {
            AbaqusTexts texts = good;
            for (Text AbaqusTexts::*file : {&AbaqusTexts::stiffness, &AbaqusTexts::mass, &AbaqusTexts::nodes})
                if ((texts.*file).name == text.name) texts.*file = text;
            parse_abaqus(texts);
        });
}

TEST_CASE("damaged exports of Ansys are read or refused") {
    const MatrixMarketTexts good = spring_ansys();
    fuzz({good.stiffness, *good.mass, *good.nodes, *good.mapping}, cases, [&](const Text& text) {
        MatrixMarketTexts texts = good;
        if (text.name == good.stiffness.name) texts.stiffness = text;
        if (text.name == good.mass->name) texts.mass = text;
        if (text.name == good.nodes->name) texts.nodes = text;
        if (text.name == good.mapping->name) texts.mapping = text;
        parse_matrix_market_model(texts);
    });
}

TEST_CASE("damaged meshes and nodes are read or refused") {
    fuzz({{"cube.inp", cube_deck}}, cases, [](const Text& text) { parse_inp_mesh(text); });
    fuzz({{"plate.msh", gmsh_seed}}, cases, [](const Text& text) { parse_gmsh(text); });
    fuzz({{"a.frd", frd_nodes}}, cases, [](const Text& text) { parse_nodes(text); });
    fuzz({{"a.csv", "id,x,y,z\n1,0,0,0\n2,1.5,0,0\n"}, spring_ansys().nodes.value()}, cases,
         [](const Text& text) { parse_nodes(text); });
    fuzz({{"cube.inp", cube_deck}}, cases, [](const Text& text) { parse_nodes(text); });
}

TEST_CASE("damaged files as they come from the programs are read or refused") {
    const std::string data = find_shared_data("");
    if (data.empty()) return;
    constexpr int some = 500;  // they are long
    fuzz({read_text(data + "mor/LF10_K.mtx"), read_text(data + "mor/building_so_K.mtx")}, some,
         [](const Text& text) { parse_matrix_market(text); });
    fuzz({read_text(data + "ccx/cant_fixed.inp")}, some, [](const Text& text) { parse_mesh(text); });
    const std::string job = data + "ccx/cant_free_c3d8";
    const CalculixTexts good{read_text(job + ".sti"), read_text(job + ".mas"), read_text(job + ".dof"),
                             read_text(job + ".inp")};
    fuzz({good.stiffness, good.dofs, good.nodes}, some, [&](const Text& text) {
        CalculixTexts texts = good;
        for (Text CalculixTexts::*file : {&CalculixTexts::stiffness, &CalculixTexts::dofs, &CalculixTexts::nodes})
            if ((texts.*file).name == text.name) texts.*file = text;
        parse_calculix(texts);
    });
    const std::string beam = data + "abaqus/BenuliBeam";
    const AbaqusTexts bar{
        read_text(beam + "-1_STIF1.mtx"), read_text(beam + "-1_MASS1.mtx"), read_text(beam + ".inp"), {}, {}};
    fuzz({bar.mass, bar.nodes}, some, [&](const Text& text) {
        AbaqusTexts texts = bar;
        (text.name == bar.mass.name ? texts.mass : texts.nodes) = text;
        parse_abaqus(texts);
    });
}
