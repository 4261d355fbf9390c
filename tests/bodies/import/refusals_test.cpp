// What is wrong in a file is said with its place; one line here for each refusal.
#include <doctest/doctest.h>

#include <functional>

#include "bodies/import/gmsh.hpp"
#include "bodies/import/matrix_market.hpp"
#include "bodies/import/mesh_files.hpp"
#include "bodies/import/node_files.hpp"
#include "core/errors.hpp"
#include "tests/bodies/import/texts.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

/// The message of the InputError, or "" if there is none.
std::string message_of(const std::function<void()>& read) {
    try {
        read();
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

struct Refusal {
    std::string content;
    std::string expected;  // part of the message
};

void check_refusals(const std::vector<Refusal>& refusals, const std::function<void(const std::string&)>& read) {
    for (const auto& entry : refusals) {
        const auto& content = entry.content;
        const auto& expected = entry.expected;
        CAPTURE(content);
        const std::string message = message_of([&] { read(content); });
        CHECK_MESSAGE(message.find(expected) != std::string::npos,
                      "message: " << message << ", expected: " << expected);
    }
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

const std::string head = "%%MatrixMarket matrix coordinate real ";

}  // namespace

TEST_CASE("Matrix Market files that are not what they say are refused") {
    check_refusals(
        {{"", "a.mtx:0: a Matrix Market file starts with"},
         {"1 1 1\n", "a.mtx:1: a Matrix Market file starts with"},
         {"%%MatrixMarket vector coordinate real general\n", "object \"vector\", expected matrix"},
         {"%%MatrixMarket matrix sparse real general\n", "form \"sparse\", expected coordinate or array"},
         {"%%MatrixMarket matrix coordinate pattern general\n", "a pattern has no values"},
         {"%%MatrixMarket matrix coordinate complex general\n", "kind \"complex\", expected real or integer"},
         {"%%MatrixMarket matrix coordinate real hermitian\n", "symmetry \"hermitian\""},
         {head + "general\n%\n", "the file ends before the size"},
         {head + "general\n2 2\n", "found nothing, expected the number of entries"},
         {head + "general\n-2 2 1\n", "number of rows -2"},
         {head + "general\n1 2000000000 1\n1 1 1\n", "number of columns 2000000000"},
         {head + "symmetric\n2 3 1\n", "a symmetric matrix is square"},
         {head + "general\n2 2 99999999999\n1 1 1\n", "99999999999 entries do not fit"},
         {head + "general\n2 2 -1\n", "-1 entries do not fit"},
         {head + "general\n2 2 2\n1 1 1\n", "a.mtx:3: the file ends after 1 of 2 entries"},
         {head + "general\n2 2 1\n1 1 1\n1 2 1\n", "a.mtx:4: there are more entries than the 1"},
         {head + "general\n2 2 1\n3 1 1\n", "a.mtx:3: row 3, expected 1 to 2"},
         {head + "general\n2 2 1\n1 0 1\n", "column 0, expected 1 to 2"},
         {head + "general\n2 2 1\n1 1 nan\n", "found \"nan\", expected the value"},
         {head + "general\n2 2 1\n1 1 1e999\n", "found \"1e999\", expected the value"},
         {head + "general\n2 2 1\n1 1 1 5\n", "found \"5\", expected the end of the line"},
         {head + "general\n2 2 2\n1 1 1\n1 1 1\n", "row 1, column 1 stands twice"},
         {head + "symmetric\n2 2 2\n1 2 1\n2 1 1\n", "stands twice (or in both triangles"},
         {head + "skew-symmetric\n2 2 1\n1 1 1\n", "the diagonal of a skew-symmetric matrix"},
         {"%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n", "the file ends after 3 of 4 numbers"},
         {"%%MatrixMarket matrix array real general\n1 1\n1\n2\n", "more than the 1 numbers"},
         {"%%MatrixMarket matrix array real general\n90000 90000\n1\n", "8100000000 numbers do not fit"}},
        [](const std::string& content) {
            parse_matrix_market({"a.mtx", content});
        });
}

TEST_CASE("models of matrices that do not fit together are refused") {
    const auto change = [](const std::function<void(MatrixMarketTexts&)>& edit) {
        return message_of([&] {
            MatrixMarketTexts texts = spring_ansys();
            edit(texts);
            parse_matrix_market_model(texts);
        });
    };
    const auto has = [](const std::string& message, const char* part) {
        CHECK_MESSAGE(message.find(part) != std::string::npos, "message: " << message << ", expected: " << part);
    };
    has(change([](auto& t) { t.mapping.reset(); }), "nodes.lis: nodes need a mapping");
    has(change([](auto& t) { t.nodes.reset(); }), "job.mapping: a mapping needs the nodes");
    has(change([](auto& t) { t.stiffness.content = head + "general\n2 3 0\n"; }), "k.mtx: 2 rows and 3 columns");
    has(change([](auto& t) { t.mass->content = head + "general\n3 3 0\n"; }), "m.mtx: 3 rows and 3 columns, but");
    has(change([](auto& t) { t.damping = Text{"d.mtx", head + "general\n1 1 0\n"}; }), "d.mtx: 1 rows");
    has(change([](auto& t) { t.stiffness.content = head + "general\n2 2 1\n1 2 3\n"; }), "K is not symmetric");
    has(change([](auto& t) { t.mapping->content = "1 1 UX\n"; }), "1 equations, but the stiffness has 2 rows");
    has(change([](auto& t) { t.mapping->content = ""; }), "there are no equations");
    has(change([](auto& t) { t.mapping->content = "1 1 UX\n1 12 UX\n"; }), "job.mapping:2: equation 1 is there twice");
    has(change([](auto& t) { t.mapping->content = "1 1 UX\n3 12 UX\n"; }), "equation 3, expected 1 to 2");
    has(change([](auto& t) { t.mapping->content = "1 1 UX\n2 1 UX\n"; }),
        "node 1 has direction 1 twice, before on line 1");
    has(change([](auto& t) { t.mapping->content = "1 1 UX\n2 5 UX\n"; }), "node 5 has an equation, but nodes.lis");
    has(change([](auto& t) { t.mapping->content = "1 1 TEMP\n2 1 UX\n"; }), "direction \"TEMP\", expected UX");
    has(change([](auto& t) { t.mapping->content = "1 1 UX\n2 x UX\n"; }), "expected the number of a node");
    CHECK_THROWS_WITH_AS(read_matrix_market_model({"k.mtx", ""}), doctest::Contains("no mass matrix"), InputError);
    CHECK_THROWS_WITH_AS(read_matrix_market("no/such.mtx"), doctest::Contains("there is no such file"), InputError);
    CHECK_THROWS_WITH_AS(read_matrix_market("."), doctest::Contains("is a folder, expected a file"), InputError);
}

TEST_CASE("matrices of CalculiX that do not fit together are refused") {
    const auto refuse = [](Text CalculixTexts::*file, const std::string& content, const std::string& expected) {
        CalculixTexts texts = cube_calculix();
        (texts.*file).content = content;
        const std::string message = message_of([&] { parse_calculix(texts); });
        CHECK_MESSAGE(message.find(expected) != std::string::npos,
                      "message: " << message << ", expected: " << expected);
    };
    refuse(&CalculixTexts::dofs, "", "cube.dof: there are no equations");
    refuse(&CalculixTexts::dofs, "8.1\n8.4\n", "cube.dof:2: found \"8.4\", expected node.direction");
    refuse(&CalculixTexts::dofs, "8\n", "found \"8\", expected node.direction");
    refuse(&CalculixTexts::dofs, "8.1\n8.1\n", "cube.dof:2: 8.1 stands here and on line 1: CalculiX makes solids");
    refuse(&CalculixTexts::dofs, "8.1\n9.1\n9.2\n", "1 nodes have equations but come after the last node");
    refuse(&CalculixTexts::stiffness, "", "cube.sti: there are no entries");
    refuse(&CalculixTexts::stiffness, "2 1 5.0\n", "cube.sti:1: row 2, column 1; expected the upper triangle");
    refuse(&CalculixTexts::stiffness, "1 13 5.0\n", "column 13, but the .dof file names 12 equations");
    refuse(&CalculixTexts::stiffness, "1 1 5.0 6\n", "expected three numbers");
    refuse(&CalculixTexts::stiffness, "1 1 5.0\n1 1 5.0\n", "row 1, column 1 stands twice");
    refuse(&CalculixTexts::mass, "1 1 1\n", "cube.mas: has 1 entries, cube.sti has 13; expected as many");
    refuse(&CalculixTexts::mass, "1 1 x\n", "cube.mas:1: found \"x\", expected the value");
    refuse(&CalculixTexts::nodes, replaced(cube_deck, "C3D8I", "C3D8"), "its 0 elements C3D8I explain 0");
    CalculixTexts texts = cube_calculix();
    texts.nodes = {"n.csv", "7,0,0,0\n20,1,1,1\n"};
    CHECK_THROWS_WITH_AS(parse_calculix(texts),
                         doctest::Contains("node 8 has an equation, but n.csv does not say where"), InputError);
}

TEST_CASE("matrices of Abaqus that do not fit together are refused") {
    const auto refuse = [](const std::function<void(AbaqusTexts&)>& edit, const std::string& expected) {
        AbaqusTexts texts = bar_abaqus();
        edit(texts);
        const std::string message = message_of([&] { parse_abaqus(texts); });
        CHECK_MESSAGE(message.find(expected) != std::string::npos,
                      "message: " << message << ", expected: " << expected);
    };
    const auto stiffness = [&](const std::string& content, const std::string& expected) {
        refuse([&](AbaqusTexts& t) { t.stiffness.content = content; }, expected);
    };
    const auto both = [&](const std::string& content, const std::string& expected) {
        refuse([&](AbaqusTexts& t) { t.stiffness.content = t.mass.content = content; }, expected);
    };
    stiffness("** nothing\n", "bar_STIF1.mtx: there are no entries");
    stiffness("1,1, 1,1\n", "4 fields, expected node, direction");
    stiffness("1,1, 1,1, 4, 5\n", "6 fields");
    stiffness("1,1, 1,1, 4\n1,1, 2,1, 4, 5\n", "bar_STIF1.mtx:2: there are more fields");
    stiffness("1,11, 1,11, 4\n", "direction 11 at node 1, expected 1 to 6");
    stiffness("9000000000000,1, 1,1, 4\n", "node number 9000000000000");
    stiffness("5,1, 5,1, 4\n", "node 5 has an equation, but bar.csv");
    stiffness("1,1, 1,1, 4\n1,1, 1,1, 4\n", "stands twice");
    stiffness("1,1, 2,1, 4\n2,1, 1,1, 5\n", "K is not symmetric");
    stiffness("1 1 4\n", "the matrices come in different forms");
    both("0 1 4\n", "equation 0, expected a number from 1");
    both("1 1 4\n5 5 4\n", "5 equations for 2 nodes, expected 3 or 6 for each; give a mapping");
    both("1,1, 1,1, 1e36\n", "all directions are constrained");
    refuse([](AbaqusTexts& t) { t.mapping = Text{"m.txt", "1 1 1\n"}; }, "name their nodes themselves");
    const auto deck = [](const std::string& type) {
        return Text{"a.inp", "*NODE\n1,0,0,0\n2,1,0,0\n*ELEMENT, TYPE=" + type + "\n1, 1, 2\n"};
    };
    const auto with_deck = [&](const std::string& type, const std::string& expected) {
        refuse([&](AbaqusTexts& t) { t.stiffness.content = t.mass.content = "4 4 1\n", t.nodes = deck(type); },
               expected);
    };
    with_deck("B31", "4 equations, but the elements of a.inp have 12 directions");
    with_deck("DC1D2", "the directions of element type \"DC1D2\" are not known here; give a mapping");
    refuse(
        [&](AbaqusTexts& t) {
            t.stiffness.content = t.mass.content = "4 4 1\n";
            t.mapping = Text{"m.txt", "1 1 1\n2 1 2\n"};
        },
        "equation 4, expected 1 to 2");
}

TEST_CASE("decks that hold more than can be read are refused, not read in part") {
    const std::string nodes = "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n", rod = nodes + "*ELEMENT, TYPE=B31, ELSET=e\n1, 1, 2\n";
    check_refusals({{"", "a.inp: there are no nodes"},
                    {nodes, "a.inp: there are no elements"},
                    {rod + "*INCLUDE, INPUT=mesh.inc\n", "a.inp:6: *INCLUDE of \"mesh.inc\" is not followed"},
                    {nodes + "*NGEN\n1, 2, 1\n", "*NGEN is not understood"},
                    {nodes + "*ELEMENT\n", "*ELEMENT without TYPE"},
                    {"*NODE, INPUT=n.txt\n", "*NODE reads another file, \"n.txt\""},
                    {"*NODE, SYSTEM=C\n", "nodes in system \"C\""},
                    {"*NODE\nx, 0, 0, 0\n", "a.inp:2: found \"x\", expected the number of a node"},
                    {"*NODE\n1, 0, y, 0\n", "found \"y\", expected a coordinate of node 1"},
                    {nodes + "2, 3, 3, 3\n*ELEMENT, TYPE=B31\n1, 1, 2\n", "node 2 is defined twice"},
                    {rod + "1, 2, 1\n", "element 1 is defined twice"},
                    {nodes + "*ELEMENT, TYPE=B31\n1, 1, 3\n", "a.inp:5: element 1 has node 3, which is not there"},
                    {nodes + "*ELEMENT, TYPE=B31\n1, 1, 2, 2\n", "element 1 of type B31 has more than 2 nodes"},
                    {nodes + "*ELEMENT, TYPE=B31\n1, 1,\n*NSET, NSET=a\n", "*NSET begins within an element"},
                    {nodes + "*ELEMENT, TYPE=B31\n1, 1,\n", "the deck ends within an element"},
                    {nodes + "*ELEMENT, TYPE=B31\n1, 1, z\n", "found \"z\", expected the number of a node"},
                    {nodes + "*ELEMENT, TYPE=C3D4\n1, 1, 2\n",
                     "element type \"C3D4\"; known: C3D8, C3D8I, C3D8R, C3D20, C3D20R, C3D10, B31, B33, CPS4, CPS4I "
                     "(did you mean"},
                    {rod + "*NSET\n1\n", "*NSET without a name"},
                    {rod + "*NSET, NSET=a\n9\n", "a.inp:7: there is no node 9"},
                    {rod + "*ELSET, ELSET=a\n9\n", "there is no element 9"},
                    {rod + "*NSET, NSET=top\n1\n*NSET, NSET=a\ntip\n",
                     "there is no node set \"tip\"; known: top, a (did you mean \"top\"?)"},
                    {rod + "*NSET, NSET=a, ELSET=f\n", "there is no element set \"f\""},
                    {rod + "*NSET, NSET=a, GENERATE\n5, 1, 1\n", "from 5 to 1, expected it to ascend"},
                    {rod + "*NSET, NSET=a, GENERATE\n1, 5, 0\n", "expected the increment"},
                    {rod + "*NSET, NSET=a, INSTANCE=I\n1\n", "there is no instance \"I\""},
                    {"*PART, NAME=a\n*END PART\n*PART, NAME=b\n", "a second *PART"},
                    {"*PART, NAME=a\n*END PART\n*INSTANCE, NAME=a, PART=a\n*END INSTANCE\n*INSTANCE, NAME=b, PART=a\n",
                     "a second *INSTANCE"},
                    {"*PART, NAME=a\n*END PART\n*INSTANCE, NAME=a, PART=a\n1, 0, 0\n", "the instance is moved"},
                    {"*PART, NAME=a\n*END PART\n*NODE\n1, 0, 0, 0\n", "*NODE outside of the part"}},
                   [](const std::string& content) {
                       parse_mesh({"a.inp", content});
                   });
    CHECK_THROWS_WITH_AS(parse_mesh({"a.stl", ""}), doctest::Contains("kind \".stl\", expected .inp or .msh"),
                         InputError);
}

TEST_CASE("sets of sets that multiply end with a message, not with the memory") {
    std::string deck = "*NODE\n";
    for (int i = 1; i <= 3000; ++i) deck += std::to_string(i) + ",0,0,0\n";
    deck += "*NSET, NSET=a, GENERATE\n1, 3000, 1\n*NSET, NSET=b\n";
    for (int i = 0; i < 40000; ++i) deck += "a\n";
    CHECK_THROWS_WITH_AS(parse_nodes({"a.inp", deck}), doctest::Contains("beyond reason"), InputError);
}

TEST_CASE("nodes that cannot be read are refused") {
    check_refusals({{"", "a.csv: there are no nodes"},
                    {"id,x,y,z\n1,0,0\n", "a.csv:2: found nothing, expected coordinate z"},
                    {"1,0,0,0\nx,0,0,0\n", "a.csv:2: found \"x\", expected the number of a node"},
                    {"0,0,0,0\n", "node 0, expected a number from 1"},
                    {"1,0,0,0\n1,0,0,0\n", "node 1 is there twice"},
                    {"1.5,0,0,0\n", "found \"1.5\", expected the number of a node"}},
                   [](const std::string& content) {
                       parse_nodes({"a.csv", content});
                   });
    const std::string start = "    2C                             2                                     ";
    check_refusals({{"    1C\n", "a.frd: there is no node block"},
                    {start + "2\n", "a.frd:1: the nodes are binary"},
                    {start + "7\n", "node format 7, expected 0 or 1"},
                    {start + "1\n -1         1 0.0\n", "the line is too short"},
                    {start + "1\n", "the file ends within the nodes"},
                    {start + "1\n -2\n", "expected a node (-1) or the end"},
                    {replaced(frd_nodes, "        20", "        xy"), "expected the number of a node"},
                    {replaced(frd_nodes, "4.00000E-01", "4.0x000E-01"), "expected a coordinate"}},
                   [](const std::string& content) {
                       parse_nodes({"a.frd", content});
                   });
    CHECK_THROWS_WITH_AS(parse_nodes({"a.stl", ""}), doctest::Contains("kind \".stl\", expected .inp"), InputError);
}

TEST_CASE("files of Gmsh in another form or with other elements are refused") {
    const std::string format = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n";
    const std::string one = format + "$Nodes\n1 1 1 1\n0 1 0 1\n1\n0 0 0\n$EndNodes\n";
    check_refusals(
        {{"", "a Gmsh file starts with $MeshFormat"},
         {"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n", "a.msh:2: format \"2.2\", expected 4.1"},
         {"$MeshFormat\n4.1 1 8\n\1\n$EndMeshFormat\n", "the file is binary; expected text"},
         {format, "there are no nodes"},
         {one, "there are no elements"},
         {format + "hello\n", "a.msh:4: found \"hello\", expected a section"},
         {format + "$Nodes\n", "the file ends within a section"},
         {format + "$Foo\n1\n", "the file ends within a section"},
         {format + "$PartitionedEntities\n", "the mesh is partitioned"},
         {format + "$PhysicalNames\n1\n2 1 name\n", "expected a name in quotes"},
         {format + "$PhysicalNames\n1\n4 1 \"n\"\n", "dimension 4, expected 0 to 3"},
         {format + "$Nodes\n1 99999999999 1 1\n", "number of nodes 99999999999: there is not as much left"},
         {format + "$Nodes\n1 1 1 1\n0 1 0 99999999999\n", "number of nodes 99999999999"},
         {format + "$Nodes\n1 2 1 2\n0 1 0 1\n1\n0 0 0\n$EndNodes\n", "there are 1 nodes, but 2 were announced"},
         {format + "$Nodes\n1 1 1 1\n0 1 0 1\n1\n0 0 0\n0 0 0\n", "expected $EndNodes"},
         {one + "$Elements\n1 1 1 1\n3 1 99 1\n", "element type 99; known: 1 (line of 2 nodes)"},
         {one + "$Elements\n1 1 1 1\n3 1 4 1\n1 1 1 1 1\n$EndElements\n", "element type 4; known"},
         {one + "$Elements\n1 1 1 1\n3 1 1 1\n1 1 1\n$EndElements\n", "type 1 on an entity of dimension 3, expected 1"},
         {one + "$Elements\n1 1 1 1\n1 1 1 1\n1 1 2\n$EndElements\n", "has node 2, which is not there"},
         {one + "$Elements\n1 2 1 1\n1 1 1 2\n1 1 1\n1 1 1\n$EndElements\n", "element 1 is there twice"},
         {format + "$Nodes\n1 2 1 1\n0 1 0 2\n1\n1\n0 0 0\n0 0 0\n$EndNodes\n$Elements\n1 1 1 1\n0 1 15 1\n1 "
                   "1\n$EndElements\n",
          "node 1 is there twice"}},
        [](const std::string& content) {
            parse_mesh({"a.msh", content});
        });
}
