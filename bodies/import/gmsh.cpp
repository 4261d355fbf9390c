#include "bodies/import/gmsh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "bodies/import/id_index.hpp"

namespace ritz {
namespace {

/// An element type of Gmsh: its number of nodes, and what it is for us, with the place of each of our nodes in Gmsh's
/// list.
struct GmshType {
    int number;
    int dimension;
    std::size_t nodes;
    std::optional<ElementType> type = {};
    std::vector<std::size_t> order = {};
};

/// Abaqus runs round the bottom edges, the top edges, then the upright ones; Gmsh sorts edges by their corners.
const GmshType* find_type(std::int64_t number) {
    static const std::vector<GmshType> types = {
        {15, 0, 1},
        {1, 1, 2, ElementType::beam2, {0, 1}},
        {8, 1, 3},
        {2, 2, 3},
        {9, 2, 6},
        {3, 2, 4, ElementType::quad4, {0, 1, 2, 3}},
        {16, 2, 8},
        {10, 2, 9},
        {4, 3, 4},
        {6, 3, 6},
        {7, 3, 5},
        {5, 3, 8, ElementType::hex8, {0, 1, 2, 3, 4, 5, 6, 7}},
        {11, 3, 10, ElementType::tet10, {0, 1, 2, 3, 4, 5, 6, 7, 9, 8}},
        {12, 3, 27},
        {13, 3, 18},
        {14, 3, 14},
        {17, 3, 20, ElementType::hex20, {0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 9, 16, 18, 19, 17, 10, 12, 14, 15}},
        {18, 3, 15},
        {19, 3, 13},
    };
    const auto found = std::find_if(types.begin(), types.end(), [&](const GmshType& t) { return t.number == number; });
    return found == types.end() ? nullptr : &*found;
}

using Entity = std::pair<int, std::int64_t>;  // dimension, tag

struct Block {
    Entity entity;
    const GmshType* type;
    std::vector<std::int64_t> ids;    // of its elements
    std::vector<std::int64_t> nodes;  // of all of them
    int line;
};

class GmshParser {
  public:
    explicit GmshParser(const Text& text) : text_(text), lines_(text) {}

    Mesh parse() {
        read_format();
        while (lines_.next()) {
            const std::string_view line = trim(lines_.line());
            if (line.empty()) continue;
            if (line == "$PhysicalNames") {
                read_names();
            } else if (line == "$Entities") {
                read_entities();
            } else if (line == "$Nodes") {
                read_nodes();
            } else if (line == "$Elements") {
                read_elements();
            } else if (line == "$PartitionedEntities") {
                fail("the mesh is partitioned; expected one that is not");
            } else if (line.front() == '$') {
                skip_section(std::string(line));
            } else {
                fail(fmt::format("found {}, expected a section such as $Nodes", quote(line)));
            }
        }
        return finish();
    }

  private:
    [[noreturn]] void fail(const std::string& what) const { lines_.fail(what); }

    void next() {
        if (!lines_.next()) fail("the file ends within a section");
        fields_ = lines_.line();
    }
    std::int64_t integer(const char* what) { return lines_.take_integer(fields_, what); }

    /// A number of things that are still to come, each of at least `bytes` characters.
    std::int64_t count(const char* what, std::size_t bytes) {
        const std::int64_t n = integer(what);
        const std::size_t left = lines_.bytes_left() + fields_.size();
        if (n < 0 || static_cast<std::uint64_t>(n) > left / bytes + 1)
            fail(fmt::format("{} {}: there is not as much left in the file", what, n));
        return n;
    }

    int dimension() {
        const std::int64_t d = integer("a dimension from 0 to 3");
        if (d < 0 || d > 3) fail(fmt::format("dimension {}, expected 0 to 3", d));
        return static_cast<int>(d);
    }

    void end_section(const char* end) {
        next();
        if (trim(fields_) != end) fail(fmt::format("found {}, expected {}", quote(trim(fields_)), end));
    }

    void skip_section(const std::string& start) {
        const std::string end = "$End" + start.substr(1);
        do next();
        while (trim(fields_) != end);
    }

