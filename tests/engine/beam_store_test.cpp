// Beams that are alike are made once.
#include "engine/system/spec/beam_store.hpp"

#include <doctest/doctest.h>

#include "core/errors.hpp"

using namespace ritz;

namespace {

BeamSpec make_spec() {
    BeamSpec spec;
    spec.length = 2;
    spec.law = {1e6, 1e3, 2e3, 1e3, 1, 0.01, 0.02};
    spec.bending_y = 1;
    spec.bending_z = 2;
    spec.damping = ModalDamping{0.01};
    spec.markers = {{"mid", 1.0}};
    return spec;
}

}  // namespace

TEST_CASE("a beam made anew and one that was made before are the same but for their names") {
    BeamStore store;
    store.make(make_spec(), "first");
    const ElasticBody second = store.make(make_spec(), "second"), alone = make_beam(make_spec());
    CHECK(store.count() == 1);
    CHECK(second.name == "second");
    CHECK(second.Ke == alone.Ke);
    CHECK(second.De == alone.De);
    CHECK(second.inertia.J0 == alone.inertia.J0);
    REQUIRE(second.markers.size() == alone.markers.size());
    for (std::size_t i = 0; i < alone.markers.size(); ++i) {
        CHECK(second.markers[i].name == alone.markers[i].name);
        CHECK(second.markers[i].phi == alone.markers[i].phi);
    }
}

TEST_CASE("beams that differ in anything but the name are different beams") {
    BeamStore store;
    store.make(make_spec(), "b");
    std::size_t count = 1;
    const auto differs = [&](auto change) {
        BeamSpec spec = make_spec();
        change(spec);
        store.make(spec, "b");
        CHECK(store.count() == ++count);
    };
    differs([](BeamSpec& b) { b.length = 2.1; });
    differs([](BeamSpec& b) { b.law.rho_Iz = 0.03; });
    differs([](BeamSpec& b) { b.bending_z = 3; });
    differs([](BeamSpec& b) { b.damping = RayleighDamping{0.1, 0}; });
    differs([](BeamSpec& b) { b.markers["mid"] = 1.5; });
    differs([](BeamSpec& b) { b.ends = BeamEnds::pinned_pinned; });
    differs([](BeamSpec& b) { b.stiffening = false; });
    differs([](BeamSpec& b) { b.end_shapes = true; });
}

TEST_CASE("what is wrong with a beam is said of each by its own name") {
    BeamStore store;
    BeamSpec wrong = make_spec();
    wrong.length = -1;
    for (int i = 0; i < 2; ++i) CHECK_THROWS_AS(store.make(wrong, "b"), InputError);
    CHECK(store.count() == 0);
}
