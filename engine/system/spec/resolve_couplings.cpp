// Gears and couplers of a specification, into the builder.
#include <fmt/format.h>

#include <algorithm>

#include "core/overloaded.hpp"
#include "engine/system/spec/resolver.hpp"

namespace ritz {
namespace {

/// A gear is a coupler of two: q_second - ratio q_first = offset. Each term with the member that names its coordinate,
/// and the one that gives its factor.
struct Term {
    const CoordinateSpec* at;
    double factor;
    std::string member, factor_member;
};

std::vector<Term> list_terms(const CouplingSpec& spec) {
    std::vector<Term> terms;
    std::visit(
        Overloaded{[&](const GearSpec& gear) {
                       terms.push_back({&gear.first, -gear.ratio, "first", "ratio"});
                       terms.push_back({&gear.second, 1, "second", "ratio"});
                   },
                   [&](const CouplerSpec& coupler) {
                       for (std::size_t i = 0; i < coupler.terms.size(); ++i) {
                           const std::string member = "terms/" + std::to_string(i);
                           terms.push_back({&coupler.terms[i].at, coupler.terms[i].factor, member, member + "/factor"});
                       }
                   }},
        spec.kind);
    return terms;
}

std::optional<double> constant_of(const CouplingSpec& spec) {
    return std::visit(Overloaded{[](const GearSpec& gear) { return gear.offset; },
                                 [](const CouplerSpec& coupler) { return coupler.constant; }},
                      spec.kind);
}

}  // namespace

void Resolver::add_coupling(const CouplingSpec& spec) {
    const Subject subject{SubjectKind::coupling, spec.name};
    const std::vector<Term> terms = list_terms(spec);
    const std::size_t before = faults_.count();
    if (terms.size() < 2)
        faults_.add(subject.at("terms"),
                    fmt::format("found {} of them, expected at least two coordinates", terms.size()));
    JointCoupling coupling{spec.name, {}};
    for (const Term& term : terms) {
        if (term.factor == 0)
            faults_.add(subject.at(term.factor_member), "found 0, which ties nothing; expected another number");
        const auto node = find_driven_node(*term.at, subject.at(term.member));
        if (!node) continue;
        const bool is_known = std::any_of(coupling.terms.begin(), coupling.terms.end(),
                                          [&](const JointCoupling::Term& other) { return other.node == *node; });
        if (is_known)
            faults_.add(subject.at(term.member),
                        "found the same coordinate twice, expected a different one in each place");
        coupling.terms.push_back({*node, term.factor});
    }
    if (faults_.count() != before || !is_connected_) return;
    if (std::all_of(coupling.terms.begin(), coupling.terms.end(),
                    [&](const JointCoupling::Term& term) { return builder_.nodes()[term.node].is_prescribed(); }))
        return faults_.add(subject,
                           "all its coordinates are prescribed by a \"motion\", so that nothing is left to "
                           "move; expected at least one that is free");
    builder_.add_coupling(std::move(coupling), constant_of(spec));
}

void Resolver::add_couplings() {
    for (const CouplingSpec& spec : spec_.couplings)
        if (faults_.is_sound(SubjectKind::coupling, spec.name)) add_coupling(spec);
}

std::optional<Quantity> Resolver::measure_coupling(const CouplingMeasure& m, const Subject& subject) {
    if (m.coupling.empty()) return {};
    const auto found = couplings_.find(m.coupling);
    if (!found) {
        refuse_name(subject.at("coupling"), "coupling", m.coupling, couplings_.names());
        return {};
    }
    const auto wanted = find_driven_node(m.on, subject.at("on"));
    if (!wanted || !faults_.is_sound(SubjectKind::coupling, m.coupling)) return {};
    const std::vector<Term> terms = list_terms(spec_.couplings[*found]);
    for (std::size_t i = 0; i < terms.size(); ++i)
        if (find_driven_node(*terms[i].at, subject.at("on")) == wanted)
            return CouplingForceQuantity{CouplingId(*found), i};
    faults_.add(subject.at("on"), fmt::format("coupling \"{}\" does not tie this coordinate", m.coupling));
    return {};
}

}  // namespace ritz