    void read_format() {
        if (!lines_.next() || trim(lines_.line()) != "$MeshFormat") fail("a Gmsh file starts with $MeshFormat");
        next();
        const std::string_view version = take_field(fields_);
        if (version != "4.1")
            fail(fmt::format("format {}, expected 4.1: save with gmsh -format msh41, or Mesh.MshFileVersion = 4.1",
                             quote(version)));
        if (integer("0 for a text file") != 0)
            fail("the file is binary; expected text: save with Mesh.Binary = 0, or without -bin");
        end_section("$EndMeshFormat");
    }

    void read_names() {
        next();
        for (std::int64_t i = count("number of names", 6); i > 0; --i) {
            next();
            const int d = dimension();
            const std::int64_t tag = integer("the tag of a physical group");
            const std::string_view name = trim(fields_);
            if (name.size() < 3 || name.front() != '"' || name.back() != '"')
                fail(fmt::format("found {}, expected a name in quotes", quote(name)));
            names_[{d, tag}] = name.substr(1, name.size() - 2);
        }
        end_section("$EndPhysicalNames");
    }

    void read_entities() {
        next();
        std::array<std::int64_t, 4> counts{};
        for (std::int64_t& n : counts) n = count("number of entities", 4);
        for (int d = 0; d < 4; ++d)
            for (std::int64_t i = 0; i < counts[static_cast<std::size_t>(d)]; ++i) {
                next();
                const Entity entity{d, integer("the tag of an entity")};
                for (int k = 0; k < (d == 0 ? 3 : 6); ++k) lines_.take_number(fields_, "a bound of the entity");
                for (std::int64_t k = count("number of physical groups", 2); k > 0; --k)
                    groups_[entity].push_back(std::abs(std::max(integer("a physical group"), -INT64_MAX)));
            }
        end_section("$EndEntities");
    }

    void read_nodes() {
        next();
        const std::int64_t blocks = count("number of blocks", 4);
        const std::int64_t total = count("number of nodes", 4);
        for (std::int64_t b = 0; b < blocks; ++b) {
            next();
            dimension();
            integer("the tag of an entity");
            integer("0 or 1, whether there are parameters");  // they would follow x, y, z, and are passed over
            const std::int64_t n = count("number of nodes", 4);
            for (std::int64_t i = 0; i < n; ++i) {
                next();
                ids_.push_back(integer("the tag of a node"));
            }
            for (std::int64_t i = 0; i < n; ++i) {
                next();
                for (int k = 0; k < 3; ++k) coordinates_.push_back(lines_.take_number(fields_, "a coordinate"));
            }
        }
        if (static_cast<std::int64_t>(ids_.size()) != total)
            fail(fmt::format("there are {} nodes, but {} were announced", ids_.size(), total));
        end_section("$EndNodes");
    }

    void read_elements() {
        next();
        for (std::int64_t b = count("number of blocks", 4); b > 0; --b) {
            next();
            const int d = dimension();
            const Entity entity{d, integer("the tag of an entity")};
            const std::int64_t number = integer("the type of the elements");
            const GmshType* type = find_type(number);
            if (!type) fail(fmt::format("element type {}; {}", number, known_types));
            if (type->dimension != d)
                fail(fmt::format("element type {} on an entity of dimension {}, expected {}", number, d,
                                 type->dimension));
            Block block{entity, type, {}, {}, lines_.number()};
            for (std::int64_t n = count("number of elements", 4); n > 0; --n) {
                next();
                block.ids.push_back(integer("the tag of an element"));
                for (std::size_t k = 0; k < type->nodes; ++k) block.nodes.push_back(integer("the tag of a node"));
            }
            if (!block.ids.empty()) blocks_.push_back(std::move(block));
        }
        end_section("$EndElements");
    }

    std::string name_of_group(int d, std::int64_t tag) const {
        constexpr std::array kinds = {"point", "curve", "surface", "volume"};
        const auto found = names_.find({d, tag});
        return found != names_.end() ? found->second : fmt::format("{} {}", kinds[static_cast<std::size_t>(d)], tag);
    }

