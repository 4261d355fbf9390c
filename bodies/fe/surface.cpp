#include "bodies/fe/surface.hpp"

#include <algorithm>
#include <array>

namespace ritz {
namespace {

using LocalFaces = std::vector<std::vector<int>>;

/// Corner nodes of each face, counted so that the right-hand rule points outward.
LocalFaces make_local_faces(ElementType type) {
    switch (type) {
        case ElementType::hex8:
        case ElementType::hex20:
            return {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
        case ElementType::tet10:
            return {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
        case ElementType::quad4:
            return {{0, 1, 2, 3}};
        case ElementType::beam2:
            return {};
    }
    return {};
}

/// A face by its corners whatever their order, and which of all faces it is.
struct FaceKey {
    std::array<int, 4> corners;
    std::size_t index;
};

FaceKey make_key(const Face& face, std::size_t index) {
    FaceKey key{{-1, -1, -1, -1}, index};
    std::copy(face.nodes.begin(), face.nodes.end(), key.corners.begin());
    std::sort(key.corners.begin(), key.corners.end());
    return key;
}

}  // namespace

std::vector<Face> make_surface(const Mesh& mesh) {
    const std::array<LocalFaces, 5> local{make_local_faces(ElementType::hex8), make_local_faces(ElementType::hex20),
                                          make_local_faces(ElementType::tet10), make_local_faces(ElementType::beam2),
                                          make_local_faces(ElementType::quad4)};
    // Only the places of faces are kept: a million elements have six million faces, of which few are outside.
    struct Place {
        int element, face;
    };
    std::vector<Place> places;
    const auto make_face = [&](const Place& place) {
        const Element& element = mesh.elements[static_cast<std::size_t>(place.element)];
        Face face;
        for (int a : local[static_cast<std::size_t>(element.type)][static_cast<std::size_t>(place.face)])
            face.nodes.push_back(element.nodes[static_cast<std::size_t>(a)]);
        return face;
    };
    std::vector<FaceKey> keys;
    for (std::size_t e = 0; e < mesh.elements.size(); ++e)
        for (std::size_t f = 0; f < local[static_cast<std::size_t>(mesh.elements[e].type)].size(); ++f) {
            places.push_back({static_cast<int>(e), static_cast<int>(f)});
            keys.push_back(make_key(make_face(places.back()), places.size() - 1));
        }
    std::sort(keys.begin(), keys.end(), [](const FaceKey& a, const FaceKey& b) { return a.corners < b.corners; });
    std::vector<std::size_t> outside;
    for (std::size_t i = 0; i < keys.size();) {
        std::size_t next = i + 1;
        while (next < keys.size() && keys[next].corners == keys[i].corners) ++next;
        if (next == i + 1) outside.push_back(keys[i].index);
        i = next;
    }
    std::sort(outside.begin(), outside.end());
    std::vector<Face> surface;
    for (std::size_t index : outside) surface.push_back(make_face(places[index]));
    return surface;
}

}  // namespace ritz
