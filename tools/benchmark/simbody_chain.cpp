#include "tools/benchmark/simbody_chain.hpp"

#include <Simbody.h>

#include <cmath>
#include <memory>
#include <vector>

namespace ritz::bench {
namespace {

struct Chain {
    explicit Chain(int links) : matter(system), forces(system), gravity(forces, matter, SimTK::Vec3(0, -9.81, 0)) {
        using namespace SimTK;
        const UnitInertia J = UnitInertia::cylinderAlongX(0.02, 0.5).shiftFromCentroid(SimTK::Vec3(0.5, 0, 0));
        const Body::Rigid link(MassProperties(1, SimTK::Vec3(0.5, 0, 0), J));
        MobilizedBody parent = matter.Ground();
        std::vector<MobilizedBody::Pin> pins;
        for (int i = 0; i < links; ++i) {
            pins.emplace_back(parent, Transform(SimTK::Vec3(i > 0 ? 1 : 0, 0, 0)), link, Transform());
            parent = pins.back();
        }
        system.realizeTopology();
        state = system.getDefaultState();
        for (int i = 0; i < links; ++i) {
            pins[static_cast<std::size_t>(i)].setAngle(state, 0.1 * std::sin(i + 1.0));
            pins[static_cast<std::size_t>(i)].setRate(state, 0.2 * std::cos(i + 1.0));
        }
    }
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter;
    SimTK::GeneralForceSubsystem forces;
    SimTK::Force::Gravity gravity;
    SimTK::State state;
};

}  // namespace

std::function<void()> make_simbody_chain(int links) {
    return [chain = std::make_shared<Chain>(links)] {
        chain->state.updQ();  // positions count as changed: everything behind them is computed anew
        chain->system.realize(chain->state, SimTK::Stage::Acceleration);
    };
}

}  // namespace ritz::bench
