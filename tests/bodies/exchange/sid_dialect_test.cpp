// Dialects of SID, and what the reader says about wrong files.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <sstream>

#include "bodies/exchange/load_body.hpp"
#include "bodies/exchange/sid.hpp"
#include "core/errors.hpp"
#include "tests/bodies/exchange/bodies.hpp"
#include "tests/support/messages.hpp"

using namespace ritz;
using Eigen::Index;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// As FEMBeam writes: m1( row, column, mode), J as a matrix, three columns of Ge for each mode, a comment as header.
std::string make_fembeam_text(SidFile sid) {
    const Index n = sid.modes();
    const auto full = [](const MatX& J) {
        return MatX((MatX(3, 3) << J(0), J(3), J(4), J(3), J(1), J(5), J(4), J(5), J(2)).finished());
    };
    sid.J.m0 = full(sid.J.m0);
    for (MatX& m1 : sid.J.m1) m1 = full(m1);
    const MatX Ge = sid.Ge.m0;
    for (Index j = 0; j < n; ++j)
        for (Index k = 0; k < 3; ++k) sid.Ge.m0.col(3 * j + k) = Ge.col(k * n + j);
    sid.header = "% a comment\n% of two lines";
    std::istringstream lines(make_sid_text(sid));
    std::string text, line;
    while (std::getline(lines, line)) {
        int row = 0, mode = 0, column = 0;
        const std::size_t at = line.find("m1(");
        if (at != std::string::npos && std::sscanf(line.c_str() + at, "m1(%d,%d,%d)", &row, &mode, &column) == 3)
            line = fmt::format("m1({},{},{}) {}", row, column, mode, line.substr(line.find('=')));
        text += line + "\r\n";
    }
    return text;
}

/// One mode, every structure: a mass of 2 kg at (1, 0, 0) on a spring along z, and 1 kg at the origin.
const std::string small_text = R"(1 1 : a header
part
new modal
refmod
  mass = 3.0D+00
  nelastq = 1
  ielastq (1) = spring
end refmod
FRAME
  new node = 7
    rframe = body ref
    origin
      order = 1
      nrow = 3
      ncol = 1
      nq = 1
      nqn = 0
      structure = 3
      m0(1,1) =+1.0
      m1(3,1,1) = 1
    end origin
    Phi
      order = 0
      nrow = 3
      ncol = 1
      nq = 1
      nqn = 0
      structure = 3
      m0( 3, 1) = 1d0
    end Phi
  end node
end frame
mdCM
  order = 1
  nrow = 3
  ncol = 1
  nq = 1
  nqn = 0
  structure = 3
  m0(1,1) = 2
  m1(3,1,1) = 2
end mdCM
J
  order = 0
  nrow = 3
  ncol = 3
  nq = 1
  nqn = 0
  structure = 2
  m0(1,1) = 0.1
  m0(2,2) = 2.1
  m0(3,3) = 2.1
  m0(2,1) = 0.01
end J
Ct
  nrow = 1
  ncol = 3
  m0(1,3) = 2
end Ct
Cr
  nrow = 1
  ncol = 3
  m0(1,2) = -2
end Cr
Me
  nrow = 1
  ncol = 1
  structure = 1
  m0(1,1) = 2
end Me
Ke
  nrow = 1
  ncol = 1
  structure = 4
end Ke
end modal
end part
)";

std::string complaint_about_sid(const std::string& text) {
    return testing::message_of([&] { read_sid_text(text, "a.sid"); });
}

}  // namespace

TEST_CASE("a beam written as FEMBeam would is the same body") {
    const SidFile sid = make_sid(make_numeric_body(testing::make_rod_numbers(false)));
    const SidFile other = read_sid_text(make_fembeam_text(sid), "fembeam");
    CHECK(other.notes.size() == 3);  // index order, J, Ge
    CHECK(other.header == "% a comment\n% of two lines");
    CHECK(other.J == sid.J);
    CHECK(other.Cr == sid.Cr);
    CHECK(other.Ge == sid.Ge);
    CHECK(other.Oe == sid.Oe);
    CHECK(other.nodes == sid.nodes);
    std::vector<std::string> notes;
    CHECK(make_sid_body(other, "rod", notes).inertia.Cr0 == make_sid_body(sid, "rod", notes).inertia.Cr0);
}

