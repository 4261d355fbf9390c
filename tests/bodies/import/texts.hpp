#pragma once
// Small files of other programs, written by hand.
#include "bodies/import/abaqus.hpp"
#include "bodies/import/calculix.hpp"
#include "bodies/import/matrix_models.hpp"

namespace ritz::testing {

/// Two springs in a row: k = 2 and 3, masses 5 and 7, the lower triangle.
inline const char* spring_stiffness =
    "%%MatrixMarket matrix coordinate real symmetric\n% two springs\n2 2 3\n1 1 5.0\n2 1 -3.0D0\n2 2 3\n";
inline const char* spring_mass = "%%MatrixMarket matrix array integer symmetric\n2 2\n5\n0\n7\n";

inline const char* cube_deck = R"(*HEADING
a cube, one element
*NODE, NSET=all
1, 0, 0, 0
2, 1., 0, 0
3, 1., 1., 0
4, 0, 1., 0
5, 0, 0, 1.
6, 1., 0, 1.
7, 1., 1., 1.
8, 0, 1., 1.
** the only element, over two lines
*ELEMENT, TYPE=C3D8I,
  ELSET=body
10, 1, 2, 3, 4,
 5, 6, 7, 8
*NSET, NSET=bottom, GENERATE
1, 4, 1
*NSET, NSET=some
bottom, 7,
8
*NSET, NSET=whole, ELSET=body
*ELSET, ELSET=again
body
*MATERIAL, NAME=steel
*ELASTIC
2.1E11, 0.3
*STEP
*STATIC
*NODE PRINT, NSET=all
U
*END STEP
)";

/// The cube held but for one corner: its three directions and the nine of its internal nodes, all uncoupled.
inline CalculixTexts cube_calculix() {
    CalculixTexts texts{{"cube.sti", ""}, {"cube.mas", ""}, {"cube.dof", ""}, {"cube.inp", cube_deck}};
    int equation = 0;
    for (int node = 8; node <= 11; ++node)
        for (int direction = 1; direction <= 3; ++direction) {
            const std::string n = std::to_string(++equation);
            texts.dofs.content += std::to_string(node) + "." + std::to_string(direction) + "\n";
            texts.stiffness.content += n + " " + n + "  " + n + ".0000000000000e+00\n";
            texts.mass.content += n + " " + n + (node == 8 ? "  2.0e+00\n" : "  0.0e+00\n");
        }
    texts.stiffness.content += "1 2 -5.0000000000000e-01\n";
    texts.mass.content += "1 2  0.0000000000000e+00\n";  // structural zeros are written
    return texts;
}

/// A bar of two nodes, the directions 1, 2 and 6, with an internal node.
inline AbaqusTexts bar_abaqus() {
    return {{"bar_STIF1.mtx",
             "** made by hand\n1,1, 1,1, 4.0\n2,1, 1,1, -4.0\n2,1, 2,1, 4.0\n2,6, 2,6, 9.0\n-1,1, -1,1, 3\n"},
            {"bar_MASS1.mtx", "1,1, 1,1, 1.0\n2,1, 2,1, 1.0\n2,6, 2,6, 0.1\n"},
            {"bar.csv", "id,x,y,z\n1,0,0,0\n2,1.5,0,0\n"},
            {},
            {}};
}

/// The springs of above as Ansys would export them.
inline MatrixMarketTexts spring_ansys() {
    return {
        {"k.mtx", spring_stiffness},
        Text{"m.mtx", spring_mass},
        {},
        Text{"nodes.lis",
             " LIST ALL SELECTED NODES\n\n   NODE        X             Y             Z\n"
             "        1   0.0000        0.0000        0.0000\n"
             "   NODE        X             Y             Z\n"
             "       12   2.0000        0.0000       0.50000\n"},
        Text{"job.mapping", " Matrix Eqn    Node    DOF\n         1         1   UX\n         2        12   ROTZ\n"}};
}

inline const char* frd_nodes =
    "    1C\n    1UPGM               CalculiX\n"
    "    2C                             2                                     1\n"
    " -1         1-1.00000E+00-2.50000E-01 0.00000E+00\n"
    " -1        20 4.00000E-01 1.00000E-01 1.00000E-01\n -3\n"
    "    3C                             0                                     1\n -3\n 9999\n";

}  // namespace ritz::testing
