#include <doctest/doctest.h>
#include <fmt/format.h>

#include "bodies/import/gmsh.hpp"
#include "bodies/import/mesh_files.hpp"
#include "bodies/import/node_files.hpp"
#include "tests/bodies/import/texts.hpp"

using namespace ritz;
using namespace ritz::testing;

namespace {

using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

/// Corners of Abaqus' elements between which the nodes after the corners lie (Abaqus, element library).
const Edges hex_edges = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                         {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
const Edges tet_edges = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
/// The same for Gmsh (its manual, node ordering).
const Edges gmsh_hex_edges = {{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 5}, {2, 3},
                              {2, 6}, {3, 7}, {4, 5}, {4, 7}, {5, 6}, {6, 7}};
const Edges gmsh_tet_edges = {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {2, 3}, {1, 3}};

const std::vector<Vec3> hex_corners = {{0, 0, 0}, {2, 0, 0}, {2, 3, 0}, {0, 3, 0},
                                       {0, 0, 5}, {2, 0, 5}, {2, 3, 5}, {0, 3, 5}};
const std::vector<Vec3> tet_corners = {{0, 0, 0}, {2, 0, 0}, {0, 3, 0}, {0, 0, 5}};

std::vector<Vec3> with_middles(std::vector<Vec3> points, const Edges& edges) {
    for (const auto& [a, b] : edges) points.emplace_back((points[a] + points[b]) / 2);
    return points;
}

/// One element of a Gmsh file, its nodes numbered from 11, on the volume 1 with the group "body".
std::string gmsh_volume(int type, const std::vector<Vec3>& points) {
    std::string nodes, places, element = "1";
    for (std::size_t i = 0; i < points.size(); ++i) {
        nodes += fmt::format("{}\n", i + 11);
        places += fmt::format("{} {} {}\n", points[i].x(), points[i].y(), points[i].z());
        element += fmt::format(" {}", i + 11);
    }
    return fmt::format(
        "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 7 \"body\"\n$EndPhysicalNames\n"
        "$Entities\n0 0 0 1\n1 0 0 0 1 1 1 1 7 0\n$EndEntities\n"
        "$Nodes\n1 {0} 11 {1}\n3 1 0 {0}\n{2}{3}$EndNodes\n$Elements\n1 1 1 1\n3 1 {4} 1\n{5}\n$EndElements\n",
        points.size(), points.size() + 10, nodes, places, type, element);
}

void check_middles(const Mesh& mesh, std::size_t corners, const Edges& edges) {
    const std::vector<int>& nodes = mesh.elements.at(0).nodes;
    REQUIRE(nodes.size() == corners + edges.size());
    const auto place = [&](std::size_t i) { return Vec3(mesh.nodes.positions.col(nodes[i])); };
    for (std::size_t k = 0; k < edges.size(); ++k)
        CHECK(place(corners + k) == (place(edges[k].first) + place(edges[k].second)) / 2);  // halves: exact
}

/// Two quadrangles on a plane, with groups on a line and on the surface; the line's elements are not part of the mesh.
const char* gmsh_plate = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$Comments
anything at all
$EndComments
$PhysicalNames
2
1 1 "left edge"
2 5 "plate"
$EndPhysicalNames
$Entities
1 1 1 0
1 0 0 0 1 9
1 0 0 0 0 1 0 1 -1 2 1 -1
1 0 0 0 2 1 0 2 5 6 1 1
$EndEntities
$Nodes
2 6 1 6
1 1 1 2
1
4
0 0 0 0.0
0 1 0 1.0
2 1 0 4
2
3
5
6
1 0 0
2 0 0
1 1 0
2 1 0
$EndNodes
$Elements
3 4 1 4
0 1 15 1
1 1
1 1 1 1
2 1 4
2 1 3 2
3 1 2 5 4
4 2 3 6 5
$EndElements
)";

}  // namespace

TEST_CASE("a deck gives its nodes, elements and sets, however they are written") {
    const Mesh mesh = parse_mesh({"cube.inp", cube_deck});
    REQUIRE(mesh.nodes.size() == 8);
    CHECK(mesh.nodes.positions.col(6) == Vec3(1, 1, 1));
    REQUIRE(mesh.elements.size() == 1);
    CHECK(mesh.elements[0].type == ElementType::hex8);
    CHECK(mesh.elements[0].id == 10);
    CHECK(mesh.elements[0].nodes == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
    CHECK(mesh.nodes.sets.at("all").size() == 8);
    CHECK(mesh.nodes.sets.at("bottom") == std::vector<int>{0, 1, 2, 3});
    CHECK(mesh.nodes.sets.at("some") == std::vector<int>{0, 1, 2, 3, 6, 7});
    CHECK(mesh.nodes.sets.at("whole").size() == 8);
    CHECK(mesh.element_sets.at("body") == std::vector<int>{0});
    CHECK(mesh.element_sets.at("again") == std::vector<int>{0});
}

TEST_CASE("numbers in a deck may have gaps and any order") {
    const Mesh mesh = parse_mesh({"a.inp",
                                  "*Node\n30, 1, 0, 0\n 7,,, 2.5D0\n*Element, type=b31, elset=Rod\n5, 7, 30\n3, 30, 7\n"
                                  "*Elset, elset=rod2, generate\n1, 4\n*Nset, nset=far, generate\n2, 30, 5\n"
                                  "*nset, NSET=FAR, unsorted\n30\n"});
    CHECK(mesh.elements[0].type == ElementType::beam2);
    CHECK(mesh.elements[0].nodes == std::vector<int>{1, 0});
    CHECK(mesh.nodes.positions.col(1) == Vec3(0, 0, 2.5));
    CHECK(mesh.element_sets.at("Rod") == std::vector<int>{0, 1});
    CHECK(mesh.element_sets.at("rod2") == std::vector<int>{1});
    CHECK(mesh.nodes.sets.at("far") == std::vector<int>{0, 1});  // 7 = 2 + 5 by the range, 30 added to the same set
}

TEST_CASE("element types of a deck are those of the mesh, quadratic ones over several lines") {
    std::string deck = "*NODE\n";
    for (int i = 1; i <= 20; ++i) deck += fmt::format("{}, {}, 0, 0\n", i, i);
    deck += "*ELEMENT, TYPE=C3D20R\n1, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n16,17,18,19,20\n";
    deck += "*ELEMENT, TYPE=C3D10\n2, 1,2,3,4,5,6,7,8,9,10\n*ELEMENT, TYPE=CPS4I\n3, 1,2,3,4\n";
    deck += "*ELEMENT, TYPE=C3D8R\n4, 1,2,3,4,5,6,7,8\n";
    const Mesh mesh = parse_inp_mesh({"a.inp", deck});
    const ElementType expected[] = {ElementType::hex20, ElementType::tet10, ElementType::quad4, ElementType::hex8};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(mesh.elements[i].type == expected[i]);
        CHECK(mesh.elements[i].nodes.size() == static_cast<std::size_t>(nodes_of(expected[i])));
    }
    CHECK(mesh.elements[0].nodes[19] == 19);
}