    void add_elements(const Block& block, const std::vector<int>& places, Mesh& mesh) const {
        if (!block.type->type)
            fail_at(text_, block.line, fmt::format("element type {}; {}", block.type->number, known_types));
        const std::size_t n = block.type->nodes;
        for (std::size_t e = 0; e < block.ids.size(); ++e) {
            Element element{*block.type->type, block.ids[e], {}};
            element.nodes.reserve(n);
            for (const std::size_t k : block.type->order) element.nodes.push_back(places[e * n + k]);
            mesh.elements.push_back(std::move(element));
        }
    }

    std::vector<int> find_nodes(const Block& block, const IdIndex& index) const {
        std::vector<int> places;
        places.reserve(block.nodes.size());
        for (const std::int64_t id : block.nodes) {
            const std::optional<int> place = index.find(id);
            if (!place)
                fail_at(text_, block.line, fmt::format("an element of this block has node {}, which is not there", id));
            places.push_back(*place);
        }
        return places;
    }

    /// Nodes of the lower dimensions are sets only; elements of the highest are the mesh.
    Mesh finish() const {
        if (ids_.empty()) fail_at(text_, 0, "there are no nodes");
        if (blocks_.empty()) fail_at(text_, 0, "there are no elements");
        const IdIndex index(ids_);
        if (const auto id = index.find_duplicate()) fail_at(text_, 0, fmt::format("node {} is there twice", *id));
        Mesh mesh;
        mesh.nodes.ids = ids_;
        mesh.nodes.positions = Eigen::Map<const Mat3X>(coordinates_.data(), 3, static_cast<Eigen::Index>(ids_.size()));
        constexpr std::size_t most = 100'000'000;  // members of groups, which overlap: a small file could ask for more
        std::size_t work = 0;
        int highest = 0;
        for (const Block& block : blocks_) highest = std::max(highest, block.entity.first);
        for (const Block& block : blocks_) {
            const std::vector<int> places = find_nodes(block, index);
            const std::size_t first = mesh.elements.size();
            if (block.entity.first == highest) add_elements(block, places, mesh);
            const auto groups = groups_.find(block.entity);
            if (groups == groups_.end()) continue;
            for (const std::int64_t tag : groups->second) {
                if ((work += places.size()) > most)
                    fail_at(text_, block.line, "there are more physical groups than can be meant");
                const std::string name = name_of_group(block.entity.first, tag);
                std::vector<int>& set = mesh.nodes.sets[name];
                set.insert(set.end(), places.begin(), places.end());
                for (std::size_t e = first; e < mesh.elements.size(); ++e)
                    mesh.element_sets[name].push_back(static_cast<int>(e));
            }
        }
        for (auto* sets : {&mesh.nodes.sets, &mesh.element_sets})
            for (auto& [name, set] : *sets) {
                std::sort(set.begin(), set.end());
                set.erase(std::unique(set.begin(), set.end()), set.end());
            }
        require_unique_elements(mesh);
        return mesh;
    }

    void require_unique_elements(const Mesh& mesh) const {
        std::vector<std::int64_t> ids;
        for (const Element& element : mesh.elements) ids.push_back(element.id);
        if (const auto id = IdIndex(ids).find_duplicate())
            fail_at(text_, 0, fmt::format("element {} is there twice", *id));
    }

    static constexpr const char* known_types =
        "known: 1 (line of 2 nodes), 3 (quadrangle of 4), 5 (hexahedron of 8), 17 (of 20: Mesh.ElementOrder = 2 with "
        "Mesh.SecondOrderIncomplete = 1), 11 (tetrahedron of 10: Mesh.ElementOrder = 2)";

    const Text& text_;
    LineReader lines_;
    std::string_view fields_;
    std::map<Entity, std::string> names_;
    std::map<Entity, std::vector<std::int64_t>> groups_;
    std::vector<std::int64_t> ids_;
    std::vector<double> coordinates_;
    std::vector<Block> blocks_;
};

}  // namespace

Mesh read_gmsh(const std::string& path) { return parse_gmsh(read_text(path)); }

Mesh parse_gmsh(const Text& text) { return GmshParser(text).parse(); }

}  // namespace ritz