TEST_CASE("structures, omitted zeros, small and capital letters are understood") {
    const SidFile sid = read_sid_text(small_text, "a.sid");
    CHECK(sid.mass == 3);
    CHECK(sid.J.m0(3) == 0.01);  // mirrored
    CHECK(sid.Me.m0(0, 0) == 2);
    CHECK(sid.Ke.m0(0, 0) == 1);
    CHECK(sid.De.m0(0, 0) == 0);
    REQUIRE(sid.nodes.size() == 1);
    CHECK(sid.nodes[0].AP.m0 == MatX(Mat3::Identity()));
    CHECK(sid.nodes[0].phi.m0(2, 0) == 1);
    std::vector<std::string> notes;
    const ElasticBody body = make_sid_body(sid, "small", notes);
    CHECK(compute_frequencies(body)[0] == doctest::Approx(std::sqrt(0.5)));
    CHECK(body.markers[0].name == "node_7");
}

TEST_CASE("a prestress is named, since it is left out") {
    const std::string text =
        replaced(small_text, "end modal", "ksigma\nnrow = 1\nncol = 1\nm0(1,1) = 5\nend ksigma\nend modal");
    std::vector<std::string> notes;
    make_sid_body(read_sid_text(text, "a.sid"), "small", notes);
    REQUIRE_FALSE(notes.empty());
    CHECK(notes[0] == "the prestress ksigma is left out");
}

TEST_CASE("wrong SID files are refused with the line and what was expected") {
    const auto about = [](const std::string& from, const std::string& to) {
        return complaint_about_sid(replaced(small_text, from, to));
    };
    CHECK(complaint_about_sid("") == "a.sid: the file is empty");
    CHECK(complaint_about_sid(" \n\n") == "a.sid:2: found no line \"part\", expected Standard Input Data");
    CHECK(complaint_about_sid(std::string("\0\1\2", 3)) == "a.sid:1: found binary data, expected text");
    CHECK(about("mdCM", std::string("md\0M", 4)) == "a.sid:33: found binary data, expected text");
    CHECK(complaint_about_sid("hello\nworld\n") == "a.sid:2: found no line \"part\", expected Standard Input Data");
    CHECK(complaint_about_sid(small_text.substr(0, 60)).find("expected") != std::string::npos);
    CHECK(about("new modal", "new model") == "a.sid:3: found \"new model\", expected \"new modal\"");
    CHECK(about("3.0D+00", "three") == "a.sid:5: found mass = \"three\", expected a number");
    CHECK(about("3.0D+00", "nan") == "a.sid:5: found mass = \"nan\", expected a number");
    CHECK(about("3.0D+00", "1e999") == "a.sid:5: found mass = \"1e999\", expected a number");
    CHECK(about("3.0D+00", "-3").find("found the mass -3, expected a positive number") != std::string::npos);
    CHECK(about("nelastq = 1", "nelastq = 99999999") ==
          "a.sid:6: found nelastq = \"99999999\", expected an integer from 1 to 2000");
    CHECK(about("nelastq = 1", "nelastq = 2") == "a.sid:6: found nelastq = 2 and 1 ielastq, expected equal numbers");
    CHECK(about("nelastq = 1", "").find("found no nelastq, expected the number of modes") != std::string::npos);
    CHECK(about("body ref", "world") == "a.sid:11: found a node in the frame \"world\", expected \"body ref\"");
    CHECK(about("order = 1", "order = 2") == "a.sid:13: found order = \"2\", expected an integer from 0 to 1");
    CHECK(about("nrow = 3", "nrow = 4") == "a.sid:12: found origin of 4 x 1, expected 3 x 1");
    CHECK(about("nq = 1", "nq = 2") == "a.sid:12: found origin with nq = 2, expected 1");
    CHECK(about("structure = 3", "structure = 5") ==
          "a.sid:18: found structure = \"5\", expected an integer from 0 to 4");
    CHECK(about("structure = 3", "structure = 2") ==
          "a.sid:12: found origin of structure 2, expected 3: it is not square");
    CHECK(about("m0(1,1) =+1.0", "m0(4,1) = 1") ==
          "a.sid:19: found the element (4, 1) of origin, expected 3 rows and 1 columns");
    CHECK(about("m0(1,1) =+1.0", "m0(0,1) = 1") == "a.sid:19: found \"m0(0,1) = 1\", expected m0( i, j) = number");
    CHECK(about("m0(1,1) =+1.0", "m0(1,1 = 1") == "a.sid:19: found \"m0(1,1 = 1\", expected m0( i, j) = number");
    CHECK(about("m1(3,1,1) = 1", "m1(3,2,2) = 1") == "a.sid:20: found mode 2 in m1 of origin, expected 1 to 1");
    CHECK(about("m1(3,1,1) = 1", "m1(3,1) = 1") == "a.sid:20: found \"m1(3,1) = 1\", expected m1( i, j, k) = number");
    CHECK(about("m1(3,1,1) = 1", "mn(3,1,1,1) = 1").find("a.sid:20: found \"mn(3,1,1,1) = 1\", expected order") == 0);
    CHECK(about("order = 1", "order = 0") == "a.sid:20: found m1 in origin of order 0, expected order 1");
    CHECK(about("end Phi", "end psi") == "a.sid:30: found \"end psi\", expected \"end phi\"");
    CHECK(about("    Phi", "    Fhi").find("expected a block; known: origin, phi") != std::string::npos);
    CHECK(about("    Phi", "    psi").find("expected \"end psi\"") != std::string::npos);
    CHECK(about("Ct\n", "Cr\n").find("expected \"end cr\"") != std::string::npos);
    CHECK(about("end modal", "Me\nend Me\nend modal").find("found a second block Me, expected one") !=
          std::string::npos);
    CHECK(about("end part", "").find("found the end of the file, expected \"end part\"") != std::string::npos);
    CHECK(about("structure = 4\nend Ke", "structure = 0\nm0(1,1) = 2\nend Ke")
              .find("found the element (1, 1) of Ke, expected none there: its structure is 0") != std::string::npos);
}