TEST_CASE("one part with one instance is as good as a flat deck") {
    const Mesh mesh =
        parse_mesh({"a.inp",
                    "*Part, name=P\n*Node\n1, 0, 0, 0\n2, 1, 0, 0\n*Element, type=B31\n1, 1, 2\n"
                    "*Nset, nset=s\n1, 2\n*End Part\n*Assembly, name=A\n*Instance, name=P-1, part=P\n"
                    "*End Instance\n*Nset, nset=s, instance=P-1\n2\n*Nset, nset=t\nP-1.s\n*End Assembly\n"});
    CHECK(mesh.elements.size() == 1);
    CHECK(mesh.nodes.sets.at("P-1.s") == std::vector<int>{0, 1});
    CHECK(mesh.nodes.sets.at("s") == std::vector<int>{1});
    CHECK(mesh.nodes.sets.at("t") == std::vector<int>{0, 1});
}

TEST_CASE("middle nodes of Gmsh's quadratic solids lie between the corners that Abaqus means") {
    const Mesh hex = parse_gmsh({"a.msh", gmsh_volume(17, with_middles(hex_corners, gmsh_hex_edges))});
    CHECK(hex.elements[0].type == ElementType::hex20);
    check_middles(hex, 8, hex_edges);
    const Mesh tet = parse_gmsh({"a.msh", gmsh_volume(11, with_middles(tet_corners, gmsh_tet_edges))});
    CHECK(tet.elements[0].type == ElementType::tet10);
    check_middles(tet, 4, tet_edges);
    const Mesh linear = parse_mesh({"a.msh", gmsh_volume(5, hex_corners)});
    CHECK(linear.elements[0].type == ElementType::hex8);
    CHECK(linear.element_sets.at("body") == std::vector<int>{0});
    CHECK(linear.nodes.sets.at("body").size() == 8);
}

TEST_CASE("groups of Gmsh are sets; elements below the highest dimension are nothing else") {
    const Mesh mesh = parse_gmsh({"plate.msh", gmsh_plate});
    REQUIRE(mesh.elements.size() == 2);
    CHECK(mesh.elements[1].id == 4);
    CHECK(mesh.elements[1].nodes == std::vector<int>{2, 3, 5, 4});
    CHECK(mesh.nodes.ids == std::vector<std::int64_t>{1, 4, 2, 3, 5, 6});
    CHECK(mesh.nodes.positions.col(1) == Vec3(0, 1, 0));  // the parameter behind its coordinates is not one
    CHECK(mesh.nodes.sets.at("left edge") == std::vector<int>{0, 1});
    CHECK(mesh.nodes.sets.at("point 9") == std::vector<int>{0});
    CHECK(mesh.nodes.sets.at("plate").size() == 6);
    CHECK(mesh.element_sets.at("plate") == std::vector<int>{0, 1});
    CHECK(mesh.element_sets.count("left edge") == 0);
    CHECK(parse_nodes({"plate.msh", gmsh_plate}).size() == 6);
}

TEST_CASE("nodes come from tables and results too") {
    const Nodes table = parse_nodes({"n.csv", "id;x;y;z\n# comment\n4; 1.0; 2.0; 3.0\n\n2 1 1 1 0 0 0\n"});
    CHECK(table.ids == std::vector<std::int64_t>{4, 2});
    CHECK(table.positions.col(0) == Vec3(1, 2, 3));
    const Nodes result = parse_nodes({"a.frd", frd_nodes});
    CHECK(result.ids == std::vector<std::int64_t>{1, 20});
    CHECK(result.positions.col(0) == Vec3(-1, -0.25, 0));  // numbers that touch
    CHECK(result.positions.col(1) == Vec3(0.4, 0.1, 0.1));
    const Nodes brief = parse_frd_nodes({"a.frd",
                                         "    2C                             1                                     0\n"
                                         " -1    7 4.00000E-01 1.00000E-01 1.00000E-01\n -3\n"});
    CHECK(brief.ids == std::vector<std::int64_t>{7});
    CHECK(brief.positions(0, 0) == 0.4);
    CHECK(parse_nodes({"cube.inp", cube_deck}).size() == 8);
}
