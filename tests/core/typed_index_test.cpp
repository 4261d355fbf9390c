#include "core/typed_index.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <type_traits>
#include <unordered_set>

using namespace ritz;

namespace {

using AppleId = TypedIndex<struct AppleTag>;
using PearId = TypedIndex<struct PearTag>;

template <class Vector, class Index>
concept IndexableBy = requires(Vector v, Index i) {
    v[i];
};

}  // namespace

TEST_CASE("An index of one kind is no index of another, no number and never made of one unasked") {
    static_assert(!std::is_convertible_v<int, AppleId> && std::is_constructible_v<AppleId, int>);
    static_assert(!std::is_convertible_v<AppleId, int> && !std::is_convertible_v<AppleId, bool>);
    static_assert(!std::is_constructible_v<PearId, AppleId>);
    static_assert(!std::equality_comparable_with<AppleId, PearId> && !std::equality_comparable_with<AppleId, int>);
    static_assert(IndexableBy<IndexedVector<AppleId, int>, AppleId>);
    static_assert(!IndexableBy<IndexedVector<AppleId, int>, PearId> && !IndexableBy<IndexedVector<AppleId, int>, int>);
    // As cheap as the int it stands for.
    static_assert(sizeof(AppleId) == sizeof(int) && std::is_trivially_copyable_v<std::optional<AppleId>>);
    CHECK(AppleId(2) < AppleId(3));
    CHECK(AppleId(3) == AppleId(3));
    AppleId next(3);
    CHECK((++next).value() == 4);
    CHECK(std::unordered_set<AppleId>{AppleId(1), AppleId(1), AppleId(2)}.size() == 2);
}

TEST_CASE("A vector gives an id to what is added to it, and walks through its ids both ways") {
    IndexedVector<AppleId, std::string> apples;
    CHECK(apples.ids().begin() == apples.ids().end());
    CHECK(apples.reversed_ids().begin() == apples.reversed_ids().end());
    const AppleId cox = apples.add("cox"), gala = apples.add("gala"), fuji = apples.add("fuji");
    CHECK(apples[gala] == "gala");
    std::string forth, back, rest;
    for (const AppleId id : apples.ids()) forth += apples[id].front();
    for (const AppleId id : apples.reversed_ids()) back += apples[id].front();
    for (const AppleId id : apples.ids_from(gala)) rest += apples[id].front();
    CHECK(forth == "cgf");
    CHECK(back == "fgc");
    CHECK(rest == "gf");
    CHECK(cox.value() == 0);
    CHECK(fuji.value() == apples.size() - 1);
}