TEST_CASE("a small text cannot ask for much memory") {
    // 2000 modes and nodes whose phi.m1 has 3 · 2000² entries, all but one omitted.
    std::string text = "part\nnew modal\nrefmod\nmass = 1\nnelastq = 2000\nend refmod\nframe\n";
    for (int i = 0; i < 10; ++i)
        text += fmt::format(
            "new node = {}\norigin\nnrow = 3\nncol = 1\nend origin\nphi\norder = 1\nnrow = 3\nncol = 2000\nnq = 2000\n"
            "m1(1,1,1) = 1\nend phi\nend node\n",
            i);
    text += "end frame\nmdCM\nnrow = 3\nncol = 1\nend mdCM\nJ\nnrow = 6\nncol = 1\nend J\n";
    for (const auto& [name, columns] : {std::pair{"Ct", 3}, {"Cr", 3}, {"Me", 2000}, {"Ke", 2000}})
        text += fmt::format("{0}\nnrow = 2000\nncol = {1}\nend {0}\n", name, columns);
    text += "end modal\nend part\n";
    CHECK(complaint_about_sid(text).find("found more than 50000000 entries, expected a smaller body") !=
          std::string::npos);
}

TEST_CASE("a body that SID describes but that cannot be is refused, and the file is named") {
    const testing::Folder folder;
    const std::string path =
        folder.write("a.sid", replaced(small_text, "structure = 4\nend Ke", "m0(1,1) = -1\nend Ke"));
    CHECK_THROWS_WITH_AS(load_body(path, "small"),
                         doctest::Contains((path + ": body \"small\": Ke is not positive").c_str()), InputError);
    const LoadedBody damped = load_body(folder.write("b.sid", small_text), "small", ModalDamping{0.05});
    CHECK(damped.body.De(0, 0) == doctest::Approx(2 * 0.05 * std::sqrt(2.0 * 1.0)));  // 2 D sqrt(m k)
}
